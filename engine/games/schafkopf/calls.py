"""Schafkopf: bidding, contracts, Kontra and Re (SK20–SK26, SK55)."""

from __future__ import annotations

from abc import ABC

from engine.cards import Card, Seat, Suit
from engine.events import Announced, Fact
from engine.games.schafkopf.cards import AGREED, CALLABLE, CALLED, CONTRACTS, suits_of
from engine.games.schafkopf.proofs import DOUBLES, SchafkopfProofs
from engine.rules.deal import Deal
from engine.rules.findings import Finding
from engine.rules.game import OtherPhase, Phase, Step
from engine.tricks import clockwise, next_seat

BID = OtherPhase("bid")
WEDDING = OtherPhase("wedding")
"""Somebody offers his only trump (SK25)."""
PARTNER = OtherPhase("partner")
"""Who held the called card, where the points were entered by hand."""


class SchafkopfCalls(SchafkopfProofs, ABC):
    """Everybody speaks once in turn; who wants to play names a contract, or gives way to one who plays higher."""

    late_calls = frozenset({*CONTRACTS, "hochzeit", "accept", "ramsch", "kreuz"})

    def missing_late_calls(self, deal: Deal) -> frozenset[str]:
        """Any contract will do."""
        return self.late_calls if self.trump(deal) is None else frozenset()

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
        offerer = self.open_offer(deal) if self.contract(deal) is None else None
        if offerer is not None:
            asked = [seat for seat in clockwise(deal.seats, offerer)[1:] if seat not in deal.callers("refuse")]
            return Step(WEDDING, tuple(asked[:1]))
        if self.trump(deal) is None and not self.is_void(deal):
            if deal.entered is not None:
                return Step(Phase.ANNOUNCE)
            if deal.has_play:
                return Step(Phase.ANNOUNCE) if self._is_played_out(deal) else Step(Phase.PLAY)
            if self.is_forced(deal):
                return Step(Phase.ANNOUNCE)
            wanting = [seat for seat in deal.from_forehand() if seat in deal.callers("play") - deal.callers("give_way")]
            if wanting:
                return Step(Phase.ANNOUNCE, (wanting[0],))
            waiting = self._yet_to_speak(deal)
            return Step(BID, (waiting[0],)) if waiting else Step(Phase.SCORED)
        if self._lacks_partner(deal):
            return Step(PARTNER)
        return super().step(deal)

    def _yet_to_speak(self, deal: Deal) -> list[Seat]:
        have_spoken = deal.callers("play", "pass", "hochzeit")
        return [seat for seat in deal.from_forehand() if seat not in have_spoken]

    def _is_played_out(self, deal: Deal) -> bool:
        return len(deal.tricks) + (len(deal.trick) >= len(deal.seats)) >= self.tricks_in_deal

    def _lacks_partner(self, deal: Deal) -> bool:
        """Returns whether a called-ace game is over, by the cards or by hand, and nobody is known to have the ace."""
        is_over = deal.entered is not None or self._is_played_out(deal)
        return is_over and self.contract(deal) is not None and self.declarers(deal) is None

    def is_finished(self, deal: Deal) -> bool:
        if self.contract(deal) is None and not self.is_ramsch(deal):
            return self.is_paid_in(deal)
        return super().is_finished(deal) and not self._lacks_partner(deal)

    def is_void(self, deal: Deal) -> bool:
        """SK23: all have passed, and so the cards are thrown in."""
        is_new_deal = self.all_pass in ("same_dealer", "next_dealer") and self._is_unplayed(deal)
        return super().is_void(deal) or is_new_deal

    def is_paid_in(self, deal: Deal) -> bool:
        """SK59: all have passed, and so each pays in."""
        return self.all_pass == "stock" and self._is_unplayed(deal)

    def _is_unplayed(self, deal: Deal) -> bool:
        return self.contract(deal) is None and not deal.has_play and self.has_passed_out(deal)

    def dealer_after(self, deal: Deal) -> Seat:
        passed = self.is_void(deal) and not deal.callers("misdeal")
        if passed and self.all_pass == "next_dealer":
            return next_seat(deal.seats, deal.dealer)
        return super().dealer_after(deal)

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        phase, seats = self.step(deal)
        if phase == BID:
            offers = [Announced(seats[0], "hochzeit")] if self._may_offer(deal) else []
            if self.rules.flag("legen") and not deal.callers("play", "pass"):
                # SK10: before anybody speaks, each may double the deal once.
                doublers = (seat for seat in deal.from_forehand() if seat not in deal.callers("legen"))
                offers += [Announced(seat, "legen") for seat in doublers]
            return Announced(seats[0], "play"), Announced(seats[0], "pass"), *offers
        if phase == WEDDING:
            return tuple(Announced(seat, answer) for seat in seats for answer in ("accept", "refuse"))
        if phase == PARTNER:
            contract = self.contract(deal)
            player = None if contract is None else contract.player
            return tuple(Announced(seat, "partner") for seat in deal.seats if seat != player)
        if self.trump(deal) is None and phase in (Phase.ANNOUNCE, Phase.PLAY):
            return self._naming(deal, seats)
        if phase == Phase.SCORED and deal.entered is not None:
            return self._details_of_entry(deal)
        if phase != Phase.PLAY:
            return ()
        # SK20, SK21: who wants to play too, and has not given way, may name a higher contract before the lead.
        naming = deal.callers("play") & self._may_still_name(deal)
        higher = (fact for seat in deal.from_forehand() if seat in naming for fact in self._contracts(deal, seat))
        return (*higher, *self._doubles(deal))

    def _may_still_name(self, deal: Deal) -> frozenset[Seat]:
        """SK20: who has neither passed nor given way nor named a contract; nobody once it is doubled or cards lie."""
        if deal.has_play or deal.entered is not None or deal.callers(*DOUBLES):
            return frozenset()
        return frozenset(deal.seats) - deal.callers("pass", "give_way", "accept", *CONTRACTS)

    def _naming(self, deal: Deal, seats: tuple[Seat, ...]) -> tuple[Announced, ...]:
        """Returns what may be named: by who wants to play, beside who has not spoken; late also a Ramsch or Kreuz."""
        named = tuple(fact for seat in seats or deal.seats for fact in self._contracts(deal, seat))
        if not deal.has_play and deal.entered is None:
            waiting = self._yet_to_speak(deal)[:1]
            speaks = tuple(Announced(seat, call) for seat in waiting for call in ("play", "pass"))
            return (*named, Announced(seats[0], "give_way"), *speaks) if seats else named
        late = [Announced(deal.forehand, self.all_pass)] if self.all_pass in ("ramsch", "kreuz") else []
        offers = [Announced(seat, "hochzeit") for seat in deal.seats if self._may_offer(deal)]
        return (*named, *late, *offers)

    def _may_offer(self, deal: Deal) -> bool:
        """SK25: once in a deal."""
        return "hochzeit" in self.courts and self.rules.flag("hochzeit") and not deal.callers("hochzeit")

    def _details_of_entry(self, deal: Deal) -> tuple[Announced, ...]:
        """SK52, SK53: points entered by hand do not say how many runners there were, nor who took a blank trick."""
        contract, declarers = self.contract(deal), self.declarers(deal)
        if contract is None:
            return ()
        details: list[Announced] = []
        if not deal.callers("runners"):
            most = len(self.trumps(contract.trump))
            details += [Announced(contract.player, "runners", str(count)) for count in range(1, most + 1)]
        if declarers is not None and not deal.callers("blank_trick"):
            points = sum(self.points_taken(deal).get(seat, 0) for seat in declarers)
            details += [Announced(contract.player, "blank_trick")] if points in (0, self.entered_total) else []
        return tuple(details)

    def _contracts(self, deal: Deal, seat: Seat) -> tuple[Announced, ...]:
        """SK20, SK21, SK23, SK26: who wants to play after another plays higher than a called-ace game."""
        offered: list[str] = []
        for call in CONTRACTS:
            kind = call.removesuffix("_tout")
            is_agreed = kind not in AGREED or (call in self.book.calls and self.rules.flag(kind))
            is_in_place = kind in CALLED if self.is_forced(deal) else kind != "zehner"
            is_too_low = kind in CALLED and self._must_play_higher(deal, seat)
            if call in self.book.calls and is_agreed and is_in_place and not is_too_low:
                offered.append(call)
        suits = self.pack.suits
        named = tuple(
            Announced(seat, call, value) for call in offered for value in suits_of(call.removesuffix("_tout"), suits)
        )
        before = self.contract(deal)
        if before is None:
            return named
        contracts = ((fact, self.named_by(deal, fact)) for fact in named)
        lowest = self.order_of(deal, before)
        return tuple(fact for fact, each in contracts if each is not None and self.order_of(deal, each) > lowest)

    def _must_play_higher(self, deal: Deal, seat: Seat) -> bool:
        """SK20: whether another wants to play too, so that one of them has promised more than a called-ace game."""
        return bool(deal.callers("play") - {seat})

    def _doubles(self, deal: Deal) -> tuple[Announced, ...]:
        """SK55: Kontra by an opponent, then Re by the players, in turns; nobody says both."""
        contract, doubles = self.contract(deal), self.doubles(deal)
        if contract is None or not self.rules.flag("kontra") or doubles >= self.rules.number("kontra_max"):
            return ()
        declarers = self.declarers(deal) or (contract.player,)
        is_open = self.declarers(deal) is None  # anybody may hold the called ace
        if doubles % 2 == 0:
            call, may = "kontra", set(deal.seats) - set(declarers) - deal.callers("re")
        else:
            call, may = "re", (set(deal.seats) if is_open else set(declarers)) - deal.callers("kontra")
        match self.rules.text("kontra_until"):
            case "second_card":
                in_time = may if sum(1 for _ in deal.plays()) < 2 else set()
            case "before_lead":
                in_time = set() if deal.has_play else may
            case _:
                in_time = {seat for seat in may if deal.cards_laid(seat) == 0}
        return tuple(Announced(seat, call) for seat in deal.seats if seat in in_time)

    def doubles(self, deal: Deal) -> int:
        """Returns how often Kontra and Re were said, in turns and as often as is allowed."""
        most = self.rules.number("kontra_max") if self.rules.flag("kontra") else 0
        doubles = 0
        for fact in deal.facts_of(Announced):
            if doubles < most and fact.call == DOUBLES[doubles % 2]:
                doubles += 1
        return doubles

    def check(self, deal: Deal, position: int, fact: Fact) -> list[Finding]:
        """A contract may also be named at once, before all have spoken; then the others still speak, or name a higher
        one.
        """
        if isinstance(fact, Announced) and fact.call in ("play", "pass", "give_way"):
            is_open = self.contract(deal) is not None and fact.seat in self._may_still_name(deal)
            return [] if is_open else super().check(deal, position, fact)
        if isinstance(fact, Announced) and fact.call in CONTRACTS:
            offered = (each for seat in self._may_still_name(deal) for each in self._contracts(deal, seat))
            return [] if fact in offered else super().check(deal, position, fact)
        return super().check(deal, position, fact)

    def rule_against(self, deal: Deal, fact: Fact) -> str | None:
        if not isinstance(fact, Announced):
            return None
        if fact.call in DOUBLES:
            return "SK55"
        kind = fact.call.removesuffix("_tout")
        if kind in AGREED and fact.call in self.book.calls and not self.rules.flag(kind):
            return "SK26"
        if fact.call in CONTRACTS and self.contract(deal) is not None:
            return "SK21"
        if fact.call == "rufspiel":
            return "SK20" if self._must_play_higher(deal, fact.seat) else "SK22"
        return {"hochzeit": "SK25", "accept": "SK25", "refuse": "SK25", "zehner": "SK23"}.get(fact.call)
