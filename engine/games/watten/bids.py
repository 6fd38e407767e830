"""Watten: bidding during play (RULEBOOK 3.6, DECISIONS WA11, WA18–WA20)."""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterator

from engine.cards import Card, Seat
from engine.events import Announced
from engine.games.watten.base import SIMPLE_ROUND, Bid, Bidding
from engine.games.watten.cut import WattenCut
from engine.rules.deal import Deal
from engine.rules.findings import Evidence, Finding, Kind
from engine.rules.known_hands import Dealing
from engine.tricks import Trick

BID_CALLS = ("bid", "hold", "go", "give_up")


def _plays_before(deal: Deal, bid: Bid) -> frozenset[int]:
    return deal.lay_before.get(bid.position, frozenset())


class WattenBids(WattenCut, ABC):
    """Bidding during play."""

    def unanswered_bid(self, deal: Deal) -> Bid | None:
        """Returns the bid that waits for an answer, or None; a card laid by the other side holds the bid."""
        state = self.bidding(deal)
        if state.last is None or state.answer or deal.entered is not None:
            return None
        answering = self.opponents(deal, state.last.seat)
        if self.rules.flag("face_down_bid"):
            answering = (*answering, state.last.seat)  # WB31a: his card was turned up
        before = _plays_before(deal, state.last)
        later = any(play.seat in answering and play.position not in before for play in deal.plays())
        return None if later else state.last

    def rules_against_bidding(self, deal: Deal, seat: Seat) -> tuple[str, ...]:
        """Returns the ids of all rules that keep *seat* from bidding now, if the deal is being played."""
        return self._rules_against(deal, seat, self.bidding(deal), self.unanswered_bid(deal), self.next_to_play(deal))

    def _rules_against(
        self, deal: Deal, seat: Seat, state: Bidding, open_bid: Bid | None, turn: Seat | None
    ) -> tuple[str, ...]:
        opponents = self.opponents(deal, seat)
        answering = open_bid is not None and open_bid.seat in opponents
        at_turn = answering if open_bid is not None else turn in (None, seat) or deal.entered is not None
        krank_others = any(self.krank(deal.tallies[other]) for other in opponents)
        may_raise = answering and self.rules.flag("krank_may_raise")
        # Where each plays alone, the others may have won together; tricks entered by hand came after the bids.
        is_alone = len(self.sides_in(deal)) >= 3 and deal.entered is None
        taken = self.tricks_taken(deal) if is_alone else {}
        barred_by_rule = {
            "WA26": self.krank(deal.tallies[seat]) and not may_raise,
            "WA22": state.last is not None and state.last.seat not in opponents,
            "WA21": seat not in self.active(deal) or not at_turn,
            "WB31": 0 < self.rules.number("max_stake") <= state.offered_points,
            "DECISIONS WA11": krank_others and not self.rules.flag("bid_against_krank"),
            "DECISIONS WA16": not state.bids and sum(taken.values()) - taken.get(seat, 0) >= self.to_win,
        }
        return tuple(rule for rule, barred in barred_by_rule.items() if barred)

    def bid_options(self, deal: Deal) -> tuple[Announced, ...]:
        """WA21–WA23: returns the bids and answers possible now, during play or after tricks were entered by hand."""
        state, open_bid = self.bidding(deal), self.unanswered_bid(deal)
        seats = self.active(deal) if open_bid is None else self.opponents(deal, open_bid.seat)
        turn = self.next_to_play(deal)
        may_bid = [seat for seat in seats if not self._rules_against(deal, seat, state, open_bid, turn)]
        bids = [Announced(seat, "bid", str(state.offered_points + 1)) for seat in may_bid]
        if open_bid is None:
            return (*bids, *self._give_up_options(deal, state))
        return (*(Announced(seat, call) for call in ("hold", "go") for seat in seats), *bids)

    def face_down_call(self, deal: Deal, seat: Seat) -> Announced | None:
        """WB31a: the next bid. Who turns the card up, or lays one, holds it."""
        bids = (option for option in self.bid_options(deal) if (option.call, option.seat) == ("bid", seat))
        return next(bids, None) if self.rules.flag("face_down_bid") else None

    def _give_up_options(self, deal: Deal, state: Bidding) -> tuple[Announced, ...]:
        """WB34: a krank side may give up a deal that is worth more for that, until it lays its first card."""
        if state.bids or deal.entered is not None or state.worth <= SIMPLE_ROUND or not self.rules.flag("gespannt_go"):
            return ()
        played = {other for play in deal.plays() for other in self.side_in(deal, play.seat)}
        seats = (seat for seat in self.active(deal) if seat not in played and self.krank(deal.tallies[seat]))
        return tuple(Announced(seat, "give_up") for seat in seats)

    def _bid_weight(self, deal: Deal, dealing: Dealing, fact: Announced) -> float:
        """Prefers holding to going; bids with the last card only if it is entitled to."""
        if fact.call != "bid":
            return {"hold": 1.0, "go": 0.3, "give_up": 0.3}[fact.call]
        trump, hand = self.trump(deal) or dealing.trump, dealing.hands[fact.seat]
        last = len(hand) == 1 and (deal.trick.plays or self.rules.flag("leader_needs_trump"))
        trick_so_far = deal.trick.cards if len(deal.trick) < len(self.active(deal)) else ()
        return 0.5 if not last or (trump is not None and self._entitles(trick_so_far, hand[0], trump)) else 0.0

    def answers_void_bid(self, deal: Deal, fact: Announced) -> bool:
        """Returns whether *fact* answers a bid of the others that has no effect, such as one of a krank side (WA26).

        Whoever answers it does nothing wrong. The answer has no effect either.
        """
        if fact.call not in ("bid", "hold", "go"):
            return False
        added, last = {entry.position for entry in deal.facts}, self.bidding(deal).last
        opponents = self.opponents(deal, fact.seat)
        for position, misdeed in deal.misdeeds.items():
            bid = misdeed.fact
            if not isinstance(bid, Announced) or bid.call != "bid" or position in added:
                continue
            if bid.seat in opponents and (last is None or last.position < position):
                return fact.call != "bid" or (bid.value.isdecimal() and fact.value == str(int(bid.value) + 1))
        return False

    # The last card

    def entitles_to_bid(self, deal: Deal, bid: Bid, card: Card) -> bool | None:
        """WA25: returns whether *card* entitles to a bid with the last card; None for other bids, or if unknown."""
        before, trick_so_far = _plays_before(deal, bid), self._trick_at(deal, bid)
        own = sum(play.seat == bid.seat and play.position in before for play in deal.plays())
        last = own == self.hand_size - 1
        if not last or not self._is_demanding(deal, bid, trick_so_far):
            return None
        if any(play.position in deal.doubtful for play in trick_so_far.plays):
            return None
        readings = self.readings(deal)
        answers = {self._entitles(trick_so_far.cards, card, trump) for trump in readings}
        return answers.pop() if len(answers) == 1 else None

    def _is_demanding(self, deal: Deal, bid: Bid, trick_so_far: Trick) -> bool:
        """Returns whether a bid with the last card needs one that entitles: on a card led, or by whoever leads.

        Whoever raises a bid after he has laid to the trick, or before it is led, may hold any card.
        """
        if trick_so_far.plays or not self.rules.flag("leader_needs_trump"):
            return bool(trick_so_far.plays) and bid.seat not in trick_so_far.seats
        is_led = 0 < len(deal.trick) < len(self.active(deal))
        leader = deal.trick.plays[0].seat if is_led else self.next_to_play(deal)
        return leader == bid.seat

    def _trick_at(self, deal: Deal, bid: Bid) -> Trick:
        """Returns the trick in play at the time of *bid*, without cards taken back since."""
        before = _plays_before(deal, bid)
        for trick in deal.all_tricks():
            plays = tuple(play for play in trick.plays if play.position in before)
            if len(plays) < (len(self.active(deal)) if trick is deal.trick else len(trick)):
                return Trick(plays)
        return Trick()

    def _entitles(self, trick_so_far: tuple[Card, ...], card: Card, trump: str) -> bool:
        """DECISIONS WA19: the suit of the card led entitles, unless a trump in the trick annuls it."""
        trumps = self.trumps(trump)
        if card in trumps:  # strikers are
            return True
        annulled = self.rules.flag("trump_annuls") and any(other in trumps for other in trick_so_far)
        return bool(trick_so_far) and card.suit == trick_so_far[0].suit and not annulled

    def must_show(self, deal: Deal) -> Seat | None:
        """DECISIONS WA20: returns who has to show his last card, because the others went on his bid with it."""
        state = self.bidding(deal)
        if state.last is None or not state.is_declined or not self.rules.flag("show_last_card"):
            return None
        seat = state.last.seat
        unseen = deal.cards_laid(seat) == self.hand_size - 1 and all(shown.seat != seat for shown in deal.shown)
        return seat if unseen and self._is_demanding(deal, state.last, self._trick_at(deal, state.last)) else None

    def wild_bids(self, deal: Deal, seat: Seat, shown: Evidence) -> Iterator[Finding]:
        """WA25: the bids of *seat* that its last card, laid or shown now, proves wild."""
        card = shown.card
        if card is None or card not in self.pack or deal.cards_laid(seat) != self.hand_size - 1:
            return
        for bid in self.bidding(deal).bids:
            known = deal.misdeeds.get(bid.position)
            proved = known is not None and Kind.WILD_BID in known.kinds
            if bid.seat == seat and not proved and self.entitles_to_bid(deal, bid, card) is False:
                rule = "WA25" if self._trick_at(deal, bid).plays else "DECISIONS WA20"
                yield Finding(Kind.WILD_BID, rule, bid.position, seat, card, (shown,))
