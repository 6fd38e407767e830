"""The ledger as a table for spreadsheets: a row for each player of each deal (docs/commands.md)."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.cards import Seat
    from engine.state.ledger import Ledger, LedgerDeal, LedgerGame

COLUMNS = (
    "evening", "number", "game", "preset", "deal", "dealer", "seat", "player", "trump", "folded",
    "tricks", "points", "tally", "end",
)  # fmt: skip
FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r")
"""Characters that make a spreadsheet evaluate a text as a formula."""
BYTE_ORDER_MARK = "\ufeff"
"""Byte order mark, without which Excel reads an umlaut as two letters."""

Cell = str | int


def ledger_csv(ledger: Ledger, separator: str = ",") -> str:
    """Returns the table; *separator* is a semicolon where numbers are written with a comma."""
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=separator, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for evening in ledger.evenings:
        for number, game in enumerate(evening.games, start=1):
            for deal in game.deals:
                writer.writerows(map(escape_formula, row) for row in _rows(evening.name, number, game, deal))
    return BYTE_ORDER_MARK + written.getvalue()


def _rows(evening: str, number: int, game: LedgerGame, deal: LedgerDeal) -> Iterator[list[Cell]]:
    score = deal.score
    for seat, tally in score.result.tallies.items():
        yield [
            evening, number, game.name, game.preset or "", score.number, score.dealer, seat, deal.players.get(seat, ""),
            score.trump or "", int(seat in score.folded), score.tricks.get(seat, 0), score.changes.get(seat, 0), tally,
            _end(seat, deal),
        ]  # fmt: skip


def _end(seat: Seat, deal: LedgerDeal) -> str:
    result = deal.score.result
    return "won" if seat in result.winners else "lost" if seat in result.losers else ""


def escape_formula(cell: Cell) -> Cell:
    """Returns the cell so that no spreadsheet takes it for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_PREFIXES) else cell
