"""Schafkopf: bidding, contracts, Kontra and Re, and calls that a card disproves (SK20–SK26, SK55, SK82–SK85)."""

from __future__ import annotations

from abc import ABC
from dataclasses import replace

from engine.cards import Card, Seat, Suit
from engine.events import Announced, CardLaid, Fact
from engine.games.schafkopf.base import CALLABLE, SchafkopfBase, called_ace
from engine.rules.deal import Deal
from engine.rules.findings import Breach, Evidence, Finding, Kind
from engine.rules.game import OtherPhase, Phase, Step
from engine.tricks import Play, next_seat

BID = OtherPhase("bid")
PARTNER = OtherPhase("partner")
"""Who held the called ace, where the points were entered by hand."""
DOUBLES = ("kontra", "re")
CONTRACTS = ("rufspiel", "wenz", "solo", "geier", "wenz_tout", "solo_tout", "geier_tout", "sie")


class SchafkopfCalls(SchafkopfBase, ABC):
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

    # What a call tells, and what a card disproves

    def lacking_cards(self, deal: Deal) -> tuple[tuple[Seat, tuple[Card, ...]], ...]:
        """SK22, SK81: the caller does not hold the ace, so one of the others kept it back if all did not lay it."""
        contract = self.contract(deal)
        ace = None if contract is None else called_ace(contract.trump)
        return () if contract is None or ace is None else ((contract.player, (ace,)),)

    def check_laid(self, deal: Deal, position: int, fact: CardLaid) -> list[Finding]:
        contract = self.contract(deal)
        ace = None if contract is None else called_ace(contract.trump)
        if contract is None or ace is None or fact.card not in self.pack:
            return []
        laid = Play(fact.seat, fact.card, position)
        found = [*self._run_away(deal, ace, laid)]
        if fact.card == ace:
            found += self._wrong_doubles(deal, laid)
        if fact.seat == contract.player and self._cannot_call(deal, contract.suit, ace, laid):
            call = next(entry for entry in deal.facts if getattr(entry.fact, "call", "") == "rufspiel")
            evidence = (Evidence(position, fact.seat, fact.card, len(deal.tricks) + 1),)
            found.append(self.finding(Kind.CALL_NOT_ALLOWED, call.position, fact.seat, evidence=evidence, rule="SK22"))
        return found

    def _cannot_call(self, deal: Deal, suit: Suit, ace: Card, laid: Play) -> bool:
        """SK84: whether the caller lays the ace himself, or his last card and none of the suit."""
        if laid.card == ace:
            return True
        cards = [play.card for play in deal.plays() if play.seat == laid.seat] + [laid.card]
        in_suit = self.plain_suit(suit, f"rufspiel {suit}")
        is_known = len(cards) == self.hand_size and all(card in self.pack for card in cards)
        is_sure = not any(play.position in deal.doubtful for play in deal.plays() if play.seat == laid.seat)
        return is_known and is_sure and not self.rules.flag("renounce") and not self.pack.set(cards) & in_suit

    def _wrong_doubles(self, deal: Deal, ace: Play) -> list[Finding]:
        """SK85: Kontra by the holder of the called ace, Re by an opponent."""
        contract = self.contract(deal)
        players = (ace.seat, contract.player if contract is not None else ace.seat)
        wrong = [
            entry
            for entry in deal.facts
            if isinstance(entry.fact, Announced)
            and entry.fact.call in DOUBLES
            and (entry.fact.seat in players) == (entry.fact.call == "kontra")
        ]
        evidence = (Evidence(ace.position, ace.seat, ace.card, len(deal.tricks) + 1),)
        return [
            self.finding(
                Kind.CALL_NOT_ALLOWED, entry.position, getattr(entry.fact, "seat", None), evidence=evidence, rule="SK55"
            )
            for entry in wrong
        ]

    def _run_away(self, deal: Deal, ace: Card, laid: Play) -> list[Finding]:
        """SK82: the holder of the called ace led its suit below it with too few cards of it.

        Proved when the ace has shown whose it is and enough other cards of the suit were seen elsewhere; by the card
        that completes the proof.
        """
        trump = f"rufspiel {ace.suit}"
        search = self.first_search(deal.all_tricks(), trump)
        plays = [*deal.plays(), laid]
        if search is None or search.card == ace or deal.may_lack_tricks:
            return []
        if search.position in deal.doubtful or not any(p.card == ace and p.seat == search.seat for p in plays):
            return []
        if not self._may_run_in(deal, search):
            return []  # the ladder forbids it, as the referee knows
        needed = self.rules.number("run_away_cards")
        suit = self.plain_suit(ace.suit, trump)

        def most_held(until: list[Play]) -> int:
            before = plays.index(search)
            sure = [play for play in until if play.position not in deal.doubtful and play.card in self.pack]
            gone = self.pack.set(p.card for p in sure if p.seat != search.seat or plays.index(p) < before)
            return (suit & ~gone).bit_count()

        has_fallen = any(play.card == ace for play in plays[:-1])
        if most_held(plays) >= needed or (has_fallen and most_held(plays[:-1]) < needed):
            return []
        trick = deal.trick_number(search.position)
        shown = next((play for play in plays if play.card == ace), laid)
        number = deal.trick_number(shown.position) or len(deal.tricks) + 1
        evidence = (
            Evidence(search.position, search.seat, search.card, trick),
            Evidence(shown.position, shown.seat, ace, number),
        )
        breach = Breach("run_away", "SK41", None, None, (ace,), trump)
        finding = self.finding(Kind.REVOKE, search.position, search.seat, search.card, evidence, rule="SK41")
        return [replace(finding, breach=breach, seats=(search.seat,), count=1)]

    def _may_run_in(self, deal: Deal, search: Play) -> bool:
        rule = self.rules.text("run_away")
        return rule == "any_lead" or (rule == "first_trick" and deal.trick_number(search.position) == 1)
