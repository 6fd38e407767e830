"""Schafkopf: who has won, what it is worth, and who pays whom (SK50–SK58, SK70, SK71)."""

from __future__ import annotations

from abc import ABC
from typing import NamedTuple

from engine.cards import Seat, Suit
from engine.events import Announced
from engine.games.schafkopf.calls import SchafkopfCalls
from engine.games.schafkopf.cards import CALLED, FOR_TWO, Contract
from engine.rules.deal import Deal
from engine.rules.findings import Finding, Kind
from engine.rules.game import NO_COST
from engine.text import Words

TO_WIN = 61
"""SK50"""
CHEAP = FOR_TWO | {"bettel"}
"""The kinds that cost the tariff of a called-ace game; a Bettel by openschafkopf, said nowhere else."""
FREE = 30
"""SK51: with so many points the opponents are no Schneider."""
CALLED_POINTS = (1, 2, 3)
ALONE_POINTS = {"points_15": (5, 6, 7), "points_6": (2, 3, 4)}
"""SK58: points of a tournament from each opponent: plainly, with Schneider, and with Schwarz."""
TOUT_POINTS = {"points_15": 14, "points_6": 8}


class Outcome(NamedTuple):
    """`value` is what each loser pays to one winner; `level` is 1 with Schneider, 2 with Schwarz besides."""

    has_won: bool
    level: int
    value: int


class SchafkopfScore(SchafkopfCalls, ABC):
    """Tallies are cents, or points of a tournament. They sum to zero, and no tally ends the game."""

    counts_every_deal = True

    def contract_outcome(
        self, contract: Contract, *, points: int, tricks: int, runners: int, doubles: int = 0, to_win: int = TO_WIN
    ) -> Outcome:
        """Returns the outcome for the declarers, who took *points* in *tricks*, doubled so often."""
        all_tricks = self.tricks_in_deal
        if contract.is_tout or contract.kind == "sie":
            return self._value(contract, tricks == all_tricks, 0, runners, doubles)
        if contract.kind == "bettel":
            return self._value(contract, tricks == 0, 0, 0, doubles)
        has_won = points >= to_win
        total = self.card_points(self.pack.cards)
        if has_won:
            schneider = total - points < FREE
            schwarz = points == total if self.rules.text("schwarz_by") == "points" else tricks == all_tricks
        else:
            schneider = points <= self.rules.number("schneider_players")
            schwarz = points == 0 if self.rules.text("schwarz_by") == "points" else tricks == 0
        return self._value(contract, has_won, int(schneider or schwarz) + int(schwarz), runners, doubles)

    def _value(self, contract: Contract, has_won: bool, level: int, runners: int, doubles: int) -> Outcome:
        """SK54, SK56–SK58"""
        scoring = self.rules.text("scoring")
        if scoring != "cents":
            by_level = CALLED_POINTS if contract.kind in CHEAP else ALONE_POINTS[scoring]
            all_tricks = contract.is_tout or contract.kind == "sie"
            of_tout = by_level[0] * 2 if self.rules.text("tout_points") == "doubled" else TOUT_POINTS[scoring]
            return Outcome(has_won, level, (of_tout if all_tricks else by_level[level]) << doubles)
        base = self.rules.number("tariff_called" if contract.kind in CHEAP else "tariff_solo")
        tariff = self.rules.number("tariff")
        if contract.kind == "sie":
            counted = self.tricks_in_deal if self.rules.flag("sie_runners") else 0
            return Outcome(has_won, 0, (base + tariff * counted) * 4 << doubles)
        value = base + tariff * (self.paid_runners(contract, runners) + level)
        return Outcome(has_won, level, value * (2 if contract.is_tout else 1) << doubles)

    def paid_runners(self, contract: Contract, runners: int) -> int:
        """SK53: returns how many of the highest trumps in one party are paid for."""
        fewest = self.rules.number("runners_min")
        if fewest and contract.kind in ("wenz", "geier"):
            fewest = self.rules.number("runners_min_wenz")
        most = self.rules.number("runners_max") or runners
        return min(runners, most) if fewest and runners >= fewest else 0

    def runners(self, deal: Deal) -> int:
        """SK53: returns the length of the unbroken row of highest trumps in one party, by the cards laid."""
        contract, declarers = self.contract(deal), self.declarers(deal)
        if contract is None or declarers is None:
            return 0
        if deal.entered is not None:
            named = [fact.value for fact in deal.facts_of(Announced) if fact.call == "runners"]
            return int(named[-1]) if named and named[-1].isdigit() else 0
        hands = {play.card: play.seat in declarers for play in deal.plays()}
        row = 0
        trumps = self.trumps(contract.trump)
        for card in trumps:
            if card not in hands or hands[card] != hands.get(trumps[0]):
                break
            row += 1
        return row

    def outcome_of(self, deal: Deal) -> Outcome | None:
        """Returns the outcome for the declarers, or None while there is no contract or the partner is unknown."""
        contract, declarers = self.contract(deal), self.declarers(deal)
        if contract is None or declarers is None:
            return None
        taken = self.points_taken(deal)
        points = sum(taken.get(seat, 0) for seat in declarers)
        if deal.entered is None:
            tricks = sum(self.tricks_taken(deal).get(seat, 0) for seat in declarers)
        else:
            total = self.card_points(self.pack.cards)
            tricks = {0: 0, total: self.tricks_in_deal}.get(points, 1)
            if deal.callers("blank_trick"):  # the points do not tell it
                tricks = min(max(tricks, 1), self.tricks_in_deal - 1)
        doubles = self.doubles(deal) + len(deal.callers("legen"))
        to_win = self.rules.number("muss_wins") if self.is_forced(deal) else TO_WIN
        usual = self.contract_outcome(
            contract, points=points, tricks=tricks, runners=self.runners(deal), doubles=doubles, to_win=to_win
        )
        loser = self.lost_by_misdeed(deal)
        if loser is None:
            return usual
        level = 1 if self.rules.text("revoke") == "lost_schneider" else 0
        return self._value(contract, loser not in declarers, level, self.runners(deal), doubles)

    def lost_by_misdeed(self, deal: Deal) -> Seat | None:
        """SK71: returns a seat whose party lost by a misdeed that the table counts."""
        if self.rules.text("revoke") == "announce":
            return None
        guilty = (misdeed.seat for misdeed in deal.counted if Kind.MISDEAL not in misdeed.kinds)
        return next((seat for seat in guilty if seat in deal.seats), None)

    def payments(self, declarers: tuple[Seat, ...], seats: tuple[Seat, ...], outcome: Outcome) -> dict[Seat, int]:
        """SK56: each loser pays one winner; who plays alone pays or gets from each of the others."""
        sign = 1 if outcome.has_won else -1
        others = [seat for seat in seats if seat not in declarers]
        share = outcome.value * len(others) // len(declarers)
        return {seat: sign * (share if seat in declarers else -outcome.value) for seat in seats}

    def changes(self, deal: Deal) -> dict[Seat, int]:
        if self.is_paid_in(deal):
            return dict.fromkeys(deal.seats, -self.rules.number("tariff"))
        contract, outcome, declarers = self.contract(deal), self.outcome_of(deal), self.declarers(deal)
        if contract is None or outcome is None or declarers is None:
            return dict.fromkeys(deal.seats, 0)
        paid = self.payments(declarers, deal.seats, outcome)
        share = self.stock(deal) // len(declarers) if contract.kind in CALLED else 0
        return paid | {seat: paid[seat] + (share if outcome.has_won else -share) for seat in declarers}

    def stock(self, deal: Deal) -> int:
        """SK59: returns what lies in the stock: what the players of this game lack together."""
        return -sum(deal.tallies.values()) if self.all_pass == "stock" else 0

    def cost(self, deal: Deal, finding: Finding) -> Words:
        """SK71"""
        if self.rules.text("revoke") == "announce" or finding.kind is Kind.MISDEAL or finding.seat not in deal.seats:
            return NO_COST
        return Words("das Spiel ist verloren", "the deal is lost")

    def called_suit(self, deal: Deal) -> Suit | None:
        contract = self.contract(deal)
        return contract.suit if contract is not None and contract.kind in CALLED else None

    def worth(self, deal: Deal) -> Words | None:
        """Returns the name of the contract, how often it is doubled, and whether a Tout is lost already."""
        contract = self.contract(deal)
        if contract is None:
            return None
        doubles = self.doubles(deal) + len(deal.callers("legen"))
        name = contract.kind.capitalize() + (" Tout" if contract.is_tout else "")
        name += f" ×{1 << doubles}" if doubles else ""
        # SK54, SK86: a Tout or a Sie is lost with the first trick that another takes.
        is_of_all_tricks = (contract.is_tout or contract.kind == "sie") and deal.entered is None
        if is_of_all_tricks and any(
            count for seat, count in self.tricks_taken(deal).items() if seat != contract.player
        ):
            return Words(f"{name}, verloren", f"{name}, lost")
        return Words(name, name)
