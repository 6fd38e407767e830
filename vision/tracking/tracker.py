"""The card tracker: frames in, sightings out, such as a card laid, a card lifted, a trick gathered.

The background model has the view as it was last understood, the table without cards, and the appearance of each card. A
card is present while its place looks like it, and has left when its place looks like the table; otherwise something
covers it, and the tracker waits.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from engine.cards import Card, Seat
from vision.recognition.reader import Reader
from vision.scene.covered_outlines import SearchedImage
from vision.scene.still_scene import analyse_scene
from vision.tracking.arrivals.arrival_finder import ArrivalFinder
from vision.tracking.arrivals.partial_arrivals import PartialArrivalFinder
from vision.tracking.arrivals.votes import VoteReader
from vision.tracking.background.background_model import BackgroundModel
from vision.tracking.background.camera_motion import Homography, shift_of
from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.background.changes import MAP_WIDTH, change_mask, to_lab_map
from vision.tracking.departures import TrickGathering, find_departures
from vision.tracking.evidence import changed_regions, detect_view_change, motion_mask_on_map, still_map
from vision.tracking.hands import HandAttribution, MissedCardCheck, date_and_attribute
from vision.tracking.motion.frame_history import FrameHistory
from vision.tracking.motion.motion_gate import MotionGate, SmallLuma, SmallMask
from vision.tracking.motion.places import SteadyPlaces, place_mask
from vision.tracking.motion.thresholds import MOTION
from vision.tracking.scene_interpreter import ForeignCards, SceneInterpreter, initial_readings
from vision.tracking.scene_schedule import Deferral, SceneSchedule, defer_doubtful, is_hidden, understood_mask
from vision.tracking.settled_scene import ArrivalTrace, SceneTrace, SettledScene, TraceSink, relative_quad
from vision.tracking.thresholds import TRACKING
from vision.types import CameraBumped, Frame, KeepsMoving, LightChanged, Map, Mask, Observation, Quad, Sighting


@dataclass(slots=True)
class CardTracker:
    """Processes every frame in order; *seats* are those in play, a *trace_sink* gets a trace of each settled scene."""

    reader: Reader
    seats: Sequence[Seat] = (0, 1, 2, 3)
    trace_sink: TraceSink | None = None
    gathered_cards: Collection[Card] = ()
    """Cards of this deal that were surely read and have left: one that lies there again is shown, and not played."""
    _gate: MotionGate = field(default_factory=MotionGate)
    _history: FrameHistory = field(default_factory=FrameHistory)
    _schedule: SceneSchedule = field(init=False)
    _deferral: Deferral = field(default_factory=Deferral)
    _sizes: CardSizes = field(default_factory=CardSizes)
    _view: BackgroundModel | None = None
    _scene: SettledScene | None = None
    _steady: SteadyPlaces = field(init=False)
    _missed: MissedCardCheck = field(init=False)
    _gathering: TrickGathering = field(default_factory=TrickGathering)
    _foreign: ForeignCards = field(default_factory=ForeignCards)
    moving: bool = field(default=False, init=False)
    """Whether something moves in view, such as a hand."""

    def __post_init__(self) -> None:
        self._schedule = SceneSchedule(self._gate)
        self._steady = SteadyPlaces(self._gate, self._history)
        self._missed = MissedCardCheck(self._history, self.seats)

    def process(self, frame: Frame) -> list[Sighting]:
        """Processes a frame; returns the new sightings in order, usually none."""
        motion = self._gate.update(frame.luma, frame.time, self._steady.places)
        self.moving = motion.moving
        self._history.update(self._small, frame.time, self._gate.step)
        known = (relative_quad(quad, self._sizes.picture[1::-1]) for _, quad in self.cards_in_view)
        self._steady.update(frame.time, known)
        seconds = self._schedule.long_motion(frame.time, motion)
        sightings = [] if seconds is None else [Sighting(frame.number, frame.time, KeepsMoving(seconds))]
        if self._scene is not None and self._collect_votes(frame, self._scene):
            sightings += self._conclude()
        if self._scene is None and self._schedule.is_due(
            frame.time, motion, None if self._view is None else self._sizes
        ):
            sightings += self._read_scene(frame)
            if self._scene is not None and self._scene.has_votes:
                sightings += self._conclude()
        return sightings

    @property
    def _small(self) -> SmallLuma:
        """The luminance of the frame that is processed, as the gate averages it."""
        assert self._gate.small is not None
        return self._gate.small

    def _collect_votes(self, frame: Frame, scene: SettledScene) -> bool:
        """Adds the votes of a frame to the arrivals; returns whether they are all that there will be.

        There are no more once something moves over an arrival.
        """
        still = self._gate.still_mask(TRACKING.read_min_still_seconds)
        places = [scene.place_mask(arrival.quad) for arrival in scene.arrivals if arrival.partial_reading is None]
        if any(is_hidden(place, still) for place in places):
            return True
        gleaming = [one for one in scene.arrivals if one.is_gleaming]
        same = [one for one in gleaming if not self._gate.moved[scene.place_mask(one.quad) > 0].any()]
        self._votes.vote(frame, [one for one in scene.arrivals if one not in same])
        return scene.has_votes or (bool(gleaming) and frame.time - scene.time > TRACKING.rest_awaited_max_seconds)

    def finish(self) -> list[Sighting]:
        """Returns the sightings of the scene that was still being voted on when the frames ended."""
        return self._conclude() if self._scene is not None else []

    @property
    def is_voting(self) -> bool:
        """Whether a settled scene is being read."""
        return self._scene is not None

    @property
    def cards_in_view(self) -> list[tuple[Card | None, Quad]]:
        """The cards in view, the lowest first."""
        return [(card.card, card.quad) for card in self._view.cards] if self._view is not None else []

    @property
    def _votes(self) -> VoteReader:
        return VoteReader(self.reader)

    @property
    def _hands(self) -> HandAttribution:
        return HandAttribution(self._history, self._gate, self.seats)

    def _interpreter(self, view: BackgroundModel) -> SceneInterpreter:
        """Returns the interpreter of scenes, with the current view, seats and gathered cards."""
        return SceneInterpreter(
            *(self._votes, view, self._sizes, self._hands, self._missed, self._gathering),
            self.gathered_cards,
            self._foreign,
        )

    # A settled scene

    def _read_scene(self, frame: Frame) -> list[Sighting]:
        """Reads what has come to rest; places that move count as they were last understood."""
        now = to_lab_map(frame.image)
        still = self._schedule.mark_read(frame.time)
        view = self._view
        if view is None or view.last.shape != now.shape:
            return self._begin(frame, now, still)
        motion_mask = motion_mask_on_map(still, now.shape)
        now, sightings = self._apply_view_change(frame, now, view, motion_mask)
        scene = self._changed_scene(frame, now, view, motion_mask)
        if scene.regions:
            searched = SearchedImage(frame.image)
            scene = ArrivalFinder(self.reader, self._sizes).find(searched, scene, view)
            scene = PartialArrivalFinder(self.reader, self._votes).find(searched, scene, view)
        scene = find_departures(view, scene)
        scene = date_and_attribute(scene, self._hands, view.cards)
        scene = self._deferral.defer(scene, view, self._gate)
        if scene.deferred_regions or scene.deferred_quads:
            self._schedule.request_read(frame.time + MOTION.rest_min_seconds)
        self._scene = scene
        return sightings

    def _changed_scene(self, frame: Frame, now: Map, view: BackgroundModel, motion_mask: Mask | None) -> SettledScene:
        """Returns the scene with the regions that have changed, and nothing read yet."""
        now = still_map(now, view, motion_mask, self._steady.understood)
        long_still = self._gate.still_mask(MOTION.rest_min_seconds)
        changed = change_mask(now, view.last)
        is_all_still = cv2.countNonZero(long_still) == long_still.size
        return SettledScene(
            *(frame.number, frame.time, frame.image.shape[1::-1], now),
            frame=frame if self.trace_sink is not None else None,
            small=self._small,
            motion_mask=motion_mask,
            steady=np.zeros_like(self._small) if self._steady.places is None else self._steady.places,
            long_still=None
            if is_all_still
            else cv2.resize(long_still, now.shape[1::-1], interpolation=cv2.INTER_NEAREST),
            changed=changed,
            regions=changed_regions(changed, self._sizes, motion_mask),
        )

    def _begin(self, frame: Frame, now: Map, still: SmallMask) -> list[Sighting]:
        """Starts the background model with the cards in the first scene.

        A named card over which something moves, such as a lens that seeks its focus, is left to a later scene.
        """
        self._view = view = BackgroundModel.of(now, frame.image.shape[1])
        self._sizes = CardSizes(frame.image.shape[:2], self.reader.length)
        self._deferral = Deferral()
        self._gathering.cards = []
        self._missed.begin(frame.time, moving=self.moving)
        found = analyse_scene(frame.image, self.reader)
        size = frame.image.shape[1::-1]

        def is_moving(quad: Quad) -> bool:
            return is_hidden(place_mask(relative_quad(quad, size), still.shape), still)

        landed = self._interpreter(view).begin(initial_readings(found.readings, is_moving), now, size)
        sightings = [Sighting(frame.number, frame.time, observation) for observation in landed]
        view.guess_background([one.quad for one in found.readings if one.card is not None and is_moving(one.quad)])
        self._history.begin(self._small)
        if self.trace_sink is not None:
            self.trace_sink(SceneTrace(frame, tuple(sightings), tuple(self.cards_in_view), analysis=found))
        return sightings

    def _apply_view_change(
        self, frame: Frame, now: Map, view: BackgroundModel, motion_mask: Mask | None
    ) -> tuple[Map, list[Sighting]]:
        """Compensates a change of the whole view: another light, or a knock at the camera."""
        change = detect_view_change(now, view, motion_mask, self._gate.flicker)
        view.brightness = change.brightness
        observations: list[Observation] = []
        if change.factor is not None:
            observations.append(LightChanged(change.factor))
        if change.motion is not None:
            self._follow(change.motion, change.now, view)
            observations.append(CameraBumped(shift_of(change.motion, now.shape) * 640 / MAP_WIDTH))
        return change.now, [Sighting(frame.number, frame.time, observation) for observation in observations]

    def _follow(self, motion: Homography, now: Map, view: BackgroundModel) -> None:
        """Moves all remembered places by *motion*, a homography of the map."""
        view.follow(motion, now)
        self._sizes.follow(lambda quad: view.warp_quad(quad, motion))
        for card in self._gathering.cards:
            card.quad = view.warp_quad(card.quad, motion)
        if shift_of(motion, now.shape) * self._small.shape[1] / now.shape[1] > 1:
            self._missed.interrupt()
            self._history.begin(self._small)  # its pixels are coarse: smaller shifts do not matter

    # A concluded scene

    def _conclude(self) -> list[Sighting]:
        scene, self._scene = self._scene, None
        view = self._view
        assert scene is not None
        assert view is not None
        for arrival in scene.arrivals:
            self._votes.compare(arrival)
        interpreter = self._interpreter(view)
        arrived = [one for one in scene.arrivals if not (one.is_unconfirmed and interpreter.is_doubtful(one))]
        scene = replace(scene, arrivals=arrived)
        scene, any_deferred = defer_doubtful(scene, view, self._gate, interpreter.is_doubtful)
        if any_deferred:
            self._schedule.request_read(scene.time + MOTION.hand_leaves_max_seconds)
        arrivals = () if self.trace_sink is None else scene.arrivals
        traces = [
            ArrivalTrace(self._votes.reading(one), len(one.votes), one.previous is not None, *one.hand)
            for one in arrivals
        ]
        sightings = [Sighting(scene.number, scene.time, observation) for observation in interpreter.observations(scene)]
        self._understand(scene, view)
        self._trace(scene, sightings, traces)
        return sightings

    def _understand(self, scene: SettledScene, view: BackgroundModel) -> None:
        """Updates background and hand history with the scene, except for what it leaves open."""
        card_area = self._sizes.card_of_view(TRACKING.assumed_card_of_view) * scene.map[..., 0].size
        understood = understood_mask(scene, view, card_area)
        view.understand(scene.map, understood)
        on_small = cv2.resize(understood, scene.small.shape[::-1], interpolation=cv2.INTER_NEAREST)
        self._history.understand(scene.small, on_small)
        self._steady.understand(scene.steady, on_small)
        if scene.is_understood:
            self._missed.record_rest(scene.time, self._gate.step)

    def _trace(self, scene: SettledScene, sightings: Sequence[Sighting], traces: Sequence[ArrivalTrace]) -> None:
        if self.trace_sink is not None and scene.frame is not None and (sightings or traces or scene.regions):
            changed = np.bitwise_or.reduce([region.mask for region in scene.regions]) if scene.regions else None
            departures = tuple((card.card, card.quad) for card in scene.departures)
            reported, in_view = tuple(sightings), tuple(self.cards_in_view)
            self.trace_sink(SceneTrace(scene.frame, reported, in_view, tuple(traces), departures, changed, scene.hands))
