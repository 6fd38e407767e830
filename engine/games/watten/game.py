"""Watten with its variants: RULEBOOK section 3, DECISIONS section C."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from engine.cards import Card, Seat
from engine.events import Announced, CardLaid, CardsShown, Fact, TricksEntered
from engine.games.watten.base import HAND, TO_WIN
from engine.games.watten.bids import BID_CALLS
from engine.games.watten.score import WattenScore
from engine.rules.book import read_book
from engine.rules.deal import Deal, Result
from engine.rules.findings import Evidence, Finding
from engine.rules.game import Phase, Step
from engine.rules.known_hands import Dealing
from engine.text import Words


class Watten(WattenScore):
    """The trump is written as suit and striker, such as `H U`; striker `6` is the Weli."""

    name = "watten"
    title = Words("Watten", "Watten")
    other_names = ("wattn", "waddn", "watteln", "wattlung")
    calls_before_entry = frozenset({"bid", "hold"})
    book = read_book(Path(__file__).with_suffix(".toml"))

    def dealer_after(self, deal: Deal) -> Seat:
        """WA9, WA8: the deal also passes on after a misdeal, unless the same player deals again (DECISIONS WA25)."""
        if self.is_void(deal) and self.rules.text("misdeal") == "redeal":
            return deal.dealer
        return self.next_dealer(deal.seats, deal.dealer)

    def missing_late_calls(self, deal: Deal) -> frozenset[str]:
        """Announcements before agreed new cards do not count (WA12)."""
        now = self.announcement(deal)
        announced = {call for call, value in (("striker", now.striker), ("trump", now.suit)) if value}
        return self.late_calls - announced

    def leader(self, deal: Deal) -> Seat:
        """3.5: the seat that names the striker; after a Schlagtausch the dealer, or still forehand (WB27)."""
        is_forehand = self.rules.text("swap_leader") == "forehand"
        return deal.forehand if is_forehand else self.announcement(deal).striker_caller

    def keeps_hand(self, deal: Deal, seat: Seat, since: Sequence[Fact]) -> bool:
        """WA12: agreed new cards may be any cards."""
        agreed = any(isinstance(fact, Announced) and fact.call == "accept" for fact in since)
        return not agreed and super().keeps_hand(deal, seat, since)

    def lacks_trump(self, deal: Deal) -> bool:
        """A secret trump is not missing; nor is one if a bid was declined or a misdeed ends the round."""
        if not self.announced_openly or not super().lacks_trump(deal):
            return False
        return not self.bidding(deal).is_declined and not self.kinds_ending_round(deal)

    def may_play_on(self, deal: Deal) -> bool:
        known_late = not self.announced_openly and self.trump(deal) is not None
        return known_late and len(deal.tricks) < HAND and not self.bidding(deal).is_declined

    def remark(self, tally: int) -> Words | None:
        return Words("krank", "krank") if self.krank(tally) else None

    def stake(self, deal: Deal) -> int:
        """WA20, WA24: returns the current stake."""
        return self.bidding(deal).stake

    def worth(self, deal: Deal) -> Words:
        stake = self.stake(deal)
        return Words(f"gilt {stake}", f"for {stake}")

    def check_laid(self, deal: Deal, position: int, fact: CardLaid) -> list[Finding]:
        """WA25: the last card may prove a bid wild, unless it is out of turn."""
        shown = Evidence(position, fact.seat, fact.card, len(deal.tricks) + 1)
        findings = [
            *self.bluffs(deal, fact.seat, shown),
            *self.wild_bids(deal, fact.seat, shown),
            *self.false_announcements(deal, fact.seat, (fact.card,)),
            *self.without_striker(deal, fact.seat, (fact.card,), shown),
        ]
        turn = self.next_to_play(deal)
        last = deal.trick if deal.trick.plays or not deal.tricks else deal.tricks[-1]
        in_turn = fact.seat == turn if turn is not None else fact.seat in self.takers_of(deal, last)
        return findings if findings and in_turn and not _were_laid_before(deal, (fact.card,)) else []

    def check_shown(self, deal: Deal, position: int, fact: CardsShown) -> list[Finding]:
        """DECISIONS WA20"""
        if _were_laid_before(deal, fact.cards):
            return []
        findings = self.false_announcements(deal, fact.seat, fact.cards)
        if fact.cards:
            shown = Evidence(position, fact.seat, fact.cards[-1])
            findings += self.without_striker(deal, fact.seat, fact.cards, shown)
            findings += self.wild_bids(deal, fact.seat, shown) if len(fact.cards) == 1 else ()
        return findings

    # Phase and options

    def step(self, deal: Deal) -> Step:
        if self.is_finished(deal):
            # While trump is secret, the winner is uncertain unless something else than the cards has ended the deal.
            is_secret = not self.announced_openly and self.trump(deal) is None and deal.entered is None
            is_ended = self.bidding(deal).is_declined or bool(self.kinds_ending_round(deal))
            missing = self.lacks_trump(deal) or (is_secret and not is_ended)
            return self.reveal_step(deal) if missing else Step(Phase.SCORED)
        if (open_bid := self.unanswered_bid(deal)) is not None:
            return Step(Phase.ANSWER, self.opponents(deal, open_bid.seat))
        if self.announced_openly and not deal.has_play and self.trump(deal) is None:
            return Step(Phase.ANNOUNCE, self.announcing_seats(deal))
        return Step(Phase.PLAY)

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        phase = self.step(deal).phase
        if self.is_void(deal):
            return ()
        if phase == Phase.ANNOUNCE:
            return self.announcement_options(deal)
        announcements: tuple[Announced, ...] = ()
        if not self.announced_openly:
            announcements = self._reveal_options(deal)
        elif deal.has_play:  # missed before the first card
            missed = self.announcement_options(deal)
            announcements = tuple(option for option in missed if option.call in self.late_calls)
        if phase != Phase.SCORED:
            may_bid = phase in (Phase.PLAY, Phase.ANSWER)
            more = (*self.options_before_play(deal), *self.bid_options(deal)) if may_bid else ()
            return *announcements, *more
        outcome = self.outcome(deal)
        late_bids = self.bid_options(deal) if deal.entered is not None and not outcome.is_over else ()
        return (*announcements, *late_bids, *self.strike_options(deal, outcome))

    def check(self, deal: Deal, position: int, fact: Fact) -> list[Finding]:
        if isinstance(fact, Announced):
            return self._call_findings(deal, position, fact)
        if isinstance(fact, TricksEntered):
            return super().check(deal, position, fact) or self._entered_findings(deal, position, fact)
        return super().check(deal, position, fact)

    def has_effect(self, deal: Deal, fact: Fact) -> bool:
        is_void = isinstance(fact, Announced) and self.answers_void_bid(deal, fact)
        return not is_void or fact in self.options(deal)

    def is_decided(self, tricks: Mapping[Seat, int]) -> bool:
        """3.5: whether a side has its third trick; partners sit opposite."""
        return any(sum(tricks.get(seat, 0) for seat in side) >= TO_WIN for side in self.sides(sorted(tricks)))

    def is_finished(self, deal: Deal) -> bool:
        """At the third trick of a side, if the others go, or if the table counts a misdeed that ends the round."""
        if self.is_void(deal):
            return False
        if deal.entered is not None or self.bidding(deal).is_declined or self.kinds_ending_round(deal):
            return True
        if not deal.has_play:
            return False
        taken = self.tricks_taken(deal)
        full = len(deal.trick) >= len(self.active(deal))
        third = any(sum(taken[seat] for seat in side) >= TO_WIN for side in self.sides_in(deal))
        return third or len(deal.tricks) + full >= HAND

    def is_void(self, deal: Deal) -> bool:
        """WA8, DECISIONS WA25: a misdeal that is not counted is worth nothing."""
        return super().is_void(deal) and not self.kinds_ending_round(deal)

    def result(self, before: Mapping[Seat, int], changes: Mapping[Seat, int]) -> Result:
        """WA30: applies *changes*, then names winners and losers if somebody has reached the target."""
        tallies = {seat: tally + changes.get(seat, 0) for seat, tally in before.items()}
        return Result.of(tallies, self.winners_of(tallies))

    def outcome(self, deal: Deal) -> Result:
        """DECISIONS WA17: a counted revoke may lose the game immediately."""
        lost = {seat for revoker in self.revokers(deal) for seat in self.side_of(revoker, deal.seats)}
        winners = tuple(seat for seat in deal.seats if seat not in lost)
        if lost and winners:
            return Result.of(deal.tallies, winners)
        return self.result(deal.tallies, self.changes(deal))

    # Simulation

    def deal_out(self, deal: Deal, dealing: Dealing) -> Iterator[Fact]:
        yield from self.cut_and_deal(deal, dealing)
        if not self.announced_openly:
            dealing.trump = self.agreed_trump(deal, dealing)

    def option_weight(self, deal: Deal, dealing: Dealing, fact: Fact) -> float:
        if not isinstance(fact, Announced):
            return 1.0
        if fact.call in BID_CALLS:
            return self._bid_weight(deal, dealing, fact)
        if fact.call in self.late_calls and not self.announced_openly:
            return self._reveal_weight(deal, dealing, fact)
        return self._announcement_weight(deal, dealing, fact)

    def move_cards(self, deal: Deal, dealing: Dealing, fact: Fact) -> None:
        request = self.announcement(deal).request
        if isinstance(fact, Announced) and fact.call == "accept" and request is not None and request.call == "better":
            self.exchange_for_better(deal, dealing)


def _were_laid_before(deal: Deal, cards: Sequence[Card]) -> bool:
    return any(play.card in cards for play in deal.plays())
