"""Watten with a secret trump: Latinisch (RULEBOOK 3.11) and Blind, where a card of choice is shown (DECISIONS WA13).

Only the two announcers know suit and striker, so only they must play trumps (DECISIONS WA12). The possible trumps are
limited, since the dealer held a card of the suit and forehand one of the rank of the striker.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from functools import cache

from engine.cards import Card, CardSet, Pack, Seat, Trump
from engine.events import Announced
from engine.games.watten.calls import WattenCalls
from engine.games.watten.ranking import ranks_of, split_trump
from engine.rules.card_rules import Ladder
from engine.rules.deal import Deal
from engine.rules.findings import Finding, Kind
from engine.rules.game import Phase, Step
from engine.rules.known_hands import Dealing
from engine.rules.play_rules import Implication
from engine.tricks import Trick

EARLY_REVEAL_WEIGHT = 0.05
"""The weight in simulations of revealing the trump during the play."""


@cache
def _by_suit(pack: Pack) -> dict[str, CardSet]:
    return {suit: pack.suit_set(suit) for suit in pack.suits}


@cache
def _by_rank(pack: Pack) -> dict[str, CardSet]:
    return {rank: pack.set(card for card in pack.cards if card.rank == rank) for rank in ranks_of(pack)}


class WattenSecretTrump(WattenCalls, ABC):
    """A trump that only the announcers know."""

    def implications(self, deal: Deal, trump: Trump) -> tuple[Implication, ...]:
        """Returns what the cards shown between the announcers imply: they came from their hands."""
        if self.announced_openly or self.rules.flag("blind_play"):
            return ()  # DECISIONS WA13 (b): in blind play the players do not know their cards
        now, (suit, striker) = self.announcement(deal), split_trump(trump, self.pack)
        members = self.pack.members
        return Implication(now.trump_caller, members(_by_suit(self.pack)[suit])), Implication(
            now.striker_caller, members(_by_rank(self.pack)[striker])
        )

    def duties(self, deal: Deal, seat: Seat, trick: Trick, trump: Trump) -> Ladder:
        """DECISIONS WA12: a player who does not know trump need not play one."""
        now = self.announcement(deal)
        is_bound = self.announced_openly or seat in (now.striker_caller, now.trump_caller)
        return super().duties(deal, seat, trick, trump) if is_bound else ()

    def readings(self, deal: Deal) -> tuple[Trump, ...]:
        """Returns the trumps consistent with the announcements, and with the cards that everybody has seen."""
        if self.announced_openly or self.trump(deal) is not None:
            return super().readings(deal)
        now = self.announcement(deal)
        each = [(trump, *split_trump(trump, self.pack)) for trump in self.all_trumps]
        consistent = [one for one in each if now.suit in ("", one[1]) and now.striker in ("", one[2])]
        if self.rules.flag("blind_play"):
            return tuple(trump for trump, _, _ in consistent)
        suits = self._possible_cards(deal, now.trump_caller, _by_suit(self.pack))
        ranks = self._possible_cards(deal, now.striker_caller, _by_rank(self.pack))
        # Each announcer held a card of his kind, and not both the same one.
        each_card = ((trump, suits[suit], ranks[striker]) for trump, suit, striker in consistent)
        fewest = 1 if now.trump_caller == now.striker_caller else 2  # WB51: one card may tell both
        return tuple(trump for trump, one, other in each_card if one and other and (one | other).bit_count() >= fewest)

    def _possible_cards(
        self, deal: Deal, seat: Seat, kinds: Mapping[str, CardSet], more: Sequence[tuple[Seat, Card]] = ()
    ) -> dict[str, CardSet]:
        """Returns by kind the cards that *seat* may have held; all cards if it was seen with one of the kind."""
        own, others = 0, 0
        plays = ((play.seat, play.card) for play in deal.plays() if play.position not in deal.doubtful)
        shown = ((each.seat, card) for each in deal.shown for card in each.cards)
        for holder, card in (*plays, *shown, *more):
            if card in self.pack:
                bit = self.pack.bit(card)
                own, others = (own | bit, others) if holder == seat else (own, others | bit)
        full = own.bit_count() >= self.hand_size
        unseen = 0 if full else self.pack.all & ~own & ~others
        return {name: self.pack.all if cards & own else cards & unseen for name, cards in kinds.items()}

    def false_announcements(self, deal: Deal, seat: Seat, cards: Sequence[Card]) -> list[Finding]:
        """3.11: returns findings about announcements that *cards*, which *seat* lays or shows now, make impossible."""
        if self.announced_openly or self.rules.flag("blind_play"):
            return []
        now, findings = self.announcement(deal), []
        announcers = {
            "trump": (now.trump_caller, _by_suit(self.pack)),
            "striker": (now.striker_caller, _by_rank(self.pack)),
        }
        for position, fact in deal.facts:
            if isinstance(fact, Announced) and fact.call in announcers:
                announcer, kinds = announcers[fact.call]
                before = self._possible_cards(deal, announcer, kinds)
                after = self._possible_cards(deal, announcer, kinds, [(seat, card) for card in cards])
                if before.get(fact.value) and not after[fact.value]:
                    findings.append(Finding(Kind.CALL_NOT_ALLOWED, "3.11", position, announcer))
        return findings

    def _reveal_options(self, deal: Deal) -> tuple[Announced, ...]:
        """Returns the announcements possible at the end, or covertly at any time before."""
        now = self.announcement(deal)
        if now.done:
            return ()
        possible = [split_trump(trump, self.pack) for trump in self.readings(deal) or self.all_trumps]
        suits, strikers = {suit for suit, _ in possible}, {striker for _, striker in possible}
        announcements: list[Announced] = []
        if not now.suit:
            announcements += [Announced(now.trump_caller, "trump", suit) for suit in self.pack.suits if suit in suits]
        if not now.striker:
            announcements += [
                Announced(now.striker_caller, "striker", rank) for rank in ranks_of(self.pack) if rank in strikers
            ]
        return tuple(announcements)

    def reveal_step(self, deal: Deal) -> Step:
        """Returns the seats that are to reveal trump after the play."""
        now = self.announcement(deal)
        missing = (() if now.suit else (now.trump_caller,)) + (() if now.striker else (now.striker_caller,))
        return Step(Phase.REVEAL, tuple(dict.fromkeys(missing)))

    def _reveal_weight(self, deal: Deal, dealing: Dealing, fact: Announced) -> float:
        """Announcements are true, and mostly made after the play."""
        if dealing.trump is None or fact.value not in split_trump(dealing.trump, self.pack):
            return 0.0
        return 1.0 if self.is_finished(deal) else EARLY_REVEAL_WEIGHT
