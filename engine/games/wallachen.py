"""Wallachen, Säbeln in some places: three play, and who bids most takes the Start (WL… in docs/rules.md)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from engine.cards import BAVARIAN_32, Card, Cards, Seat, Trump
from engine.events import Announced, Fact
from engine.games._permanent_trumps import PermanentTrumpsGame
from engine.rules.book import read_book
from engine.rules.card_rules import Ladder
from engine.rules.deal import Deal, paid_by_each
from engine.rules.findings import Finding
from engine.rules.game import OtherPhase, Phase, Step
from engine.rules.known_hands import Dealing
from engine.text import Words
from engine.tricks import Trick, clockwise, next_seat, side_against

BID = OtherPhase("bid")
LEAST_BID, MOST_BID = 6, 10
"""Of tricks (WL4)."""
START = 2
"""Cards that lie face down until the auction is over (WL1)."""


class Wallachen(PermanentTrumpsGame):
    name = "wallachen"
    title = Words("Wallachen", "Wallachen")
    other_names = ("walachen", "säbeln")
    pack = BAVARIAN_32
    permanent = ()
    all_trumps = (*BAVARIAN_32.suits, "")
    """In a Bettel or Mord nothing is trump (WL5)."""
    players = (3,)
    hand_size = 10
    counts_every_deal = True
    late_calls = frozenset({"bid", "bettel", "mord", "trump"})
    book = read_book(Path(__file__).with_suffix(".toml"))

    # One trick

    def trumps(self, trump: Trump) -> tuple[Card, ...]:
        return super().trumps(trump) if trump else ()

    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        """WL6"""
        cards = self.cards(trick)
        if not cards:
            return ()
        follow, *trumping = self.cached_ladder(self.plain_rungs, cards[0], cards[0], trump)
        return (follow, *trumping) if self.rules.flag("must_trump") else (follow,)

    # The auction

    @cached_property
    def levels(self) -> Mapping[tuple[str, str], int]:
        """WL4: the place of each bid among all, by call and value, the lowest 0 and first."""
        numbers = [("bid", str(tricks)) for tricks in range(LEAST_BID, MOST_BID + 1)]
        below_bettel = self.rules.number("bettel_above") - LEAST_BID + 1
        order = [*numbers[:below_bettel], ("bettel", ""), *numbers[below_bettel:], ("mord", "")]
        return {bid: place for place, bid in enumerate(order)}

    def level(self, fact: Announced) -> int:
        """Returns the place of a call among the bids; -1 if it is none."""
        return self.levels.get((fact.call, fact.value), -1)

    def contract(self, deal: Deal) -> Announced | None:
        """Returns the highest bid, of equal ones the earliest; whoever made it plays against the others."""
        return deal.cached(self._highest_bid)

    def _highest_bid(self, deal: Deal) -> Announced | None:
        bids = [fact for fact in deal.facts_of(Announced) if self.level(fact) >= 0 and fact.seat in deal.seats]
        return max(bids, key=self.level, default=None)

    def higher_bids(self, deal: Deal, seat: Seat) -> tuple[Announced, ...]:
        """WL4: returns the bids of *seat* that are higher than the contract."""
        contract = self.contract(deal)
        least = -1 if contract is None else self.level(contract)
        return tuple(Announced(seat, *bid) for bid, level in self.levels.items() if level > least)

    def waiting(self, deal: Deal) -> tuple[Seat, ...]:
        """WL4: returns who may still bid, the next first."""
        contract, passed = self.contract(deal), deal.callers("pass")
        if contract is not None and contract.call == "mord":
            return ()
        spoken = [fact.seat for fact in deal.facts_of(Announced) if fact.call == "pass" or self.level(fact) >= 0]
        first = next_seat(deal.seats, spoken[-1]) if spoken and spoken[-1] in deal.seats else deal.forehand
        highest = None if contract is None else contract.seat
        return tuple(seat for seat in clockwise(deal.seats, first) if seat not in passed and seat != highest)

    def has_passed_out(self, deal: Deal) -> bool:
        is_unplayed = not deal.has_play and deal.entered is None
        return is_unplayed and self.contract(deal) is None and not self.waiting(deal)

    def step(self, deal: Deal) -> Step:
        contract, is_over = self.contract(deal), super().is_finished(deal)
        if self.has_passed_out(deal):
            return Step(Phase.SCORED)
        if contract is None and is_over:
            return Step(BID)
        waiting = self.waiting(deal)
        if waiting and not deal.has_play and not is_over:
            return Step(BID, waiting[:1])
        step = super().step(deal)
        if contract is None or step.phase != Phase.ANNOUNCE:
            return step
        is_led = self.rules.text("trump_by") == "led_suit" and not deal.has_play
        return Step(Phase.PLAY) if is_led else Step(Phase.ANNOUNCE, (contract.seat,))

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        phase, seats = self.step(deal)
        contract = self.contract(deal)
        if phase == BID and seats:
            doublers: tuple[Seat, ...] = ()
            if self.rules.flag("doubling") and contract is None and not deal.callers("pass"):
                # WL3: before anybody speaks, each may double the stake once.
                doublers = tuple(seat for seat in deal.from_forehand() if seat not in deal.callers("double"))
            doubles = (Announced(seat, "double") for seat in doublers)
            return Announced(seats[0], "pass"), *self.higher_bids(deal, seats[0]), *doubles
        if contract is None:  # named late, most likely by who led
            first = next(deal.plays(), None)
            order = clockwise(deal.seats, first.seat) if first is not None and first.seat in deal.seats else deal.seats
            return tuple(bid for seat in order for bid in self.higher_bids(deal, seat))
        if phase == Phase.ANNOUNCE or self.lacks_trump(deal):
            return self._trumps_to_name(contract.seat)
        if phase != Phase.PLAY:
            return ()
        raised = () if deal.has_play else self.higher_bids(deal, contract.seat)
        if not self.rules.flag("kontra") or deal.callers("kontra"):
            return raised
        # WL9: an opponent may say Kontra once, before his first card.
        opponents = (seat for seat in deal.seats if seat != contract.seat and not deal.cards_laid(seat))
        return *raised, *(Announced(seat, "kontra") for seat in opponents)

    def check(self, deal: Deal, position: int, fact: Fact) -> list[Finding]:
        """A bid may also be entered without those before it, and trump with it."""
        contract = self.contract(deal)
        if isinstance(fact, Announced) and not deal.has_play and deal.entered is None:
            may_bid = fact.seat in deal.seats and fact.seat not in deal.callers("pass")
            if may_bid and fact in self.higher_bids(deal, fact.seat):
                return []
            if contract is not None and contract.call == "bid" and fact in self._trumps_to_name(contract.seat):
                return []
        return super().check(deal, position, fact)

    def _trumps_to_name(self, declarer: Seat) -> tuple[Announced, ...]:
        return tuple(Announced(declarer, "trump", suit) for suit in self.pack.suits)

    def rule_against(self, deal: Deal, fact: Fact) -> str | None:
        of_call = {"double": "WL3", "trump": "WL5", "kontra": "WL9"}
        return of_call.get(fact.call) if isinstance(fact, Announced) else None

    def missing_late_calls(self, deal: Deal) -> frozenset[str]:
        """Any bid will do, and then trump where the first card does not tell it."""
        if self.contract(deal) is None:
            return self.late_calls - {"trump"}
        return frozenset({"trump"}) if self.lacks_trump(deal) else frozenset()

    # The play

    def trump(self, deal: Deal) -> Trump | None:
        """WL5: the suit of the first card led, or that which was named at it; none in a Bettel or Mord."""
        contract = self.contract(deal)
        if contract is None:
            return None
        if contract.call != "bid":
            return ""
        named, first = super().trump(deal), next(deal.plays(), None)
        if named is not None or first is None or self.rules.text("trump_by") != "led_suit":
            return named
        return first.card.suit if first.seat == contract.seat and first.card in self.pack else None

    def duties(self, deal: Deal, seat: Seat, trick: Trick, trump: Trump) -> Ladder:
        """Nothing follows from a first card that may be missing or misread, as trump hangs on it."""
        first = next(deal.plays(), None)
        is_unsure = first is not None and (deal.may_lack_tricks or first.position in deal.doubtful)
        if trump and is_unsure and super().trump(deal) is None:
            return ()
        return super().duties(deal, seat, trick, trump)

    def leader(self, deal: Deal) -> Seat:
        contract = self.contract(deal)
        return deal.forehand if contract is None else contract.seat

    def side_in(self, deal: Deal, seat: Seat) -> tuple[Seat, ...]:
        contract = self.contract(deal)
        return (seat,) if contract is None else side_against(deal.seats, contract.seat, seat)

    def is_finished(self, deal: Deal) -> bool:
        """A Bettel or Mord ends at the trick that decides it."""
        contract = self.contract(deal)
        if contract is None:
            return False
        return super().is_finished(deal) or (contract.call != "bid" and deal.has_play and not self.is_made(deal))

    def is_void(self, deal: Deal) -> bool:
        """WL5: nobody plays."""
        return super().is_void(deal) or self.has_passed_out(deal)

    def dealer_after(self, deal: Deal) -> Seat:
        passed = self.has_passed_out(deal) and self.rules.text("all_pass") == "next_dealer"
        return next_seat(deal.seats, deal.dealer) if passed else super().dealer_after(deal)

    # The score

    def is_made(self, deal: Deal) -> bool:
        """WL8: whether the contract is kept, or still can be in a Bettel or Mord; without one nothing is."""
        contract, taken = self.contract(deal), self.tricks_taken(deal)
        if contract is None:
            return False
        own = taken.get(contract.seat, 0)
        match contract.call:
            case "bettel":
                return own == 0
            case "mord":
                return own == sum(taken.values())
        return own >= int(contract.value)

    def changes(self, deal: Deal) -> dict[Seat, int]:
        """WL9: each opponent pays, or is paid."""
        contract = self.contract(deal)
        if contract is None:
            return dict.fromkeys(deal.seats, 0)
        tricks = int(contract.value) if contract.call == "bid" else 0
        units = tricks - LEAST_BID + 1 if tricks else self.rules.number(f"{contract.call}_units")
        units <<= len(deal.callers("double")) + len(deal.callers("kontra"))
        return paid_by_each(deal.seats, contract.seat, units if self.is_made(deal) else -units)

    # Simulation

    def option_weight(self, deal: Deal, dealing: Dealing, fact: Fact) -> float:
        """A long suit bids six or seven, more is rare; the last does not pass, so that each deal is played."""
        if not isinstance(fact, Announced):
            return 1.0
        match fact.call:
            case "pass":
                return 0.0 if self.contract(deal) is None and len(self.waiting(deal)) == 1 else 1.0
            case "bid" if fact.value in ("6", "7"):
                return 0.05 * max(
                    sum(card.suit == suit for card in dealing.hands[fact.seat]) for suit in self.pack.suits
                )
            case "bid" | "bettel" | "mord":
                return 0.02
            case "double" | "kontra":
                return 0.1
        return 1.0

    def move_cards(self, deal: Deal, dealing: Dealing, fact: Fact) -> None:
        """WL5: when the auction is over, its winner takes the Start and lays two cards away."""
        if isinstance(fact, Announced) and dealing.stock:
            contract = fact if self.level(fact) >= 0 else self.contract(deal)
            bidders = set(deal.seats) - deal.callers("pass") - ({fact.seat} if fact.call == "pass" else set())
            if contract is not None and (contract.call == "mord" or bidders <= {contract.seat}):
                dealing.give(contract.seat, START)
                away = self.least_valuable_first(deal, dealing, contract.seat)[:START]
                dealing.discard(contract.seat, away)
