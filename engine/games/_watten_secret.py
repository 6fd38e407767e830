"""Watten with a secret trump: Latinisch (RULEBOOK 3.11) and Blind, where a card of choice is shown (DECISIONS WA13).

Only the two announcers know suit and striker, so only they must give trumps (DECISIONS WA12). The table does not know
either, but not everything is possible: the dealer held a card of the suit and forehand one of the striker's rank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Announced
from engine.games._watten_announce import announcing
from engine.games._watten_ranks import RANKS, parted
from engine.rules import Implied, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.cards import Card, CardSet, Seat
    from engine.deal import Deal
    from engine.dealing import Dealing
    from engine.games._watten_announce import Announcing
    from engine.games.watten import Watten
    from engine.rules import Trump
    from engine.tricks import Trick

TOLD_EARLY = 0.05
"""How likely somebody in a simulation tells the trump while it is still a secret."""


def is_bound(deal: Deal, seat: Seat) -> bool:
    """DECISIONS WA12: who does not know what is trump cannot be asked to give one."""
    now = announcing(deal)
    return seat in (now.striker_caller, now.trump_caller)


def implied(game: Watten, deal: Deal, trump: Trump) -> tuple[Implied, ...]:
    """Returns what the cards shown between the announcers say: they came from their hands."""
    if game.rules.flag("blind_play"):
        return ()  # DECISIONS WA13 (b): nobody has seen his cards
    now, (suit, striker) = announcing(deal), parted(trump)
    of_suit = tuple(card for card in game.pack.cards if card.suit == suit)
    of_rank = tuple(card for card in game.pack.cards if card.rank == striker)
    return Implied(now.trump_caller, of_suit), Implied(now.striker_caller, of_rank)


def readings(game: Watten, deal: Deal) -> tuple[Trump, ...]:
    """Returns all that can be trump after what was told, and after the cards that all have seen."""
    now = announcing(deal)
    told = [trump for trump in game.all_trumps if _fits(now, trump)]
    by_seat = _seen(game, deal)
    unseen = game.pack.all
    for cards in by_seat.values():
        unseen &= ~cards
    left = {seat: game.hand_size - cards.bit_count() for seat, cards in by_seat.items()}
    return tuple(trump for trump in told if _may_be_held(game, implied(game, deal, trump), by_seat, unseen, left))


def guesses(game: Watten, deal: Deal) -> tuple[Trump, ...]:
    """Returns the readings under which every trick so far was taken by whoever took it. It may mislead: who gathered a
    trick need not have known; so nobody is judged by it.
    """
    taken = [(trick, trick.taker if trick.gatherer is None else trick.gatherer) for trick in deal.tricks]
    return tuple(
        trump
        for trump in game.readings(deal)
        if all(seat is None or game.taker(trick, trump) == seat for trick, seat in taken if _readable(game, trick))
    )


def step(deal: Deal) -> Step:
    """Returns who is to tell what was trump, after the play."""
    now = announcing(deal)
    missing = (() if now.suit else (now.trump_caller,)) + (() if now.striker else (now.striker_caller,))
    return Step("reveal", missing)


def options(game: Watten, deal: Deal) -> tuple[Announced, ...]:
    """Returns what can be told: at the end, or covertly at any time before."""
    now = announcing(deal)
    if now.done:
        return ()
    possible = [parted(trump) for trump in game.readings(deal) or game.all_trumps]
    suits, strikers = {suit for suit, _ in possible}, {striker for _, striker in possible}
    told: list[Announced] = []
    if not now.suit:
        told += [Announced(now.trump_caller, "trump", suit) for suit in game.pack.suits if suit in suits]
    if not now.striker:
        told += [Announced(now.striker_caller, "striker", rank) for rank in RANKS if rank in strikers]
    return tuple(told)


def inclination(game: Watten, deal: Deal, dealing: Dealing, fact: Announced) -> float:
    """The truth is told, and mostly after the play."""
    if dealing.trump is None or fact.value not in parted(dealing.trump):
        return 0.0
    return 1.0 if game.finished(deal) else TOLD_EARLY


def _fits(now: Announcing, trump: Trump) -> bool:
    suit, striker = parted(trump)
    return now.suit in ("", suit) and now.striker in ("", striker)


def _seen(game: Watten, deal: Deal) -> dict[Seat, CardSet]:
    """Returns by seat the cards that all have seen to be of that hand."""
    seen: dict[Seat, CardSet] = dict.fromkeys(deal.seats, 0)
    for seat, card in _shown_cards(deal):
        if card in game.pack and seat in seen:
            seen[seat] |= game.pack.bit(card)
    return seen


def _shown_cards(deal: Deal) -> Iterator[tuple[Seat, Card]]:
    for play in deal.plays():
        yield play.seat, play.card
    for shown in deal.shown:
        for card in shown.cards:
            yield shown.seat, card


def _may_be_held(
    game: Watten, kinds: tuple[Implied, ...], seen: dict[Seat, CardSet], unseen: CardSet, left: dict[Seat, int]
) -> bool:
    """Whether each announcer was seen with, or can still hold, a card of his kind. The others hold anything."""
    open_kinds = []
    for seat, cards in kinds:
        kind = game.pack.set(cards)
        if not kind & seen.get(seat, 0):
            if left.get(seat, 0) <= 0:
                return False
            open_kinds.append(kind & unseen)
    union = 0
    for kind in open_kinds:
        union |= kind
    return all(open_kinds) and union.bit_count() >= len(open_kinds)


def _readable(game: Watten, trick: Trick) -> bool:
    return all(card in game.pack for card in trick.cards)
