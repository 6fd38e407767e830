"""The view of statistics for fun from the games of the evening; plots are SVG."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.events import Amended
from engine.rules.findings import Kind
from web.table.views.evenings.evening import games_of_evening, name_in
from web.table.views.evenings.plot import line_plot
from web.table.views.evenings.records import course_of_evening, courses, pairs_against_pairs, records
from web.table.views.evenings.seating import Seating

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card
    from engine.rules.game import Game
    from engine.state.fold_state import PlayedGame
    from web.table.views.base import TableContext

CRITICAL_TITLES = {"Maxi", "Belli", "Spitz", "Kritischer"}
"""What games call a Critical, where their rules have them."""


@dataclass(frozen=True, slots=True)
class StatisticsView:
    plots: tuple[tuple[str, str], ...]
    """A title and an SVG picture each: the evening if it has several games, then the newest game first."""
    records: tuple[tuple[str, str], ...]
    """Records of the evening, each with its holder."""
    counts: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """Counts by person, those with most first, and by pair."""
    say: str = ""


def statistics_view(context: TableContext) -> StatisticsView:
    games = games_of_evening(context)
    plots = [_plot(context, number, game) for number, game in reversed(list(enumerate(games, start=1)))]
    if evening := course_of_evening(context, games):
        title = context.texts.evening_plot
        plots.insert(0, (title, line_plot(evening, title)))
    return StatisticsView(tuple(plots), records(context, games), _counts(context, games))


def _plot(context: TableContext, number: int, game: PlayedGame) -> tuple[str, str]:
    title = f"{context.texts.game_number.format(number=number)}: {context.texts.tally_plot}"
    return title, line_plot(courses(context, game), title)


def _counts(context: TableContext, games: Sequence[PlayedGame]) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    texts, journal = context.texts, context.view.table.journal
    tricks: Counter[str] = Counter()
    for game in games:
        for score in game.match.history:
            for seat, number in score.tricks.items():
                tricks[name_in(context, game, seat)] += number
    seating = Seating(context)
    corrected = sum(
        isinstance(event, Amended) and seating.is_this_evening(position) for position, event in enumerate(journal)
    )
    counts = (
        (texts.tricks_of_all, tricks),
        (texts.criticals_of_all, _criticals(seating)),
        (texts.revokes_found, _revokes(context, seating)),
        (texts.corrections, Counter({texts.table: corrected})),
    )
    shown = [
        (title, tuple((name, str(number)) for name, number in count.most_common())) for title, count in counts if +count
    ]
    if meetings := pairs_against_pairs(context, games):
        shown.insert(0, (texts.meetings, meetings))
    return tuple(shown)


def _criticals(seating: Seating) -> Counter[str]:
    """Returns the Criticals laid, by person."""
    laid: Counter[str] = Counter()
    for position, fact in seating.cards():
        game = seating.game(position)
        if game is not None and _is_critical(game.match.game, fact.card):
            laid[seating.name(position, fact.seat)] += 1
    return laid


def _is_critical(game: Game, card: Card) -> bool:
    title = game.card_title(card, game.all_trumps[0]) if card in game.pack.cards else None
    return title is not None and title.german in CRITICAL_TITLES


def _revokes(context: TableContext, seating: Seating) -> Counter[str]:
    """Returns the revokes proved, by person."""
    return Counter(
        seating.name(finding.position, finding.seat)
        for finding in context.view.table.findings
        if finding.kind is Kind.REVOKE and finding.seat is not None and seating.is_this_evening(finding.position)
    )
