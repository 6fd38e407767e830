"""Schafkopf: bidding, contracts, Kontra and Re (SK20–SK26, SK55)."""

from __future__ import annotations

from abc import ABC

from engine.cards import Card, Seat, Suit
from engine.events import Announced, Fact
from engine.games.schafkopf.contracts import CALLABLE
from engine.games.schafkopf.proofs import DOUBLES, SchafkopfProofs
from engine.rules.deal import Deal
from engine.rules.findings import Finding
from engine.rules.game import OtherPhase, Phase, Step
from engine.tricks import next_seat

BID = OtherPhase("bid")
PARTNER = OtherPhase("partner")
"""Who held the called ace, where the points were entered by hand."""
CONTRACTS = ("rufspiel", "wenz", "solo", "geier", "wenz_tout", "solo_tout", "geier_tout", "sie")


class SchafkopfCalls(SchafkopfProofs, ABC):
    """Everybody speaks once in turn; who wants to play names a contract, or gives way to one who plays higher."""

    late_calls = frozenset(CONTRACTS)

    def missing_late_calls(self, deal: Deal) -> frozenset[str]:
        """Any contract will do."""
        return self.late_calls if self.contract(deal) is None else frozenset()

    def callable_suits(self, hand: tuple[Card, ...]) -> tuple[Suit, ...]:
        """SK22: returns the suits whose ace may be called from *hand*."""
        held = self.pack.set(hand)
        trump = f"rufspiel {CALLABLE[0]}"
        renounce = self.rules.flag("renounce")
        return tuple(
            suit
            for suit in CALLABLE
            if Card(suit, "A") not in hand and (renounce or held & self.plain_suit(suit, trump))
        )

    # Before the play

    def step(self, deal: Deal) -> Step:
        if self.contract(deal) is None and deal.entered is None and not self.is_void(deal):
            if deal.has_play:
                return Step(Phase.ANNOUNCE) if self._is_played_out(deal) else Step(Phase.PLAY)
            wanting = [seat for seat in deal.from_forehand() if seat in deal.callers("play") - deal.callers("give_way")]
            if wanting:
                return Step(Phase.ANNOUNCE, (wanting[0],))
            waiting = [seat for seat in deal.from_forehand() if seat not in deal.callers("play", "pass")]
            return Step(BID, (waiting[0],)) if waiting else Step(Phase.SCORED)
        if self._lacks_partner(deal):
            return Step(PARTNER)
        return super().step(deal)

    def _is_played_out(self, deal: Deal) -> bool:
        return len(deal.tricks) + (len(deal.trick) >= len(deal.seats)) >= self.tricks_in_deal

    def _lacks_partner(self, deal: Deal) -> bool:
        """Returns whether a called-ace game is over, by the cards or by hand, and nobody is known to have the ace."""
        is_over = deal.entered is not None or self._is_played_out(deal)
        return is_over and self.contract(deal) is not None and self.declarers(deal) is None

    def is_finished(self, deal: Deal) -> bool:
        if self.contract(deal) is None:
            return False
        return super().is_finished(deal) and not self._lacks_partner(deal)

    def is_void(self, deal: Deal) -> bool:
        """SK23: all have passed, and so the cards are thrown in."""
        out = deal.callers("pass", "give_way")
        return super().is_void(deal) or (self.contract(deal) is None and not deal.has_play and out >= set(deal.seats))

    def dealer_after(self, deal: Deal) -> Seat:
        passed = self.is_void(deal) and not deal.callers("misdeal")
        if passed and self.rules.text("all_pass") == "next_dealer":
            return next_seat(deal.seats, deal.dealer)
        return super().dealer_after(deal)

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        phase, seats = self.step(deal)
        if phase == BID:
            return Announced(seats[0], "play"), Announced(seats[0], "pass"), *self._layers(deal)
        if phase == PARTNER:
            contract = self.contract(deal)
            player = None if contract is None else contract.player
            return tuple(Announced(seat, "partner") for seat in deal.seats if seat != player)
        if self.contract(deal) is None and phase in (Phase.ANNOUNCE, Phase.PLAY):
            named = tuple(fact for seat in seats or deal.seats for fact in self._contracts(seat))
            return (*named, Announced(seats[0], "give_way")) if seats else named
        if phase == Phase.SCORED and deal.entered is not None:
            return self._runners_to_tell(deal)
        return self._doubles(deal) if phase == Phase.PLAY else ()

    def _runners_to_tell(self, deal: Deal) -> tuple[Announced, ...]:
        """SK53: where points were entered by hand, somebody may tell how many runners there were."""
        contract = self.contract(deal)
        if contract is None or deal.callers("runners"):
            return ()
        most = len(self.trumps(contract.trump))
        return tuple(Announced(contract.player, "runners", str(count)) for count in range(1, most + 1))

    def _layers(self, deal: Deal) -> tuple[Announced, ...]:
        """SK10: before anybody speaks, each may double the deal once."""
        if not self.rules.flag("legen") or deal.callers("play", "pass"):
            return ()
        have_doubled = deal.callers("legen")
        return tuple(Announced(seat, "legen") for seat in deal.from_forehand() if seat not in have_doubled)

    def _contracts(self, seat: Seat) -> tuple[Announced, ...]:
        """SK21, SK26"""
        known = [call for call in CONTRACTS if call in self.book.calls]
        offered = [call for call in known if not call.startswith("geier") or self.rules.flag("geier")]
        suits = {"rufspiel": CALLABLE, "solo": self.pack.suits, "solo_tout": self.pack.suits}
        return tuple(Announced(seat, call, value) for call in offered for value in suits.get(call, ("",)))

    def _doubles(self, deal: Deal) -> tuple[Announced, ...]:
        """SK55: Kontra by an opponent, then Re by the players, in turns."""
        contract, doubles = self.contract(deal), self.doubles(deal)
        if contract is None or not self.rules.flag("kontra") or doubles >= self.rules.number("kontra_max"):
            return ()
        declarers = self.declarers(deal) or (contract.player,)
        is_open = self.declarers(deal) is None  # anybody may hold the called ace
        if doubles % 2 == 0:
            may = [seat for seat in deal.seats if seat not in declarers]
            return tuple(Announced(seat, "kontra") for seat in may if self._is_in_time(deal, seat))
        may = [seat for seat in deal.seats if is_open or seat in declarers]
        return tuple(Announced(seat, "re") for seat in may if self._is_in_time(deal, seat))

    def doubles(self, deal: Deal) -> int:
        """Returns how often Kontra and Re were said, in turns and as often as is allowed."""
        most = self.rules.number("kontra_max") if self.rules.flag("kontra") else 0
        doubles = 0
        for fact in deal.facts_of(Announced):
            if doubles < most and fact.call == DOUBLES[doubles % 2]:
                doubles += 1
        return doubles

    def _is_in_time(self, deal: Deal, seat: Seat) -> bool:
        match self.rules.text("kontra_until"):
            case "second_card":
                return sum(1 for _ in deal.plays()) < 2
            case "before_lead":
                return not deal.has_play
        return deal.cards_laid(seat) == 0

    def check(self, deal: Deal, position: int, fact: Fact) -> list[Finding]:
        """A contract may also be named at once, before all have spoken."""
        is_open = self.contract(deal) is None and not deal.has_play and deal.entered is None
        if is_open and isinstance(fact, Announced) and fact.call in CONTRACTS:
            have_passed = deal.callers("pass", "give_way")
            offered = (each for seat in deal.seats if seat not in have_passed for each in self._contracts(seat))
            return [] if fact in offered else super().check(deal, position, fact)
        return super().check(deal, position, fact)

    def rule_against(self, deal: Deal, fact: Fact) -> str | None:
        if not isinstance(fact, Announced):
            return None
        if fact.call in DOUBLES:
            return "SK55"
        return "SK22" if fact.call == "rufspiel" else None
