"""What is remarkable about the games of an evening, and by whom: series, comebacks, pairs against pairs."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.cards import Seat
from engine.state.fold_state import PlayedGame
from web.table.views.base import TableContext
from web.table.views.evening import name_in
from web.table.views.plot import Line

MIN_DROUGHT_DEALS = 3


@dataclass(frozen=True, slots=True)
class Turned:
    """A game that was won although others were about to win it."""

    name: str
    own: int
    other: int
    """The tallies when it looked worst."""


def courses(context: TableContext, game: PlayedGame) -> list[Line]:
    """Returns the tallies of each side after each deal, from the start of the game on."""
    return [
        Line(" & ".join(name_in(context, game, seat) for seat in side), _tallies(game, side[0]))
        for side in game.match.game.sides(game.match.seats)
    ]


def course_of_evening(context: TableContext, games: Sequence[PlayedGame]) -> list[Line]:
    """Returns what those at the table have won so far after each deal of the evening, in the game that they play now.

    People whose courses are the same share a line, such as partners who never parted. It is empty for a single game.
    """
    if not games:
        return []
    last = games[-1]
    alike = [game for game in games if game.match.game.name == last.match.game.name]
    if len(alike) < 2:
        return []
    sums = {name_in(context, last, seat): [0] for seat in last.match.seats}
    for game in alike:
        gains = {name_in(context, game, seat): gains_of(game, _tallies(game, seat)) for seat in game.match.seats}
        for name, course in sums.items():
            for gain in gains.get(name, [0] * len(game.match.history)):
                course.append(course[-1] + gain)
    lines: dict[tuple[int, ...], list[str]] = {}
    for name, course in sums.items():
        lines.setdefault(tuple(course), []).append(name)
    return [Line(" & ".join(people), values) for values, people in lines.items()]


def gains_of(game: PlayedGame, tallies: Sequence[int]) -> list[int]:
    """Returns what was gained in each deal; in a game in which low wins, what was lost."""
    sign = _sign(game)
    return [sign * (after - before) for before, after in pairwise(tallies)]


def records(context: TableContext, games: Sequence[PlayedGame]) -> tuple[tuple[str, str], ...]:
    texts = context.texts
    series: Counter[str] = Counter()
    droughts: Counter[str] = Counter()
    biggest: Counter[str] = Counter()
    comebacks: Counter[str] = Counter()
    for game in games:
        for line in courses(context, game):
            gains = gains_of(game, line.values)
            series[line.name] = max(series[line.name], longest_run(gain > 0 for gain in gains))
            droughts[line.name] = max(droughts[line.name], longest_run(gain <= 0 for gain in gains))
            biggest[line.name] = max(biggest[line.name], *gains, 0)
        sign, deficits = _sign(game), {}
        for line, others in _winners(context, game):
            deficits[line.name] = max(
                max(sign * other.values[place] for other in others) - sign * value
                for place, value in enumerate(line.values)
            )
        for name, deficit in deficits.items():
            comebacks[name] = max(comebacks[name], deficit)
    shown = []
    for best, title, text, least in (
        (series, texts.longest_series, texts.series_text, 2),
        (droughts, texts.longest_drought, texts.drought_text, MIN_DROUGHT_DEALS),
        (biggest, texts.biggest_deal, texts.biggest_text, 1),
        (comebacks, texts.comeback, texts.comeback_text, 2),
    ):
        name, number = max(best.items(), key=lambda entry: entry[1], default=("", 0))
        if number >= least:
            shown.append((title, text.format(name=name, count=number)))
    turned = [each for game in games if (each := _turn_of(context, game)) is not None]
    for each in sorted(turned, key=lambda one: one.own - one.other)[:1]:
        shown.append((texts.turned, texts.turned_text.format(name=each.name, own=each.own, other=each.other)))
    return tuple(shown)


def pairs_against_pairs(context: TableContext, games: Sequence[PlayedGame]) -> tuple[tuple[str, str], ...]:
    """Returns who met whom, and the games won of each, such as `3 : 1`; of games that are over, with two sides."""
    won: dict[tuple[str, str], Counter[str]] = {}
    for game in games:
        sides = game.match.game.sides(game.match.seats)
        result = game.match.history[-1].result
        if len(sides) != 2 or not result.is_over:
            continue
        names = [" & ".join(sorted(name_in(context, game, seat) for seat in side)) for side in sides]
        wins = won.setdefault((min(names), max(names)), Counter())
        wins.update(name for name, side in zip(names, sides, strict=True) if set(side) & set(result.winners))
    meetings = []
    for pair, wins in won.items():
        better, worse = sorted(pair, key=lambda name: -wins[name])
        meetings.append((f"{better} – {worse}", f"{wins[better]} : {wins[worse]}"))
    return tuple(meetings)


def longest_run(happened: Iterable[bool]) -> int:
    """Returns the largest number of true values in a row."""
    longest = run = 0
    for each in happened:
        run = run + 1 if each else 0
        longest = max(longest, run)
    return longest


def _turn_of(context: TableContext, game: PlayedGame) -> Turned | None:
    """Returns the moment farthest behind somebody of whom the game says that he is about to win (krank)."""
    remark = game.match.game.remark
    moments = [
        Turned(line.name, own, other.values[place])
        for line, others in _winners(context, game)
        for place, own in enumerate(line.values[:-1])
        for other in others
        if remark(other.values[place]) is not None and remark(own) is None
    ]
    return min(moments, key=lambda one: one.own - one.other, default=None)


def _winners(context: TableContext, game: PlayedGame) -> list[tuple[Line, list[Line]]]:
    """Returns the course of each side that won the game, and those of the others."""
    match, lines = game.match, courses(context, game)
    winners = set(match.history[-1].result.winners)
    sides = zip(match.game.sides(match.seats), lines, strict=True)
    return [(line, [other for other in lines if other is not line]) for side, line in sides if winners & set(side)]


def _tallies(game: PlayedGame, seat: Seat) -> tuple[int, ...]:
    match = game.match
    start = match.game.start(match.seats, game.before)[seat]
    return (start, *(score.result.tallies.get(seat, 0) for score in match.history))


def _sign(game: PlayedGame) -> int:
    return -1 if game.match.game.low_wins(game.match.seats) else 1
