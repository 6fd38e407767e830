"""Renders the views of the hall as HTML, in the language of the phone."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from common.limits import MAX_EMBLEM_BYTES
from common.texts.phrases import Language
from common.texts.words import minus
from hall.live_hall import LiveHall
from hall.tournament.cash import Cash, cash_of
from web.hall.views import calls, entries, formats, matches, printing, standings
from web.hall.views.base import HallContext
from web.kit.rendering import Renderer, ViewKind, ViewRequest
from web.kit.texts import Texts

PUBLIC = ("enlist", "results", "board", "rules", "players", "join")
ORGANISER = ("format", "host", "cash", "print", "export", "devices", "board", "pairings", "results", "rules", "players")


def cash_view(context: HallContext) -> Cash:
    return cash_of(context.tournament, context.ranking)


FOLDER = Path(__file__).parent
PUBLIC_TABS = ("me", "me"), ("pairings", "round"), ("ranking", "ranking"), ("more", "more")
ORGANISER_TABS = ("round", "round"), ("desk", "desk"), ("calls", "calls"), ("ranking", "ranking"), ("more", "more")
"""The views in the bar of tabs, each with its icon."""


VIEWS: Mapping[str, ViewKind[HallContext]] = {
    "me": ViewKind(entries.me_view, is_public=True, tab="me", parent="", number="optional"),
    "player": ViewKind(
        entries.me_view, is_public=True, tab="me", parent="", title="me", template="me", number="optional"
    ),
    "players": ViewKind(entries.players_view, "players", is_public=True, tab="me", parent=""),
    "pairings": ViewKind(standings.pairings_view, "search", is_public=True, tab="pairings", parent=""),
    "ranking": ViewKind(standings.ranking_view, "search", is_public=True, tab="ranking", parent=""),
    "board": ViewKind(standings.board_view, is_public=True, parent=""),
    "rules": ViewKind(formats.rules_view, is_public=True),
    "more": ViewKind(lambda context: ORGANISER if context.is_organiser else PUBLIC, is_public=True, parent=""),
    "join": ViewKind(is_public=True),
    "new": ViewKind(formats.opening_view, tab="round", parent="", number="optional"),
    "format": ViewKind(formats.format_view, tab="round", parent="/round", number="optional"),
    "round": ViewKind(standings.round_view, "search", tab="round", parent=""),
    "match": ViewKind(
        matches.match_view, "match", is_still_below=True, tab="round", parent="/round", number="optional"
    ),
    "slips": ViewKind(standings.slips_to_type_view, "slips", is_still_below=True, tab="round", parent="/round"),
    "results": ViewKind(printing.results_view, "search", is_public=True),
    "device": ViewKind(matches.replacement_view, tab="round", parent="/round", number="optional"),
    "tie": ViewKind(standings.ties_view, tab="round", parent="/round"),
    "desk": ViewKind(entries.desk_view, "desk", entries.desk_form, tab="desk", parent="", number="optional"),
    "entry": ViewKind(entries.entry_view, tab="desk", parent="/desk", number="optional"),
    "calls": ViewKind(calls.calls_view, tab="calls", parent=""),
    "devices": ViewKind(matches.devices_view),
    "cash": ViewKind(cash_view),
    "enlist": ViewKind(entries.enlist_form, "enlist", is_public=True, number="optional"),
    "host": ViewKind(None, "host"),
    "export": ViewKind(),
    "print": ViewKind(template="print/menu"),
    "print/startlist": ViewKind(printing.start_list_view, parent="/print", title="print_startlist"),
    "print/cards": ViewKind(printing.name_cards_view, parent="/print", title="print_cards"),
    "print/pairings": ViewKind(standings.pairings_view, parent="/print", title="print_pairings"),
    "print/slips": ViewKind(printing.slips_view, parent="/print", title="print_slips"),
    "print/ranking": ViewKind(standings.ranking_view, parent="/print", title="print_ranking"),
    "print/results": ViewKind(printing.results_view, parent="/print", title="print_results"),
    "print/certificates": ViewKind(
        printing.certificates_view, "print/certificates", parent="/print", title="print_certificates", number="optional"
    ),
    "print/poster": ViewKind(printing.poster_view, parent="/print", title="print_poster"),
    "print/cash": ViewKind(cash_view, parent="/print", title="print_cash"),
    "print/timetable": ViewKind(
        printing.timetable_view, "print/timetable", parent="/print", title="print_timetable", number="optional"
    ),
    "print/rules": ViewKind(formats.rules_view, parent="/print", title="print_rules"),
}


def breakable(names: str) -> Markup:
    """Returns names, escaped, that may be broken into lines after a slash."""
    return escape(names).replace("/", Markup("/<wbr>"))


class HallRenderer(Renderer[HallContext]):
    def __init__(self, hall: LiveHall) -> None:
        super().__init__(FOLDER, VIEWS, hall)
        self._hall = hall
        self._environment.filters["names"] = breakable
        self._environment.filters["minus"] = minus

    def context(self, request: ViewRequest) -> HallContext:
        hall = self._hall
        return HallContext(
            hall.tournament,
            hall.ranking,
            hall.tables,
            self.texts(request.language),
            request.language,
            request.role,
            request.me,
            request.number,
            hall.clock(),
            hall.known,
            hall.formats,
            hall.address,
        )

    def texts(self, language: Language) -> Texts:
        return Texts(language, "hall")

    def values(self, request: ViewRequest, context: HallContext | None) -> dict[str, Any]:
        is_organiser = request.role == "organiser"
        return {
            "c": context,
            "title": self._hall.tournament.title or "Kiebitz",
            "is_organiser": is_organiser,
            "is_read_only": self._hall.is_read_only,
            "tabs": ORGANISER_TABS if is_organiser else PUBLIC_TABS,
            "open_calls": len(calls.waiting_matches(context)) if is_organiser and context is not None else 0,
            "now": self._hall.clock(),
            "most": MAX_EMBLEM_BYTES,
        }
