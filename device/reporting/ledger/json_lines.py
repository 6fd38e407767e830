"""The ledger as the JSON objects of `kiebitz ledger` (docs/commands.md): their keys are a contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.reporting.live.json_lines import score_line, standing_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from common.json_types import Line
    from engine.cards import Seat
    from engine.state.ledger import Account, Evening, Ledger, LedgerGame


def evening_lines(evening: Evening, number: int) -> Iterator[Line]:
    """Yields the evening, then its games, each followed by its deals."""
    yield {"event": "evening", "evening": number, "name": evening.name, "games": len(evening.games)}
    for place, game in enumerate(evening.games, start=1):
        yield {"event": "game", "evening": number, "number": place, **_game_line(game)}
        for deal in game.deals:
            names = _names(deal.players, game.seats)
            line = score_line(deal.score, game.game)
            yield {"event": "deal", "evening": number, "number": place, "players": names, **line}


def account_lines(ledger: Ledger) -> Iterator[Line]:
    """Yields the account of each player by game."""
    for game, accounts in ledger.accounts().items():
        yield from ({"event": "account", "game": game, **_account_line(account)} for account in accounts)


def _game_line(game: LedgerGame) -> Line:
    return {
        "game": game.name,
        "preset": game.preset,
        "rules": dict(game.rules.choices),
        "seats": list(game.seats),
        "players": _names(game.players, game.seats),
        "deals": len(game.deals),
        "over": game.result.is_over,
        "tallies": {str(seat): tally for seat, tally in game.result.tallies.items()},
        "winners": list(game.result.winners),
        "losers": list(game.result.losers),
        "added": standing_line(game.added),
        "standing": standing_line(game.standing),
    }


def _account_line(account: Account) -> Line:
    name, seat = account.player
    return {
        "player": name or None,
        "seat": seat,
        "won": account.won,
        "lost": account.lost,
        "unfinished": account.unfinished,
        "counts": dict(account.counts),
    }


def _names(players: Mapping[Seat, str], seats: tuple[Seat, ...]) -> dict[str, str | None]:
    return {str(seat): players.get(seat) or None for seat in seats}
