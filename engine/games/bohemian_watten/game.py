"""Bohemian Watten (Böhmisch Watten, Kuddeln, Hudeln): RULEBOOK section 1, DECISIONS section A."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.events import Announced, CardTaken
from engine.games._criticals import CRITICALS
from engine.games.bohemian_watten.base import BohemianWattenBase
from engine.games.bohemian_watten.dealing import (
    cards_taken,
    deal_out_cards,
    known_holdings,
    may_have_upcard,
    options,
    out_of_play,
)
from engine.games.bohemian_watten.faults import faults
from engine.rules.book import read_book
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.cards import Card, Seat
    from engine.events import Fact
    from engine.rules.deal import Deal
    from engine.rules.findings import Finding
    from engine.rules.known_hands import Dealing
    from engine.rules.values import KnownHolding, Place, Trump


class BohemianWatten(BohemianWattenBase):
    name = "bohemian-watten"
    title = Words("Böhmisch Watten", "Bohemian Watten")
    other_names = ("kuddeln", "hudeln", "hudln", "böhmisch ramsen", "bohemian ramsen", "böhmisch wattn")
    book = read_book(Path(__file__).with_suffix(".toml"))

    # A whole deal

    def trump(self, deal: Deal) -> Trump | None:
        """BW14; DECISIONS BW3 when a Critical is turned."""
        if (entered := self.entered_trump(deal)) is not None:
            return entered
        card = deal.upcard
        if card is None or card not in self.pack or self._needs_another_upcard(deal, card):
            return None
        return card.suit

    def _needs_another_upcard(self, deal: Deal, card: Card) -> bool:
        """Returns whether another upcard must follow this one."""
        rule = self.rules.text("upcard_critical")
        if card not in CRITICALS or rule == "printed_suit":
            return False
        early, _ = cards_taken(self, deal, deal.dealer)
        return rule == "turn_next" or any(taken == card for _, taken in early)

    def known_holdings(self, deal: Deal) -> tuple[KnownHolding, ...]:
        return known_holdings(self, deal)

    def out_of_play(self, deal: Deal) -> tuple[Card, ...]:
        return out_of_play(self, deal)

    def place_of(self, deal: Deal, card: Card) -> Place | None:
        """An upcard that nobody was seen to take may be with the dealer; cards turned before it are in no hand."""
        place = super().place_of(deal, card)
        if place is not None and place.seat is not None and self.rules.text("stock_shortage") == "reshuffle":
            return None  # it may have been discarded and drawn by another hand
        if place is not None and place.seat is None and card == deal.upcard and may_have_upcard(self, deal):
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

    def check(self, deal: Deal, position: int, fact: Fact) -> list[Finding]:
        return faults(self, deal, position, fact)

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        return options(self, deal)

    def deal_out(self, deal: Deal, dealing: Dealing) -> Iterator[Fact]:
        return deal_out_cards(self, deal, dealing)

    def option_weight(self, deal: Deal, dealing: Dealing, fact: Fact) -> float:
        """Folding is rarer than playing, and the upcard is mostly taken."""
        match fact:
            case Announced(call="fold"):
                return 0.4
            case CardTaken():
                return 7.0
        return 1.0
