"""Watten with its variants: RULEBOOK section 3, DECISIONS section C."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.events import Announced, TricksEntered
from engine.games.watten import announce, bids, score
from engine.games.watten import secret_trump as secret
from engine.games.watten.faults import bar_of, faults
from engine.games.watten.ranking import PACK, RANKS, Ranks, parted
from engine.rules.findings import Evidence
from engine.rules.game import Game
from engine.rules.house_rules import read_book
from engine.rules.phases import Phase
from engine.rules.values import Cards, Implied, Result, Step, Trump
from engine.text import Words
from engine.tricks import clockwise, next_seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.cards import Card, Rank, Seat, Suit
    from engine.events import CardLaid, CardsShown, Fact
    from engine.rules.deal import Deal, DealScore, Standing
    from engine.rules.findings import Finding
    from engine.rules.house_rules import Rules
    from engine.rules.known_hands import Dealing
    from engine.rules.obligations import Ladder
    from engine.tricks import Trick

HAND, TO_WIN = 5, 3


class Watten(Game):
    """The trump is written as suit and striker, such as `H U`; striker `6` is the Weli."""

    name = "watten"
    title = Words("Watten", "Watten")
    pack = PACK
    players = (2, 3, 4)
    hand_size = HAND
    entered_total = None
    book = read_book(Path(__file__).with_suffix(".toml"))
    settled_late = frozenset({"trump", "striker"})
    to_win = TO_WIN
    """3.5: the tricks that win a round."""

    def __init__(self, rules: Rules | None = None) -> None:
        super().__init__(rules)
        self.ranks = Ranks(self.rules)

    # One trick (3.4, 3.5)

    @property
    def all_trumps(self) -> tuple[Trump, ...]:
        return self.ranks.all_trumps

    @property
    def strikers(self) -> tuple[Rank, ...]:
        """WA11, DECISIONS WA6: what forehand can name, highest first."""
        named = {parted(trump)[1] for trump in self.all_trumps}
        return tuple(rank for rank in RANKS if rank in named)

    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        if self.rules.flag("blind_play"):
            return ()  # DECISIONS WA13: everybody plays his top card
        return self.ranks.ladder(self.cards(trick), trump)

    def best(self, trick: Cards, trump: Trump) -> Card:
        return self.ranks.best(self.cards(trick), trump)

    def trumps(self, trump: Trump) -> tuple[Card, ...]:
        return self.ranks.trumps(trump)

    def called(self, card: Card, trump: Trump) -> Words | None:
        return self.ranks.called(card, trump)

    def trump_suit(self, trump: Trump) -> Suit | None:
        return parted(trump)[0] if trump else None

    def trump_rank(self, trump: Trump) -> Rank | None:
        return parted(trump)[1] if trump else None

    def right(self, trump: Trump) -> Card | None:
        return self.ranks.right(trump)

    def lefts(self, trump: Trump) -> tuple[Card, ...]:
        return self.ranks.lefts(trump)

    def wanderer(self, trump: Trump) -> Card | None:
        return self.ranks.wanderer(trump)

    def is_striker(self, card: Card, trump: Trump) -> bool:
        return self.ranks.is_striker(card, trump)

    # Seats and dealing

    def sides(self, seats: Sequence[Seat]) -> tuple[tuple[Seat, ...], ...]:
        """WA3: partners sit opposite; two and three players write each for himself."""
        if len(seats) == 4:
            return tuple(seats[0::2]), tuple(seats[1::2])
        return tuple((seat,) for seat in seats)

    def sides_in(self, deal: Deal) -> tuple[tuple[Seat, ...], ...]:
        """DECISIONS WA16: who takes tricks together in this deal."""
        active = self.active(deal)
        alone: Seat | None = None
        if len(active) == 3 and self.rules.text("three") == "dealer_and_back":
            alone = deal.forehand
        elif len(active) == 3:
            alone = next((bid.seat for bid in bids.bidding(deal).bids), None)
        if alone is None:
            return self.sides(active)
        return (alone,), tuple(seat for seat in active if seat != alone)

    def side_in(self, deal: Deal, seat: Seat) -> tuple[Seat, ...]:
        return next((side for side in self.sides_in(deal) if seat in side), (seat,))

    def opponents(self, deal: Deal, seat: Seat) -> tuple[Seat, ...]:
        side = self.side_in(deal, seat)
        return tuple(other for other in self.active(deal) if other not in side)

    def active(self, deal: Deal) -> tuple[Seat, ...]:
        """DECISIONS WA16: in duels dealer and forehand play, and the third pauses."""
        if len(deal.seats) == 3 and self.rules.text("three") == "duels":
            return tuple(seat for seat in deal.seats if seat in (deal.dealer, deal.forehand))
        return deal.seats

    def highest_cut(self, cuts: Mapping[Seat, Card]) -> tuple[Seat, ...]:
        """WA2, WA4: returns who cut the highest card and deals first; several cut again."""
        highest = min(RANKS.index(card.rank) for card in cuts.values())
        return tuple(seat for seat, card in cuts.items() if RANKS.index(card.rank) == highest)

    def packets(self, seats: Sequence[Seat], dealer: Seat) -> tuple[tuple[tuple[Seat, int], ...], ...]:
        """WA6: returns how many cards each seat gets, packet by packet, in the order of dealing."""
        first = self.rules.number("first_packet")
        order = clockwise(seats, self.forehand(seats, dealer))
        return tuple(tuple((seat, count) for seat in order) for count in (first, HAND - first))

    def next_dealer(self, seats: Sequence[Seat], dealer: Seat) -> Seat:
        """WA9"""
        return next_seat(seats, dealer)

    def dealer_after(self, deal: Deal) -> Seat:
        """WA9, WA8: after a misdeal the pack passes on too, unless the same player deals again (DECISIONS WA25)."""
        if self.void(deal) and self.rules.text("misdeal") == "redeal":
            return deal.dealer
        return self.next_dealer(deal.seats, deal.dealer)

    # The announcement

    @property
    def announced_openly(self) -> bool:
        return self.rules.text("announcement") == "open"

    def announcing(self, deal: Deal) -> announce.Announcing:
        """Returns how far the announcement has come."""
        return announce.announcing(deal)

    def untold(self, deal: Deal) -> frozenset[str]:
        """What was said before new cards were agreed on is as if it had never been said (WA12)."""
        now = announce.announcing(deal)
        said = {call for call, value in (("striker", now.striker), ("trump", now.suit)) if value}
        return self.settled_late - said

    def trump(self, deal: Deal) -> Trump | None:
        """WA11"""
        if (entered := self.entered_trump(deal)) is not None:
            return entered
        told = announce.announcing(deal)
        return f"{told.suit} {told.striker}" if told.done else None

    def leader(self, deal: Deal) -> Seat:
        """3.5: who names the striker; after a Schlagtausch that is the dealer."""
        return announce.announcing(deal).striker_caller

    def keeps_hand(self, deal: Deal, seat: Seat, since: Sequence[Fact]) -> bool:
        """WA12: new cards that were agreed on come from anywhere."""
        agreed = any(isinstance(fact, Announced) and fact.call == "accept" for fact in since)
        return not agreed and super().keeps_hand(deal, seat, since)

    # A secret trump, section 3.11

    def readings(self, deal: Deal) -> tuple[Trump, ...]:
        if self.announced_openly or self.trump(deal) is not None:
            return super().readings(deal)
        return secret.readings(self, deal)

    def guesses(self, deal: Deal) -> tuple[Trump, ...]:
        """Returns what is probably trump, by who took the tricks; nobody is judged by it."""
        return secret.guesses(self, deal)

    def implied(self, deal: Deal, trump: Trump) -> tuple[Implied, ...]:
        return () if self.announced_openly else secret.implied(self, deal, trump)

    def duties(self, deal: Deal, seat: Seat, trick: Trick, trump: Trump) -> Ladder:
        if not self.announced_openly and not secret.is_bound(deal, seat):
            return ()  # DECISIONS WA12
        return super().duties(deal, seat, trick, trump)

    def next_to_play(self, deal: Deal) -> Seat | None:
        """Who took a trick that was not his did not know it, and so leads to the next one."""
        if not self.announced_openly and deal.tricks and not deal.trick.plays and deal.tricks[-1].gatherer is not None:
            return deal.tricks[-1].gatherer
        return super().next_to_play(deal)

    def may_play_on(self, deal: Deal) -> bool:
        known_late = not self.announced_openly and self.trump(deal) is not None
        return known_late and len(deal.tricks) < HAND and not bids.bidding(deal).gone

    # Bidding, section 3.6

    def krank(self, tally: int) -> bool:
        """WA31, DECISIONS WA10"""
        return self.target - 2 <= tally < self.target

    def remark(self, tally: int) -> Words | None:
        return Words("krank", "krank") if self.krank(tally) else None

    def bidding(self, deal: Deal) -> bids.Bidding:
        return bids.bidding(deal)

    def stake(self, deal: Deal) -> int:
        """WA20, WA24: what the round is worth as it stands."""
        return bids.bidding(deal).stake

    def worth(self, deal: Deal) -> Words:
        stake = self.stake(deal)
        return Words(f"gilt {stake}", f"for {stake}")

    def bid_bars(self, deal: Deal, seat: Seat) -> tuple[str, ...]:
        """WA21, WA22, WA26: returns the ids of all rules that keep *seat* from bidding now."""
        return bids.bars(self, deal, seat)

    def may_bid(self, deal: Deal, seat: Seat) -> bool:
        """WA21: whether a bid of *seat* is among what may be said now."""
        return any(
            isinstance(fact, Announced) and (fact.seat, fact.call) == (seat, "bid") for fact in self.options(deal)
        )

    def must_show(self, deal: Deal) -> Seat | None:
        """DECISIONS WA20: returns who has to show the last card that he bid with, now that the others went."""
        return bids.must_show(self, deal)

    def check_laid(self, deal: Deal, position: int, fact: CardLaid) -> list[Finding]:
        """WA25: the last card may prove a bid wild, unless it may be another card, or another seat's."""
        if fact.doubts:
            return []
        shown = Evidence(position, fact.seat, fact.card, len(deal.tricks) + 1)
        found = [*bids.wild(self, deal, fact.seat, shown), *self._untrue(deal, fact.seat, (fact.card,))]
        return found if found and self._may_come(deal, fact) else []

    def check_shown(self, deal: Deal, position: int, fact: CardsShown) -> list[Finding]:
        """DECISIONS WA20"""
        if _lie_already(deal, fact.cards):
            return []
        untrue = self._untrue(deal, fact.seat, fact.cards)
        if len(fact.cards) != 1:
            return untrue
        return [*bids.wild(self, deal, fact.seat, Evidence(position, fact.seat, fact.cards[0])), *untrue]

    def _may_come(self, deal: Deal, fact: CardLaid) -> bool:
        """Whether the card is the seat's to lay now, and has not been seen before."""
        turn = self.next_to_play(deal)
        last = deal.trick if deal.trick.plays or not deal.tricks else deal.tricks[-1]
        in_turn = fact.seat == turn if turn is not None else fact.seat in self.takers_of(deal, last)
        return in_turn and not _lie_already(deal, (fact.card,))

    def _untrue(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> list[Finding]:
        """3.11: what the announcers told of a secret trump, and cannot be so."""
        if self.announced_openly or self.rules.flag("blind_play"):
            return []
        return secret.untrue(self, deal, seat, cards)

    # Where the deal stands

    def step(self, deal: Deal) -> Step:
        if self.finished(deal):
            return secret.step(deal) if self._must_be_told(deal) else Step(Phase.SCORED)
        if (asked := bids.unanswered(self, deal)) is not None:
            return Step(Phase.ANSWER, self.opponents(deal, asked.seat))
        if self.announced_openly and not deal.has_play and self.trump(deal) is None:
            return Step(Phase.ANNOUNCE, (announce.announcing(deal).turn,))
        return Step(Phase.PLAY)

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        phase = self.step(deal).phase
        if self.void(deal):
            return ()
        if phase == Phase.ANNOUNCE:
            return announce.options(self, deal)
        told = announce.told_late(self, deal) if self.announced_openly else secret.options(self, deal)
        bidding = phase in (Phase.PLAY, Phase.ANSWER) or (phase == Phase.SCORED and deal.entered is not None)
        said = (*told, *bids.options(self, deal)) if bidding else told
        return (*said, *score.strike_options(self, deal, self.outcome(deal))) if phase == Phase.SCORED else said

    def _must_be_told(self, deal: Deal) -> bool:
        """Whether nobody knows for certain who has won the round before the secret trump is told."""
        unknown = not self.announced_openly and self.trump(deal) is None
        return unknown and deal.entered is None and not bids.bidding(deal).gone and not score.ended_by(self, deal)

    def bar(self, deal: Deal, fact: Fact) -> str | None:
        return bar_of(self, deal, fact)

    def check(self, deal: Deal, position: int, fact: Fact) -> list[Finding]:
        if isinstance(fact, Announced):
            return faults(self, deal, position, fact)
        if isinstance(fact, TricksEntered):
            return super().check(deal, position, fact) or score.entered_faults(self, deal, position, fact)
        return super().check(deal, position, fact)

    def decided(self, tricks: Mapping[Seat, int]) -> bool:
        """3.5: whether a side has its third trick; partners sit opposite."""
        return any(sum(tricks.get(seat, 0) for seat in side) >= TO_WIN for side in self.sides(sorted(tricks)))

    def finished(self, deal: Deal) -> bool:
        """At a side's third trick, when the others go, and when the table counts what ends the round."""
        if self.void(deal):
            return False
        if deal.entered is not None or bids.bidding(deal).gone or score.ended_by(self, deal):
            return True
        if not deal.has_play:
            return False
        taken = self.tricks_taken(deal)
        full = len(deal.trick) >= len(self.active(deal))
        third = any(sum(taken[seat] for seat in side) >= TO_WIN for side in self.sides_in(deal))
        return third or len(deal.tricks) + full >= HAND

    def void(self, deal: Deal) -> bool:
        """WA8, DECISIONS WA25: a misdeal that is not counted is worth nothing."""
        return super().void(deal) and not score.ended_by(self, deal)

    # The score (3.7)

    @property
    def target(self) -> int:
        """WA30"""
        return self.rules.number("target")

    def changes(self, deal: Deal) -> dict[Seat, int]:
        return score.changes(self, deal)

    def struck(self, deal: Deal) -> tuple[Seat, ...]:
        return score.struck(self, deal)

    def result(self, before: Mapping[Seat, int], changes: Mapping[Seat, int]) -> Result:
        """WA30: applies *changes*, then names winners and losers if somebody has reached the target."""
        tallies = {seat: tally + changes.get(seat, 0) for seat, tally in before.items()}
        return Result.of(tallies, score.winners_of(self, tallies))

    def outcome(self, deal: Deal) -> Result:
        """DECISIONS WA17: a revoke that is counted may lose the game at once."""
        lost = {seat for revoker in score.revokers(self, deal) for seat in self.side_of(revoker, deal.seats)}
        winners = tuple(seat for seat in deal.seats if seat not in lost)
        if lost and winners:
            return Result.of(deal.tallies, winners)
        return self.result(deal.tallies, self.changes(deal))

    def bummerl(self, tally: int, *, turned_round: bool = False) -> int:
        """WA33–WA35: returns what a loser with *tally* gets; *turned_round* from 0 : krank."""
        if turned_round:
            return 4
        return 2 if tally == 0 else 1

    def standing(self, before: Standing, deals: Sequence[DealScore]) -> Standing:
        return score.standing_after(self, before, deals)

    # Hands known

    def deal_out(self, deal: Deal, dealing: Dealing) -> Iterator[Fact]:
        for packet in self.packets(self.active(deal), deal.dealer):
            dealing.give_packet(packet)
        if not self.announced_openly:
            dealing.trump = announce.shown_to_each_other(self, deal, dealing)
        yield from ()

    def inclination(self, deal: Deal, dealing: Dealing, fact: Fact) -> float:
        if not isinstance(fact, Announced):
            return 1.0
        if fact.call in bids.CALLS:
            return bids.inclination(self, deal, dealing, fact)
        if fact.call in self.settled_late and not self.announced_openly:
            return secret.inclination(self, deal, dealing, fact)
        return announce.inclination(deal, dealing, fact)

    def carry_out(self, deal: Deal, dealing: Dealing, fact: Fact) -> None:
        asked = announce.announcing(deal).asked
        if isinstance(fact, Announced) and fact.call == "accept" and asked is not None and asked.call == "better":
            announce.redealt(self, deal, dealing)


def _lie_already(deal: Deal, cards: Sequence[Card]) -> bool:
    return any(play.card in cards for play in deal.plays())
