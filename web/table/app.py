"""The routes of the page: views, streams, pictures, files, and requests of phones."""

import asyncio
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from common.feed.messages import UPLOAD_LIMITS, Document, UploadKind
from common.limits import FETCHES, FETCHES_S, LANDLORD_FETCHES, MAX_OF_TABLE, MAX_PLAYERS, MAX_VIEWERS, POSTS
from web.kit.app import WebApp, accept, attachment, refuse
from web.kit.rendering import ViewRequest
from web.kit.requests import address_of, addresses, body_of, body_parts
from web.kit.security import MEMBERS, Limit, Role, new_cookie, signed_role
from web.kit.server import WebServer
from web.kit.stream import left_stream
from web.table.feed import FeedClient, LiveTable
from web.table.pictures import PictureRoutes
from web.table.rendering import FOR_MEMBERS, TableRenderer, TableStream
from web.table.sharing import deal_to_replay, evening_record, evening_to_show
from web.table.views.base import TableContext

UPLOADS: Mapping[str, UploadKind] = {f"/landlord/upload/{kind}": kind for kind in UPLOAD_LIMITS}
DOWNLOADS = ("csv", "record", "txt")
FILES = {"backup": "kiebitz-{day}.zip", "bundle": "help-{day}.zip"}
"""Files for the landlord, and their names."""
LANDLORD_ONLY = ("viewers", "erase", "file", "restore", "update", "aim", "deck")
"""The requests that only the landlord's phone may make; those of other members are all others."""
ASKS_ON_DISPLAY = ("erase", "restore", "update")
"""Requests after which the display asks for confirmation."""
ADDRESSES_S = 5.0
"""Seconds between two checks of the addresses: the table may switch its own Wi-Fi on or off."""
LANDLORD_S = 60.0
"""Seconds within which the landlord's phone has to be confirmed on the display."""


class TableApp(WebApp[TableContext]):
    outsiders = "nobody"
    home = "/score"
    cookie = "kiebitz"
    cookie_s = 24 * 3600
    """Its role ends earlier, with the evening."""
    is_packed = True
    most_followers: Mapping[Role, int] = {
        "nobody": MAX_VIEWERS,
        "viewer": MAX_VIEWERS,
        "player": MAX_PLAYERS,
        "landlord": MAX_OF_TABLE,
    }

    def __init__(
        self,
        socket: Path,
        names: tuple[str, ...],
        find_addresses: Callable[[], tuple[str, ...]],
        viewers: bool = False,
    ) -> None:
        """*names* are its host names; the display shows the addresses found; *viewers* may look without the code."""
        self.live = LiveTable()
        self.feed = FeedClient(socket, self.live)
        self._find_addresses = find_addresses
        self._viewers = viewers
        self._fetches = Limit(FETCHES, FETCHES_S)
        self._landlord_fetches = Limit(LANDLORD_FETCHES, FETCHES_S)
        routes = [
            Route("/action", self._action, methods=["POST"]),
            Route("/landlord", self._become_landlord, methods=["POST"]),
            Route("/j/{code}", self.join_by_link),
            Route("/download/{ending}", self._download),
            Route("/share/{what}", self._share),
            *PictureRoutes(self, self.live, self.feed).routes,
            Route("/landlord/{what}", self._download_file),
            *(Route(path, self._upload, methods=["POST"], name=kind) for path, kind in UPLOADS.items()),
        ]
        uploads = {path: UPLOAD_LIMITS[kind] for path, kind in UPLOADS.items()}
        super().__init__(TableRenderer(self.live), names, routes, POSTS, uploads)

    async def work(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._follow_addresses())
            tasks.create_task(self.feed.run())

    async def _follow_addresses(self) -> None:
        while True:
            found = self._find_addresses()
            self.live.address = next(iter(found), "")
            await self.feed.set_addresses(found)
            await asyncio.sleep(ADDRESSES_S)

    # Role and language of a request

    @property
    def key(self) -> str:
        return self.live.state.key if self.live.state is not None else ""

    @property
    def usual_language(self) -> str:
        return self.live.state.language if self.live.state is not None else "de"

    def role(self, request: Request) -> Role:
        viewers = self._viewers or (self.live.state is not None and self.live.state.viewers)
        return role_of(self.key, request.cookies.get(self.cookie, ""), viewers)

    def let_in(self, request: Request, answer: Response) -> None:
        if self.role(request) != "landlord":
            self.set_role(answer, new_cookie(self.key, "player"))

    # Views

    def first_view(self, request: Request) -> str:
        return "/score" if self.role(request) != "nobody" else "/join"

    def may_see(self, wanted: ViewRequest) -> bool:
        return super().may_see(wanted) and (wanted.role in MEMBERS or wanted.view not in FOR_MEMBERS)

    def shut_out(self, wanted: ViewRequest) -> Response:
        if self.live.state is None:
            return HTMLResponse(self._renderer.page(wanted._replace(view="join", number=-1)), 503)
        return super().shut_out(wanted)

    def shut_out_of_stream(self, wanted: ViewRequest) -> Response | None:
        if not self.may_see(wanted) and self.live.state is not None:
            return left_stream()
        if wanted.view == "join" and wanted.role in MEMBERS:
            return left_stream()  # a link on another site led here, without the cookie that the page itself sends
        return super().shut_out_of_stream(wanted)

    def stream(self, request: Request, wanted: ViewRequest) -> TableStream:
        after = request.headers.get("last-event-id", request.query_params.get("after", ""))
        shown = request.query_params.get("seen", "")
        return TableStream(self.live, self._renderer, wanted, after, shown, lambda: self.role(request) == wanted.role)

    async def show(self, request: Request, wanted: ViewRequest) -> Response:
        fresh: tuple[tuple[str, Document, Limit, tuple[Role, ...], Callable[[str], None]], ...] = (
            ("ledger", "ledger", self._fetches, MEMBERS, self.live.set_ledger),
            ("landlord", "stored", self._landlord_fetches, ("landlord",), self.live.set_stored),
        )
        for view, document, limit, roles, take in fresh:  # phones that ask too often get the last one
            if wanted.view == view and wanted.role in roles and limit.allows(address_of(request)):
                answer = await self.feed.fetch(document, "de")
                if not answer.refused:
                    take(answer.text)
        return await super().show(request, wanted)

    async def _download_file(self, request: Request) -> Response:
        texts, what = self.texts(request), request.path_params["what"]
        if denied := self.denial(request, self._landlord_fetches if what in FILES else None, "landlord"):
            return PlainTextResponse(*denied)
        if what not in FILES:
            return PlainTextResponse("no such file", 404)
        refused, content = await self.feed.fetch_file(what)
        if refused:
            return PlainTextResponse(texts.refusal(refused), 409)
        name = FILES[what].format(day=time.strftime("%Y-%m-%d"))
        return Response(content, media_type="application/zip", headers=attachment(name))

    async def _download(self, request: Request) -> Response:
        texts, ending = self.texts(request), request.path_params["ending"]
        if denied := self.denial(request, self._fetches if ending in DOWNLOADS else None, *MEMBERS):
            return PlainTextResponse(*denied)
        if ending not in DOWNLOADS:
            return PlainTextResponse("no such document", 404)
        answer = await self.feed.fetch(ending, self.language(request))
        if answer.refused:
            return PlainTextResponse(texts.refusal(answer.refused), 409)
        name = f"kiebitz-{time.strftime('%Y-%m-%d')}.{ending}"
        return PlainTextResponse(answer.text, headers=attachment(name))

    async def _share(self, request: Request) -> Response:
        """Answers with a file that needs no other; with letters for names if `names=0` stands in the URL."""
        what, query, language = request.path_params["what"], request.query_params, self.language(request)
        if denied := self.denial(request, self._fetches, *MEMBERS):
            return PlainTextResponse(*denied)
        record = evening_record(self.live, with_names=query.get("names") != "0")
        at, content = query.get("at", ""), None
        if record is not None and what == "evening":
            content = await asyncio.to_thread(evening_to_show, record, language)
        elif record is not None and what == "deal":
            position = int(at) if at.isascii() and at.isdecimal() and len(at) < 8 else -1
            content = await asyncio.to_thread(deal_to_replay, record, position, language)
        if content is None:
            return PlainTextResponse(self.texts(request).no_page, 404)
        ending, kind = ("svg", "image/svg+xml") if what == "evening" else ("html", "text/html")
        name = f"kiebitz-{time.strftime('%Y-%m-%d')}.{ending}"
        return Response(content, media_type=kind, headers=attachment(name))

    # Requests of phones

    async def _action(self, request: Request) -> Response:
        texts = self.texts(request)
        role = self.role(request)
        if denied := self.denial(request, self._posts, *MEMBERS):
            return refuse(*denied)
        action = await body_of(request)
        if not isinstance(action, dict) or action.get("do") == "landlord":
            return refuse(texts.refusal("malformed"), 400)
        if action.get("do") in LANDLORD_ONLY and role != "landlord":
            return refuse(texts.refusal("landlord"), 403)
        reason = await self.feed.ask("player" if role == "player" else "landlord", action)
        kind = action.get("do")
        done = "" if kind in ("deck", "press") else texts.erase_confirm if kind in ASKS_ON_DISPLAY else texts.done
        return refuse(texts.refusal(reason), 409) if reason else accept(done)

    async def _upload(self, request: Request) -> Response:
        texts = self.texts(request)
        if denied := self.denial(request, self._landlord_fetches, "landlord"):
            return refuse(*denied)
        kind = UPLOADS[request.url.path]
        try:
            reason = await self.feed.upload(kind, body_parts(request, UPLOAD_LIMITS[kind]))
        except (ClientDisconnect, TimeoutError):
            return refuse(texts.refusal("bad_file"), 400)
        return refuse(texts.refusal(reason), 409) if reason else accept(texts.uploaded)

    async def _become_landlord(self, request: Request) -> Response:
        texts = self.texts(request)
        if denied := self.denial(request, self._tries, *MEMBERS):
            return refuse(*denied)
        given = await body_of(request)
        digits = given.get("digits") if isinstance(given, dict) else None
        reason = await self.feed.ask("player", {"do": "landlord", "digits": digits}, LANDLORD_S)
        if reason:
            return refuse(texts.refusal(reason), 409)
        answer = accept(texts.landlord_now)
        self.set_role(answer, new_cookie(self.key, "landlord"))
        return answer


def role_of(key: str, cookie: str, viewers: bool) -> Role:
    """Returns the role of a cookie; without a valid cookie the role of a viewer, if *viewers* are let in."""
    return signed_role(key, cookie, MEMBERS) or ("viewer" if viewers else "nobody")


def serve(table: Path, host: str, port: int, names: tuple[str, ...], viewers: bool, while_on: bool) -> None:
    """Serves the table at the socket *table* to phones, at *host* and *port*; *names* are its host names.

    With *while_on* it ends when the page is switched off at the table.
    """
    page = TableApp(table, names, partial(addresses, host, port, names), viewers)
    ends_without = table if while_on else None
    WebServer(page.app, page.live, ends_without, host=host, port=port, log_level="warning").run()
