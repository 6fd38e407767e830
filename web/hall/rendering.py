"""Renders the views of the hall as HTML, in the language of the phone."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup, escape

from device.i18n.words import LANGUAGES
from web.hall.texts import HallTexts
from web.hall.views.base import Context
from web.hall.views.calls import calls_view, waiting_matches
from web.hall.views.desk import desk_form, desk_view, entry_view
from web.hall.views.formats.change import format_view
from web.hall.views.formats.opening import opening_view, rules_view
from web.hall.views.match import devices_view, match_view, replacement_view
from web.hall.views.me import me_view, players_view
from web.hall.views.more import more_view
from web.hall.views.printing import (
    cards_view,
    certificates_view,
    pairing_list_view,
    results_view,
    slips_view,
    start_list_view,
    timetable_view,
)
from web.hall.views.rounds import round_view, ties_view
from web.hall.views.standings import board_view, pairings_view, ranking_view
from web.kit.templates import HTML_LANGUAGES, assets_version, digest_of, new_environment

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from device.i18n.phrases import Language
    from hall.live_hall import LiveHall
    from web.hall.views.base import HallRole

FOLDER = Path(__file__).parent
STATIC = FOLDER / "static", FOLDER.parent / "table" / "static"
"""Static files: of the hall, and those of the page that it shares."""
MAX_KEPT = 128
"""Rendered views that are kept for further phones."""
PUBLIC_TABS = ("me", "me"), ("pairings", "round"), ("ranking", "ranking"), ("more", "more")
ORGANISER_TABS = ("round", "round"), ("desk", "desk"), ("calls", "calls"), ("ranking", "ranking"), ("more", "more")
"""The views in the bar of tabs, each with its icon."""


@dataclass(frozen=True, slots=True)
class ViewKind:
    """A view: its model, the part above or below it that stays unchanged, who may see it, and its tab."""

    build: Callable[[Context], Any] | None = None
    still: str = ""
    """The template of what stands with it, such as a form; its model is that of `still_build`, or of the view."""
    still_build: Callable[[Context], Any] | None = None
    is_still_below: bool = False
    is_public: bool = False
    tab: str = "more"
    parent: str = "/more"
    title: str = ""
    """The text above it, if that is not named like the view."""
    template: str = ""
    """The name of the template, if it is not that of the view."""


VIEWS: Mapping[str, ViewKind] = {
    "me": ViewKind(me_view, is_public=True, tab="me", parent=""),
    "player": ViewKind(me_view, is_public=True, tab="me", parent="", title="me", template="me"),
    "players": ViewKind(players_view, "players", is_public=True, tab="me", parent=""),
    "pairings": ViewKind(pairings_view, "search", is_public=True, tab="pairings", parent=""),
    "ranking": ViewKind(ranking_view, "search", is_public=True, tab="ranking", parent=""),
    "board": ViewKind(board_view, is_public=True, parent=""),
    "rules": ViewKind(rules_view, is_public=True),
    "more": ViewKind(more_view, is_public=True, parent=""),
    "join": ViewKind(is_public=True),
    "new": ViewKind(opening_view, tab="round", parent=""),
    "format": ViewKind(format_view, tab="round", parent="/round"),
    "round": ViewKind(round_view, "search", tab="round", parent=""),
    "match": ViewKind(match_view, "match", is_still_below=True, tab="round", parent="/round"),
    "results": ViewKind(results_view, "search", is_public=True),
    "device": ViewKind(replacement_view, tab="round", parent="/round"),
    "tie": ViewKind(ties_view, tab="round", parent="/round"),
    "desk": ViewKind(desk_view, "desk", desk_form, tab="desk", parent=""),
    "entry": ViewKind(entry_view, tab="desk", parent="/desk"),
    "calls": ViewKind(calls_view, tab="calls", parent=""),
    "devices": ViewKind(devices_view),
    "export": ViewKind(),
    "print": ViewKind(template="print/menu"),
    "print/startlist": ViewKind(start_list_view, parent="/print", title="print_startlist"),
    "print/cards": ViewKind(cards_view, parent="/print", title="print_cards"),
    "print/pairings": ViewKind(pairing_list_view, parent="/print", title="print_pairings"),
    "print/slips": ViewKind(slips_view, parent="/print", title="print_slips"),
    "print/ranking": ViewKind(ranking_view, parent="/print", title="print_ranking"),
    "print/results": ViewKind(results_view, parent="/print", title="print_results"),
    "print/certificates": ViewKind(
        certificates_view, "print/certificates", parent="/print", title="print_certificates"
    ),
    "print/timetable": ViewKind(timetable_view, "print/timetable", parent="/print", title="print_timetable"),
    "print/rules": ViewKind(rules_view, parent="/print", title="print_rules"),
}


class ViewRequest(NamedTuple):
    """The view that a phone requests."""

    view: str
    language: Language
    role: HallRole
    number: int = -1
    """The number in the address, -1 without one."""
    me: int = 0
    """The start number that the phone has chosen."""

    @property
    def query(self) -> str:
        return self.view if self.number < 0 else f"{self.view}&number={self.number}"


def breakable(names: str) -> Markup:
    """Returns names, escaped, that may be broken into lines after a slash."""
    return escape(names).replace("/", Markup("/<wbr>"))


class Renderer:
    """Renders views of one hall. A view that several phones show is rendered once for each change."""

    def __init__(self, hall: LiveHall) -> None:
        self._hall = hall
        self._environment = new_environment(FOLDER / "templates")
        self._environment.filters["names"] = breakable
        self._kept: dict[tuple[int, ViewRequest], tuple[str, str]] = {}
        self.assets = assets_version(*STATIC)

    def page(self, request: ViewRequest) -> str:
        """Returns the whole page."""
        kind, context = VIEWS[request.view], self._context(request)
        html, _ = self.fragment(request)
        values = self._common(request, context)
        still = ""
        if kind.still:
            build = kind.still_build or kind.build
            model = build(context) if build is not None else None
            still = self._environment.get_template(f"{kind.still}.still.html").render(values, v=model)
        return self._environment.get_template("page.html").render(
            values,
            still=Markup(still),
            fragment=Markup(html),
            seen=digest_of(html),
            heading=getattr(context.texts, kind.title or request.view),
            parent=kind.parent,
            tab=kind.tab,
            tabs=ORGANISER_TABS if context.is_organiser else PUBLIC_TABS,
            open_calls=len(waiting_matches(context)) if context.is_organiser else 0,
            query=request.query,
            after=f"{self._hall.session}-{self._hall.version}",
            now=time.time(),
            assets=self.assets,
            is_still_below=kind.is_still_below,
            is_paper=request.view.startswith("print/"),
            html_language=HTML_LANGUAGES[request.language],
        )

    def fragment(self, request: ViewRequest) -> tuple[str, str]:
        """Returns the view without the page around it, and the text for screen readers."""
        key = self._hall.version, request
        if key not in self._kept:
            while len(self._kept) >= MAX_KEPT:
                self._kept.pop(next(iter(self._kept)))
            kind, context = VIEWS[request.view], self._context(request)
            model = kind.build(context) if kind.build is not None else None
            template = self._environment.get_template(f"{kind.template or request.view}.html")
            html = template.render(self._common(request, context), v=model)
            self._kept[key] = html, getattr(model, "say", "")
        return self._kept[key]

    def _context(self, request: ViewRequest) -> Context:
        hall = self._hall
        return Context(
            hall.tournament,
            hall.ranking,
            hall.tables,
            HallTexts(request.language),
            request.language,
            request.role,
            request.me,
            request.number,
            hall.clock(),
            hall.known,
            hall.formats,
        )

    def _common(self, request: ViewRequest, context: Context) -> dict[str, Any]:
        return {
            "t": context.texts,
            "name": request.view,
            "title": context.tournament.title or "Kiebitz",
            "is_organiser": context.is_organiser,
            "language": request.language,
            "languages": [(code, phrases.own_language) for code, (phrases, _) in LANGUAGES.items()],
        }
