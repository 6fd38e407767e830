"""Detects cards that are laid before the camera to be enrolled: takes frames, returns captures with cut-out cards.

The finder of enrolment searches each still view. A card is new if its place has changed since the view before, and what
changed beside cards is an obstacle.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.detection.thresholds import DETECTION
from vision.enrolment.card_crops import CARD_SIZE
from vision.enrolment.card_outlines import find_cards
from vision.enrolment.measured_outline import Reason
from vision.enrolment.thresholds import SHOWING
from vision.geometry.quads import mask_of_quads, share_of
from vision.geometry.rectify import rectify
from vision.geometry.thresholds import GEOMETRY
from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.background.changes import (
    Region,
    change_mask,
    equalise_illumination,
    on_map,
    regions_of,
    to_lab_map,
)
from vision.tracking.background.thresholds import BACKGROUND
from vision.tracking.motion.motion_gate import MotionGate
from vision.tracking.thresholds import TRACKING
from vision.types import Frame, Image, Map, Mask, Quad

AVERAGED_FRAMES = 3
"""Still frames that are averaged, which removes half of the noise."""


@dataclass(frozen=True, slots=True, eq=False)
class Capture:
    """The newly laid cards of a still view, in no order; `crops` are upright or upside down, of `CARD_SIZE`.

    `view` numbers the still views; `since` is how long this one has been still, in seconds. Cards of the first view are
    returned at once (`is_initial`) and again when they have left (`has_gone`): a thing that stays is no shown card.
    """

    view: int
    frame: int
    time: float
    since: float
    quads: tuple[Quad, ...] = ()
    crops: tuple[Image, ...] = ()
    obstacle: Reason | None = None
    is_initial: bool = False
    has_gone: bool = False


@dataclass(slots=True)
class ShownCardDetector:
    """Pass every frame to `process`, in order. While cards lie still, they are captured again with newer crops."""

    in_rows: bool = False
    """Whether cards laid one after another are captured together, until they are learned."""
    photographs: bool = False
    """Whether each frame is a view of its own."""
    on_demand: bool = False
    """Whether views are compared with the first one, and only if `capture_requested`; `end_capture` ends the view."""
    capture_requested: bool = field(default=False, init=False)
    sizes: CardSizes = field(default_factory=CardSizes)
    moving: bool = field(default=True, init=False)
    _gate: MotionGate = field(default_factory=MotionGate)
    _reference: Map | None = None
    """The view before, without hands and what they hide."""
    _lying: list[Quad] = field(default_factory=list)
    _learned: list[Quad] = field(default_factory=list)
    _view: Capture | None = None
    """The still view, as of its beginning."""
    _view_count: int = 0
    _crops: list[list[Image]] = field(default_factory=list)
    """The cards of the still view in its last frames."""
    _initial: Capture | None = None

    def process(self, frame: Frame) -> list[Capture]:
        """Returns captures of newly laid cards after a few still frames; usually none."""
        if self.photographs:
            return self._process_photograph(frame)
        stillness = self._gate.update(frame.luma, frame.time)
        self.moving = stillness.moving
        if stillness.moving:
            self._view = None
            return []
        captures: list[Capture] = []
        waits = self.on_demand and self._reference is not None
        if (self.capture_requested and self._view is None) if waits else stillness.settled:
            self._view_count += 1
            self._view, self._crops = self._open_view(frame), []
            if self._initial is not None and not any(
                quad is other for quad in self._initial.quads for other in self._lying
            ):
                captures += self.finish()
        view = self._view
        if view is not None and (self.capture_requested if self.on_demand else view.quads or view.obstacle):
            captures += self._capture(view, frame)
        return captures

    def _process_photograph(self, frame: Frame) -> list[Capture]:
        """Returns the cards of a view of which nothing else is known."""
        self._view_count += 1
        quads = tuple(find_cards(frame.image))
        crops = tuple(rectify(frame.image, quad, CARD_SIZE) for quad in quads)
        return [Capture(self._view_count, frame.number, frame.time, 0.0, quads, crops, is_initial=True)]

    def end_capture(self) -> None:
        """Ends the requested capture."""
        self.capture_requested, self._view = False, None

    def finish(self) -> list[Capture]:
        """Returns the cards of the first view, after the last frame."""
        initial, self._initial = self._initial, None
        return [replace(initial, has_gone=True)] if initial is not None else []

    def learn(self, quads: Iterable[Quad]) -> None:
        """Learns the size of cards from *quads*, px, and leaves these out of later captures."""
        for quad in quads:
            self.sizes.learn(quad)
            self._learned.append(quad)

    def _capture(self, view: Capture, frame: Frame) -> list[Capture]:
        self._crops.append([rectify(frame.image, quad, CARD_SIZE) for quad in view.quads])
        if len(self._crops) < AVERAGED_FRAMES:
            return []
        crops = tuple(np.asarray(np.mean(each, axis=0).round(), np.uint8) for each in zip(*self._crops, strict=True))
        self._crops = []
        capture = replace(view, frame=frame.number, time=frame.time, since=frame.time - view.time, crops=crops)
        if view.is_initial:
            self._initial = capture
        return [capture]

    def _open_view(self, frame: Frame) -> Capture:
        view = Capture(self._view_count, frame.number, frame.time, 0.0)
        now, before, changes = to_lab_map(frame.image), self._reference, None
        if before is not None and before.shape == now.shape:
            now, _ = equalise_illumination(now, before)
            changes = change_mask(now, before)
        if changes is None or float(np.mean(changes > 0)) > SHOWING.most_of_place:  # the camera was moved
            self._reference, self._lying = to_lab_map(frame.image), find_cards(frame.image)
            self.sizes.forget()
            return replace(view, quads=tuple(self._lying), is_initial=True)
        quads, obstacle = self._find_new(frame.image, now, changes)
        return replace(view, quads=tuple(quads), obstacle=obstacle)

    def _find_new(self, image: Image, now: Map, changes: Mask) -> tuple[list[Quad], Reason | None]:
        """Returns the cards that have come to lie since the view before, or what is in the way of them."""

        def is_new(quad: Quad) -> bool:
            changed = share_of(on_map(quad, image), changes)
            return self.sizes.fit(quad) and changed > TRACKING.arrival_min_changed_of_place

        least_px = DETECTION.min_area_of_picture * float(now.shape[0] * now.shape[1])
        new = find_cards(image, is_new) if regions_of(changes, least_px) else []
        shape, places = now.shape, [on_map(quad, image) for quad in (*self._lying, *new)]
        beside = changes & ~mask_of_quads(places, shape, BACKGROUND.card_with_shadow)
        unexplained = regions_of(beside, least_px)
        obstacle = self._find_obstacle(unexplained, places[len(self._lying) :])
        hidden = mask_of_quads(places[len(self._lying) :] if obstacle else [], shape, BACKGROUND.card_with_shadow)
        for region in unexplained:
            hidden |= region.mask if region.at_rim else 0
        accepted = [] if obstacle else new
        still = [quad for quad in self._lying if share_of(on_map(quad, image), changes) < SHOWING.most_of_place]
        if self.on_demand:
            return [*still, *accepted], obstacle
        self._lying = [*still, *accepted]
        assert self._reference is not None, "changes are those since it"
        self._reference = np.where(cv2.dilate(hidden, np.ones((9, 9), np.uint8))[..., None] == 0, now, self._reference)
        if self.in_rows and obstacle is None:
            return [quad for quad in self._lying if not any(quad is other for other in self._learned)], None
        return accepted, obstacle

    def _find_obstacle(self, unexplained: Sequence[Region], cards: Sequence[Quad]) -> Reason | None:
        """Returns why a view cannot be used, by what changed beside *cards* (on the map)."""
        at_rim = [region for region in unexplained if region.at_rim]
        if cards and at_rim:
            rings = mask_of_quads(cards, at_rim[0].mask.shape, BACKGROUND.card_with_hand)
            # The card at the end of a row may be cut while the others lie well.
            at_rim = [
                region
                for region in at_rim
                if (region.mask & rings).any() or (self.in_rows and self._is_cut_card(region))
            ]
        if at_rim:
            return Reason.CUT if all(map(self._is_cut_card, at_rim)) else Reason.HAND
        return Reason.NO_CARD if unexplained and not cards else None

    def _is_cut_card(self, region: Region) -> bool:
        """Cards of a row that the rim of the view cuts may have merged into one long part."""
        _, (width, height), _ = cv2.minAreaRect(region.contour)
        filled_share = region.area / max((width + 1) * (height + 1), 1.0)
        longest = math.inf if self.in_rows else GEOMETRY.max_length_of_width
        return filled_share > SHOWING.min_cut_of_box and max(width, height) < longest * max(min(width, height), 1.0)
