"""The view of the ledger of all evenings: by game, what each player has won, lost and owes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.games import all_games
from web.kit.texts import first_capital
from web.table.views.base import minus

if TYPE_CHECKING:
    from web.table.views.base import TableContext


@dataclass(frozen=True, slots=True)
class AccountRow:
    name: str
    won: int
    lost: int
    counts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameAccounts:
    title: str
    counts: tuple[str, ...]
    rows: tuple[AccountRow, ...]
    """Those with most games won first."""


@dataclass(frozen=True, slots=True)
class LedgerView:
    games: tuple[GameAccounts, ...]
    evenings: tuple[tuple[str, int], ...]
    """Name and number of games, the newest first."""
    say: str = ""


def ledger_view(context: TableContext) -> LedgerView:
    """Returns the ledger; an empty one for viewers, and before the first evening."""
    lines = context.live.ledger if context.may_change and context.live.ledger is not None else ()
    accounts = [line for line in lines if line["event"] == "account" and line["game"] in all_games()]
    games = tuple(
        _accounts(context, game, [line for line in accounts if line["game"] == game])
        for game in dict.fromkeys(str(line["game"]) for line in accounts)
    )
    evenings = tuple((str(line["name"]), int(line["games"])) for line in reversed(lines) if line["event"] == "evening")
    return LedgerView(games, evenings)


def _accounts(context: TableContext, game: str, lines: list[dict[str, Any]]) -> GameAccounts:
    kind = all_games()[game]
    counts = [count for count in kind.book.counts if any(line["counts"].get(count) for line in lines)]
    rows = [
        AccountRow(
            str(line["player"] or context.words.phrases.seats[int(line["seat"])]),
            int(line["won"]),
            int(line["lost"]),
            tuple(minus(int(line["counts"].get(count, 0))) for count in counts),
        )
        for line in lines
    ]
    names = tuple(first_capital(context.words.translate(kind.book.counts[count])) for count in counts)
    ordered = tuple(sorted(rows, key=lambda row: (-row.won, row.lost, row.name)))
    return GameAccounts(context.words.translate(kind.title), names, ordered)
