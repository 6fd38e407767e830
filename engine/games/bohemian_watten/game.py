"""Bohemian Watten (Böhmisch Watten, Kuddeln, Hudeln): RULEBOOK section 1, DECISIONS section A."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from engine.cards import Card, Seat, Trump
from engine.events import Announced, CardTaken, Exchanged, Fact, TricksEntered, UpcardTurned
from engine.games._countdown import CRITICALS, hearts_factor
from engine.games.bohemian_watten.dealing import BohemianWattenDealing
from engine.rules.book import read_book
from engine.rules.deal import Deal, Result
from engine.rules.findings import Evidence, Finding, Kind
from engine.rules.game import Phase
from engine.rules.known_hands import Dealing, Place
from engine.text import Words
from engine.tricks import next_seat


class BohemianWatten(BohemianWattenDealing):
    name = "bohemian-watten"
    title = Words("Böhmisch Watten", "Bohemian Watten")
    other_names = ("kuddeln", "hudeln", "hudln", "böhmisch ramsen", "bohemian ramsen", "böhmisch wattn")
    book = read_book(Path(__file__).with_suffix(".toml"))

    # Findings

    def check(self, deal: Deal, position: int, fact: Fact) -> list[Finding]:
        is_misdeal = isinstance(fact, Announced) and fact.call == "misdeal"
        is_before_play = isinstance(fact, CardTaken | UpcardTurned | Announced | Exchanged)
        if self.is_finished(deal) if is_misdeal else deal.has_play and is_before_play:
            return [self.finding(Kind.TOO_LATE, position, getattr(fact, "seat", None))]
        match fact:
            case CardTaken(source="cut"):
                before = [taken.card for taken in deal.facts_of(CardTaken) if taken.source == "cut"]
                entitled = self.schleck_right([*before, fact.card], [True] * len(before), deal.seats, deal.dealer)
                if fact.seat == entitled:
                    return []
                rule = {"none": "BW10b", "both": "BW10"}.get(self.rules.text("schleck"), "BW10a")
                seats = () if entitled is None else (entitled,)
                return [Finding(Kind.CUT_CARD_NOT_ALLOWED, rule, position, fact.seat, fact.card, seats=seats)]
            case CardTaken():
                dealer, (who, card) = deal.dealer, (fact.seat, fact.card)
                wrong = [Finding(Kind.WRONG_UPCARD_TAKER, "BW20", position, who, card, seats=(dealer,))]
                other = [Finding(Kind.OTHER_UPCARD, "BW20", position, who, card)]
                return (wrong if who != dealer else []) + (other if card != deal.upcard else [])
            case UpcardTurned() if self.trump(deal) is not None:
                return [Finding(Kind.UPCARD_TURNED_TWICE, "BW14", position, card=fact.card)]
            case Announced(call="play" | "fold"):
                return self._declaration(deal, position, fact)
            case Announced(call="misdeal"):
                return [Finding(Kind.MISDEAL, "DECISIONS BW13", position, deal.dealer)]
            case Announced():
                return [Finding(Kind.UNKNOWN_CALL, "BW16", position, fact.seat)]
            case Exchanged():
                return self._exchange(deal, position, fact)
            case TricksEntered():
                return self._tricks_entered(deal, position, fact)
            case _:
                return []

    def _tricks_entered(self, deal: Deal, position: int, fact: TricksEntered) -> list[Finding]:
        """BW17, BW18: a seat that is not named in *fact* has folded, although it may not have been allowed to."""
        findings = []
        total = sum(taken for _, taken in fact.tricks)
        if total != self.tricks_in_deal:
            findings.append(Finding(Kind.WRONG_COUNT, "BW22", position, count=total, limit=self.tricks_in_deal))
        if fact.trump and fact.trump not in self.pack.suits:
            return [*findings, Finding(Kind.UNKNOWN_CALL, "BW6", position)]
        findings += self.without_trump(deal, position, fact)
        named = {seat for seat, _ in fact.tricks}
        folded = set(deal.callers("fold"))
        for seat in self.declaring_order(deal.seats, deal.dealer):
            if seat not in named and seat not in folded:
                bars = self.rules_against_folding_now(deal, seat, trump=fact.trump or self.trump(deal), folded=folded)
                findings += [Finding(Kind.FOLD_NOT_ALLOWED, bar, position, seat) for bar in bars[:1]]
                folded.add(seat)
        return findings

    def _declaration(self, deal: Deal, position: int, fact: Announced) -> list[Finding]:
        step = self.step(deal)
        earlier = tuple(
            Evidence(entry.position, fact.seat)
            for entry in deal.facts
            if isinstance(entry.fact, Announced) and entry.fact.seat == fact.seat
        )
        findings = []
        if earlier:
            findings.append(Finding(Kind.DECLARED_TWICE, "BW16", position, fact.seat, evidence=earlier))
        elif fact.seat != deal.dealer and (step.phase != Phase.DECLARE or fact.seat not in step.seats):
            findings.append(Finding(Kind.DECLARED_OUT_OF_TURN, "BW16", position, fact.seat, seats=step.seats))
        if fact.call == "fold":
            bars = self.rules_against_folding_now(deal, fact.seat)
            findings += [Finding(Kind.FOLD_NOT_ALLOWED, bar, position, fact.seat) for bar in bars[:1]]
        return findings

    def _exchange(self, deal: Deal, position: int, fact: Exchanged) -> list[Finding]:
        exchanges = deal.facts_of(Exchanged)
        findings = []
        if fact.seat in deal.callers("fold"):
            findings.append(Finding(Kind.ACTED_AFTER_FOLDING, "BW16", position, fact.seat))
        if any(exchange.seat == fact.seat for exchange in exchanges):
            findings.append(Finding(Kind.EXCHANGED_TWICE, "BW19", position, fact.seat))
        is_dealer = fact.seat == deal.dealer
        limit = self.exchange_limit(is_dealer=is_dealer, stock=self.stock_left(deal))
        if fact.count > limit:
            full = self.exchange_limit(is_dealer=is_dealer, stock=len(self.pack))
            rule = ("BW20" if full == 2 else "BW20a") if is_dealer else "BW19"
            if limit < full:
                rule = "DECISIONS BW9"
            findings.append(Finding(Kind.TOO_MANY_EXCHANGED, rule, position, fact.seat, count=fact.count, limit=limit))
        return findings

    # A whole deal

    def trump(self, deal: Deal) -> Trump | None:
        """BW14; DECISIONS BW3 when a Critical is turned."""
        if (entered := self.entered_trump(deal)) is not None:
            return entered
        card, rule = deal.upcard, self.rules.text("upcard_critical")
        if card is None or card not in self.pack:
            return None
        if card not in CRITICALS or rule == "printed_suit":
            return card.suit
        early, _ = self.cards_taken(deal, deal.dealer)
        is_followed_by_another = rule == "turn_next" or any(taken == card for _, taken in early)
        return None if is_followed_by_another else card.suit

    def place_of(self, deal: Deal, card: Card) -> Place | None:
        """An upcard that nobody was seen to take may be with the dealer; cards turned before it are in no hand."""
        place = super().place_of(deal, card)
        if place is not None and place.seat is not None and self.rules.text("stock_shortage") == "reshuffle":
            return None  # it may have been discarded and drawn by another hand
        if place is not None and place.seat is None and card == deal.upcard and self.may_have_upcard(deal):
            return place._replace(seat=deal.dealer)
        return place

    def changes(self, deal: Deal) -> dict[Seat, int]:
        active = self.active(deal)
        folded = [seat for seat in deal.seats if seat not in active]
        return self.with_penalties(deal, self.score(self.tricks_taken(deal), self.trump(deal), folded))

    def dealer_after(self, deal: Deal) -> Seat:
        if self.is_void(deal):
            return deal.dealer
        return self.next_dealer(deal.seats, deal.dealer, self.tricks_taken(deal))

    # Score

    def score(self, tricks: Mapping[Seat, int], trump: Trump | None, folded: Collection[Seat] = ()) -> dict[Seat, int]:
        """BW22, DECISIONS BW10: returns the changes of the tallies, given tricks by active seat."""
        played = {seat: taken for seat, taken in tricks.items() if seat not in folded}
        out = 5 if self.rules.text("folded_score") == "plus5" else 0
        return self.points(played, hearts_factor(trump)) | dict.fromkeys(folded, out)

    def result(self, before: Mapping[Seat, int], changes: Mapping[Seat, int]) -> Result:
        """BW23–BW25: applies the overshoot rule, then names winners and losers if somebody has won.

        If everybody is at zero or below, the lowest win, since there must be a loser; if all are equal, play goes on.
        """
        tallies = {seat: self._tally(tally, changes.get(seat, 0)) for seat, tally in before.items()}
        at_zero = [seat for seat, tally in tallies.items() if tally <= 0]
        if len(at_zero) == len(tallies):
            lowest = min(tallies.values())
            at_zero = [seat for seat in at_zero if tallies[seat] == lowest]
            if len(at_zero) == len(tallies):
                return Result(tallies)
        fifty = [seat for seat, tally in tallies.items() if tally >= 50 and self.rules.flag("plus50")]
        if self.rules.flag("plus50_exactly"):
            fifty = [seat for seat in fifty if tallies[seat] == 50]
        return Result.of(tallies, [*at_zero, *fifty])

    def _tally(self, before: int, change: int) -> int:
        after = before + change
        if after >= 0:
            return after
        instead = {"wins": after, "added": before - after, "back_to_20": self.start_tally - after, "bounce": -after}
        return instead.get(self.rules.text("overshoot"), before)

    def next_dealer(self, seats: Sequence[Seat], dealer: Seat, tricks: Mapping[Seat, int]) -> Seat:
        """BW15, DECISIONS BW12: the next clockwise, or the seat with most tricks (the first from forehand if equal)."""
        if self.rules.text("next_dealer") == "rotate":
            return next_seat(seats, dealer)
        most = max(tricks.values(), default=0)
        return next(seat for seat in self.declaring_order(seats, dealer) if tricks.get(seat, 0) == most)

    # Simulation

    def option_weight(self, deal: Deal, dealing: Dealing, fact: Fact) -> float:
        """Folding is rarer than playing, and the upcard is mostly taken."""
        match fact:
            case Announced(call="fold"):
                return 0.4
            case CardTaken():
                return 7.0
        return 1.0
