"""Watten: announcing striker and suit, Schenas and Schlagtausch (RULEBOOK 3.3, DECISIONS WA22)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Announced
from engine.games.watten.call_state import AnnouncementState, announcement_state

if TYPE_CHECKING:
    from engine.games.watten.base import WattenBase
    from engine.rules.deal import Deal
    from engine.rules.known_hands import Dealing
    from engine.rules.values import Trump

CALLS = ("striker", "trump", "better", "swap", "accept", "refuse")


def options(game: WattenBase, deal: Deal) -> tuple[Announced, ...]:
    """WA11, WA12, WA14: returns the calls that the announcers may make now."""
    now = announcement_state(deal)
    if now.done:
        return ()
    if now.request is not None:
        # An announcement instead of an answer counts as a refusal.
        return Announced(now.turn, "accept"), Announced(now.turn, "refuse"), *_announcements(game, now)
    requests = [Announced(now.turn, "better")] if game.rules.text("better") != "none" else []
    if not now.striker and game.rules.flag("striker_swap"):
        requests += [Announced(seat, "swap") for seat in (now.striker_caller, now.trump_caller)]
    return *_announcements(game, now), *(request for request in requests if request not in now.refused)


def _announcements(game: WattenBase, now: AnnouncementState) -> tuple[Announced, ...]:
    if now.striker:
        return tuple(Announced(now.trump_caller, "trump", suit) for suit in game.pack.suits)
    return tuple(Announced(now.striker_caller, "striker", rank) for rank in game.strikers)


def late_announcements(game: WattenBase, deal: Deal) -> tuple[Announced, ...]:
    """Returns announcements that may be entered after the first card because they were missed before it."""
    missed = options(game, deal) if deal.has_play else ()
    return tuple(option for option in missed if option.call in ("striker", "trump"))


def option_weight(deal: Deal, dealing: Dealing, fact: Announced) -> float:
    """Favours the rank or suit held most often; asks and agrees rarely, and answers if asked."""
    hand = dealing.hands.get(fact.seat, [])
    if announcement_state(deal).request is not None and fact.call in ("striker", "trump"):
        return 0.0
    match fact.call:
        case "striker":
            return 0.2 + sum(card.rank == fact.value for card in hand)
        case "trump":
            return 0.2 + sum(card.suit == fact.value for card in hand)
    return {"better": 0.4, "swap": 0.2, "accept": 0.5}.get(fact.call, 1.0)


def agreed_trump(game: WattenBase, deal: Deal, dealing: Dealing) -> Trump:
    """3.11, DECISIONS WA13: returns the trump of announcers who show each other their bottom card, or one they choose.

    A card that cannot be announced is skipped (DECISIONS WA6).
    """
    hands = [list(dealing.hands[seat]) for seat in (deal.dealer, deal.forehand)]
    if game.rules.text("announcement") == "shown_card":
        for hand in hands:
            dealing.random.shuffle(hand)
    suit = hands[0][-1].suit
    striker = next(card.rank for card in reversed(hands[1]) if card.rank in game.strikers)
    return f"{suit} {striker}"


def exchange_for_better(game: WattenBase, deal: Deal, dealing: Dealing) -> None:
    """WA12, DECISIONS WA22: the announcers return cards, shuffle them into the stock and draw as many."""
    hands = [dealing.hands[seat] for seat in (deal.forehand, deal.dealer)]
    for hand in hands:
        kept = dealing.random.randrange(game.hand_size) if game.rules.text("better") == "bad_cards" else 0
        dealing.stock += hand[kept:]
        del hand[kept:]
    dealing.random.shuffle(dealing.stock)
    for seat, hand in zip((deal.forehand, deal.dealer), hands, strict=True):
        dealing.give(seat, game.hand_size - len(hand))
