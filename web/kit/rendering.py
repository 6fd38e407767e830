"""Renders the views of a site as HTML, in the language of the phone. Jinja2 escapes every value."""

import hashlib
import io
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from common.limits import MAX_RENDERED
from common.tasks import Changes
from common.texts.phrases import LANGUAGES, Language, phrase_in
from web.kit.security import Role
from web.kit.texts import Texts

FOLDER = Path(__file__).parent
NumberInUrl: TypeAlias = Literal["none", "optional", "required"]
C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class ViewKind(Generic[C]):
    """A view: its model, the part above or below it that stays unchanged, who may see it, and its tab."""

    build: Callable[[C], Any] | None = None
    still: str = ""
    """The template of what stands with it, such as a form; its model is that of `still_build`, or of the view."""
    still_build: Callable[[C], Any] | None = None
    is_still_below: bool = False
    is_public: bool = False
    number: NumberInUrl = "none"
    path: str = ""
    """What stands before the number in the URL, if not the name of the view."""
    tab: str = "more"
    parent: str = "/more"
    title: str = ""
    """The text above it, if that is not named like the view."""
    template: str = ""
    """The name of the template, if it is not that of the view."""


class ViewRequest(NamedTuple):
    view: str
    language: Language
    role: Role
    number: int = -1
    """The number in the URL, -1 without one."""
    me: int = 0
    """The start number in a tournament that the phone has chosen."""

    @property
    def query(self) -> str:
        return self.view if self.number < 0 else f"{self.view}&number={self.number}"


class Renderer(ABC, Generic[C]):
    """Renders the views of a site. A view that several phones show is rendered once for each change."""

    def __init__(self, folder: Path, views: Mapping[str, ViewKind[C]], changes: Changes) -> None:
        """*folder* has the site's templates and static files, besides those of the kit."""
        self.views, self._changes = views, changes
        self.static = folder / "static", FOLDER / "static"
        self.assets = assets_version(*self.static)
        self._environment = Environment(
            loader=FileSystemLoader((folder / "templates", FOLDER / "templates")),  # the site's own come first
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._rendered: dict[tuple[int, ViewRequest], tuple[str, str]] = {}

    @abstractmethod
    def context(self, request: ViewRequest) -> C | None:
        """Returns the input of the views; None before there is anything to show."""

    @abstractmethod
    def texts(self, language: Language) -> Texts: ...

    @abstractmethod
    def values(self, request: ViewRequest, context: C | None) -> dict[str, Any]:
        """Returns the values that all templates of the site may use."""

    def page(self, request: ViewRequest, message: str = "") -> str:
        """Returns the whole page; *message* is said at the bottom, such as why a code did not help."""
        kind, context = self.views[request.view], self.context(request)
        html, _ = self.fragment(request)
        values, still = self._values(request, context), ""
        if kind.still and context is not None:
            build = kind.still_build or kind.build
            model = build(context) if build is not None else None
            still = self._environment.get_template(f"{kind.still}.still.html").render(values, v=model)
        return self._environment.get_template("page.html").render(
            values,
            kind=kind,
            still=Markup(still),
            fragment=Markup(html),
            message=message,
            heading=getattr(values["t"], kind.title or request.view),
            events=f"/events?view={request.query}&after={self._changes.place}&seen={digest_of(html)}",
            assets=self.assets,
            is_paper=request.view.startswith("print/"),
        )

    def nothing(self, language: Language) -> str:
        """Returns the page for an address without one, which leads back."""
        values = {"t": self.texts(language), "language": language, "assets": self.assets}
        return self._environment.get_template("nothing.html").render(values)

    def drawing(self, template: str, language: Language, model: Any) -> str:
        return self._environment.get_template(template).render(t=self.texts(language), v=model)

    def fragment(self, request: ViewRequest) -> tuple[str, str]:
        """Returns the view without the page around it, and the text for screen readers."""
        key = self._changes.version, request
        if key not in self._rendered:
            while len(self._rendered) >= MAX_RENDERED:
                self._rendered.pop(next(iter(self._rendered)))
            kind, context = self.views[request.view], self.context(request)
            model = kind.build(context) if kind.build is not None and context is not None else None
            is_waiting = kind.build is not None and context is None
            name = "waiting" if is_waiting else kind.template or request.view
            html = self._environment.get_template(f"{name}.html").render(self._values(request, context), v=model)
            self._rendered[key] = html, getattr(model, "say", "")
        return self._rendered[key]

    def _values(self, request: ViewRequest, context: C | None) -> dict[str, Any]:
        return {
            "t": self.texts(request.language),
            "name": request.view,
            "title": "Kiebitz",
            "role": request.role,
            "language": request.language,
            "languages": [(language, phrase_in(language, "own_language")) for language in LANGUAGES],
            **self.values(request, context),
        }


def digest_of(html: str) -> str:
    """Returns a short digest of a view's content, by which a phone says which content it has."""
    return hashlib.sha256(html.encode()).hexdigest()[:12]


def qr_picture(address: str) -> str:
    """Returns a QR code as an SVG."""
    content = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(content, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=2, svgclass="qr", lineclass=None)
    return content.getvalue().decode()


def assets_version(*folders: Path) -> str:
    """Returns a digest of the static files in *folders*, with which phones may cache them for good."""
    digest = hashlib.sha256()
    for folder in folders:
        for file in sorted(folder.iterdir()):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:10]
