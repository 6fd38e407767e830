"""Turns a concluded scene into happenings: cards that arrived or left, tricks that were gathered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vision.geometry.quads import overlap
from vision.tracking.arrivals.known_cards import still_lies
from vision.tracking.departures import lies_apart, piled_up
from vision.tracking.settled_scene import relative_quad
from vision.tracking.thresholds import TRACKING
from vision.types import CardLanded, CardLifted, TableCleared

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engine.cards import Card, Seat
    from vision.tracking.arrivals.votes import VoteReader
    from vision.tracking.background.background_model import BackgroundModel, TrackedCard
    from vision.tracking.background.change_proposals import CardSizes
    from vision.tracking.departures import TrickGathering
    from vision.tracking.missed_cards import MissedCardCheck
    from vision.tracking.motion.hand_attribution import HandAttribution
    from vision.tracking.settled_scene import Arrival, SettledScene
    from vision.types import Happening, Quad, Reading

BEFORE_ALL = -1
"""The trick of cards that lay there from the beginning, such as an upcard: no later one waits for them."""


@dataclass(frozen=True, slots=True)
class SceneInterpreter:
    """Keeps cards and piles of the *view* up to date; *seen* are the cards of the deal that were surely read before."""

    votes: VoteReader
    view: BackgroundModel
    sizes: CardSizes
    hands: HandAttribution
    missed: MissedCardCheck
    gathering: TrickGathering
    seen: Collection[Card]

    def happenings(self, look: SettledScene) -> list[Happening]:
        """Returns what has happened, in order; cards of a trick that has left since arrived before it left."""
        happenings: list[Happening] = []
        if any(card.trick != BEFORE_ALL for card in look.gone):
            for landing in [one for one in look.landings if one.lay is None and one.since < look.gone_since]:
                look.landings.remove(landing)
                happenings += self.arrival(landing, look)
        happenings += self._departures(look)
        for landing in look.landings:
            happenings += self.arrival(landing, look)
        return happenings

    def is_doubtful(self, landing: Arrival) -> bool:
        """Whether nobody can name the card yet, or it is named like one that lies there: every card is there once."""
        card = self.votes.reading(landing).card
        return card is None or (landing.lay is None and any(other.card == card for other in self.view.cards))

    def arrival(self, landing: Arrival, look: SettledScene) -> list[Happening]:
        """Returns what is reported of a card that has arrived, and puts it among those in view."""
        reading, view = self.votes.reading(landing), self.view
        if reading.card is not None and landing.covered is None:
            self.sizes.learn(landing.quad)
        if landing.lay is not None:
            reading = replace(reading, card=reading.card or landing.lay.card)
            view.add(reading, look.map, landing.lay.trick, previous=landing.lay)
            self.missed.other_visit(min(landing.since, look.time))
            return []
        piled = [card.quad for card in view.piles if card.card is not None and card.card == reading.card]
        if any(overlap(quad, landing.quad) > 0 for quad in piled):
            return []  # a pile was straightened
        if piled:
            view.piles.clear()  # its cards were dealt anew
        if (
            reading.card in self.gathering.gathered
            and look.time - self.gathering.gathered_at < TRACKING.pile_max_seconds
        ):
            view.piles.append(view.on_pile(reading, look.map))
            return []
        reading = self._beside_others(reading, landing, look)
        happenings: list[Happening] = []
        back = self.gathering.put_back(reading.card)
        if back is None:
            if self.gathering.were_most(view.cards):
                happenings.append(TableCleared(None, len(self.gathering.cards)))
                view.tricks += 1
            self.gathering.cards.clear()
        trick = view.tricks if back is None else back.trick
        view.add(reading, look.map, trick, is_below=landing.covered is not None)
        seat, confidence = landing.hand
        after_rest = self.missed.arrival(seat, landing.since, self.hands.gate.step)
        return [*happenings, CardLanded(reading, seat, confidence, after_rest=after_rest, since=landing.since)]

    def _departures(self, look: SettledScene) -> list[Happening]:
        """Cards that left the table, their place, or their trick for a pile; straightening one is not told."""
        view = self.view
        moved_on = {id(landing.lay) for landing in look.landings if landing.lay is not None}
        gone = [card for card in look.gone if id(card) not in moved_on]
        piled = piled_up(look.landings, gone, view.cards)
        look.landings = [landing for landing in look.landings if landing not in piled]
        view.cards = [card for card in view.cards if card not in gone and id(card) not in moved_on]
        lifted: list[Happening] = []
        for landing in look.landings:
            if landing.lay is not None and lies_apart(landing.quad, landing.lay):
                lifted.append(CardLifted(landing.lay.card))
                landing.lay = None
        gone += [landing.lay for landing in piled if landing.lay is not None]
        view.piles += [
            view.at_place(landing.lay, landing.quad, look.map) for landing in piled if landing.lay is not None
        ]
        if lifted or gone:
            self.missed.other_visit(min(look.gone_since, look.time))
        if not gone:
            return lifted
        gathered = {card.card for card in (*gone, *self.gathering.cards)}
        straightened = [landing.lay for landing in look.landings if landing.lay is not None]
        count = self.gathering.whole_trick(gone, view.cards + straightened)
        if not count:
            return lifted + [CardLifted(card.card) for card in gone]
        view.tricks += 1
        self.gathering.gathered, self.gathering.gathered_at = gathered, look.time
        taker = self._taker(gone, [landing.quad for landing in piled], look)
        self.missed.other_visit(min(look.gone_since, look.time), taker)
        return [*lifted, TableCleared(taker, count)]

    def _taker(self, gone: Sequence[TrackedCard], pile: Sequence[Quad], look: SettledScene) -> Seat | None:
        places = [look.place_mask(quad) for quad in [card.quad for card in gone] + list(pile)]
        rests = [relative_quad(quad, look.size).mean(axis=0) for quad in pile]
        return self.hands.taker(places, rests, look.small)

    def _beside_others(self, reading: Reading, landing: Arrival, look: SettledScene) -> Reading:
        """Every card is there once: what was seen elsewhere decides a doubt, and the same card twice is one."""
        if reading.card is not None and all(card.card != reading.card for card in self.view.cards):
            return reading
        lying = _lying_elsewhere(landing, look, self.view)
        if reading.card is None:
            reading = self.votes.reading(landing, lying | set(self.seen))
        return replace(reading, card=None) if reading.card in lying else reading


def _lying_elsewhere(landing: Arrival, look: SettledScene, view: BackgroundModel) -> set[Card]:
    place = [view.on_map(landing.quad)]
    return {card.card for card in view.cards if card.card is not None and still_lies(card, view, look.map, place)}
