"""The views for printing on A4: the score sheet of an evening, and table cards with the names of the players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from web.table.views.base import TableContext, minus, signed
from web.table.views.evening import games_of_evening, name_in

if TYPE_CHECKING:
    from engine.rules.deal import DealScore
    from engine.state.fold_state import PlayedGame

EMPTY_ROWS = 24
"""The number of lines on a sheet that is filled in by hand."""
LONG_NAME_LETTERS = 7
"""Names with more letters are printed smaller, so that they fit on a table card."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A deal: for each side the change of its tally, and the tally after it."""

    number: int
    dealer: str
    tallies: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class GameSheet:
    number: int
    title: str
    sides: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    winners: str
    """The names of those who won; empty while the game lasts."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Every deal of the evening; without a game, lines to be filled in by hand."""

    games: tuple[GameSheet, ...]
    sides: tuple[str, ...]
    """The players, for a sheet without a game."""
    empty_rows: range


@dataclass(frozen=True, slots=True)
class TableCard:
    name: str
    """Empty for a seat without a name, to be written by hand."""
    direction: str
    is_long: bool


def sheet_view(context: TableContext) -> ScoreSheet:
    games = tuple(_sheet(context, number, game) for number, game in enumerate(games_of_evening(context), start=1))
    seats = context.view.setup.seats
    return ScoreSheet(games, tuple(map(context.words.seat, seats)), range(1, EMPTY_ROWS + 1))


def _sheet(context: TableContext, number: int, game: PlayedGame) -> GameSheet:
    match, words = game.match, context.words
    sides = match.game.sides(match.seats)
    names = [" & ".join(name_in(context, game, seat) for seat in side) for side in sides]
    rows = tuple(
        SheetRow(
            score.number,
            name_in(context, game, score.dealer),
            tuple(_change_and_tally(score, side[0]) for side in sides),
        )
        for score in match.history
    )
    result = match.history[-1].result
    won = [name for name, side in zip(names, sides, strict=True) if result.is_over and set(side) & set(result.winners)]
    return GameSheet(number, words.translate(match.game.title), tuple(names), rows, ", ".join(won))


def _change_and_tally(score: DealScore, seat: int) -> tuple[str, str]:
    return signed(score.changes.get(seat, 0)), minus(score.result.tallies.get(seat, 0))


def cards_view(context: TableContext) -> tuple[TableCard, ...]:
    names = context.view.names
    seats = tuple((names.get(seat, ""), context.words.direction(seat)) for seat in context.view.setup.seats)
    return tuple(TableCard(name, direction, len(name) > LONG_NAME_LETTERS) for name, direction in seats)
