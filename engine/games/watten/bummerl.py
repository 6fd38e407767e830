"""Watten: the Bummerl that a finished game costs its losers, added up over the games of an evening (RULEBOOK 3.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.cards import Seat
    from engine.games.watten.base import WattenBase
    from engine.rules.deal import DealScore, Standing


def bummerl_of(game: WattenBase, deals: Sequence[DealScore]) -> dict[Seat, int]:
    """WA33–WA35, DECISIONS WA17: returns the Bummerl that each loser of a finished game gets."""
    result = deals[-1].result
    if not any(result.tallies[seat] >= game.target for seat in result.winners):
        return dict.fromkeys(result.losers, 1)  # lost by a revoke
    standings = [deal.result.tallies for deal in deals]
    bummerl_by_seat = {}
    for loser in result.losers:
        turned = any(
            game.krank(tallies[loser]) and any(tallies[winner] == 0 for winner in result.winners)
            for tallies in standings
        )
        bummerl_by_seat[loser] = bummerl_of_loser(result.tallies[loser], turned_round=turned)
    return bummerl_by_seat


def standing_after(game: WattenBase, before: Standing, deals: Sequence[DealScore]) -> dict[str, Mapping[Seat, int]]:
    had, more = before.get("bummerl", {}), bummerl_of(game, deals)
    return {**before, "bummerl": {seat: had.get(seat, 0) + more.get(seat, 0) for seat in deals[-1].result.tallies}}


def bummerl_of_loser(tally: int, *, turned_round: bool = False) -> int:
    """WA33–WA35: returns the Bummerl of a loser with *tally*; *turned_round*: the winners came from 0 : krank."""
    if turned_round:
        return 4
    return 2 if tally == 0 else 1
