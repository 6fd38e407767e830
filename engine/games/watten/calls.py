"""Watten: announcing striker and suit, and findings about calls (RULEBOOK 3.2, 3.3, 3.6, DECISIONS WA22)."""

from __future__ import annotations

from abc import ABC
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.cards import Card, Rank, Seat, Trump
from engine.events import Announced, Fact
from engine.games.watten.base import AnnouncementState
from engine.games.watten.bids import WattenBids
from engine.rules.deal import Deal
from engine.rules.findings import Evidence, Finding, Kind
from engine.rules.game import Phase
from engine.rules.known_hands import Dealing

_RULES = {
    "striker": "WA11",
    "trump": "WA11",
    "better": "WA12",
    "swap": "WA14",
    "bid": "WA21",
    "hold": "WA23",
    "go": "WA23",
    "keep": "WB21",
    "give_up": "WB34",
    "machine": "WB35",
    "open_card": "WB25",
}
_IN_TURN = frozenset(_RULES.values())


class WattenCalls(WattenBids, ABC):
    """Announcing striker and suit, and findings about calls."""

    def announcement_options(self, deal: Deal) -> tuple[Announced, ...]:
        """WA11, WA12, WA14: returns the calls that the announcers may make now."""
        now = self.announcement(deal)
        if now.done:
            return ()
        before = self.options_before_play(deal)
        if now.request is not None:
            # An announcement instead of an answer counts as a refusal.
            asked = self.announcing_seats(deal)
            answers = (Announced(seat, answer) for seat in asked for answer in ("accept", "refuse"))
            return *answers, *self._announcements(now)
        requests = self._requests(deal, now)
        return *self._announcements(now), *(request for request in requests if request not in now.refused), *before

    def _requests(self, deal: Deal, now: AnnouncementState) -> list[Announced]:
        """WA12, WA14, WS7, WT9: who may ask for new cards or for a swap; nobody does who announces both alone."""
        if now.striker_caller == now.trump_caller:
            return []
        asking = self.active(deal) if self.rules.text("better") == "all_four" else (now.turn,)
        if self.rules.text("better") == "none":
            asking = ()
        elif self.rules.text("better_by") == "striker":
            asking = (now.striker_caller,) if not now.striker else ()
        requests = [Announced(seat, "better") for seat in asking]
        if not now.striker and self.rules.flag("striker_swap"):
            requests += [Announced(seat, "swap") for seat in (now.striker_caller, now.trump_caller)]
        return requests

    def announcing_seats(self, deal: Deal) -> tuple[Seat, ...]:
        """Returns who is to call; WS7: where all get new cards, either of the other side may answer."""
        now = self.announcement(deal)
        is_asked_of_all = now.request is not None and now.request.call == "better"
        if now.request is not None and is_asked_of_all and self.rules.text("better") == "all_four":
            return self.opponents(deal, now.request.seat)
        return (now.turn,)

    def _announcements(self, now: AnnouncementState) -> tuple[Announced, ...]:
        if now.striker:
            return tuple(Announced(now.trump_caller, "trump", suit) for suit in self.pack.suits)
        return tuple(Announced(now.striker_caller, "striker", rank) for rank in self.strikers)

    def _announcement_weight(self, deal: Deal, dealing: Dealing, fact: Announced) -> float:
        """Favours the rank or suit held most often; asks and agrees rarely, and answers if asked."""
        hand = dealing.hands.get(fact.seat, [])
        if fact.call == "machine":
            return float(set(self.criticals) <= set(hand))
        if self.announcement(deal).request is not None and fact.call in ("striker", "trump"):
            return 0.0
        match fact.call:
            case "open_card":  # the last of the rest
                return float(fact.value == str(dealing.stock[-1]))
            case "striker":
                held = sum(card.rank == fact.value for card in hand)
                return 0.2 + held if self._may_name(fact.value, hand) else 0.0
            case "trump":
                return 0.2 + sum(card.suit == fact.value for card in hand)
        return {"better": 0.4, "swap": 0.2, "accept": 0.5, "keep": 0.0}.get(fact.call, 1.0)

    def _may_name(self, striker: Rank, hand: Sequence[Card]) -> bool:
        """WB26: whether *hand* has enough cards of *striker*, or of no rank."""
        least = self.rules.number("announcer_holds")
        held = Counter(card.rank for card in hand)
        return held[striker] >= least or all(held[rank] < least for rank in self.strikers)

    def without_striker(self, deal: Deal, seat: Seat, cards: Sequence[Card], shown: Evidence) -> Iterator[Finding]:
        """WB26: a striker that its announcer did not hold; *cards*, laid or shown now, are the last of his five."""
        now = self.announcement(deal)
        if seat != now.striker_caller or not self.announced_openly or self.rules.number("announcer_holds") == 0:
            return
        own = [play for play in deal.plays() if play.seat == seat]
        hand = [*(play.card for play in own), *cards]
        is_sure = all(card in self.pack for card in hand) and not any(play.position in deal.doubtful for play in own)
        if not is_sure or len(set(hand)) != self.hand_size or self._may_name(now.striker, hand):
            return
        named = [
            position
            for position, fact in deal.facts
            if isinstance(fact, Announced) and fact.call == "striker" and fact.value == now.striker
        ]
        if named and named[-1] not in deal.misdeeds:
            yield Finding(Kind.CALL_NOT_ALLOWED, "WB26", named[-1], seat, evidence=(shown,))

    def agreed_trump(self, deal: Deal, dealing: Dealing) -> Trump:
        """3.11, DECISIONS WA13: returns the trump of announcers who show each other the bottom card, or one of choice.

        A card that cannot be announced is skipped (DECISIONS WA6).
        """
        now = self.announcement(deal)
        hands = [list(dealing.hands[seat]) for seat in (now.trump_caller, now.striker_caller)]
        if self.rules.text("announcement") == "shown_card":
            for hand in hands:
                dealing.random.shuffle(hand)
        suit = hands[0][-1].suit
        striker = next(card.rank for card in reversed(hands[1]) if card.rank in self.strikers)
        return f"{suit} {striker}"

    def exchange_for_better(self, deal: Deal, dealing: Dealing) -> None:
        """WA12, WS7, DECISIONS WA22: some cards are returned, shuffled into the stock and drawn anew."""
        all_four = self.rules.text("better") == "all_four"
        seats = self.active(deal) if all_four else (deal.forehand, deal.dealer)
        hands = [dealing.hands[seat] for seat in seats]
        for hand in hands:
            count = dealing.random.randrange(self.hand_size) if self.rules.text("better") == "bad_cards" else 0
            dealing.stock += hand[count:]
            del hand[count:]
        dealing.random.shuffle(dealing.stock)
        for seat, hand in zip(seats, hands, strict=True):
            dealing.give(seat, self.hand_size - len(hand))

    def rule_against(self, deal: Deal, fact: Fact) -> str | None:
        """Returns the id of the rule that forbids *fact*."""
        if not isinstance(fact, Announced):
            return None
        match fact.call:
            case "bid":
                return next(iter(self.rules_against_bidding(deal, fact.seat)), "WA21")
            case "accept" | "refuse":
                request = self.announcement(deal).request
                return "WA14" if request is not None and request.call == "swap" else "WA12"
            case "strike":
                side, tallies = self.side_of(fact.seat, deal.seats), self.outcome(deal).tallies
                krank = any(self.krank(tally) for other, tally in tallies.items() if other not in side)
                return "DECISIONS WA21" if krank else "WA32"
        return _RULES.get(fact.call)

    def _call_findings(self, deal: Deal, position: int, fact: Announced) -> list[Finding]:
        seat = fact.seat
        if fact in self.options(deal) or self._is_redundant(deal, fact):
            return []
        if fact.call == "misdeal":
            rule = "WA8" if self.rules.text("misdeal") == "two_points" else "DECISIONS WA25"
            return [replace(finding, rule=rule) for finding in super().check(deal, position, fact)]
        if fact.call == "peek":
            if self.is_finished(deal):
                return [Finding(Kind.TOO_LATE, "WA7", position, fact.seat)]
            bar = self.rule_against_looking(deal, fact.seat)
            return [] if bar is None else [Finding(Kind.PEEKED, bar, position, fact.seat)]
        if fact.call == "sign":
            # 3.8: signs are a fault at tables that have not agreed on them; they cost nothing by the source.
            if self.rules.flag("deuten"):
                return []
            kind = Kind.TOO_LATE if self.is_finished(deal) else Kind.SIGNALLED
            return [self.finding(kind, position, seat, rule=self.rule_for(Kind.SIGNALLED))]
        if fact.call not in self.book.calls:
            return [self.finding(Kind.UNKNOWN_CALL, position, seat)]
        rule = self.rule_against(deal, fact) or self.rule_for(Kind.CALL_NOT_ALLOWED)
        is_bid_on_entry = deal.entered is not None and fact.call == "bid"
        if self.is_finished(deal) and fact.call != "strike" and not is_bid_on_entry:
            return [Finding(Kind.TOO_LATE, rule, position, seat)]
        if rule == "WA26":
            side = self.side_in(deal, seat)
            return [Finding(Kind.KRANK_BID, rule, position, seat, seats=side, count=deal.tallies[seat])]
        step = self.step(deal)
        if step.phase == Phase.ANNOUNCE and fact.call in ("striker", "trump", "better"):
            entitled = step.seats
        else:
            calls = [option for option in self.options(deal) if isinstance(option, Announced)]
            entitled = tuple(dict.fromkeys(option.seat for option in calls if option.call == fact.call))
        if entitled and seat not in entitled and rule in _IN_TURN:
            return [Finding(Kind.CALL_OUT_OF_TURN, rule, position, seat, seats=entitled)]
        return [Finding(Kind.CALL_NOT_ALLOWED, rule, position, seat)]

    def _is_redundant(self, deal: Deal, fact: Announced) -> bool:
        """Returns whether the call repeats what is already clear, or answers a void bid; neither is a fault."""
        state = self.bidding(deal)
        if self.answers_void_bid(deal, fact):
            return deal.entered is not None or not self.is_finished(deal)
        if fact.call == "hold":
            answers_bid = state.last is not None and fact.seat in self.opponents(deal, state.last.seat)
            return answers_bid and (deal.entered is not None or not self.is_finished(deal))
        if fact.call == "bid" and not fact.value:
            return any(isinstance(o, Announced) and (o.seat, o.call) == (fact.seat, "bid") for o in self.options(deal))
        return False

    def rule_against_looking(self, deal: Deal, seat: Seat) -> str | None:
        """Returns the rule by which *seat* may not look before the announcement, or None if it may.

        WA7, WB20: the cutter may not look at the cards when cutting, or at no more than one. WA10: under strict rules
        only the announcers look at their own cards before the announcement; otherwise everybody may.
        """
        if seat == deal.cutter:
            only_one = self.rules.text("second_look") == "two_points"
            return "WA7" if not self.rules.flag("cutter_may_look") else "WB20" if only_one else None
        now = self.announcement(deal)
        strict = self.rules.flag("strict") and seat not in (now.striker_caller, now.trump_caller)
        return "WA10" if strict else None
