"""The score of Bauerchen: card points, game points in the order of their credit, knoddel and stein."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.games.bauerchen.base import ledig_caller, melds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Seat
    from engine.games.bauerchen.base import BauerchenBase
    from engine.rules.deal import Deal, Standing

LEDIG = 12


class Credit(NamedTuple):
    side: tuple[Seat, ...]
    points: int
    ends_round: bool = False
    """Whether it ends the round regardless of the tallies, as a Ledig does."""


def points_by_seat(game: BauerchenBase, deal: Deal) -> dict[Seat, int]:
    points = dict.fromkeys(deal.seats, 0)
    if deal.entered is not None:
        return points | dict(deal.entered.tricks)
    takers = [(trick, trick.taker) for trick in deal.tricks]
    if len(deal.trick) >= len(game.active(deal)):
        takers.append((deal.trick, game.taker_in(deal)))
    for number, (trick, taker) in enumerate(takers, start=1):
        if taker is not None:
            points[taker] += game.card_points([card for card in trick.cards if card in game.pack])
            points[taker] += game.last_trick_points if number == game.hand_size else 0
    return points


def credits_of(game: BauerchenBase, deal: Deal) -> list[Credit]:
    """DECISIONS BA8, BA13: returns the game points of a finished deal in the order of credit, melds first."""
    running = dict(deal.tallies)
    all_credits = []
    for meld in melds(deal):
        side = game.side_of(meld.seat, deal.seats)
        points = game.meld_credit(running[meld.seat], game.meld_value(meld.suit, game.trump(deal)))
        all_credits.append(Credit(side, points))
        running |= {seat: running[seat] + points for seat in side}
    return [*all_credits, _hand(game, deal)]


def _hand(game: BauerchenBase, deal: Deal) -> Credit:
    home, away = game.home(deal), game.away(deal)
    lost, alone = game.side_that_lost_by_misdeed(deal), ledig_caller(deal)
    if alone is not None and not deal.callers("misdeal"):
        # BA15, DECISIONS BA9, BA10: the defenders get 12 if they take a trick; a misdeed loses the Ledig.
        side = game.side_of(alone, deal.seats)
        defenders = next(other for other in game.sides(deal.seats) if other != side)
        taken = points_by_seat(game, deal) if deal.entered is not None else game.tricks_taken(deal)
        failed = any(taken.get(seat, 0) for seat in defenders) if lost is None else lost == side
        return Credit(defenders if failed else side, LEDIG, ends_round=True)
    points = points_by_seat(game, deal)
    at_home, away_from_home = (sum(points[seat] for seat in side) for side in (home, away))
    if lost is not None:
        at_home, away_from_home = (0 if side == lost else game.entered_total for side in (home, away))
    score = game.hand_score(at_home, away_from_home, game.doubles(deal))
    return Credit(home, score.home) if score.home else Credit(away, score.away)


def standing_after(
    before: Standing, winners: Sequence[Seat], losers: Sequence[Seat], carried: int
) -> dict[str, dict[Seat, int]]:
    """BA21, BA22, DECISIONS BA2: the second knoddel of a side is a stein for the other, and both restart from zero."""
    seats = sorted({*winners, *losers})
    knoddel, stein = ({seat: before.get(name, {}).get(seat, 0) for seat in seats} for name in ("knoddel", "stein"))
    for seat in losers:
        knoddel[seat] += 1
    if any(knoddel[seat] >= 2 for seat in losers):
        knoddel = dict.fromkeys(seats, 0)
        for seat in winners:
            stein[seat] += 1
    carry = dict.fromkeys(winners, carried) if carried > 0 else {}
    return {"knoddel": knoddel, "stein": stein} | ({"carry": carry} if carry else {})
