"""Frames in, sightings out: which card landed on top, which was taken up, when the table was cleared.

Three things are remembered of the view (`background.background_model`): how the scene looked when last understood, the
bare table, and each card as it looked when it landed. A card is there while its place looks like it, gone when its
place looks like the bare table, and otherwise something lies or a hand rests on it: then the watcher waits.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.geometry.quads import area, mask_of_quads, overlap
from vision.scene.still_scene import survey
from vision.tracking.arrivals import ArrivalFinder, SettledScene, still_lies
from vision.tracking.background.background_model import BackgroundModel
from vision.tracking.background.camera_motion import motion_between, shift_of
from vision.tracking.background.change_detection import MAP_WIDTH, equalise_illumination, to_lab_map
from vision.tracking.background.change_proposals import CardSizes
from vision.tracking.background.hand_mask import grown
from vision.tracking.background.thresholds import BACKGROUND
from vision.tracking.deferral import Deferral
from vision.tracking.departures import PartlyGatheredTrick, gone_from, lies_apart, piled_up
from vision.tracking.look_schedule import LookSchedule, unrest_on_map
from vision.tracking.missed_cards import MissedCardCheck
from vision.tracking.motion.hand_history import HandHistory
from vision.tracking.motion.motion_gate import MotionGate
from vision.tracking.motion.seat_attribution import seat_by_arm, seat_of
from vision.tracking.pending_search import PendingSearch
from vision.tracking.reordering import ReorderBuffer
from vision.tracking.thresholds import TRACKING
from vision.tracking.trace import Landed, SceneTrace
from vision.types import (
    CameraBumped,
    CardLanded,
    CardLifted,
    KeepsMoving,
    LightChanged,
    Sighting,
    TableCleared,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    import numpy.typing as npt

    from engine.cards import Card, Seat
    from vision.recognition.reader import Reader
    from vision.tracking.arrivals import Arrival
    from vision.tracking.background.background_model import TrackedCard
    from vision.tracking.background.camera_motion import Homography
    from vision.tracking.motion.motion_gate import SmallMask
    from vision.tracking.trace import TraceSink
    from vision.types import Frame, Happening, Map, Mask, Quad, Reading

BEFORE_ALL = -1
"""The trick of cards that lay there from the beginning, such as an upcard: no later one waits for them."""


@dataclass(slots=True)
class CardTracker:
    """See every frame in order. *seats* are those in play; an *onlooker* is shown each settled scene."""

    reader: Reader
    seats: Sequence[Seat] = (0, 1, 2, 3)
    onlooker: TraceSink | None = None
    seen: Collection[Card] = ()
    """Cards of this deal that have surely been seen and are gone: they decide where a reading is in doubt."""
    _gate: MotionGate = field(default_factory=MotionGate)
    _history: HandHistory = field(default_factory=HandHistory)
    _schedule: LookSchedule = field(init=False)
    _deferral: Deferral = field(default_factory=Deferral)
    _order: ReorderBuffer = field(default_factory=ReorderBuffer)
    _sizes: CardSizes = field(default_factory=CardSizes)
    _view: BackgroundModel | None = None
    _look: SettledScene | None = None
    _pending: PendingSearch | None = None
    _missed: MissedCardCheck = field(init=False)
    _gathered: Collection[Card | None] = ()
    _gathered_at: float = float("-inf")
    _taken: PartlyGatheredTrick = field(default_factory=PartlyGatheredTrick)
    moving: bool = field(default=False, init=False)
    """Whether something moves in view, such as a hand."""

    def __post_init__(self) -> None:
        self._schedule = LookSchedule(self._gate)
        self._missed = MissedCardCheck(self._history, self.seats)

    def see(self, frame: Frame) -> list[Sighting]:
        """Returns what has happened by this frame, in order; mostly nothing."""
        motion = self._gate.see(frame.luma, frame.time)
        small = self._gate.small
        assert small is not None
        if motion.moving and not self.moving:
            self._gathered = ()  # another hand comes: what it lays is played
        self.moving = motion.moving
        self._history.see(small, frame.time, self._gate.step)
        seconds = self._schedule.long_unrest(frame.time, motion)
        sightings = [] if seconds is None else [Sighting(frame.number, frame.time, KeepsMoving(seconds))]
        if self._look is not None:
            sightings += self._vote(frame, self._look)
        if self._look is None and self._schedule.is_due(
            frame.time, motion, None if self._view is None else self._sizes
        ):
            sightings += self._settle(frame)
            if self._look is not None and self._look.has_votes:
                sightings += self._conclude()
        return self._order.passed_on(sightings, frame.time, moving=motion.moving or self._look is not None)

    def _vote(self, frame: Frame, look: SettledScene) -> list[Sighting]:
        """Has the frame vote on what landed, as long as nothing moves over it."""
        still = self._gate.still_mask(TRACKING.look_still_seconds)
        places = [look.place_mask(landing.quad) for landing in look.landings if landing.covered is None]
        if any(
            np.count_nonzero((place > 0) & (still == 0)) > TRACKING.vote_max_moving_of_place * np.count_nonzero(place)
            for place in places
        ):
            return self._conclude()
        self._seeker.vote(frame, look.landings)
        return self._conclude() if look.has_votes else []

    def finish(self) -> list[Sighting]:
        """Returns what was still being voted on when the frames ended."""
        last = self._conclude() if self._look is not None else []
        return self._order.passed_on(last, float("inf"), moving=False)

    @property
    def is_voting(self) -> bool:
        """Whether a settled scene is being read."""
        return self._look is not None

    @property
    def lying(self) -> list[tuple[Card | None, Quad]]:
        """The cards in view, the lowest first."""
        return [(card.card, card.quad) for card in self._view.cards] if self._view is not None else []

    @property
    def _seeker(self) -> ArrivalFinder:
        return ArrivalFinder(self.reader, self._sizes)

    # A settled scene

    def _settle(self, frame: Frame) -> list[Sighting]:
        """Looks at what has come to rest; where something moves, the view counts as it was last understood."""
        now = to_lab_map(frame.image)
        still = self._schedule.looks_at(frame.time)
        unrest = unrest_on_map(still, now.shape)
        if self._view is None or self._view.reference.shape != now.shape:
            return self._begin(frame, now, unrest)
        now, sightings = self._same_view(frame, now, self._view, unrest)
        if unrest is not None:
            now = np.where(unrest[..., None] > 0, self._view.reference, now)
        height, width = frame.image.shape[:2]
        look = SettledScene(
            frame.number, frame.time, (width, height), now, frame if self.onlooker is not None else None
        )
        look.unrest = unrest
        if self._gate.small is not None:
            look.small = self._gate.small
        mature = self._gate.still_mask(TRACKING.look_mature_seconds)
        if cv2.countNonZero(mature) < mature.size:
            look.mature = cv2.resize(mature, now.shape[1::-1], interpolation=cv2.INTER_NEAREST)
        look.parts = self._seeker.changed_parts(frame.image, now, self._view, unrest)
        sightings += self._search_pending(look, self._view)
        if look.parts:
            look.landings = self._seeker.landings(frame.image, look, self._view)
            moved_on = [landing.lay for landing in look.landings if landing.lay is not None]
            landed = [landing.quad for landing in look.landings]
            look.gone, look.unclear = gone_from(self._view, now, look.parts, landed, moved_on)
        if self._missed.is_search_due:
            self._missed.is_search_due = False
            look.landings = look.landings or self._seeker.overlooked(frame.image, look, self._view)
        self._date(look)
        self._deferral.defer(look, self._view, self._gate)
        self._order.expect(look.held_since, frame.time)
        if look.deferred or look.waiting or look.unclear:
            self._schedule.look_again(frame.time + TRACKING.look_mature_seconds)
        self._schedule.look_when_still([look.place_mask(quad) for quad in look.under_motion])
        self._pending = PendingSearch.of(look, frame.image)
        self._look = look
        return sightings

    def _search_pending(self, look: SettledScene, view: BackgroundModel) -> list[Sighting]:
        """Searches in its own frame what an earlier look put off, unless *look* still shows it."""
        pending, self._pending = self._pending, None
        if pending is None or pending.is_taken_over(look.map, look.parts, look.unrest):
            return []
        before = pending.look
        before.landings = self._seeker.landings(pending.image(), before, view)
        self._date(before)
        for landing in before.landings:
            self._seeker.compare(landing)
        happenings: list[Happening] = []
        for landing in sorted(before.landings, key=lambda landing: landing.since):
            if landing.lay is None and not self._is_doubtful(landing):
                happenings += self._landed(landing, before, view)
        return [Sighting(look.number, look.time, happening) for happening in happenings]

    def _date(self, look: SettledScene) -> None:
        """Notes when each card was first seen where it lies, and whose hand was over it just before."""
        small, step = look.small, self._gate.step
        masks = [look.place_mask(landing.quad) for landing in look.landings]
        for index, landing in enumerate(look.landings):
            shown = masks[index].copy()
            for other in (mask for number, mask in enumerate(masks) if number != index):
                shown[other > 0] = 0  # what two new cards share shows the upper one
            index_shown = self._history.first_shown(shown, small, step)
            landing.since = self._history.time_of(index_shown)
            middle = _place(landing.quad, look.size).mean(axis=0)
            landing.hand = self._hand_over(masks[index], index_shown, middle)
        for card in look.gone:
            index_shown = self._history.first_shown(look.place_mask(card.quad), small, step)
            look.gone_since = min(look.gone_since, self._history.time_of(index_shown))

    def _begin(self, frame: Frame, now: Map, unrest: Mask | None) -> list[Sighting]:
        """Cards that lie there from the start landed before we looked; their seat can only be guessed.

        What moves, such as a card in a hand, does not lie there.
        """
        self._view = BackgroundModel.of(now, frame.image.shape[1])
        self._sizes = CardSizes(frame.image.shape[:2], self.reader.length)
        self._deferral, self._taken, self._pending = Deferral(), PartlyGatheredTrick(), None
        self._missed.begin(frame.time, moving=self.moving)
        sightings = []
        found = survey(frame.image, self.reader)
        readings = found.readings
        sure = [area(reading.quad) for reading in readings if reading.card is not None]
        for reading in reversed(readings):
            # A checked cloth has card-shaped fields; a doubtful thing counts only beside a card of its size.
            if not any(
                TRACKING.first_min_area_ratio < area(reading.quad) / size < TRACKING.first_max_area_ratio
                for size in sure
            ):
                continue
            if reading.visible < 1 and not reading.near:
                continue  # the stock beside an upcard
            if unrest is not None and (unrest & mask_of_quads([self._view.on_map(reading.quad)], now.shape)).any():
                continue
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
        assert self._gate.small is not None
        self._history.begin(self._gate.small)
        if self.onlooker is not None:
            self.onlooker(SceneTrace(frame, tuple(sightings), tuple(self.lying), survey=found))
        return sightings

    def _same_view(
        self, frame: Frame, now: Map, view: BackgroundModel, unrest: Mask | None
    ) -> tuple[Map, list[Sighting]]:
        """Takes out what befell the whole view: another light, or a knock at the camera."""
        happenings: list[Happening] = []
        rest = None if unrest is None else cv2.bitwise_not(unrest)
        now, gain = equalise_illumination(
            now,
            view.reference,
            max(BACKGROUND.flicker_min_of_brightness, TRACKING.flicker_range_of_median * self._gate.flicker),
            rest,
        )
        factor = gain / view.brightness
        if max(factor, 1 / factor) > TRACKING.light_min_factor:
            happenings.append(LightChanged(factor))
            view.brightness = gain
        table = 255 - mask_of_quads(
            [view.on_map(card.quad) for card in view.cards], now.shape, TRACKING.card_with_shadow
        )
        motion = motion_between(now, view.reference, view.bare, rest, table if unrest is None else table & ~unrest)
        if motion is not None:
            self._follow(motion, now, view)
            happenings.append(CameraBumped(shift_of(motion, now.shape) * 640 / MAP_WIDTH))
        return now, [Sighting(frame.number, frame.time, happening) for happening in happenings]

    def _follow(self, motion: Homography, now: Map, view: BackgroundModel) -> None:
        """Whatever lies in the picture has moved by *motion*, a homography of the map."""
        view.follow(motion, now)
        self._sizes.follow(lambda quad: view.moved(quad, motion))
        for card in self._taken.cards:
            card.quad = view.moved(card.quad, motion)
        self._pending = None
        small = self._gate.small
        if small is not None and shift_of(motion, now.shape) * small.shape[1] / now.shape[1] > 1:
            self._missed.interrupt()
            self._history.begin(small)  # by less than one of its pixels it stays true

    # What it means

    def _conclude(self) -> list[Sighting]:
        look, self._look = self._look, None
        assert look is not None
        assert self._view is not None
        look.landings.sort(key=lambda landing: landing.since)
        self._view.forget_piles(look.map)
        for landing in look.landings:
            if len(landing.votes) < TRACKING.arrival_votes:
                self._seeker.compare(landing)
        self._put_off_doubtful(look)
        landed = [] if self.onlooker is None else [self._shown(landing, look) for landing in look.landings]
        happenings: list[Happening] = []
        if any(card.trick != BEFORE_ALL for card in look.gone):
            for landing in [one for one in look.landings if one.lay is None and one.since < look.gone_since]:
                look.landings.remove(landing)
                happenings += self._landed(landing, look, self._view)
        happenings += self._left(look, self._view)
        for landing in look.landings:
            happenings += self._landed(landing, look, self._view)
        understood = _understood(look, self._view)
        self._view.understand(look.map, understood)
        self._history.understand(
            look.small, cv2.resize(understood, look.small.shape[::-1], interpolation=cv2.INTER_NEAREST)
        )
        if look.is_understood:
            self._missed.rest(look.time, self._gate.step)
            if self._missed.is_search_due:
                self._schedule.look_again(look.time)
        sightings = [Sighting(look.number, look.time, happening) for happening in happenings]
        if self.onlooker is not None and look.frame is not None and (sightings or landed or look.parts):
            changed = np.bitwise_or.reduce([part.mask for part in look.parts]) if look.parts else None
            gone = tuple((card.card, card.quad) for card in look.gone)
            told, lying = tuple(sightings), tuple(self.lying)
            self.onlooker(SceneTrace(look.frame, told, lying, tuple(landed), gone, changed, look.hands))
        return sightings

    def _put_off_doubtful(self, look: SettledScene) -> None:
        """A doubtful card is looked at once more when it has lain still for a while, and what left with it too."""
        still = self._gate.still_mask(TRACKING.doubt_min_seconds)
        doubtful = []
        for landing in look.landings:
            place = look.place_mask(landing.quad) > 0
            settled = np.count_nonzero(place & (still > 0)) > TRACKING.doubt_min_still_of_place * np.count_nonzero(
                place
            )
            if not settled and self._is_doubtful(landing):
                doubtful.append(landing)
        if doubtful:
            look.waiting += [landing.quad for landing in doubtful] + [card.quad for card in look.gone]
            look.landings, look.gone = [one for one in look.landings if one not in doubtful], []
            self._schedule.look_again(look.time + TRACKING.doubt_min_seconds)

    def _is_doubtful(self, landing: Arrival) -> bool:
        """Whether nobody can name the card yet, or it is named like one that lies there: every card is there once."""
        card = self._seeker.reading(landing).card
        return card is None or (landing.lay is None and any(other == card for other, _ in self.lying))

    def _shown(self, landing: Arrival, look: SettledScene) -> Landed:
        return Landed(self._seeker.reading(landing), len(landing.votes), landing.lay is not None, *landing.hand)

    def _left(self, look: SettledScene, view: BackgroundModel) -> list[Happening]:
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
        if lifted or gone:
            self._missed.other_visit(min(look.gone_since, look.time))
        if not gone:
            return lifted
        gathered = {card.card for card in (*gone, *self._taken.cards)}
        straightened = [landing.lay for landing in look.landings if landing.lay is not None]
        count = self._taken.whole_trick(gone, view.cards + straightened)
        if not count:
            return lifted + [CardLifted(card.card) for card in gone]
        view.tricks += 1
        self._gathered, self._gathered_at = gathered, look.time
        taker = self._left_by(gone, [landing.quad for landing in piled], look)
        self._missed.other_visit(min(look.gone_since, look.time), taker)
        return [*lifted, TableCleared(taker, count)]

    def _left_by(self, gone: Sequence[TrackedCard], pile: Sequence[Quad], look: SettledScene) -> Seat | None:
        """The seat whose arm was over the cards, or else by whose edge their pile rests, if that is in view."""
        masks = [look.place_mask(quad) for quad in [card.quad for card in gone] + list(pile)]
        shown = [self._history.first_shown(mask, look.small, self._gate.step) for mask in masks]
        found = [self._arm_over(mask, index) for mask, index in zip(masks, shown, strict=True)]
        evidence = [each for each in found if each is not None]
        if evidence:
            seat, confidence = seat_by_arm(np.asarray(np.mean(evidence, axis=0)), self.seats)
        else:
            entries = self._history.crossings_before(min(shown), self._gate.step)
            rests = [_place(quad, look.size).mean(axis=0) for quad in pile] or [np.array([0.5, 0.5])]
            seat, confidence = seat_of(entries, np.mean(rests, axis=0), self.seats) if len(entries) else (None, 0.0)
        return seat if confidence > TRACKING.taker_min_confidence else None

    def _hand_over(self, place: SmallMask, shown: int, middle: npt.NDArray[Any]) -> tuple[Seat | None, float]:
        """Returns whose hand was over a place about a frame of the history, and how sure that is, from 0 to 1."""
        evidence = self._arm_over(place, shown)
        if evidence is not None:
            return seat_by_arm(evidence, self.seats)
        return seat_of(self._history.crossings_before(shown, self._gate.step), middle, self.seats)

    def _arm_over(self, place: SmallMask, shown: int) -> npt.NDArray[np.float64] | None:
        return self._history.arm_evidence(place, shown, self._gate.step, self.seats)

    def _landed(self, landing: Arrival, look: SettledScene, view: BackgroundModel) -> list[Happening]:
        reading = self._seeker.reading(landing)
        if reading.card is not None and landing.covered is None:
            self._sizes.learn(landing.quad)
        if landing.lay is not None:
            reading = replace(reading, card=reading.card or landing.lay.card)
            view.add(reading, look.map, landing.lay.trick, lay=landing.lay)
            self._missed.other_visit(min(landing.since, look.time))
            return []
        piled = [card.quad for card in view.piles if card.card is not None and card.card == reading.card]
        if any(overlap(quad, landing.quad) > 0 for quad in piled):
            return []  # a pile was straightened
        if piled:
            view.piles.clear()  # its cards were dealt anew
        if reading.card in self._gathered and look.time - self._gathered_at < TRACKING.pile_max_seconds:
            view.piles.append(view.at_rest_anew(reading, look.map))
            return []
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
        seat, confidence = landing.hand
        after_rest = self._missed.arrival(seat, landing.since, self._gate.step)
        return [*happenings, CardLanded(reading, seat, confidence, after_rest=after_rest, since=landing.since)]

    def _beside_others(self, reading: Reading, landing: Arrival, look: SettledScene, view: BackgroundModel) -> Reading:
        """Every card is there once: what was seen elsewhere decides a doubt, and the same card twice is one."""
        if reading.card is not None and all(card.card != reading.card for card in view.cards):
            return reading
        lying = _lying_elsewhere(landing, look, view)
        if reading.card is None:
            reading = self._seeker.reading(landing, lying | set(self.seen))
        return replace(reading, card=None) if reading.card in lying else reading


def _lying_elsewhere(landing: Arrival, look: SettledScene, view: BackgroundModel) -> set[Card]:
    place = [view.on_map(landing.quad)]
    return {card.card for card in view.cards if card.card is not None and still_lies(card, view, look.map, place)}


def _understood(look: SettledScene, view: BackgroundModel) -> Mask:
    """Returns all of the view that rests; of what touches a hand only what was told, or has come to rest."""
    understood = np.full(look.map.shape[:2], 255, np.uint8)
    for part in look.deferred:
        understood[grown(part.mask) > 0] = 0
    unclear = [*look.waiting, *(card.quad for card in look.unclear)]
    understood[
        mask_of_quads([view.on_map(quad) for quad in unclear], look.map.shape, TRACKING.card_with_shadow) > 0
    ] = 0
    if look.hands is None:
        return understood
    told = [landing.quad for landing in look.landings] + [card.quad for card in look.gone]
    explained = mask_of_quads([view.on_map(quad) for quad in told], look.map.shape, TRACKING.card_with_shadow)
    if look.rested is not None:
        explained |= look.rested
    near = grown(look.hands)
    for part in look.parts:
        if part.at_rim or (part.mask & near).any():
            understood[grown(np.where(explained > 0, np.uint8(0), part.mask)) > 0] = 0
    if look.unrest is not None:
        understood[look.unrest > 0] = 0
    return understood


def _place(quad: Quad, size: tuple[int, ...]) -> Quad:
    """Returns the quad from 0 to 1 across and down a view of that width and height."""
    return np.divide(quad, np.array(size, np.float32), dtype=np.float32)
