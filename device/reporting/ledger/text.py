"""The ledger as text for people: the games of each evening, and for each game the table of debts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games import all_games
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from common.texts.words import Words as TableWords
    from engine.cards import Seat
    from engine.state.ledger import Account, Evening, Ledger, LedgerGame, Player

_EVENING = Words("Abend {number}", "Evening {number}")
_DEALS = Words("{deals} Spiele", "{deals} deals")
_ONE_DEAL = Words("1 Spiel", "1 deal")
_WON = Words("gewonnen: {names}", "won: {names}")
_UNFINISHED = Words("nicht zu Ende", "unfinished")
_COLUMNS = (Words("gewonnen", "won"), Words("verloren", "lost"), Words("offen", "unfinished"))
_NOTHING = Words("Keine Partie aufgezeichnet", "No game is recorded")
_USUAL_RULES = Words("wie üblich", "as usual")
_OWN_RULES = Words("eigene Regeln", "own rules")


class LedgerText:
    def __init__(self, words: TableWords) -> None:
        self._words = words

    def lines(self, ledger: Ledger) -> Iterator[str]:
        # Good night begins an evening without a name on which nothing is played yet.
        shown_evenings = [evening for evening in ledger.evenings if evening.name or evening.games]
        for number, evening in enumerate(shown_evenings, start=1):
            yield from self._evening(evening, number)
        if not ledger.games:
            yield self._words.translate(_NOTHING)
        for name, accounts in ledger.accounts().items():
            yield ""
            yield from self._table(name, accounts)

    def _evening(self, evening: Evening, number: int) -> Iterator[str]:
        yield evening.name or self._say(_EVENING, number=number)
        for place, game in enumerate(evening.games, start=1):
            yield f"  {place}  {self._game(game)}"
            if game.preset is None and game.rules.changes:
                changes = (f"{name}={str(value).lower()}" for name, value in game.rules.changes)
                yield f"     {' '.join(changes)}"

    def _game(self, game: LedgerGame) -> str:
        rules = self._words.translate(_OWN_RULES if game.rules.changes else _USUAL_RULES)
        title = f"{self._words.translate(game.game.title)} ({game.preset or rules})"
        sides = game.game.sides(game.seats)
        tallies = ", ".join(f"{self._side(game, side)} {game.result.tallies.get(side[0], 0)}" for side in sides)
        deals = self._say(_DEALS if len(game.deals) != 1 else _ONE_DEAL, deals=len(game.deals))
        winners = " + ".join(self._name(game.player(seat)) for seat in game.result.winners)
        end = self._say(_WON, names=winners) if game.result.is_over else self._words.translate(_UNFINISHED)
        return f"{title}, {deals}: {_minus(tallies)}; {end}"

    def _table(self, name: str, accounts: Sequence[Account]) -> Iterator[str]:
        kind = all_games()[name]
        titles = [self._words.translate(column) for column in (*_COLUMNS, *kind.book.counts.values())]
        ranked = sorted(accounts, key=lambda account: (-account.won, account.lost))
        rows = [
            [self._name(account.player), account.won, account.lost, account.unfinished]
            + [account.counts.get(count, 0) for count in kind.book.counts]
            for account in ranked
        ]
        yield from _align([[self._words.translate(kind.title), *titles], *rows])

    def _side(self, game: LedgerGame, seats: Sequence[Seat]) -> str:
        return " + ".join(self._name(game.player(seat)) for seat in seats)

    def _name(self, player: Player) -> str:
        return player.name if player.seat is None else self._words.seat(player.seat)

    def _say(self, line: Words, **values: object) -> str:
        return self._words.translate(line.format(**values))


def _minus(text: object) -> str:
    return str(text).replace("-", "−")


def _align(rows: Sequence[Sequence[object]]) -> Iterator[str]:
    """Aligns the first column to the left, numbers to the right."""
    written = [[cell if isinstance(cell, str) else _minus(cell) for cell in row] for row in rows]
    first, *others = [max(map(len, column)) for column in zip(*written, strict=True)]
    for name, *cells in written:
        yield f"{name:<{first}}" + "".join(f"  {cell:>{width}}" for cell, width in zip(cells, others, strict=True))
