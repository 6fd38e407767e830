"""Renders the views of a table as HTML, in the language of the phone. Jinja2 escapes every value."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from device.i18n.words import LANGUAGES
from web.kit.templates import HTML_LANGUAGES, assets_version, digest_of, new_environment
from web.table.texts import TableTexts
from web.table.views.base import Context
from web.table.views.correct import choice_view, correct_view, missing_view
from web.table.views.deck import deck_view
from web.table.views.dispute import dispute_view
from web.table.views.evenings.evening import evening_view
from web.table.views.evenings.ledger import ledger_view
from web.table.views.evenings.statistics import statistics_view
from web.table.views.game import choose_view, game_view
from web.table.views.invite import invite_view
from web.table.views.landlord import erase_view, landlord_view
from web.table.views.names import names_view
from web.table.views.printing import cards_view, sheet_view
from web.table.views.score import score_view
from web.table.views.table import table_view

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from device.i18n.phrases import Language
    from web.kit.access import PageRole
    from web.table.feed.live_table import LiveTable

FOLDER = Path(__file__).parent
STATIC = FOLDER / "static"
MAX_KEPT = 64
"""Rendered views that are kept for further phones."""


@dataclass(frozen=True, slots=True)
class ViewKind:
    """A view: how its model is built from the table, or from the table and the number in the URL; and its tab."""

    build: Callable[[Context], Any] | None = None
    build_numbered: Callable[[Context, int], Any] | None = None
    tab: str = "more"
    parent: str = "/more"
    title: str = ""
    """The text above it, if that is not named like the view."""
    template: str = ""
    """The name of the template, if it is not that of the view."""


VIEWS: Mapping[str, ViewKind] = {
    "score": ViewKind(score_view, tab="score", parent=""),
    "table": ViewKind(table_view, tab="table", parent=""),
    "board": ViewKind(score_view, parent=""),
    "correct": ViewKind(correct_view, tab="correct", parent=""),
    "choice": ViewKind(build_numbered=choice_view, tab="correct", parent="/correct", title="which_was_it"),
    "missing": ViewKind(build_numbered=missing_view, tab="correct", parent="/correct", title="which_was_it"),
    "names": ViewKind(names_view),
    "dispute": ViewKind(dispute_view),
    "evening": ViewKind(evening_view),
    "ledger": ViewKind(ledger_view),
    "statistics": ViewKind(statistics_view),
    "game": ViewKind(game_view),
    "newgame": ViewKind(build_numbered=choose_view, parent="/game"),
    "print": ViewKind(template="print/menu"),
    "print/result": ViewKind(evening_view, parent="/print", title="print_result"),
    "print/sheet": ViewKind(sheet_view, parent="/print", title="print_sheet"),
    "print/cards": ViewKind(cards_view, parent="/print", title="print_cards"),
    "print/rules": ViewKind(game_view, parent="/print", title="print_rules"),
    "more": ViewKind(parent=""),
    "invite": ViewKind(invite_view),
    "landlord": ViewKind(landlord_view),
    "aim": ViewKind(parent="/landlord"),
    "deck": ViewKind(deck_view, parent="/landlord"),
    "erase": ViewKind(build_numbered=erase_view, parent="/landlord"),
    "join": ViewKind(parent=""),
}


@dataclass(frozen=True, slots=True)
class ViewRequest:
    """The view that a phone requests."""

    view: str
    language: Language
    role: PageRole
    number: int = -1
    """The number in the URL of views that have one."""

    @property
    def query(self) -> str:
        return self.view if self.number < 0 else f"{self.view}&number={self.number}"


class Renderer:
    """Renders views of one table. A view that several phones show is rendered once for each change."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._environment = new_environment(FOLDER / "templates")
        self._environment.globals["loop_index"] = _index
        self._kept: dict[tuple[int, ViewRequest], tuple[str, str]] = {}
        self.assets = assets_version(STATIC)

    def page(self, request: ViewRequest, message: str = "") -> str:
        """Returns the whole page; *message* is said at the bottom, such as why a code did not help."""
        kind, texts = VIEWS[request.view], TableTexts(request.language)
        html, _ = self.fragment(request)
        return self._environment.get_template("page.html").render(
            self._values(request, kind_only=True),
            name=request.view,
            message=message,
            fragment=Markup(html),
            seen=digest_of(html),
            heading=getattr(texts, kind.title or request.view),
            parent=kind.parent,
            tab=kind.tab,
            query=request.query,
            after=f"{self._live.session}-{self._live.position}",
            assets=self.assets,
            look="dark" if request.view == "board" else "",
            html_language=HTML_LANGUAGES[request.language],
        )

    def fragment(self, request: ViewRequest) -> tuple[str, str]:
        """Returns the view without the page around it, and the text for screen readers."""
        key = self._live.version, request
        if key not in self._kept:
            while len(self._kept) >= MAX_KEPT:
                self._kept.pop(next(iter(self._kept)))
            values = self._values(request)
            html = self._environment.get_template(f"{values['name']}.html").render(values)
            self._kept[key] = html, getattr(values["v"], "say", "") if values["v"] is not None else ""
        return self._kept[key]

    def context(self, request: ViewRequest) -> Context | None:
        """Returns the input of the views; None before the first state of the table."""
        live = self._live
        if live.view is None or not live.is_complete:
            return None
        return Context(live, live.view, live.words(request.language), TableTexts(request.language), request.role)

    def _values(self, request: ViewRequest, kind_only: bool = False) -> dict[str, Any]:
        """Returns the values for templates; with *kind_only* without the model of the view."""
        context, kind, texts = self.context(request), VIEWS[request.view], TableTexts(request.language)
        if kind_only:
            context = None
        needs_table = kind.build is not None or kind.build_numbered is not None
        model, name = None, kind.template or request.view
        if context is None and needs_table:
            name = "waiting"
        elif context is not None and kind.build_numbered is not None:
            model = kind.build_numbered(context, request.number)
        elif context is not None and kind.build is not None:
            model = kind.build(context)
        return {
            "v": model,
            "t": texts,
            "name": name,
            "role": request.role,
            "may_change": request.role in ("player", "landlord"),
            "language": request.language,
            "languages": [(code, phrases.own_language) for code, (phrases, _) in LANGUAGES.items()],
        }


def _index(entries: Sequence[object], entry: object) -> int:
    """Returns the place of an entry by identity."""
    return next(place for place, each in enumerate(entries) if each is entry)
