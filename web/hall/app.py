"""The routes of the hall: views, streams, pictures, files, and commands of the organiser."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse
from starlette.responses import Response as FileAnswer
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from device.i18n.words import in_language
from hall.limits import MAX_ORGANISERS, MAX_PHONES
from hall.storage.hall_file import HallFileError
from hall.tournament.refusals import HallRefusal
from web.hall.access import (
    COOKIE,
    COOKIE_S,
    ME_COOKIE,
    hall_role,
    is_organiser_code,
    me_cookie,
    organiser_cookie,
    start_number,
)
from web.hall.commands import BadCommand, Register, command_of, events_of
from web.hall.exports import Exports
from web.hall.rendering import STATIC, VIEWS, Renderer, ViewRequest
from web.hall.texts import HallTexts
from web.kit.access import POSTS_S, TRIES, TRIES_S, Limit
from web.kit.cards import card_files
from web.kit.followers import Followers
from web.kit.requests import address_of, body_of, language_of, remember_language
from web.kit.security import Guard
from web.kit.stream import EventStream, event, full_stream
from web.kit.templates import digest_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp

    from hall.live_hall import LiveHall
    from web.hall.views.base import HallRole

MAX_STREAMS: Mapping[HallRole, int] = {"viewer": MAX_PHONES, "organiser": MAX_PHONES + MAX_ORGANISERS}
"""Maximum number of views that are followed when a phone with this role comes."""
_log = logging.getLogger("kiebitz.hall")
POSTS = 60
"""Commands of one organiser in ten seconds; at a busy desk somebody types one each second."""


class SharedFiles(StaticFiles):
    """The static files of the hall, or of the page if the hall has none of that name."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC[0])
        self.all_directories = list(STATIC)


class HallApp:
    """The web application of one hall. *names* are its host names; its codes and cookies are derived from *key*."""

    def __init__(self, hall: LiveHall, key: str, names: tuple[str, ...] = ()) -> None:
        self.hall, self._key = hall, key
        self._renderer = Renderer(hall)
        self._exports = Exports(hall)
        self._tries, self._posts = Limit(TRIES, TRIES_S), Limit(POSTS, POSTS_S)
        self._followers = Followers()
        self._known_names: tuple[str, ...] = ()
        routes = [
            Route("/", self._home),
            Route("/events", self._events),
            Route("/command", self._command, methods=["POST"]),
            Route("/join", self._join, methods=["POST"]),
            Route("/o/{code}", self._join_by_link),
            Route("/language/{language}", self._choose_language),
            card_files(),
            Route("/export/{what}", self._export),
            Route("/devices/file/{table:int}", self._table_file),
            *(Route(f"/{view}", self._view, name=view) for view in VIEWS),
            *(Route(f"/{view}/{{number:int}}", self._view, name=view) for view in VIEWS),
            Mount(f"/static/{self._renderer.assets}", SharedFiles()),
            Mount("/static", SharedFiles()),
        ]
        self.app: ASGIApp = Guard(
            Starlette(routes=routes, lifespan=self._lifespan, exception_handlers={HallFileError: self._unreadable}),
            ("localhost", *names),
        )

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        watching = asyncio.create_task(self.hall.watch())
        try:
            yield
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching

    async def _unreadable(self, request: Request, error: Exception) -> Response:
        _log.error("%s: %s", request.url.path, error)
        return PlainTextResponse(self._texts(request).refused_disk, 503)

    # Role and language of a request

    def _role(self, request: Request) -> HallRole:
        return hall_role(self._key, request.cookies.get(COOKIE, ""))

    def _me(self, request: Request) -> int:
        return start_number(request.cookies.get(ME_COOKIE, ""), self.hall.tournament.id)

    def _texts(self, request: Request) -> HallTexts:
        return HallTexts(language_of(request, "de"))

    def _view_request(self, request: Request, view: str) -> ViewRequest:
        digits = str(request.path_params.get("number", request.query_params.get("number", "")))
        number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 8 else -1
        return ViewRequest(view, language_of(request, "de"), self._role(request), number, self._me(request))

    # Views

    async def _home(self, request: Request) -> Response:
        if self._role(request) == "organiser":
            return RedirectResponse("/round" if self.hall.tournament.is_created else "/new", 303)
        has_chosen = self._me(request) in self.hall.tournament.entries
        return RedirectResponse("/me" if has_chosen else "/players", 303)

    async def _view(self, request: Request) -> Response:
        view = request.scope["route"].name
        wanted = self._view_request(request, view)
        if not VIEWS[view].is_public:
            if wanted.role != "organiser":
                return RedirectResponse("/join", 303)
            if not self.hall.tournament.is_created and view != "new":
                return RedirectResponse("/new", 303)
        if view == "player" and wanted.number in self.hall.tournament.entries:
            wanted = wanted._replace(me=wanted.number)
        answer = HTMLResponse(self._renderer.page(wanted))
        if view == "player" and wanted.me == wanted.number:
            cookie = me_cookie(self.hall.tournament.id, wanted.me)
            answer.set_cookie(ME_COOKIE, cookie, max_age=COOKIE_S, httponly=True, samesite="strict")
        return answer

    async def _events(self, request: Request) -> Response | ASGIApp:
        view = request.query_params.get("view", "")
        wanted = self._view_request(request, view)
        if view not in VIEWS or not (VIEWS[view].is_public or wanted.role == "organiser"):
            return PlainTextResponse("a view and a role expected", 403)
        address, role = address_of(request), wanted.role
        if not self._followers.have_room(address, MAX_STREAMS[role], role == "organiser"):
            return full_stream(self._texts(request).too_many_phones)
        stream = HallStream(self.hall, self._renderer, wanted, request.query_params.get("seen", ""))
        return self._followers.counted(stream, address)

    async def _choose_language(self, request: Request) -> Response:
        answer = RedirectResponse("/more", 303)
        remember_language(answer, request.path_params["language"])
        return answer

    async def _export(self, request: Request) -> Response:
        if self._role(request) != "organiser":
            return PlainTextResponse(self._texts(request).refused_organiser, 403)
        answer = await asyncio.to_thread(self._exports.answer, request.path_params["what"], language_of(request, "de"))
        return answer if answer is not None else PlainTextResponse("no such file", 404)

    async def _table_file(self, request: Request) -> Response:
        """Returns the file with which a device joins; it contains a password."""
        if self._role(request) != "organiser":
            return PlainTextResponse(self._texts(request).refused_organiser, 403)
        file = self.hall.tables.joining_file(request.path_params["table"])
        if file is None:
            return PlainTextResponse("no such file", 404)
        name, content = file
        return FileAnswer(content, headers={"content-disposition": f'attachment; filename="{name}"'})

    # Commands and logins

    async def _command(self, request: Request) -> Response:
        texts = self._texts(request)
        if self._role(request) != "organiser":
            return _refusal(texts.refused_organiser, 403)
        if not self._posts.allows(address_of(request)):
            return _refusal(texts.refused_busy, 429)
        if self.hall.is_read_only:
            return _refusal(texts.refused_read_only, 409)
        try:
            command = command_of(await body_of(request))
            before = self.hall.tournament.next_number
            await asyncio.to_thread(self.hall.record.do, events_of(command, self.hall.formats))
        except BadCommand as bad:
            return _refusal(texts.refusal(bad.reason), 400)
        except HallFileError as error:
            _log.error("a command is not stored: %s", error)
            return _refusal(texts.refused_disk, 507)
        except HallRefusal as refusal:
            return _refusal(in_language(refusal.words, language_of(request, "de")), 409)
        self.hall.look()
        text = texts.done
        if isinstance(command, Register):
            entry = self.hall.tournament.entries[before]
            text = texts.registered_as.format(number=entry.number, name=entry.team_name or entry.name)
        return JSONResponse({"ok": True, "text": text})

    async def _join(self, request: Request) -> Response:
        given = await body_of(request)
        code = given.get("code") if isinstance(given, dict) else None
        texts, address = self._texts(request), address_of(request)
        if not self._tries.allows(address):
            return _refusal(texts.many_tries, 429)
        if not is_organiser_code(self._key, code if isinstance(code, str) else ""):
            return _refusal(texts.wrong_organiser_code, 403)
        return self._let_in(address, JSONResponse({"ok": True, "text": ""}))

    async def _join_by_link(self, request: Request) -> Response:
        """Logs in a phone that has opened the link of the QR code in the terminal."""
        texts, address = self._texts(request), address_of(request)
        if not self._tries.allows(address):
            return PlainTextResponse(texts.many_tries, 429)
        if not is_organiser_code(self._key, request.path_params["code"]):
            return PlainTextResponse(texts.wrong_organiser_code, 403)
        return self._let_in(address, RedirectResponse("/", 303))

    def _let_in(self, address: str, answer: Response) -> Response:
        self._tries.forget(address)
        cookie = organiser_cookie(self._key)
        answer.set_cookie(COOKIE, cookie, max_age=COOKIE_S, httponly=True, samesite="strict")
        return answer


class HallStream(EventStream):
    """Follows one view of a hall. *seen* is the digest of what the phone shows."""

    def __init__(self, hall: LiveHall, renderer: Renderer, request: ViewRequest, seen: str) -> None:
        super().__init__(hall)
        self._hall, self._renderer, self._request = hall, renderer, request
        self._shown, self._said = seen, ""

    def message(self) -> str:
        html, said = self._renderer.fragment(self._request)
        digest = digest_of(html)
        if digest == self._shown and said == self._said:
            return ""
        message = {"said": said, "missed": []} | ({} if digest == self._shown else {"html": html})
        self._shown, self._said = digest, said
        return event(message, f"{self._hall.session}-{self._hall.version}")


def _refusal(text: str, status: int) -> JSONResponse:
    return JSONResponse({"ok": False, "text": text}, status)
