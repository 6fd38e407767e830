"""The web application of a site: views and their streams, languages, codes. A subclass adds roles and routes."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, ClassVar, Generic

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, ExceptionHandler

from common.limits import MIN_PACKED_BYTES, PACKING_LEVEL, POSTS_S, TRIES, TRIES_S
from common.tasks import beside
from common.texts.phrases import Language
from web.kit.cards import card_files
from web.kit.rendering import C, Renderer, ViewRequest
from web.kit.requests import address_of, body_of, language_of, remember, remember_language
from web.kit.security import WITHOUT_CODE, Limit, RequestGuard, Role, is_code
from web.kit.stream import Followers, ViewStream, full_stream
from web.kit.texts import Texts


class WebApp(ABC, Generic[C]):
    """*names* are the host names of the site, *posts* the requests of one phone in `POSTS_S` seconds."""

    outsiders: ClassVar[Role]
    """The role that sees public views only."""
    home: ClassVar[str] = "/"
    """Where a phone goes that has given the code."""
    cookie: ClassVar[str]
    cookie_s: ClassVar[int]
    """The name of the cookie with the role, and how long a phone keeps it."""
    is_packed: ClassVar[bool] = False
    """Whether pages, styles and scripts are compressed, to a quarter; streams and pictures are not."""
    most_followers: Mapping[Role, int]
    """Maximum number of views that are followed when a phone with this role comes."""

    def __init__(
        self,
        renderer: Renderer[C],
        names: tuple[str, ...],
        routes: Sequence[Route],
        posts: int,
        uploads: Mapping[str, int] | None = None,
        handlers: Mapping[Any, ExceptionHandler] | None = None,
    ) -> None:
        """*uploads* are the paths of files that phones may send, each with its maximum number of bytes."""
        self._renderer = renderer
        self._tries, self._posts = Limit(TRIES, TRIES_S), Limit(posts, POSTS_S)
        self._followers = Followers()
        views = []
        for view, kind in renderer.views.items():
            if kind.number != "required":
                views.append(Route(f"/{view}", self._view, name=view))
            if kind.number != "none":
                views.append(Route(f"/{kind.path or view}/{{number:int}}", self._view, name=view))
        shared = [
            Route("/", self._home),
            Route("/events", self._events),
            Route("/join", self._join, methods=["POST"]),
            Route("/language/{language}", self._choose_language),
            card_files(),
            *routes,
            *views,
            Mount(f"/static/{renderer.assets}", StaticFolders(renderer.static)),
            Mount("/static", StaticFolders(renderer.static)),
        ]
        answers: dict[Any, ExceptionHandler] = {404: self._nothing, **(handlers or {})}
        app: ASGIApp = Starlette(routes=shared, lifespan=self._lifespan, exception_handlers=answers)
        if self.is_packed:
            app = GZipMiddleware(app, MIN_PACKED_BYTES, PACKING_LEVEL)
        self.app: ASGIApp = RequestGuard(app, ("localhost", *names), uploads or {})

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        async with beside(self.work()):
            yield

    # What sites differ in

    @abstractmethod
    async def work(self) -> None:
        """Runs beside the answers, until it is cancelled."""

    @property
    @abstractmethod
    def key(self) -> str:
        """The key from which the code is derived, and with which cookies are signed; empty while there is none."""

    @property
    def usual_language(self) -> str:
        return "de"

    @abstractmethod
    def role(self, request: Request) -> Role: ...

    @abstractmethod
    def first_view(self, request: Request) -> str:
        """Returns where a phone begins."""

    @abstractmethod
    def stream(self, request: Request, wanted: ViewRequest) -> ViewStream: ...

    @abstractmethod
    def let_in(self, request: Request, answer: Response) -> None:
        """Gives a phone that knows the code its role."""

    def chosen_number(self, request: Request) -> int:
        """Returns the start number in a tournament that this phone has chosen, 0 without one."""
        return 0

    async def show(self, request: Request, wanted: ViewRequest) -> Response:
        return HTMLResponse(self._renderer.page(wanted))

    def shut_out(self, wanted: ViewRequest) -> Response:
        """Returns the answer to a phone that may not see a view."""
        return RedirectResponse("/join", 303)

    def shut_out_of_stream(self, wanted: ViewRequest) -> Response | None:
        """Returns the answer to a phone that may not follow a view, or None if it may."""
        return None if self.may_see(wanted) else _no_view()

    # Role, language and view of a request

    def language(self, request: Request) -> Language:
        return language_of(request, self.usual_language)

    def texts(self, request: Request) -> Texts:
        return self._renderer.texts(self.language(request))

    def may_see(self, wanted: ViewRequest) -> bool:
        return wanted.role != self.outsiders or self._renderer.views[wanted.view].is_public

    def denial(self, request: Request, limit: Limit | None, *roles: Role) -> tuple[str, int] | None:
        """Returns why a phone may not do that, with the status: it has none of *roles*, or asks too often."""
        texts = self.texts(request)
        if self.role(request) not in roles:
            return texts.refusal(roles[0] if len(roles) == 1 else "role"), 403
        is_allowed = limit is None or limit.allows(address_of(request))
        return None if is_allowed else (texts.refusal("busy"), 429)

    def view_request(self, request: Request, view: str) -> ViewRequest:
        digits = str(request.path_params.get("number", request.query_params.get("number", "")))
        is_number = digits.isascii() and digits.isdecimal() and len(digits) < 8
        has_number = is_number and self._renderer.views[view].number != "none"
        number = int(digits) if has_number else -1
        return ViewRequest(view, self.language(request), self.role(request), number, self.chosen_number(request))

    # Routes

    async def _home(self, request: Request) -> Response:
        return RedirectResponse(self.first_view(request), 303)

    async def _view(self, request: Request) -> Response:
        wanted = self.view_request(request, request.scope["route"].name)
        return await self.show(request, wanted) if self.may_see(wanted) else self.shut_out(wanted)

    async def _nothing(self, request: Request, _: Exception) -> Response:
        return HTMLResponse(self._renderer.nothing(self.language(request)), 404)

    async def _events(self, request: Request) -> Response | ASGIApp:
        view = request.query_params.get("view", "")
        if view not in self._renderer.views:
            return _no_view()
        wanted = self.view_request(request, view)
        if (ended := self.shut_out_of_stream(wanted)) is not None:
            return ended
        address, role = address_of(request), wanted.role
        if not self._followers.have_room(address, self.most_followers[role], role not in WITHOUT_CODE):
            return full_stream(self.texts(request).too_many_phones)
        return self._followers.counted(self.stream(request, wanted), address)

    async def _choose_language(self, request: Request) -> Response:
        answer = RedirectResponse("/join" if self.role(request) == "nobody" else "/more", 303)
        remember_language(answer, request.path_params["language"])
        return answer

    async def _join(self, request: Request) -> Response:
        given = await body_of(request)
        code = given.get("code") if isinstance(given, dict) else None
        text, status = self._try_code(request, code if isinstance(code, str) else "")
        if text:
            return refuse(text, status)
        answer = accept()
        self.let_in(request, answer)
        return answer

    async def join_by_link(self, request: Request) -> Response:
        """Lets in a phone that has opened the link of a QR code."""
        text, status = self._try_code(request, request.path_params["code"])
        if text:
            join = ViewRequest("join", self.language(request), self.outsiders)
            return HTMLResponse(self._renderer.page(join, text), status)
        answer = RedirectResponse(self.home, 303)
        self.let_in(request, answer)
        return answer

    def _try_code(self, request: Request, code: str) -> tuple[str, int]:
        """Returns why the code lets nobody in, with the status of the answer; an empty text if it does."""
        texts, address = self.texts(request), address_of(request)
        if not self._tries.allows(address):
            return texts.too_many_tries, 429
        if not is_code(self.key, code):
            return texts.wrong_code, 403
        self._tries.forget(address)
        return "", 200

    def set_role(self, answer: Response, cookie: str) -> None:
        remember(answer, self.cookie, cookie, self.cookie_s)


class StaticFolders(StaticFiles):
    """The static files of several folders, of which earlier ones come first."""

    def __init__(self, folders: Sequence[Path]) -> None:
        super().__init__(directory=folders[0])
        self.all_directories = list(folders)


def refuse(text: str, status: int) -> JSONResponse:
    return JSONResponse({"ok": False, "text": text}, status)


def accept(text: str = "", **more: int) -> JSONResponse:
    """Returns the answer to what was done; *more* is for the script of the view."""
    return JSONResponse({"ok": True, "text": text, **more})


def attachment(name: str) -> dict[str, str]:
    """Returns the headers of a file that is to be stored under *name*."""
    return {"content-disposition": f'attachment; filename="{name}"'}


def _no_view() -> Response:
    return PlainTextResponse("a view and a role expected", 403)
