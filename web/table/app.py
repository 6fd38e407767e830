"""The routes of the page: views, streams, pictures, files, and requests of phones."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse
from starlette.responses import Response as StarletteResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from device.feed.messages import UPLOAD_LIMITS
from web.kit.access import COOKIE, COOKIE_S, POSTS, POSTS_S, TRIES, TRIES_S, Limit, is_code, new_cookie, role_of
from web.kit.cards import card_files
from web.kit.followers import Followers
from web.kit.requests import address_of, body_of, language_of, remember_language
from web.kit.security import UPLOADS, Guard
from web.kit.stream import full_stream, left_stream
from web.table.feed.client import FeedClient
from web.table.feed.live_table import LiveTable
from web.table.pictures import PictureRoutes
from web.table.rendering import STATIC, VIEWS, Renderer, ViewRequest
from web.table.stream import ViewStream
from web.table.texts import TableTexts

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp

    from device.i18n.phrases import Language
    from web.kit.access import PageRole

MAX_STREAMS: Mapping[PageRole, int] = {"nobody": 40, "viewer": 40, "player": 56, "landlord": 60}
"""Maximum number of views that are followed when a phone with this role comes."""
UPLOAD_PAUSE_S = 15.0
"""Seconds without a part of an upload after which it is given up."""
UPLOAD_BYTES_A_S = 16 << 10
"""Slower uploads are given up as well."""
DOWNLOADS = ("csv", "record", "txt")
FILES = {"backup": "kiebitz-{day}.zip", "bundle": "help-{day}.zip"}
"""Files for the landlord, and their names."""
LANDLORD_ONLY = ("viewers", "erase", "file", "restore", "update", "aim", "deck")
ASKS_ON_DISPLAY = ("erase", "restore", "update")
"""Requests after which the display asks for confirmation."""
FETCHES, FETCHES_S = 6, 60.0
"""`FETCHES` documents may be fetched by a phone in `FETCHES_S` seconds, as making one takes time of the referee."""
LANDLORD_FETCHES = 30
"""Likewise for the landlord's phone, which PLAY on the device has confirmed; each visit of that view is one."""
MIN_PACKED_BYTES, PACKING_LEVEL = 500, 6
"""Pages, styles and scripts of this size are compressed, to a quarter; streams and pictures are not."""
LANDLORD_S = 60.0
"""Seconds within which the landlord's phone has to be confirmed on the display."""


class Page:
    """One page: the table that it follows, and its web application."""

    def __init__(
        self,
        socket: Path,
        names: tuple[str, ...] = (),
        addresses: tuple[str, ...] = (),
        viewers: bool = False,
    ) -> None:
        """*names* are its host names, *addresses* those that the display shows; *viewers* may look without the code."""
        self.live = LiveTable()
        self.live.address = next(iter(addresses), "")
        self.feed = FeedClient(socket, self.live, addresses)
        self._renderer = Renderer(self.live)
        self._viewers = viewers
        self._tries, self._posts = Limit(TRIES, TRIES_S), Limit(POSTS, POSTS_S)
        self._fetches = Limit(FETCHES, FETCHES_S)
        self._landlord_fetches = Limit(LANDLORD_FETCHES, FETCHES_S)
        self._followers = Followers()
        pictures = PictureRoutes(self.live, self.feed, self._role, self._language)
        numbered = {"correct": "choice", "missing": "missing", "newgame": "newgame", "erase": "erase"}
        routes = [
            Route("/", self._home),
            Route("/events", self._events),
            Route("/action", self._action, methods=["POST"]),
            Route("/join", self._join, methods=["POST"]),
            Route("/landlord", self._become_landlord, methods=["POST"]),
            Route("/j/{code}", self._join_by_link),
            Route("/language/{language}", self._choose_language),
            card_files(),
            Route("/download/{ending}", self._download),
            *pictures.routes,
            Route("/landlord/{what}", self._download_file),
            *(Route(path, self._upload, methods=["POST"], name=kind) for path, kind in UPLOADS.items()),
            *(Route(f"/{path}/{{number:int}}", self._view, name=view) for path, view in numbered.items()),
            *(Route(f"/{view}", self._view, name=view) for view in VIEWS if VIEWS[view].build_numbered is None),
            Mount(f"/static/{self._renderer.assets}", StaticFiles(directory=STATIC)),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
        self._starlette = Starlette(routes=routes, lifespan=self._lifespan)
        packed = GZipMiddleware(self._starlette, MIN_PACKED_BYTES, PACKING_LEVEL)
        self.app: ASGIApp = Guard(packed, ("localhost", *names))

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(self.feed.run())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    async def set_addresses(self, addresses: tuple[str, ...]) -> None:
        """Sets the addresses at which phones reach the page now."""
        self.live.address = next(iter(addresses), "")
        await self.feed.set_addresses(addresses)

    # Role and language of a request

    @property
    def _key(self) -> str:
        return self.live.state.key if self.live.state is not None else ""

    def _role(self, request: Request) -> PageRole:
        viewers = self._viewers or (self.live.state is not None and self.live.state.viewers)
        return role_of(self._key, request.cookies.get(COOKIE, ""), viewers)

    def _language(self, request: Request) -> Language:
        return language_of(request, self.live.state.language if self.live.state is not None else "de")

    def _view_request(self, request: Request, view: str) -> ViewRequest:
        number = request.path_params.get("number", request.query_params.get("number", ""))
        digits = str(number)
        is_number = digits.isdecimal() and len(digits) < 8 and VIEWS[view].build_numbered is not None
        return ViewRequest(view, self._language(request), self._role(request), int(digits) if is_number else -1)

    # Views

    async def _home(self, request: Request) -> Response:
        return RedirectResponse("/score" if self._role(request) != "nobody" else "/join", 303)

    async def _view(self, request: Request) -> Response:
        view = request.scope["route"].name
        view_request = self._view_request(request, view)
        if view_request.role == "nobody" and view != "join":
            if self.live.state is None:
                return HTMLResponse(self._renderer.page(ViewRequest("join", view_request.language, "nobody")), 503)
            return RedirectResponse("/join", 303)
        if view == "ledger" and view_request.role in ("player", "landlord"):
            await self._update_ledger(request)
        if view == "landlord" and view_request.role == "landlord":
            await self._update_stored(request)
        return HTMLResponse(self._renderer.page(view_request))

    async def _update_ledger(self, request: Request) -> None:
        """Fetches the ledger of all evenings; phones that ask too often get the last one."""
        if not self._fetches.allows(address_of(request)):
            return
        answer = await self.feed.fetch("ledger", "de")
        if not answer.refused:
            self.live.set_ledger(answer.text)

    async def _update_stored(self, request: Request) -> None:
        """Fetches the people and evenings that the device has stored, so that they can be deleted."""
        if not self._landlord_fetches.allows(address_of(request)):
            return
        answer = await self.feed.fetch("stored", "de")
        if not answer.refused:
            self.live.set_stored(answer.text)

    async def _download_file(self, request: Request) -> Response:
        texts, what = TableTexts(self._language(request)), request.path_params["what"]
        if self._role(request) != "landlord":
            return PlainTextResponse(texts.refusal("landlord"), 403)
        if what not in FILES:
            return PlainTextResponse("no such file", 404)
        if not self._landlord_fetches.allows(address_of(request)):
            return PlainTextResponse(texts.refusal("busy"), 429)
        refused, content = await self.feed.fetch_file(what)
        if refused:
            return PlainTextResponse(texts.refusal(refused), 409)
        name = FILES[what].format(day=time.strftime("%Y-%m-%d"))
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return StarletteResponse(content, media_type="application/zip", headers=headers)

    async def _download(self, request: Request) -> Response:
        texts, ending = TableTexts(self._language(request)), request.path_params["ending"]
        if self._role(request) not in ("player", "landlord"):
            return PlainTextResponse(texts.refusal("role"), 403)
        if ending not in DOWNLOADS:
            return PlainTextResponse("no such document", 404)
        if not self._fetches.allows(address_of(request)):
            return PlainTextResponse(texts.refusal("busy"), 429)
        answer = await self.feed.fetch(ending, self._language(request))
        if answer.refused:
            return PlainTextResponse(texts.refusal(answer.refused), 409)
        name = f"kiebitz-{time.strftime('%Y-%m-%d')}.{ending}"
        return PlainTextResponse(answer.text, headers={"content-disposition": f'attachment; filename="{name}"'})

    async def _events(self, request: Request) -> Response | ASGIApp:
        view = request.query_params.get("view", "")
        view_request = self._view_request(request, view) if view in VIEWS else None
        if view_request is None or (view_request.role == "nobody" and view != "join"):
            is_known = view_request is not None and self.live.state is not None
            return left_stream() if is_known else PlainTextResponse("a view and a role expected", 403)
        if view == "join" and view_request.role in ("player", "landlord"):
            return left_stream()  # a link on another site led here, without the cookie that the page itself sends
        address, role = address_of(request), view_request.role
        if not self._followers.have_room(address, MAX_STREAMS[role], role in ("player", "landlord")):
            return full_stream(TableTexts(view_request.language).too_many_phones)
        after = request.headers.get("last-event-id", request.query_params.get("after", ""))
        seen = request.query_params.get("seen", "")

        def has_role() -> bool:
            return self._role(request) == role

        stream = ViewStream(self.live, self._renderer, view_request, after, seen, has_role)
        return self._followers.counted(stream, address)

    async def _choose_language(self, request: Request) -> Response:
        answer = RedirectResponse("/more" if self._role(request) != "nobody" else "/join", 303)
        remember_language(answer, request.path_params["language"])
        return answer

    # Requests of phones

    async def _action(self, request: Request) -> Response:
        texts = TableTexts(self._language(request))
        role = self._role(request)
        if role not in ("player", "landlord"):
            return _refusal(texts, "role", 403)
        if not self._posts.allows(address_of(request)):
            return _refusal(texts, "busy", 429)
        action = await body_of(request)
        if not isinstance(action, dict) or action.get("do") == "landlord":
            return _refusal(texts, "malformed", 400)
        if action.get("do") in LANDLORD_ONLY and role != "landlord":
            return _refusal(texts, "landlord", 403)
        refused = await self.feed.ask("player" if role == "player" else "landlord", action)
        kind = action.get("do")
        done = "" if kind == "deck" else texts.erase_confirm if kind in ASKS_ON_DISPLAY else texts.done
        return _refusal(texts, refused, 409) if refused else JSONResponse({"ok": True, "text": done})

    async def _upload(self, request: Request) -> Response:
        texts = TableTexts(self._language(request))
        if self._role(request) != "landlord":
            return _refusal(texts, "landlord", 403)
        if not self._landlord_fetches.allows(address_of(request)):
            return _refusal(texts, "busy", 429)
        kind = UPLOADS[request.url.path]
        try:
            refused = await self.feed.upload(kind, _body_parts(request, UPLOAD_LIMITS[kind]))
        except (ClientDisconnect, TimeoutError):
            return _refusal(texts, "bad_file", 400)
        return _refusal(texts, refused, 409) if refused else JSONResponse({"ok": True, "text": texts.uploaded})

    async def _join(self, request: Request) -> Response:
        given = await body_of(request)
        code = given.get("code") if isinstance(given, dict) else None
        text, status = self._try_code(request, code if isinstance(code, str) else "")
        if text:
            return JSONResponse({"ok": False, "text": text}, status)
        return self._let_in(request, JSONResponse({"ok": True, "text": ""}))

    async def _join_by_link(self, request: Request) -> Response:
        text, status = self._try_code(request, request.path_params["code"])
        if text:
            join = ViewRequest("join", self._language(request), "nobody")
            return HTMLResponse(self._renderer.page(join, text), status)
        return self._let_in(request, RedirectResponse("/score", 303))

    def _try_code(self, request: Request, code: str) -> tuple[str, int]:
        """Returns why the code lets nobody in, with the status of the answer; an empty text if it does."""
        texts, address = TableTexts(self._language(request)), address_of(request)
        if not self._tries.allows(address):
            return texts.too_many_tries, 429
        if not is_code(self._key, code):
            return texts.wrong_code, 403
        self._tries.forget(address)
        return "", 200

    def _let_in(self, request: Request, answer: Response) -> Response:
        if self._role(request) != "landlord":
            _set_role(answer, new_cookie(self._key, "player"))
        return answer

    async def _become_landlord(self, request: Request) -> Response:
        texts = TableTexts(self._language(request))
        if self._role(request) not in ("player", "landlord"):
            return _refusal(texts, "role", 403)
        if not self._tries.allows(address_of(request)):
            return _refusal(texts, "busy", 429)
        given = await body_of(request)
        digits = given.get("digits") if isinstance(given, dict) else None
        refused = await self.feed.ask("player", {"do": "landlord", "digits": digits}, LANDLORD_S)
        if refused:
            return _refusal(texts, refused, 409)
        answer = JSONResponse({"ok": True, "text": texts.landlord_now})
        _set_role(answer, new_cookie(self._key, "landlord"))
        return answer


def _set_role(answer: Response, cookie: str) -> None:
    answer.set_cookie(COOKIE, cookie, max_age=COOKIE_S, httponly=True, samesite="strict")


async def _body_parts(request: Request, most: int) -> AsyncIterator[bytes]:
    """Yields the body as it comes.

    :raises ClientDisconnect: if it ends before its length, or goes on after *most* bytes.
    :raises TimeoutError: if it stalls, or comes too slowly.
    """
    count, stream, began = 0, aiter(request.stream()), time.monotonic()
    while True:
        try:
            async with asyncio.timeout(UPLOAD_PAUSE_S):
                part = await anext(stream)
        except StopAsyncIteration:
            return
        count += len(part)
        if count > most:
            raise ClientDisconnect
        if time.monotonic() - began > UPLOAD_PAUSE_S + count / UPLOAD_BYTES_A_S:
            raise TimeoutError
        yield part


def _refusal(texts: TableTexts, reason: str, status: int) -> JSONResponse:
    return JSONResponse({"ok": False, "text": texts.refusal(reason)}, status)
