"""Turns a concluded scene into observations: cards that arrived or left, tricks that were gathered."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from engine.cards import Card
from vision.geometry.quads import same_area, same_place
from vision.recognition.reader import Scores
from vision.tracking.arrivals.votes import VoteReader
from vision.tracking.background.background_model import BackgroundModel
from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.departures import TrickGathering, arrivals_on_pile, lies_apart
from vision.tracking.hands import HandAttribution, MissedCardCheck
from vision.tracking.motion.arms import seat_of
from vision.tracking.motion.thresholds import MOTION
from vision.tracking.settled_scene import Arrival, SettledScene, relative_quad
from vision.tracking.thresholds import TRACKING
from vision.types import CardLanded, CardLifted, Map, Observation, OtherDeck, Quad, Reading, TableCleared

INITIAL_TRICK = -1
"""The trick number of cards that lay there from the beginning, such as an upcard: no gathering waits for them."""
SHOWN = -2
"""The same for cards of a gathered trick that somebody shows: they are lifted again, and not gathered."""


def initial_readings(readings: Sequence[Reading], is_moving: Callable[[Quad], bool]) -> list[Reading]:
    """Returns the readings of cards, the lowest first, without moving objects, such as a card in a hand."""
    sure = [reading.quad for reading in readings if reading.card is not None]
    return [
        reading
        for reading in reversed(readings)
        # A checked cloth has card-shaped fields; a doubtful thing counts only beside a card of its size.
        if any(same_area(reading.quad, quad) for quad in sure)
        and not (reading.visible < 1 and not reading.is_of_pack)  # the stock beside an upcard
        and not is_moving(reading.quad)
    ]


class ForeignThing(NamedTuple):
    """A card-shaped thing (px) and its K cosines with the cards of the pack."""

    quad: Quad
    scores: Scores

    def is_alike(self, other: ForeignThing) -> bool:
        """Tells whether this is another thing of the same size; backs and a box that is moved look the same."""
        same_size = same_area(self.quad, other.quad)
        return same_size and np.corrcoef(self.scores, other.scores)[0, 1] < TRACKING.foreign_max_correlation


@dataclass(slots=True)
class ForeignCards:
    """The last arrivals, as far as they tell whether another deck is played with than the pack."""

    _arrivals: deque[ForeignThing | None] = field(default_factory=lambda: deque(maxlen=TRACKING.other_deck_arrivals))
    """None stands for a card of the pack."""
    is_other_deck: bool = False
    """Whether the last arrivals were cards of another deck."""

    def record_named(self) -> None:
        """Notes a card of the pack."""
        self._arrivals.append(None)
        self.is_other_deck = self.is_other_deck and any(self._arrivals)

    def record(self, thing: ForeignThing) -> list[Quad]:
        """Notes a thing like none of the pack; returns the places of those that first tell of another deck."""
        self._arrivals.append(thing)
        group: list[ForeignThing] = []
        for other in reversed(self._arrivals):
            if other is not None and all(one.is_alike(other) for one in group):
                group.append(other)
        if self.is_other_deck or len(group) < TRACKING.other_deck_min_cards:
            return []
        self.is_other_deck = True
        return [one.quad for one in group]


@dataclass(frozen=True, slots=True)
class SceneInterpreter:
    """Updates the cards of the *view*; `gathered_cards` were surely read and have left."""

    votes: VoteReader
    view: BackgroundModel
    sizes: CardSizes
    hands: HandAttribution
    missed: MissedCardCheck
    gathering: TrickGathering
    gathered_cards: Collection[Card]
    foreign: ForeignCards

    def begin(self, readings: Sequence[Reading], now: Map, size: tuple[int, ...]) -> list[CardLanded]:
        """Returns the cards of a first scene of that *size*, whose seats can only be guessed, and adds them."""
        landed = []
        for found in readings:
            if found.card is not None:
                self.sizes.learn(found.quad)
            reading = self._unless_in_view(found)
            self.view.add(reading, now, INITIAL_TRICK)
            middle = relative_quad(reading.quad, size).mean(axis=0)
            hand = seat_of(np.zeros((0, 2)), middle, self.hands.seats)
            landed.append(CardLanded(reading, *hand, was_present=True))
        return landed

    def _unless_in_view(self, reading: Reading) -> Reading:
        """Returns the reading, without its name if that card is in view: every card exists once."""
        return replace(reading, card=None) if any(card.card == reading.card for card in self.view.cards) else reading

    def observations(self, scene: SettledScene) -> list[Observation]:
        """Returns the observations in order: arrivals before a departure come first."""
        observations: list[Observation] = []
        later = [self._with_doubtful_card(one) for one in scene.arrivals]
        if any(card.trick not in (INITIAL_TRICK, SHOWN) for card in scene.departures):
            before = [one for one in later if one.previous is None and one.since < scene.first_departure_time]
            later = [one for one in later if one not in before]
            for arrival in before:
                observations += self.report_arrival(arrival, scene)
        left, staying = self._departures(scene, later)
        observations += left
        for arrival in staying:
            observations += self.report_arrival(arrival, scene)
        return observations

    def _with_doubtful_card(self, arrival: Arrival) -> Arrival:
        """Returns the arrival with the doubtful card in view of which it is a better outline, as its previous place.

        While a hand covers a part of a card, its outline may be wrong, and the rest of it comes to light a moment after
        it was read. One that was laid later is another card.
        """
        if arrival.previous is not None or arrival.partial_reading is not None:
            return arrival
        for card in self.view.cards:
            lay_there = arrival.since < card.read_at + MOTION.hand_leaves_max_seconds
            if card.card is None and lay_there and same_place(card.quad, arrival.quad):
                likeliest = self.votes.reading(arrival).candidates[0].card
                if likeliest in card.candidates:
                    return replace(arrival, previous=card)
        return arrival

    def is_doubtful(self, arrival: Arrival) -> bool:
        """Whether the card has no name, or that of another card in view: every card exists once."""
        card = self.votes.reading(arrival).card
        return card is None or (arrival.previous is None and any(other.card == card for other in self.view.cards))

    def report_arrival(self, arrival: Arrival, scene: SettledScene) -> list[Observation]:
        """Returns the observations of a card that has arrived, and adds it to the cards in view."""
        reading, view = self.votes.reading(arrival), self.view
        if reading.card is not None and arrival.partial_reading is None:
            self.sizes.learn(arrival.quad)
        is_below = arrival.partial_reading is not None
        if (before := arrival.previous) is not None:
            reading = replace(reading, card=reading.card or before.card)
            times = {"since": before.since, "read_at": scene.time}
            view.add(reading, scene.map, before.trick, **times, is_below=is_below, previous=before)
            self.missed.record_visit(min(arrival.since, scene.time))
            return []
        observations, is_reported = self._other_deck(reading, arrival)
        if not is_reported:
            return observations
        reading = self._unless_in_view(reading)
        seat, confidence = arrival.hand
        if reading.card is not None and reading.card in self.gathered_cards:
            view.add(reading, scene.map, SHOWN, since=arrival.since, is_below=is_below)
            self.missed.record_visit(arrival.since, seat)
            return [CardLanded(reading, seat, confidence, after_rest=False, since=arrival.since)]
        back = self.gathering.return_card(reading.card)
        if back is None:
            if self.gathering.is_mostly_gathered(view.cards):
                observations.append(TableCleared(None, len(self.gathering.cards)))
                view.tricks += 1
            self.gathering.cards.clear()
        trick = view.tricks if back is None else back.trick
        view.add(reading, scene.map, trick, since=arrival.since, read_at=scene.time, is_below=is_below)
        after_rest = self.missed.record_arrival(seat, arrival.since, self.hands.gate.step)
        return [*observations, CardLanded(reading, seat, confidence, after_rest=after_rest, since=arrival.since)]

    def _other_deck(self, reading: Reading, arrival: Arrival) -> tuple[list[Observation], bool]:
        """Returns what an arrival tells about the deck, and whether it is reported by itself.

        While the size of a card is unknown, things like none of the pack are cards only if several are alike.
        """
        if reading.is_of_pack or arrival.partial_reading is not None:
            if reading.card is not None:
                self.foreign.record_named()
            return [], True
        is_reported = self.foreign.is_other_deck or self.sizes.plane is not None or not self.votes.is_foreign(arrival)
        quads = self.foreign.record(ForeignThing(arrival.quad, np.mean(arrival.votes, axis=0)))
        return [OtherDeck(tuple(quads))] if quads else [], is_reported

    def _departures(self, scene: SettledScene, arrivals: Sequence[Arrival]) -> tuple[list[Observation], list[Arrival]]:
        """Returns the observations of cards that left the table, their place, or their trick for a pile.

        With them, those of the *arrivals* that were not put on the pile.
        """
        view = self.view
        moved_cards = {id(arrival.previous) for arrival in arrivals if arrival.previous is not None}
        departures = [card for card in scene.departures if id(card) not in moved_cards]
        piled = arrivals_on_pile(arrivals, departures)
        view.cards = [card for card in view.cards if card not in departures and id(card) not in moved_cards]
        observations: list[Observation] = []
        staying: list[Arrival] = []
        for arrival in (one for one in arrivals if one not in piled):
            if arrival.previous is not None and lies_apart(arrival.quad, arrival.previous):
                observations.append(CardLifted(arrival.previous.card))
                staying.append(replace(arrival, previous=None))
            else:
                staying.append(arrival)
        departures += [arrival.previous for arrival in piled if arrival.previous is not None]
        # Shown cards belong to no trick; one shown at the end of a deal may have been the first of the next.
        shown = [card for card in departures if card.trick == SHOWN and card.card in self.gathered_cards]
        departures = [card for card in departures if card not in shown]
        if observations or departures or shown:
            self.missed.record_visit(min(scene.first_departure_time, scene.time))
        if departures:
            straightened = [arrival.previous for arrival in staying if arrival.previous is not None]
            count = self.gathering.trick_size(departures, view.cards + straightened, len(self.hands.seats))
            if count:
                view.tricks += 1
                pile = [arrival.quad for arrival in piled]
                places = [scene.place_mask(quad) for quad in (*(card.quad for card in departures), *pile)]
                rests = [relative_quad(quad, scene.size).mean(axis=0) for quad in pile]
                taker = self.hands.taker(places, rests, scene.small)
                self.missed.record_visit(min(scene.first_departure_time, scene.time), taker)
                observations.append(TableCleared(taker, count))
            else:
                observations += [CardLifted(card.card) for card in departures]
        return [*observations, *(CardLifted(card.card) for card in shown)], staying
