"""The views of the evening and of the ledger of all evenings, and pages to print: the score sheet, table cards."""

from collections import Counter
from dataclasses import dataclass

from common.texts.words import minus, signed
from engine.cards import Seat
from engine.games import all_games
from engine.state.fold_state import PlayedGame
from web.kit.texts import first_capital
from web.table.views.base import TableContext


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    won: int
    lost: int
    counts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameResult:
    number: int
    title: str
    sides: tuple[tuple[str, str, bool], ...]
    """Name, tally, and whether it won."""
    is_running: bool


@dataclass(frozen=True, slots=True)
class EveningView:
    people: tuple[Person, ...]
    """Those with most games won first."""
    counts: tuple[str, ...]
    """The names of further counts, such as Bummerl."""
    games: tuple[GameResult, ...]
    """The newest first."""


def games_of_evening(context: TableContext) -> tuple[PlayedGame, ...]:
    """Returns the games of this evening in which something was played."""
    played = context.view.table.games
    return tuple(game for game in played if game.evening == played[-1].evening and game.match.history)


def name_in(context: TableContext, game: PlayedGame, seat: Seat) -> str:
    """Returns the player at a seat in that game; the direction of the seat if there is no name."""
    return game.players.get(seat) or context.words.direction(seat)


def evening_view(context: TableContext) -> EveningView:
    games = games_of_evening(context)
    results: list[GameResult] = []
    won, lost = Counter[str](), Counter[str]()
    counted: dict[str, Counter[str]] = {}
    for number, game in enumerate(games, start=1):
        match, result = game.match, game.match.history[-1].result
        sides = tuple(
            (
                " & ".join(name_in(context, game, seat) for seat in side),
                minus(result.tallies.get(side[0], 0)),
                bool(set(side) & set(result.winners)),
            )
            for side in match.game.sides(match.seats)
        )
        results.append(GameResult(number, context.words.translate(match.game.title), sides, not result.is_over))
        for seat in match.seats:
            name = name_in(context, game, seat)
            sums = counted.setdefault(name, Counter())
            if result.is_over:
                (won if seat in result.winners else lost)[name] += 1
            for count, word in match.game.book.counts.items():
                after, before = (each.get(count, {}).get(seat, 0) for each in (match.standing, game.before))
                sums[first_capital(context.words.translate(word))] += after - before
    kinds = tuple(dict.fromkeys(kind for counts in counted.values() for kind, number in counts.items() if number))
    order = sorted({*won, *lost, *counted}, key=lambda name: (-won[name], lost[name], name))
    people = tuple(
        Person(name, won[name], lost[name], tuple(signed(counted[name][kind]) for kind in kinds)) for name in order
    )
    return EveningView(people, kinds, tuple(reversed(results)))


@dataclass(frozen=True, slots=True)
class GameAccounts:
    title: str
    counts: tuple[str, ...]
    rows: tuple[Person, ...]
    """Those with most games won first."""


@dataclass(frozen=True, slots=True)
class LedgerView:
    games: tuple[GameAccounts, ...]
    evenings: tuple[tuple[str, int], ...]
    """Name and number of games, the newest first."""


def ledger_view(context: TableContext) -> LedgerView:
    """Returns the ledger; an empty one for viewers, and before the first evening."""
    lines = context.live.ledger if context.may_change and context.live.ledger is not None else ()
    accounts = [line for line in lines if line["event"] == "account" and line["game"] in all_games()]
    games = []
    for name in dict.fromkeys(str(line["game"]) for line in accounts):
        kind, mine = all_games()[name], [line for line in accounts if line["game"] == name]
        counts = [count for count in kind.book.counts if any(line["counts"].get(count) for line in mine)]
        rows = [
            Person(
                str(line["player"] or context.words.direction(int(line["seat"]))),
                int(line["won"]),
                int(line["lost"]),
                tuple(minus(int(line["counts"].get(count, 0))) for count in counts),
            )
            for line in mine
        ]
        titles = tuple(first_capital(context.words.translate(kind.book.counts[count])) for count in counts)
        ordered = tuple(sorted(rows, key=lambda row: (-row.won, row.lost, row.name)))
        games.append(GameAccounts(context.words.translate(kind.title), titles, ordered))
    ended = [line for line in reversed(lines) if line["event"] == "evening"]
    evenings = tuple((context.texts.evening_name(str(line["name"])), int(line["games"])) for line in ended)
    return LedgerView(tuple(games), evenings)


EMPTY_ROWS = 24
"""The number of lines on a sheet that is filled in by hand."""
LONG_NAME_LETTERS = 7
"""Names with more letters are printed smaller, so that they fit on a table card."""


@dataclass(frozen=True, slots=True)
class GameSheet:
    number: int
    title: str
    sides: tuple[str, ...]
    rows: tuple[tuple[int, str, tuple[tuple[str, str], ...]], ...]
    """By deal its number, the dealer, and for each side the change of its tally, and the tally after it."""
    winners: str
    """The names of those who won; empty while the game lasts."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Every deal of the evening; without a game, lines to be filled in by hand."""

    games: tuple[GameSheet, ...]
    sides: tuple[str, ...]
    """The players, for a sheet without a game."""
    empty_rows: range


def sheet_view(context: TableContext) -> ScoreSheet:
    games = []
    for number, game in enumerate(games_of_evening(context), start=1):
        match, result = game.match, game.match.history[-1].result
        sides = match.game.sides(match.seats)
        names = [" & ".join(name_in(context, game, seat) for seat in side) for side in sides]
        rows = tuple(
            (
                score.number,
                name_in(context, game, score.dealer),
                tuple(
                    (signed(score.changes.get(side[0], 0)), minus(score.result.tallies.get(side[0], 0)))
                    for side in sides
                ),
            )
            for score in match.history
        )
        winners = set(result.winners) if result.is_over else set()
        won = [name for name, side in zip(names, sides, strict=True) if set(side) & winners]
        title = context.words.translate(match.game.title)
        games.append(GameSheet(number, title, tuple(names), rows, ", ".join(won)))
    seats = context.view.setup.seats
    return ScoreSheet(tuple(games), tuple(map(context.words.seat, seats)), range(1, EMPTY_ROWS + 1))


def name_cards_view(context: TableContext) -> list[tuple[str, str, bool]]:
    """Returns the name at each seat, empty to be written by hand; its direction; and whether the name is a long one."""
    names = context.view.names
    seats = [(names.get(seat, ""), context.words.direction(seat)) for seat in context.view.setup.seats]
    return [(name, direction, len(name) > LONG_NAME_LETTERS) for name, direction in seats]
