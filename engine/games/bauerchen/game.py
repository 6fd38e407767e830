"""Bauerchen (Bauersche): RULEBOOK section 2, DECISIONS section B."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.events import Announced, UpcardTurned
from engine.games.bauerchen.base import BauerchenBase, last_play, pair
from engine.games.bauerchen.calls import (
    cards_shown_by,
    disproved_by_hand,
    disproved_calls,
    faults,
    options,
    rule_against,
)
from engine.games.bauerchen.score import credits_of, points_by_seat, standing_after
from engine.rules.book import read_book
from engine.rules.values import KnownHolding, Place, Result
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.cards import Card, Seat, Suit
    from engine.events import CardLaid, CardsShown, Fact
    from engine.rules.deal import Deal, DealScore, Standing
    from engine.rules.findings import Finding
    from engine.rules.known_hands import Dealing

CERTAIN_WEIGHT = 10.0
"""The weight of an optional call in simulations that makes it certain."""


class Bauerchen(BauerchenBase):
    """Tallies are the game points of the round; both partners stand at the same.

    Numbers entered by hand are card points instead of tricks, by seat or for one seat of each side.
    """

    name = "bauerchen"
    title = Words("Bauerchen", "Bauerchen")
    other_names = ("bauersche", "bauersches")
    book = read_book(Path(__file__).with_suffix(".toml"))

    def worth(self, deal: Deal) -> Words | None:
        doubles = self.doubles(deal)
        return Words(f"zählt ×{1 << doubles}", f"counts ×{1 << doubles}") if doubles else None

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        return options(self, deal)

    def rule_against(self, deal: Deal, fact: Fact) -> str | None:
        return rule_against(self, deal, fact)

    def check(self, deal: Deal, position: int, fact: Fact) -> list[Finding]:
        return faults(self, deal, position, fact)

    def check_laid(self, deal: Deal, position: int, fact: CardLaid) -> list[Finding]:
        return disproved_calls(self, deal, position, fact)

    def check_shown(self, deal: Deal, position: int, fact: CardsShown) -> list[Finding]:
        return disproved_by_hand(self, deal, position, fact)

    def cards_shown_by(self, deal: Deal, fact: Fact) -> tuple[Card, ...]:
        return cards_shown_by(self, deal, fact)

    def known_holdings(self, deal: Deal) -> tuple[KnownHolding, ...]:
        """BA22: the card that forehand flipped."""
        seat = deal.forehand
        return tuple(
            KnownHolding(position, seat, (fact.card,), 1, "upcard")
            for position, fact in deal.facts
            if isinstance(fact, UpcardTurned) and fact.card in self.pack and seat in self.active(deal)
        )

    def out_of_play(self, deal: Deal) -> tuple[Card, ...]:
        flipped = deal.upcard
        dropped = deal.forehand not in self.active(deal)
        return (flipped,) if flipped is not None and flipped in self.pack and dropped else ()

    def place_of(self, deal: Deal, card: Card) -> Place | None:
        place = super().place_of(deal, card)
        return place._replace(seat=deal.forehand) if place is not None and place.seat is None else place

    # Score

    def points(self, deal: Deal) -> dict[Seat, int]:
        """BA5: returns the card points by seat: of the tricks taken so far, or as entered by hand."""
        return points_by_seat(self, deal)

    def points_taken(self, deal: Deal) -> dict[Seat, int]:
        return self.points(deal) if self.ledig(deal) is None else {}

    def changes(self, deal: Deal) -> dict[Seat, int]:
        changes = dict.fromkeys(deal.seats, 0)
        for credit in credits_of(self, deal):
            for seat in credit.side:
                changes[seat] += credit.points
        return changes

    def result(self, before: Mapping[Seat, int], changes: Mapping[Seat, int]) -> Result:
        """BA20: if both sides reach the target, the higher tally wins; `outcome` applies the order (DECISIONS BA13)."""
        tallies = {seat: tally + changes.get(seat, 0) for seat, tally in before.items()}
        highest = max(tallies.values())
        winners = tuple(seat for seat, tally in tallies.items() if tally == highest)
        if highest < self.target or len(winners) == len(tallies):
            return Result(tallies)
        return Result.of(tallies, winners)

    def outcome(self, deal: Deal) -> Result:
        """DECISIONS BA13: the side that reaches the target first wins; BA15: a Ledig ends the round."""
        tallies = dict(deal.tallies)
        won: tuple[Seat, ...] = ()
        for credit in credits_of(self, deal):
            for seat in credit.side:
                tallies[seat] += credit.points
            if credit.ends_round or (not won and tallies[credit.side[0]] >= self.target):
                won = credit.side
        return Result.of(tallies, won)

    def start(self, seats: Sequence[Seat], standing: Standing | None = None) -> dict[Seat, int]:
        """BA22: the tallies carried forward, else 0."""
        carried = (standing or {}).get("carry", {}) if self.rules.flag("carry_forward") else {}
        return {seat: carried.get(seat, 0) for seat in seats}

    def standing(self, before: Standing, deals: Sequence[DealScore]) -> Standing:
        result = deals[-1].result
        return self.standing_after_round(before, result.winners, result.losers, result.tallies[result.winners[0]])

    def standing_after_round(
        self, before: Standing, winners: Sequence[Seat], losers: Sequence[Seat], tally: int = 0
    ) -> dict[str, dict[Seat, int]]:
        """BA21, DECISIONS BA2: returns knoddel, stein and the points carried forward after a round won at *tally*."""
        carried = tally - self.target if self.rules.flag("carry_forward") else 0
        return standing_after(before, winners, losers, carried)

    # Simulation

    def deal_out(self, deal: Deal, dealing: Dealing) -> Iterator[Fact]:
        for packet in self.packets(deal.seats, deal.dealer):
            dealing.give_packet(packet)
        yield from ()

    def option_weight(self, deal: Deal, dealing: Dealing, fact: Fact) -> float:
        """Favours the longest suit, melds if possible, doubles and plays alone rarely, mostly with good cards."""
        match fact:
            case UpcardTurned(card):
                hand = dealing.hands[deal.forehand]
                entitled = all(held in self.permanent for held in hand[:2])
                return 3.0 if entitled and card == hand[-1] else 0.0
            case Announced(seat, "trump", suit):
                visible_hand = dealing.hands[seat][: self.rules.number("trump_after")]
                return 1.0 + 3 * sum(card.suit == suit and card not in self.permanent for card in visible_hand)
            case Announced(seat, "meld", suit):
                return CERTAIN_WEIGHT if _has_pair(deal, dealing, seat, suit) else 0.0
            case Announced(seat, "double"):
                return 0.6 if _trumps(self, deal, dealing, seat) >= 3 else 0.05
            case Announced(seat, "ledig"):
                return 0.5 if _trumps(self, deal, dealing, seat) >= 4 else 0.004
        return 1.0

    def move_cards(self, deal: Deal, dealing: Dealing, fact: Fact) -> None:
        if isinstance(fact, Announced) and fact.call == "ledig":
            dealing.discards += dealing.hands.pop(self.partner(fact.seat, deal.seats))
        super().move_cards(deal, dealing, fact)


def _has_pair(deal: Deal, dealing: Dealing, seat: int, suit: Suit) -> bool:
    """Returns whether one card of the pair was just laid and the other is in the hand."""
    last = last_play(deal)
    just_laid = last is not None and last.seat == seat and last.card in pair(suit)
    return just_laid and any(card in dealing.hands[seat] for card in pair(suit))


def _trumps(game: BauerchenBase, deal: Deal, dealing: Dealing, seat: int) -> int:
    trump = game.trump(deal)
    trumps = () if trump is None else game.trumps(trump)
    return sum(card in trumps for card in dealing.hands.get(seat, ()))
