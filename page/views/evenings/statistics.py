"""The view of statistics for fun from the games of the evening; plots are SVG."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.events import Amended, CardLaid
from engine.rules.findings import Kind
from page.views.base import has_game
from page.views.evenings.evening import games_of_evening, name_in
from page.views.evenings.plot import Line, line_plot

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.state.fold_state import PlayedGame
    from page.views.base import Context

CRITICALS = {"HK", "S7", "E7"}


@dataclass(frozen=True, slots=True)
class Statistics:
    plots: tuple[tuple[str, str], ...]
    """A title and an SVG picture each, the newest game first."""
    records: tuple[tuple[str, str], ...]
    """Records of the evening, each with its holder."""
    counts: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
    """Counts by person, those with most first."""
    say: str = ""


def statistics_view(context: Context) -> Statistics:
    games = games_of_evening(context)
    plots = tuple(_plot(context, number, game) for number, game in reversed(list(enumerate(games, start=1))))
    return Statistics(plots, _records(context, games), _counts(context, games))


def courses(context: Context, game: PlayedGame) -> list[Line]:
    """Returns the tallies of each side after each deal, from the start of the game on."""
    match = game.match
    start = match.game.start(match.seats, game.before)
    return [
        Line(
            " & ".join(name_in(context, game, seat) for seat in side),
            (start[side[0]], *(score.result.tallies.get(side[0], 0) for score in match.history)),
        )
        for side in match.game.sides(match.seats)
    ]


def _plot(context: Context, number: int, game: PlayedGame) -> tuple[str, str]:
    title = f"{context.texts.game_number.format(number=number)}: {context.texts.tally_plot}"
    return title, line_plot(courses(context, game), title)


def _records(context: Context, games: Sequence[PlayedGame]) -> tuple[tuple[str, str], ...]:
    texts = context.texts
    records: list[tuple[str, str]] = []
    series: Counter[str] = Counter()
    biggest: Counter[str] = Counter()
    comebacks: Counter[str] = Counter()
    for game in games:
        for name, gains in _gains(context, game).items():
            series[name] = max(series[name], longest_run(gain > 0 for gain in gains))
            biggest[name] = max(biggest[name], *gains, 0)
        for name, deficit in _comebacks(context, game).items():
            comebacks[name] = max(comebacks[name], deficit)
    for best, title, text, least in (
        (series, texts.longest_series, texts.series_text, 2),
        (biggest, texts.biggest_deal, texts.biggest_text, 1),
        (comebacks, texts.comeback, texts.comeback_text, 2),
    ):
        name, number = max(best.items(), key=lambda entry: entry[1], default=("", 0))
        if number >= least:
            records.append((title, text.format(name=name, count=number)))
    return tuple(records)


def _gains(context: Context, game: PlayedGame) -> Mapping[str, list[int]]:
    """Returns what each side gained in each deal; in a game in which low wins, what it lost."""
    sign = -1 if game.match.game.low_wins(game.match.seats) else 1
    return {
        line.name: [sign * (after - before) for before, after in pairwise(line.values)]
        for line in courses(context, game)
    }


def _comebacks(context: Context, game: PlayedGame) -> Mapping[str, int]:
    """Returns the largest deficit of each side that won the game."""
    match, lines = game.match, courses(context, game)
    sign = -1 if match.game.low_wins(match.seats) else 1
    winners = {name_in(context, game, seat) for seat in match.history[-1].result.winners}
    deficits: dict[str, int] = {}
    for line in lines:
        others = [other for other in lines if other is not line]
        if not others or not winners & set(line.name.split(" & ")):
            continue
        deficits[line.name] = max(
            max(sign * other.values[place] for other in others) - sign * value
            for place, value in enumerate(line.values)
        )
    return {name: deficit for name, deficit in deficits.items() if deficit > 0}


def longest_run(happened: Iterable[bool]) -> int:
    """Returns the largest number of true values in a row."""
    longest = run = 0
    for each in happened:
        run = run + 1 if each else 0
        longest = max(longest, run)
    return longest


def _counts(context: Context, games: Sequence[PlayedGame]) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
    texts, view = context.texts, context.view
    tricks: Counter[str] = Counter()
    for game in games:
        for score in game.match.history:
            for seat, number in score.tricks.items():
                tricks[name_in(context, game, seat)] += number
    criticals: Counter[str] = Counter()
    revokes: Counter[str] = Counter()
    if has_game(view):
        criticals, revokes = _of_cards(context)
    corrected = sum(isinstance(event, Amended) for event in view.table.journal)
    counts = [(texts.tricks_of_all, tricks), (texts.criticals_of_all, criticals), (texts.revokes_found, revokes)]
    shown = [(title, tuple(count.most_common())) for title, count in counts if count]
    if corrected:
        shown.append((texts.corrections, ((context.texts.table, corrected),)))
    return tuple(shown)


def _of_cards(context: Context) -> tuple[Counter[str], Counter[str]]:
    """Returns the Criticals laid and the revokes found, by person."""
    view, words = context.view, context.words
    criticals: Counter[str] = Counter()
    if view.game.pack.name == "bavarian32":
        for _, fact in view.table.facts:
            if isinstance(fact, CardLaid) and str(fact.card) in CRITICALS:
                criticals[words.seat(fact.seat)] += 1
    revokes = Counter(
        words.seat(finding.seat)
        for finding in view.table.findings
        if finding.kind is Kind.REVOKE and finding.seat is not None
    )
    return criticals, revokes
