"""The view of statistics for fun from the games of the evening, by who sat where; plots are SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.events import Amended
from engine.rules.findings import Kind
from engine.state.fold_state import PlayedGame
from web.table.views.base import TableContext
from web.table.views.evening import games_of_evening, name_in
from web.table.views.plot import Plot, line_plot
from web.table.views.records import course_of_evening, courses, pairs_against_pairs, records
from web.table.views.seating import Seating

CRITICAL_TITLES = {"Maxi", "Belli", "Spitz", "Kritischer"}
"""What games call a Critical, where their rules have them."""


@dataclass(frozen=True, slots=True)
class StatisticsView:
    plots: tuple[tuple[str, Plot], ...]
    """A title and an SVG picture each: the evening if it has several games, then the newest game first."""
    records: tuple[tuple[str, str], ...]
    """Records of the evening, each with its holder."""
    counts: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """Counts by person, those with most first, and by pair."""


def statistics_view(context: TableContext) -> StatisticsView:
    games = games_of_evening(context)
    plots = []
    for number, game in reversed(list(enumerate(games, start=1))):
        title = f"{context.texts.game_number.format(number=number)}: {context.texts.tally_plot}"
        plots.append((title, line_plot(courses(context, game), title)))
    if evening := course_of_evening(context, games):
        title = context.texts.evening_plot
        plots.insert(0, (title, line_plot(evening, title)))
    return StatisticsView(tuple(plots), records(context, games), _counts(context, games))


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
    # The revokes proved, by person
    counts = (
        (texts.tricks_of_all, tricks),
        (texts.criticals_of_all, _criticals(seating)),
        (
            texts.revokes_found,
            Counter(
                seating.name(finding.position, finding.seat)
                for finding in context.view.table.findings
                if finding.kind is Kind.REVOKE
                and finding.seat is not None
                and seating.is_this_evening(finding.position)
            ),
        ),
        (texts.corrections, Counter({texts.table: corrected})),
    )
    shown = [
        (title, tuple((name, str(number)) for name, number in count.most_common())) for title, count in counts if +count
    ]
    if meetings := pairs_against_pairs(context, games):
        shown.insert(0, (texts.meetings, meetings))
    return tuple(shown)


def _criticals(seating: Seating) -> Counter[str]:
    played: Counter[str] = Counter()
    for position, fact in seating.cards():
        game, card = seating.game(position), fact.card
        if game is None or card not in game.match.game.pack.cards:
            continue
        title = game.match.game.card_title(card, game.match.game.all_trumps[0])
        if title is not None and title.german in CRITICAL_TITLES:
            played[seating.name(position, fact.seat)] += 1
    return played
