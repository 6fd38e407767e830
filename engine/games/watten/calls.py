"""Watten: announcing striker and suit, and findings about calls (RULEBOOK 3.2, 3.3, 3.6, DECISIONS WA22)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.events import Announced
from engine.games.watten import bids
from engine.games.watten.call_state import AnnouncementState, announcement_state, bidding
from engine.rules.call_check import faults_of
from engine.rules.findings import Finding, Kind
from engine.rules.values import Phase

if TYPE_CHECKING:
    from engine.cards import Seat
    from engine.events import Fact
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
        count = dealing.random.randrange(game.hand_size) if game.rules.text("better") == "bad_cards" else 0
        dealing.stock += hand[count:]
        del hand[count:]
    dealing.random.shuffle(dealing.stock)
    for seat, hand in zip((deal.forehand, deal.dealer), hands, strict=True):
        dealing.give(seat, game.hand_size - len(hand))


_RULES = {
    "striker": "WA11",
    "trump": "WA11",
    "better": "WA12",
    "swap": "WA14",
    "bid": "WA21",
    "hold": "WA23",
    "go": "WA23",
}
_IN_TURN = frozenset(_RULES.values())


def rule_against(game: WattenBase, deal: Deal, fact: Fact) -> str | None:
    """Returns the id of the rule that forbids *fact*."""
    if not isinstance(fact, Announced):
        return None
    match fact.call:
        case "bid":
            return next(iter(bids.rules_against_bidding(game, deal, fact.seat)), "WA21")
        case "accept" | "refuse":
            request = announcement_state(deal).request
            return "WA14" if request is not None and request.call == "swap" else "WA12"
        case "strike":
            side, tallies = game.side_of(fact.seat, deal.seats), game.outcome(deal).tallies
            krank = any(game.krank(tally) for other, tally in tallies.items() if other not in side)
            return "DECISIONS WA21" if krank else "WA32"
    return _RULES.get(fact.call)


def faults(game: WattenBase, deal: Deal, position: int, fact: Announced) -> list[Finding]:
    seat = fact.seat
    if fact in game.options(deal) or _is_redundant(game, deal, fact):
        return []
    if fact.call == "misdeal":
        rule = "WA8" if game.rules.text("misdeal") == "two_points" else "DECISIONS WA25"
        return [replace(finding, rule=rule) for finding in faults_of(game, deal, position, fact)]
    if fact.call == "peek":
        if game.is_finished(deal):
            return [Finding(Kind.TOO_LATE, "WA7", position, fact.seat)]
        bar = rule_against_looking(game, deal, fact.seat)
        return [] if bar is None else [Finding(Kind.PEEKED, bar, position, fact.seat)]
    if fact.call == "sign":
        # 3.8: signs are a fault at tables that have not agreed on them; they cost nothing by the source.
        if game.rules.flag("deuten"):
            return []
        kind = Kind.TOO_LATE if game.is_finished(deal) else Kind.SIGNALLED
        return [Finding(kind, game.rule_for(Kind.SIGNALLED), position, fact.seat)]
    if fact.call not in game.book.calls:
        return [Finding(Kind.UNKNOWN_CALL, game.rule_for(Kind.UNKNOWN_CALL), position, seat)]
    rule = rule_against(game, deal, fact) or game.rule_for(Kind.CALL_NOT_ALLOWED)
    is_bid_on_entry = deal.entered is not None and fact.call == "bid"
    if game.is_finished(deal) and fact.call != "strike" and not is_bid_on_entry:
        return [Finding(Kind.TOO_LATE, rule, position, seat)]
    if rule == "WA26":
        side = game.side_in(deal, seat)
        return [Finding(Kind.KRANK_BID, rule, position, seat, seats=side, count=deal.tallies[seat])]
    entitled = _entitled_seats(game, deal, fact.call)
    if entitled and seat not in entitled and rule in _IN_TURN:
        return [Finding(Kind.CALL_OUT_OF_TURN, rule, position, seat, seats=entitled)]
    return [Finding(Kind.CALL_NOT_ALLOWED, rule, position, seat)]


def _entitled_seats(game: WattenBase, deal: Deal, call: str) -> tuple[Seat, ...]:
    """Returns the seats that may make *call*, or the call that must precede it."""
    step = game.step(deal)
    if step.phase == Phase.ANNOUNCE and call in ("striker", "trump", "better"):
        return step.seats
    calls = [option for option in game.options(deal) if isinstance(option, Announced)]
    return tuple(dict.fromkeys(option.seat for option in calls if option.call == call))


def _is_redundant(game: WattenBase, deal: Deal, fact: Announced) -> bool:
    """Returns whether the call repeats what is already clear, or answers a bid without effect; neither is a fault."""
    state = bidding(deal)
    if bids.answers_void_bid(game, deal, fact):
        return deal.entered is not None or not game.is_finished(deal)
    if fact.call == "hold":
        answers_bid = state.last is not None and fact.seat in game.opponents(deal, state.last.seat)
        return answers_bid and (deal.entered is not None or not game.is_finished(deal))
    if fact.call == "bid" and not fact.value:
        return any(isinstance(o, Announced) and (o.seat, o.call) == (fact.seat, "bid") for o in game.options(deal))
    return False


def rule_against_looking(game: WattenBase, deal: Deal, seat: Seat) -> str | None:
    """Returns the rule by which *seat* may not look before the announcement, or None if it may.

    WA7: the cutter may not look at the cards when cutting. WA10: under strict rules only dealer and forehand look at
    their own cards before the announcement; otherwise everybody may.
    """
    if seat == deal.cutter:
        return None if game.rules.flag("cutter_may_look") else "WA7"
    strict = game.rules.flag("strict") and seat not in (deal.dealer, deal.forehand)
    return "WA10" if strict else None
