"""Settled scenes in, sightings out: which card landed on top, which was taken up, when the table was cleared.

Three things are remembered of the view (`remembered`): how the scene looked when last understood, the bare table, and
each card as it looked when it landed. A card is there while its place looks like it, gone when its place looks like
the bare table, and otherwise something lies or a hand rests on it: then the watcher waits.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.changes import MAP_WIDTH, evened, map_of
from vision.hands import Rest, grown, hands_among, is_held
from vision.landing import CardSizes
from vision.leaving import Taken, gone_from, lies_apart, piled_up
from vision.looking import VOTES, Look, Seeker, still_lies
from vision.motion import motion_between, shift_of
from vision.quads import area, filled, overlap
from vision.remembered import RememberedView
from vision.scene import survey
from vision.seats import seat_of
from vision.seen import Landed, Seen
from vision.settle import SettleGate
from vision.sightings import CameraBumped, CardLanded, CardLifted, LightChanged, Sighting, TableCleared

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engine.cards import Card, Seat
    from vision.changes import Map
    from vision.find import Mask
    from vision.looking import Landing
    from vision.motion import Homography
    from vision.reader import Reader
    from vision.remembered import LyingCard
    from vision.seen import Onlooker
    from vision.sightings import Frame, Happening, Quad, Reading

LIGHT_STEP = 1.15
LIKELY_SEAT = 0.4
BEFORE_ALL = -1
"""The trick of cards that lay there from the beginning, such as an upcard: no later one waits for them."""


@dataclass(slots=True)
class Watcher:
    """See every frame in order. *seats* are those in play; an *onlooker* is shown each settled scene."""

    reader: Reader
    seats: Sequence[Seat] = (0, 1, 2, 3)
    onlooker: Onlooker | None = None
    seen: Collection[Card] = ()
    """Cards of this deal that have surely been seen and are gone: they decide where a reading is in doubt."""
    _gate: SettleGate = field(default_factory=SettleGate)
    _sizes: CardSizes = field(default_factory=CardSizes)
    _view: RememberedView | None = None
    _look: Look | None = None
    _rest: Rest = field(default_factory=Rest)
    _taken: Taken = field(default_factory=Taken)
    moving: bool = field(default=False, init=False)
    """Whether something moves in view, such as a hand."""

    def see(self, frame: Frame) -> list[Sighting]:
        """Returns what has happened by this frame, in order; mostly nothing."""
        stillness = self._gate.see(frame.luma, frame.time)
        self.moving = stillness.moving
        sightings: list[Sighting] = []
        if self._look is not None:
            if stillness.moving or stillness.settled:
                sightings += self._conclude()
            else:
                self._seeker.vote(frame, self._look.landings)
                if self._look.has_votes:
                    sightings += self._conclude()
        if stillness.settled:
            sightings += self._settle(frame)
            if self._look is not None and self._look.has_votes:
                sightings += self._conclude()
        return sightings

    def finish(self) -> list[Sighting]:
        """Returns what was still being voted on when the frames ended."""
        return self._conclude() if self._look is not None else []

    @property
    def is_voting(self) -> bool:
        """Whether a settled scene is being read."""
        return self._look is not None

    @property
    def lying(self) -> list[tuple[Card | None, Quad]]:
        """The cards in view, the lowest first."""
        return [(card.card, card.quad) for card in self._view.cards] if self._view is not None else []

    @property
    def _seeker(self) -> Seeker:
        return Seeker(self.reader, self._sizes)

    # A settled scene

    def _settle(self, frame: Frame) -> list[Sighting]:
        now = map_of(frame.image)
        if self._view is None or self._view.reference.shape != now.shape:
            return self._begin(frame, now)
        now, sightings = self._same_view(frame, now, self._view)
        height, width = frame.image.shape[:2]
        look = Look(frame.number, frame.time, (width, height), now, frame if self.onlooker is not None else None)
        look.parts = self._seeker.changed_parts(frame.image, now, self._view)
        if look.parts:
            look.landings = self._seeker.landings(frame.image, look, self._view)
            moved_on = [landing.lay for landing in look.landings if landing.lay is not None]
            landed = [landing.quad for landing in look.landings]
            look.gone = gone_from(self._view, now, look.parts, landed, moved_on)
        self._leave_to_hands(look, self._view)
        self._look = look
        return sightings

    def _begin(self, frame: Frame, now: Map) -> list[Sighting]:
        """Cards that lie there from the start landed before we looked; their seat can only be guessed."""
        self._view = RememberedView.of(now, frame.image.shape[1])
        self._sizes, self._rest, self._taken = CardSizes(), Rest(), Taken()
        sightings = []
        found = survey(frame.image, self.reader)
        readings = found.readings
        sure = [area(reading.quad) for reading in readings if reading.card is not None]
        for reading in reversed(readings):
            # A checked cloth has card-shaped fields; a doubtful thing counts only beside a card of its size.
            if not any(0.7 < area(reading.quad) / size < 1.4 for size in sure):
                continue
            if reading.visible < 1 and not reading.near:
                continue  # the stock beside an upcard
            if reading.card is not None:
                self._sizes.learn(reading.quad)
            if reading.card in {card.card for card in self._view.cards}:
                reading = replace(reading, card=None)  # every card is there once
            self._view.add(reading, now, BEFORE_ALL)
            place = _place(reading.quad, frame.image.shape[1::-1]).mean(axis=0)
            seat, confidence = seat_of(np.zeros((0, 2)), place, self.seats)
            landed = CardLanded(reading, seat, confidence, lay_there=True)
            sightings.append(Sighting(frame.number, frame.time, landed))
        self._view.guess_bare()
        self._gate.forget_entries()
        if self.onlooker is not None:
            self.onlooker(Seen(frame, tuple(sightings), tuple(self.lying), survey=found))
        return sightings

    def _same_view(self, frame: Frame, now: Map, view: RememberedView) -> tuple[Map, list[Sighting]]:
        """Takes out what befell the whole view: another light, or a knock at the camera."""
        happenings: list[Happening] = []
        now, gain = evened(now, view.reference)
        factor = gain / view.brightness
        if max(factor, 1 / factor) > LIGHT_STEP:
            happenings.append(LightChanged(factor))
            view.brightness = gain
        motion = motion_between(now, view.reference, view.bare)
        if motion is not None:
            self._follow(motion, now, view)
            happenings.append(CameraBumped(shift_of(motion, now.shape) * 640 / MAP_WIDTH))
        return now, [Sighting(frame.number, frame.time, happening) for happening in happenings]

    def _follow(self, motion: Homography, now: Map, view: RememberedView) -> None:
        """Whatever lies in the picture has moved by *motion*, a homography of the map."""
        view.follow(motion, now)
        self._sizes.follow(lambda quad: view.moved(quad, motion))
        for card in self._taken.cards:
            card.quad = view.moved(card.quad, motion)

    def _leave_to_hands(self, look: Look, view: RememberedView) -> None:
        """What a hand still holds has neither landed nor left."""
        hands = self._hands_in(look, view) if any(part.at_rim for part in look.parts) else None
        if hands is None:
            self._rest = Rest()  # what comes next has not lain there before
            return
        look.rested = self._rest.come_to(look.map, hands)
        hands &= ~look.rested
        if not hands.any():
            return
        look.hands = hands
        look.landings = [landing for landing in look.landings if not is_held(view.on_map(landing.quad), hands)]
        look.gone = [card for card in look.gone if not is_held(view.on_map(card.quad), hands)]

    @staticmethod
    def _hands_in(look: Look, view: RememberedView) -> Mask | None:
        told = [landing.quad for landing in look.landings] + [card.quad for card in look.gone]
        explained = filled([view.on_map(quad) for quad in told], look.map.shape, 1.12) | view.as_before(look.map)
        return hands_among(look.parts, explained)

    # What it means

    def _conclude(self) -> list[Sighting]:
        look, self._look = self._look, None
        assert look is not None
        assert self._view is not None
        look.landings.sort(key=lambda landing: self._gate.since(_place(landing.quad, look.size)))
        self._view.forget_piles(look.map)
        for landing in look.landings:
            if len(landing.votes) < VOTES:
                self._seeker.compare(landing)
        landed = [] if self.onlooker is None else [self._shown(landing, look) for landing in look.landings]
        happenings = self._left(look, self._view)
        for landing in look.landings:
            happenings += self._landed(landing, look, self._view)
        self._view.understand(look.map, _understood(look, self._view))
        self._gate.forget_entries()
        sightings = [Sighting(look.number, look.time, happening) for happening in happenings]
        if self.onlooker is not None and look.frame is not None:
            changed = np.bitwise_or.reduce([part.mask for part in look.parts]) if look.parts else None
            gone = tuple((card.card, card.quad) for card in look.gone)
            told, lying = tuple(sightings), tuple(self.lying)
            self.onlooker(Seen(look.frame, told, lying, tuple(landed), gone, changed, look.hands))
        return sightings

    def _shown(self, landing: Landing, look: Look) -> Landed:
        entries = self._gate.entries(_place(landing.quad, look.size))
        return Landed(self._seeker.reading(landing), len(landing.votes), landing.lay is not None, entries)

    def _left(self, look: Look, view: RememberedView) -> list[Happening]:
        """Cards that left the table, their place, or their trick for a pile; straightening one is not told."""
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
            view.at_rest(landing.lay, landing.quad, look.map) for landing in piled if landing.lay is not None
        ]
        if not gone:
            return lifted
        straightened = [landing.lay for landing in look.landings if landing.lay is not None]
        count = self._taken.whole_trick(gone, view.cards + straightened)
        if not count:
            return lifted + [CardLifted(card.card) for card in gone]
        view.tricks += 1
        return [*lifted, TableCleared(self._left_by(gone, [landing.quad for landing in piled], look), count)]

    def _left_by(self, gone: Sequence[LyingCard], pile: Sequence[Quad], look: Look) -> Seat | None:
        """The seat whose hand came, and by whose edge the pile rests if that is in view."""
        places = [_place(quad, look.size) for quad in ([card.quad for card in gone] + list(pile))]
        entries = np.concatenate([self._gate.entries(place) for place in places])
        rests = np.mean([place.mean(axis=0) for place in places[len(gone) :]], axis=0) if pile else np.array([0.5, 0.5])
        seat, confidence = seat_of(entries, rests, self.seats)
        return seat if len(entries) and confidence > LIKELY_SEAT else None

    def _landed(self, landing: Landing, look: Look, view: RememberedView) -> list[Happening]:
        reading = self._seeker.reading(landing)
        if reading.card is not None and landing.covered is None:
            self._sizes.learn(landing.quad)
        if landing.lay is not None:
            reading = replace(reading, card=reading.card or landing.lay.card)
            view.add(reading, look.map, landing.lay.trick, lay=landing.lay)
            return []
        piled = [card.quad for card in view.piles if card.card is not None and card.card == reading.card]
        if any(overlap(quad, landing.quad) > 0 for quad in piled):
            return []  # a pile was straightened
        if piled:
            view.piles.clear()  # its cards were dealt anew
        reading = self._beside_others(reading, landing, look, view)
        happenings: list[Happening] = []
        back = self._taken.put_back(reading.card)
        if back is None:
            if self._taken.were_most(view.cards):
                happenings.append(TableCleared(None, len(self._taken.cards)))
                view.tricks += 1
            self._taken.cards.clear()
        trick = view.tricks if back is None else back.trick
        view.add(reading, look.map, trick, covered=landing.covered is not None)
        place = _place(landing.quad, look.size)
        seat, confidence = seat_of(self._gate.entries(place), place.mean(axis=0), self.seats)
        return [*happenings, CardLanded(reading, seat, confidence)]

    def _beside_others(self, reading: Reading, landing: Landing, look: Look, view: RememberedView) -> Reading:
        """Every card is there once: what was seen elsewhere decides a doubt, and the same card twice is one."""
        if reading.card is not None and all(card.card != reading.card for card in view.cards):
            return reading
        lying = _lying_elsewhere(landing, look, view)
        if reading.card is None:
            reading = self._seeker.reading(landing, lying | set(self.seen))
        return replace(reading, card=None) if reading.card in lying else reading


def _lying_elsewhere(landing: Landing, look: Look, view: RememberedView) -> set[Card]:
    place = [view.on_map(landing.quad)]
    return {card.card for card in view.cards if card.card is not None and still_lies(card, view, look.map, place)}


def _understood(look: Look, view: RememberedView) -> Mask:
    """All of the view; but while a hand is there, only what did not change, what was told, and what came to rest."""
    understood = np.full(look.map.shape[:2], 255, np.uint8)
    if look.hands is not None:
        told = [landing.quad for landing in look.landings] + [card.quad for card in look.gone]
        explained = filled([view.on_map(quad) for quad in told], look.map.shape, 1.12)
        if look.rested is not None:
            explained |= look.rested
        for part in look.parts:
            understood[grown(np.where(explained > 0, np.uint8(0), part.mask)) > 0] = 0
    return understood


def _place(quad: Quad, size: tuple[int, ...]) -> Quad:
    """Returns the quad from 0 to 1 across and down a view of that width and height."""
    return np.divide(quad, np.array(size, np.float32), dtype=np.float32)
