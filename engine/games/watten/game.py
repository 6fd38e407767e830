"""Watten with its variants: RULEBOOK section 3, DECISIONS section C."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.events import Announced, TricksEntered
from engine.games.watten import bids, calls, score
from engine.games.watten import secret_trump as secret
from engine.games.watten.base import HAND, TO_WIN, WattenBase
from engine.games.watten.call_state import AnnouncementState, Bidding, announcement_state, bidding
from engine.games.watten.score import standing_after
from engine.rules.book import read_book
from engine.rules.findings import Evidence
from engine.rules.values import Implication, Phase, Result, Step, Trump
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.cards import Card, Seat
    from engine.events import CardLaid, CardsShown, Fact
    from engine.rules.deal import Deal, DealScore, Standing
    from engine.rules.findings import Finding
    from engine.rules.known_hands import Dealing
    from engine.rules.obligations import Ladder
    from engine.tricks import Trick


class Watten(WattenBase):
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

    def announcement_state(self, deal: Deal) -> AnnouncementState:
        """Returns the state of the announcement."""
        return announcement_state(deal)

    def missing_late_calls(self, deal: Deal) -> frozenset[str]:
        """Announcements before agreed new cards do not count (WA12)."""
        now = announcement_state(deal)
        announced = {call for call, value in (("striker", now.striker), ("trump", now.suit)) if value}
        return self.late_calls - announced

    def leader(self, deal: Deal) -> Seat:
        """3.5: the seat that names the striker; after a Schlagtausch the dealer."""
        return announcement_state(deal).striker_caller

    def keeps_hand(self, deal: Deal, seat: Seat, since: Sequence[Fact]) -> bool:
        """WA12: agreed new cards may be any cards."""
        agreed = any(isinstance(fact, Announced) and fact.call == "accept" for fact in since)
        return not agreed and super().keeps_hand(deal, seat, since)

    # A secret trump, section 3.11

    def readings(self, deal: Deal) -> tuple[Trump, ...]:
        if self.announced_openly or self.trump(deal) is not None:
            return super().readings(deal)
        return secret.readings(self, deal)

    def guesses(self, deal: Deal) -> tuple[Trump, ...]:
        """Returns the likely trumps, by who took the tricks; findings do not depend on it."""
        return secret.guesses(self, deal)

    def implications(self, deal: Deal, trump: Trump) -> tuple[Implication, ...]:
        return () if self.announced_openly else secret.implications(self, deal, trump)

    def duties(self, deal: Deal, seat: Seat, trick: Trick, trump: Trump) -> Ladder:
        if not self.announced_openly and not secret.is_bound(deal, seat):
            return ()  # DECISIONS WA12
        return super().duties(deal, seat, trick, trump)

    def next_to_play(self, deal: Deal) -> Seat | None:
        """A seat that gathered a trick which was not its own leads to the next one."""
        if not self.announced_openly and deal.tricks and not deal.trick.plays and deal.tricks[-1].gatherer is not None:
            return deal.tricks[-1].gatherer
        return super().next_to_play(deal)

    def lacks_trump(self, deal: Deal) -> bool:
        """A secret trump is not missing; nor is one if a bid was declined or a misdeed ends the round."""
        if not self.announced_openly or not super().lacks_trump(deal):
            return False
        return not bidding(deal).is_declined and not score.kinds_ending_round(self, deal)

    def may_play_on(self, deal: Deal) -> bool:
        known_late = not self.announced_openly and self.trump(deal) is not None
        return known_late and len(deal.tricks) < HAND and not bidding(deal).is_declined

    def remark(self, tally: int) -> Words | None:
        return Words("krank", "krank") if self.krank(tally) else None

    def bidding(self, deal: Deal) -> Bidding:
        return bidding(deal)

    def stake(self, deal: Deal) -> int:
        """WA20, WA24: returns the current stake."""
        return bidding(deal).stake

    def worth(self, deal: Deal) -> Words:
        stake = self.stake(deal)
        return Words(f"gilt {stake}", f"for {stake}")

    def rules_against_bidding(self, deal: Deal, seat: Seat) -> tuple[str, ...]:
        """WA21, WA22, WA26: returns the ids of all rules that keep *seat* from bidding now."""
        return bids.rules_against_bidding(self, deal, seat)

    def may_bid(self, deal: Deal, seat: Seat) -> bool:
        """WA21: returns whether *seat* may bid now."""
        return any(
            isinstance(fact, Announced) and (fact.seat, fact.call) == (seat, "bid") for fact in self.options(deal)
        )

    def must_show(self, deal: Deal) -> Seat | None:
        """DECISIONS WA20: returns who has to show the last card that he bid with, now that the others went."""
        return bids.must_show(self, deal)

    def check_laid(self, deal: Deal, position: int, fact: CardLaid) -> list[Finding]:
        """WA25: the last card may prove a bid wild, unless it is out of turn."""
        shown = Evidence(position, fact.seat, fact.card, len(deal.tricks) + 1)
        findings = [
            *bids.wild_bids(self, deal, fact.seat, shown),
            *self._false_announcements(deal, fact.seat, (fact.card,)),
        ]
        return findings if findings and self._is_in_turn_and_new(deal, fact) else []

    def check_shown(self, deal: Deal, position: int, fact: CardsShown) -> list[Finding]:
        """DECISIONS WA20"""
        if _were_laid_before(deal, fact.cards):
            return []
        untrue = self._false_announcements(deal, fact.seat, fact.cards)
        if len(fact.cards) != 1:
            return untrue
        return [*bids.wild_bids(self, deal, fact.seat, Evidence(position, fact.seat, fact.cards[0])), *untrue]

    def _is_in_turn_and_new(self, deal: Deal, fact: CardLaid) -> bool:
        """Returns whether it is the seat's turn, and the card was not laid before."""
        turn = self.next_to_play(deal)
        last = deal.trick if deal.trick.plays or not deal.tricks else deal.tricks[-1]
        in_turn = fact.seat == turn if turn is not None else fact.seat in self.takers_of(deal, last)
        return in_turn and not _were_laid_before(deal, (fact.card,))

    def _false_announcements(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> list[Finding]:
        """3.11: returns findings about impossible announcements of a secret trump."""
        if self.announced_openly or self.rules.flag("blind_play"):
            return []
        return secret.false_announcements(self, deal, seat, cards)

    # Phase and options

    def step(self, deal: Deal) -> Step:
        if self.is_finished(deal):
            missing = self.lacks_trump(deal) or self._needs_reveal(deal)
            return secret.step(deal) if missing else Step(Phase.SCORED)
        if (open_bid := bids.unanswered_bid(self, deal)) is not None:
            return Step(Phase.ANSWER, self.opponents(deal, open_bid.seat))
        if self.announced_openly and not deal.has_play and self.trump(deal) is None:
            return Step(Phase.ANNOUNCE, (announcement_state(deal).turn,))
        return Step(Phase.PLAY)

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        phase = self.step(deal).phase
        if self.is_void(deal):
            return ()
        if phase == Phase.ANNOUNCE:
            return calls.options(self, deal)
        announcements = calls.late_announcements(self, deal) if self.announced_openly else secret.options(self, deal)
        is_entered = phase == Phase.SCORED and deal.entered is not None and not self.outcome(deal).is_over
        may_bid = phase in (Phase.PLAY, Phase.ANSWER) or is_entered
        options = (*announcements, *bids.options(self, deal)) if may_bid else announcements
        return (*options, *score.strike_options(self, deal, self.outcome(deal))) if phase == Phase.SCORED else options

    def _needs_reveal(self, deal: Deal) -> bool:
        """Returns whether the winner is uncertain until the secret trump is revealed."""
        unknown = not self.announced_openly and self.trump(deal) is None
        return (
            unknown
            and deal.entered is None
            and not bidding(deal).is_declined
            and not score.kinds_ending_round(self, deal)
        )

    def rule_against(self, deal: Deal, fact: Fact) -> str | None:
        return calls.rule_against(self, deal, fact)

    def check(self, deal: Deal, position: int, fact: Fact) -> list[Finding]:
        if isinstance(fact, Announced):
            return calls.faults(self, deal, position, fact)
        if isinstance(fact, TricksEntered):
            return super().check(deal, position, fact) or score.entered_faults(self, deal, position, fact)
        return super().check(deal, position, fact)

    def has_effect(self, deal: Deal, fact: Fact) -> bool:
        is_void = isinstance(fact, Announced) and bids.answers_void_bid(self, deal, fact)
        return not is_void or fact in self.options(deal)

    def is_decided(self, tricks: Mapping[Seat, int]) -> bool:
        """3.5: whether a side has its third trick; partners sit opposite."""
        return any(sum(tricks.get(seat, 0) for seat in side) >= TO_WIN for side in self.sides(sorted(tricks)))

    def is_finished(self, deal: Deal) -> bool:
        """At the third trick of a side, if the others go, or if the table counts a misdeed that ends the round."""
        if self.is_void(deal):
            return False
        if deal.entered is not None or bidding(deal).is_declined or score.kinds_ending_round(self, deal):
            return True
        if not deal.has_play:
            return False
        taken = self.tricks_taken(deal)
        full = len(deal.trick) >= len(self.active(deal))
        third = any(sum(taken[seat] for seat in side) >= TO_WIN for side in self.sides_in(deal))
        return third or len(deal.tricks) + full >= HAND

    def is_void(self, deal: Deal) -> bool:
        """WA8, DECISIONS WA25: a misdeal that is not counted is worth nothing."""
        return super().is_void(deal) and not score.kinds_ending_round(self, deal)

    def changes(self, deal: Deal) -> dict[Seat, int]:
        return score.changes(self, deal)

    def cost(self, deal: Deal, finding: Finding) -> Words:
        return score.cost(self, deal, finding)

    def struck_seats(self, deal: Deal) -> tuple[Seat, ...]:
        return score.struck_seats(self, deal)

    def result(self, before: Mapping[Seat, int], changes: Mapping[Seat, int]) -> Result:
        """WA30: applies *changes*, then names winners and losers if somebody has reached the target."""
        tallies = {seat: tally + changes.get(seat, 0) for seat, tally in before.items()}
        return Result.of(tallies, score.winners_of(self, tallies))

    def outcome(self, deal: Deal) -> Result:
        """DECISIONS WA17: a counted revoke may lose the game immediately."""
        lost = {seat for revoker in score.revokers(self, deal) for seat in self.side_of(revoker, deal.seats)}
        winners = tuple(seat for seat in deal.seats if seat not in lost)
        if lost and winners:
            return Result.of(deal.tallies, winners)
        return self.result(deal.tallies, self.changes(deal))

    def standing(self, before: Standing, deals: Sequence[DealScore]) -> Standing:
        return standing_after(self, before, deals)

    # Simulation

    def deal_out(self, deal: Deal, dealing: Dealing) -> Iterator[Fact]:
        for packet in self.packets(self.active(deal), deal.dealer):
            dealing.give_packet(packet)
        if not self.announced_openly:
            dealing.trump = calls.agreed_trump(self, deal, dealing)
        yield from ()

    def option_weight(self, deal: Deal, dealing: Dealing, fact: Fact) -> float:
        if not isinstance(fact, Announced):
            return 1.0
        if fact.call in bids.CALLS:
            return bids.option_weight(self, deal, dealing, fact)
        if fact.call in self.late_calls and not self.announced_openly:
            return secret.option_weight(self, deal, dealing, fact)
        return calls.option_weight(deal, dealing, fact)

    def move_cards(self, deal: Deal, dealing: Dealing, fact: Fact) -> None:
        request = announcement_state(deal).request
        if isinstance(fact, Announced) and fact.call == "accept" and request is not None and request.call == "better":
            calls.exchange_for_better(self, deal, dealing)


def _were_laid_before(deal: Deal, cards: Sequence[Card]) -> bool:
    return any(play.card in cards for play in deal.plays())
