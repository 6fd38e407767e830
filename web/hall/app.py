"""The routes of the hall: views, streams, files to download, and commands of the organiser."""

import asyncio
import logging
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from starlette.background import BackgroundTask
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from common.limits import ENLISTS, ENLISTS_S, MAX_EMBLEM_BYTES, MAX_ORGANISERS, MAX_PHONES, POSTS_OF_ORGANISER
from common.texts.phrases import Language, phrase_in
from hall.emblem import BadEmblem, clean_png
from hall.live_hall import LiveHall
from hall.reports import REPORTS, as_csv, as_json, as_lines, table_of
from hall.storage.hall_file import HallFileError
from hall.tournament.commands.course import HallRefusal, name_host
from hall.tournament.commands.results import match_at
from hall.tournament.events import HallEvent
from hall.tournament.state import Tournament
from web.hall.commands import BadCommand, Enlist, Register, TypeIn, command_of, events_of
from web.hall.rendering import HallRenderer
from web.hall.views.base import HallContext
from web.hall.views.matches import next_slip, state_of
from web.kit.app import WebApp, accept, attachment, refuse
from web.kit.rendering import ViewRequest
from web.kit.requests import body_of, body_parts, remember
from web.kit.security import Limit, Role, new_cookie, signed_role
from web.kit.stream import ViewStream

KINDS = {"csv": "text/csv", "json": "application/json"}
DATABASE, LINES = "database", "tournament.jsonl"


def export_of(hall: LiveHall, what: str, language: Language) -> Response | None:
    """Returns a file such as `ranking.csv`, `tournament.jsonl` or `database`; None for an unknown name.

    Spreadsheets in German expect semicolons, as their numbers have commas.
    """
    stem = f"{hall.tournament.id or 'kiebitz'}-{time.strftime('%Y-%m-%d')}"
    if what == DATABASE:
        # The copy is consistent, also while tables send events.
        headers = attachment(f"{stem}-hall.sqlite")
        with tempfile.NamedTemporaryFile(prefix="kiebitz-hall-", suffix=".sqlite", delete=False) as made:
            path = Path(made.name)
        hall.record.back_up(path)
        forget = BackgroundTask(path.unlink, missing_ok=True)
        return FileResponse(path, 200, headers, "application/vnd.sqlite3", forget)
    name, _, kind = what.partition(".")
    report = next((one for one in REPORTS if one == name), None)
    if what == LINES:
        text, media = as_lines(hall.record.events()), "application/jsonl"
    elif report is None or kind not in KINDS:
        return None
    else:
        table = table_of(hall.tournament, report)
        text, media = as_json(table) if kind == "json" else as_csv(table, "," if language == "en" else ";"), KINDS[kind]
    return Response(text, media_type=f"{media}; charset=utf-8", headers=attachment(f"{stem}-{what}"))


EMBLEM = "/emblem"
ME_COOKIE = "kiebitz-me"
"""The start number that a phone has chosen, with its tournament."""
_log = logging.getLogger("kiebitz.hall")


class HallApp(WebApp[HallContext]):
    """The web application of one hall. *names* are its host names; its codes and cookies are derived from *key*."""

    outsiders = "viewer"
    cookie = "kiebitz-hall"
    cookie_s = 3 * 24 * 3600
    """The maximum length of a tournament; its role ends with the hall's process."""
    most_followers: Mapping[Role, int] = {
        "viewer": MAX_PHONES,
        "organiser": MAX_PHONES + MAX_ORGANISERS,
    }

    def __init__(self, hall: LiveHall, key: str, names: tuple[str, ...] = ()) -> None:
        self.hall, self._key = hall, key
        self._enlists = Limit(ENLISTS, ENLISTS_S)
        routes = [
            Route("/command", self._command, methods=["POST"]),
            Route("/o/{code}", self.join_by_link),
            Route("/enlist", self._enlist, methods=["POST"]),
            Route("/export/{what}", self._export),
            Route(EMBLEM, self._emblem, methods=["GET"]),
            Route(EMBLEM, self._upload_emblem, methods=["POST"]),
            Route("/devices/file/{table:int}", self._table_file),
        ]
        handlers = {HallFileError: self._unreadable}
        super().__init__(HallRenderer(hall), names, routes, POSTS_OF_ORGANISER, {EMBLEM: MAX_EMBLEM_BYTES}, handlers)

    async def work(self) -> None:
        await self.hall.watch()

    async def _unreadable(self, request: Request, error: Exception) -> Response:
        _log.error("%s: %s", request.url.path, error)
        return PlainTextResponse(self.texts(request).refused_disk, 503)

    # Role and start number of a request

    @property
    def key(self) -> str:
        return self._key

    def role(self, request: Request) -> Role:
        return signed_role(self._key, request.cookies.get(self.cookie, ""), ("organiser",)) or "viewer"

    def chosen_number(self, request: Request) -> int:
        return start_number(request.cookies.get(ME_COOKIE, ""), self.hall.tournament.id)

    def let_in(self, request: Request, answer: Response) -> None:
        self.set_role(answer, new_cookie(self._key, "organiser"))

    # Views

    def first_view(self, request: Request) -> str:
        if self.role(request) == "organiser":
            return "/round" if self.hall.tournament.is_created else "/new"
        if not self.hall.tournament.is_created:
            return "/join"  # whoever comes first has the code
        return "/me" if self.chosen_number(request) in self.hall.tournament.entries else "/players"

    def may_see(self, wanted: ViewRequest) -> bool:
        kind, is_created = self._renderer.views[wanted.view], self.hall.tournament.is_created
        return super().may_see(wanted) and (is_created or kind.is_public or wanted.view == "new")

    def shut_out(self, wanted: ViewRequest) -> Response:
        return RedirectResponse("/new" if super().may_see(wanted) else "/join", 303)

    async def show(self, request: Request, wanted: ViewRequest) -> Response:
        tournament = self.hall.tournament
        if wanted.view == "player" and wanted.number in tournament.entries:
            wanted = wanted._replace(me=wanted.number)
        answer = await super().show(request, wanted)
        if wanted.view == "player" and wanted.me == wanted.number:
            remember(answer, ME_COOKIE, f"{tournament.id}.{wanted.me}", self.cookie_s)
        return answer

    def stream(self, request: Request, wanted: ViewRequest) -> ViewStream:
        shown = request.query_params.get("seen", "")
        return ViewStream(self.hall, self._renderer, wanted, shown, (shown, ""))

    async def _export(self, request: Request) -> Response:
        if denied := self.denial(request, None, "organiser"):
            return PlainTextResponse(*denied)
        answer = await asyncio.to_thread(export_of, self.hall, request.path_params["what"], self.language(request))
        return answer if answer is not None else PlainTextResponse("no such file", 404)

    async def _table_file(self, request: Request) -> Response:
        """Returns the file with which a device joins; it contains a password."""
        if denied := self.denial(request, None, "organiser"):
            return PlainTextResponse(*denied)
        file = self.hall.tables.joining_file(request.path_params["table"])
        if file is None:
            return PlainTextResponse("no such file", 404)
        name, content = file
        return Response(content, headers=attachment(name))

    async def _emblem(self, request: Request) -> Response:
        emblem = self.hall.tournament.emblem
        return Response(emblem, media_type="image/png") if emblem else PlainTextResponse("no such file", 404)

    async def _upload_emblem(self, request: Request) -> Response:
        """Takes the emblem of the club, of which only the picture is stored."""
        texts = self.texts(request)
        if denied := self.denial(request, self._posts, "organiser"):
            return refuse(*denied)
        try:
            data = b"".join([part async for part in body_parts(request, MAX_EMBLEM_BYTES)])
            emblem = await asyncio.to_thread(clean_png, data)
        except (ClientDisconnect, TimeoutError, BadEmblem):
            return refuse(texts.refusal("bad_emblem"), 400)
        return await self._do(request, partial(name_host, emblem=emblem)) or accept(texts.done)

    async def _enlist(self, request: Request) -> Response:
        """Takes a registration in advance from anybody who has seen the poster."""
        texts = self.texts(request)
        if denied := self.denial(request, self._enlists, "viewer", "organiser"):
            return refuse(*denied)
        try:
            command = command_of(await body_of(request), {"enlist": Enlist})
            return await self._do(request, command.events) or accept(texts.enlisted)
        except BadCommand as bad:
            return refuse(texts.refusal(bad.reason), 400)

    async def _do(self, request: Request, command: Callable[[Tournament], Sequence[HallEvent]]) -> Response | None:
        """Stores the events of a command, and returns why it is refused, or None."""
        texts = self.texts(request)
        if self.hall.is_read_only:
            return refuse(texts.refused_read_only, 409)
        try:
            await asyncio.to_thread(self.hall.record.do, command)
        except HallFileError as error:
            _log.error("a command is not stored: %s", error)
            return refuse(texts.refused_disk, 507)
        except HallRefusal as refusal:
            return refuse(phrase_in(self.language(request), refusal.reason), 409)
        self.hall.look()
        return None

    async def _command(self, request: Request) -> Response:
        texts = self.texts(request)
        if denied := self.denial(request, self._posts, "organiser"):
            return refuse(*denied)
        try:
            command = command_of(await body_of(request))
            before = self.hall.tournament.next_number
            refusal = await self._do(request, events_of(command, self.hall.formats))
        except BadCommand as bad:
            return refuse(texts.refusal(bad.reason), 400)
        if refusal is not None:
            return refusal
        text = texts.done
        if isinstance(command, Register):
            entry = self.hall.tournament.entries[before]
            text = texts.registered_as.format(number=entry.number, name=entry.team_name or entry.name)
        if isinstance(command, TypeIn):
            round_, match = match_at(self.hall.tournament, command.round, command.table)
            state = getattr(texts, f"state_{state_of(round_, match, None)}")
            return accept(state, slip=next_slip(round_, match))
        return accept(text)


def start_number(cookie: str, tournament: str) -> int:
    """Returns the start number in a cookie; 0 if there is none, or if it is of another tournament."""
    named, _, digits = cookie.partition(".")
    is_number = digits.isdecimal() and digits.isascii() and len(digits) < 6
    return int(digits) if is_number and named == tournament else 0
