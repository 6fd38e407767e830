"""The ledger as text for people, and as the JSON objects of `kiebitz ledger` (docs/commands.md).

Text: the games of each evening, and for each game the table of debts. The keys of the objects are a contract.
"""

from collections.abc import Iterator, Mapping

from common.json_types import Line
from common.texts.keys import PhraseKey
from common.texts.words import TableWords, minus
from engine.cards import Seat, Trump
from engine.games import all_games
from engine.rules.deal import DealScore, Standing
from engine.rules.game import Game
from engine.state.ledger import Evening, Ledger, LedgerGame, Player

_COLUMNS: tuple[PhraseKey, ...] = ("ledger_column_won", "ledger_column_lost", "ledger_column_unfinished")


class LedgerText:
    def __init__(self, words: TableWords) -> None:
        self._words, self._say = words, words.phrase

    def lines(self, ledger: Ledger, first: int = 1) -> Iterator[str]:
        """*first* is the number of the first evening."""
        for number, evening in enumerate(shown_evenings(ledger), start=first):
            yield evening.name or self._say("ledger_evening", number=number)
            for place, game in enumerate(evening.games, start=1):
                yield f"  {place}  {self._game(game)}"
                if game.preset is None and game.rules.changes:
                    changes = (f"{name}={str(value).lower()}" for name, value in game.rules.changes)
                    yield f"     {' '.join(changes)}"
        if not ledger.games:
            yield self._say("ledger_nothing")
        for name, accounts in ledger.accounts().items():
            yield ""
            kind = all_games()[name]
            titles = [self._words.label(column) for column in (*_COLUMNS, *kind.book.counts.values())]
            table: list[list[object]] = [[self._words.translate(kind.title), *titles]]
            for account in sorted(accounts, key=lambda account: (-account.won, account.lost)):
                counts = [account.counts.get(count, 0) for count in kind.book.counts]
                table.append([self._name(account.player), account.won, account.lost, account.unfinished, *counts])
            written = [[cell if isinstance(cell, str) else minus(cell) for cell in row] for row in table]
            first, *others = [max(map(len, column)) for column in zip(*written, strict=True)]
            for head, *cells in written:  # the first column stands at the left, numbers at the right
                numbers = (f"  {cell:>{width}}" for cell, width in zip(cells, others, strict=True))
                yield f"{head:<{first}}" + "".join(numbers)

    def _game(self, game: LedgerGame) -> str:
        rules = self._say("ledger_own_rules" if game.rules.changes else "ledger_usual_rules")
        title = f"{self._words.translate(game.game.title)} ({game.preset or rules})"
        sides = game.game.sides(game.seats)
        names = [" + ".join(self._name(game.player(seat)) for seat in side) for side in sides]
        points = [game.result.tallies.get(side[0], 0) for side in sides]
        tallies = ", ".join(f"{name} {number}" for name, number in zip(names, points, strict=True))
        deals = self._say("ledger_deals" if len(game.deals) != 1 else "ledger_one_deal", deals=len(game.deals))
        winners = " + ".join(self._name(game.player(seat)) for seat in game.result.winners)
        end = self._say("ledger_won", names=winners) if game.result.is_over else self._say("ledger_unfinished")
        return f"{title}, {deals}: {minus(tallies)}; {end}"

    def _name(self, player: Player) -> str:
        return player.name if player.seat is None else self._words.seat(player.seat)


def shown_evenings(ledger: Ledger) -> list[Evening]:
    """Good night begins an evening without a name on which nothing is played yet."""
    return [evening for evening in ledger.evenings if evening.name or evening.games]


def evening_lines(evening: Evening, number: int) -> Iterator[Line]:
    """Yields the evening, then its games, each followed by its deals."""
    yield {"event": "evening", "evening": number, "name": evening.name, "games": len(evening.games)}
    for place, game in enumerate(evening.games, start=1):
        yield {
            "event": "game",
            "evening": number,
            "number": place,
            "game": game.name,
            "preset": game.preset,
            "rules": dict(game.rules.choices),
            "seats": list(game.seats),
            "players": _names(game.players, game.seats),
            "deals": len(game.deals),
            "over": game.result.is_over,
            "tallies": _by_seat(game.result.tallies),
            "winners": list(game.result.winners),
            "losers": list(game.result.losers),
            "added": standing_line(game.added),
            "standing": standing_line(game.standing),
        }
        for deal in game.deals:
            names = _names(deal.players, game.seats)
            line = score_line(deal.score, game.game)
            yield {"event": "deal", "evening": number, "number": place, "players": names, **line}


def account_lines(ledger: Ledger) -> Iterator[Line]:
    for game, accounts in ledger.accounts().items():
        for account in accounts:
            name, seat = account.player
            yield {
                "event": "account",
                "game": game,
                "player": name or None,
                "seat": seat,
                "won": account.won,
                "lost": account.lost,
                "unfinished": account.unfinished,
                "counts": dict(account.counts),
            }


def _names(players: Mapping[Seat, str], seats: tuple[Seat, ...]) -> dict[str, str | None]:
    return {str(seat): players.get(seat) or None for seat in seats}


def trump_line(trump: Trump | None, game: Game) -> Line:
    """`trump` is written as the game does; `trump_suit` and `trump_rank` are the parts of it."""
    if trump is None:
        return {"trump": None, "trump_suit": None, "trump_rank": None}
    return {"trump": trump, "trump_suit": game.trump_suit(trump), "trump_rank": game.trump_rank(trump)}


def standing_line(standing: Standing) -> Line:
    """The counts that last from game to game, such as `bummerl`, by seat."""
    return {name: _by_seat(counts) for name, counts in standing.items()}


def score_line(score: DealScore, game: Game) -> Line:
    """The score by seat; seats of one side have the same."""
    return {
        "deal": score.number,
        "dealer": score.dealer,
        **trump_line(score.trump, game),
        "sides": [list(side) for side in game.sides(tuple(score.result.tallies))],
        "tricks": _by_seat(score.tricks),
        "folded": list(score.folded),
        "changes": _by_seat(score.changes),
        "tallies": _by_seat(score.result.tallies),
        "winners": list(score.result.winners),
        "losers": list(score.result.losers),
    }


def _by_seat(numbers: Mapping[Seat, int]) -> dict[str, int]:
    return {str(seat): number for seat, number in numbers.items()}
