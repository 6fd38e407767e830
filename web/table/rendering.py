"""Renders the views of a table as HTML, in the language of the phone, and follows one. Jinja2 escapes every value."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from common.texts.phrases import Language
from web.kit.rendering import Renderer, ViewKind, ViewRequest
from web.kit.security import MEMBERS
from web.kit.stream import LEFT, ViewStream
from web.kit.texts import Texts
from web.table.feed import LiveTable
from web.table.views import correct, deck, dispute, evening, game, landlord, score, statistics, table
from web.table.views.base import TableContext, sentences_since

FOLDER = Path(__file__).parent
TABS = ("score", "score"), ("table", "table"), ("correct", "correct"), ("more", "more")
"""The views in the bar of tabs, each with its icon."""
FOR_MEMBERS = ("correct", "choice", "missing", "newgame", "ledger", "invite", "landlord", "aim", "deck", "erase")
"""The views of phones that have given the code; others would be refused what these offer."""

VIEWS: Mapping[str, ViewKind[TableContext]] = {
    "score": ViewKind(score.score_view, tab="score", parent=""),
    "table": ViewKind(table.table_view, tab="table", parent=""),
    "board": ViewKind(score.score_view, parent=""),
    "correct": ViewKind(correct.correct_view, tab="correct", parent=""),
    "choice": ViewKind(
        correct.choice_view, number="required", path="correct", tab="correct", parent="/correct", title="which_was_it"
    ),
    "missing": ViewKind(
        correct.missing_view, number="required", tab="correct", parent="/correct", title="which_was_it"
    ),
    "names": ViewKind(table.names_view),
    "dispute": ViewKind(dispute.dispute_view),
    "evening": ViewKind(evening.evening_view),
    "ledger": ViewKind(evening.ledger_view),
    "statistics": ViewKind(statistics.statistics_view),
    "game": ViewKind(game.game_view),
    "newgame": ViewKind(game.choose_view, number="required", parent="/game"),
    "print": ViewKind(template="print/menu"),
    "print/result": ViewKind(evening.evening_view, parent="/print", title="print_result"),
    "print/sheet": ViewKind(evening.sheet_view, parent="/print", title="print_sheet"),
    "print/cards": ViewKind(evening.name_cards_view, parent="/print", title="print_cards"),
    "print/rules": ViewKind(game.game_view, parent="/print", title="print_rules"),
    "more": ViewKind(parent=""),
    "invite": ViewKind(landlord.invite_view),
    "landlord": ViewKind(landlord.landlord_view),
    "aim": ViewKind(parent="/landlord"),
    "deck": ViewKind(deck.deck_view, parent="/landlord"),
    "erase": ViewKind(landlord.erase_view, number="required", parent="/landlord"),
    "join": ViewKind(is_public=True, parent=""),
}


class TableRenderer(Renderer[TableContext]):
    def __init__(self, live: LiveTable) -> None:
        super().__init__(FOLDER, VIEWS, live)
        self._live = live

    def context(self, request: ViewRequest) -> TableContext | None:
        """Returns the input of the views; None before the first state of the table."""
        live = self._live
        if live.view is None or not live.is_complete:
            return None
        texts, words = self.texts(request.language), live.words(request.language)
        return TableContext(live, live.view, words, texts, request.role, request.number)

    def texts(self, language: Language) -> Texts:
        return Texts(language, "table")

    def values(self, request: ViewRequest, context: TableContext | None) -> dict[str, Any]:
        may_change = request.role in MEMBERS
        left_out = () if may_change else FOR_MEMBERS
        tabs = [(view, icon) for view, icon in TABS if view not in left_out]
        return {"c": context, "may_change": may_change, "tabs": tabs, "left_out": left_out}


class TableStream(ViewStream):
    """*after* is the last position that the phone has. It ends once the phone no longer has the role of *request*, as
    *has_role* says: with a new evening, or when viewers are shut out.
    """

    def __init__(
        self,
        live: LiveTable,
        renderer: Renderer[TableContext],
        request: ViewRequest,
        after: str,
        shown: str,
        has_role: Callable[[], bool],
    ) -> None:
        super().__init__(live, renderer, request, shown)
        self._live, self._context, self._has_role = live, renderer.context, has_role
        session, _, position = after.rpartition("-")
        is_same = session == live.session and position.isdecimal() and len(position) < 10
        self._slept_since = int(position) if is_same else -1

    def mark(self, digest: str, said: str) -> object:
        return digest, self._live.position

    def missed(self) -> tuple[str, ...]:
        since, self._slept_since = self._slept_since, -1
        context = self._context(self._request)
        return sentences_since(context, since) if context is not None and 0 <= since < self._live.position else ()

    def message(self) -> str:
        if not self._live.is_connected:
            return "event: gone\ndata: {}\n\n"
        if not self._has_role():
            self.is_over = True
            return LEFT
        return super().message() if self._live.is_complete else ""
