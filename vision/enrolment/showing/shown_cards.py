"""Detects cards that are laid before the camera to be enrolled: takes frames, returns captures with cut-out cards.

The look of the cards is unknown, so changes are searched: a card is a quad that has come to lie on bare table, with
visible edges, of the size of the cards before it, and with no part of the change beside it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.detection.contours import Outline, detect_outlines
from vision.detection.thresholds import DETECTION
from vision.enrolment.card_crops import CARD_SIZE
from vision.enrolment.card_finder import find_cards_apart, ordered_card_quad, select_one_size
from vision.enrolment.thresholds import OUTLINE, SHOWING
from vision.geometry.quads import corner_cosines, edge_lengths, mask_of_quads, sides
from vision.geometry.rectify import rectify
from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.background.changes import Region, change_mask, on_map, regions_of, to_lab_map
from vision.tracking.background.illumination import equalise_illumination
from vision.tracking.background.thresholds import BACKGROUND
from vision.tracking.motion.motion_gate import MotionGate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.types import Frame, Image, Luma, Map, Mask, Quad


class Obstacle(StrEnum):
    """Why a view cannot be used."""

    HAND = "hand"
    CUT = "cut"
    NO_CARD = "no_card"


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
    obstacle: Obstacle | None = None
    is_initial: bool = False
    has_gone: bool = False


@dataclass(slots=True)
class _StillView:
    """A still view: its quads, and their crops in the last frames."""

    number: int
    began: float
    quads: list[Quad]
    obstacle: Obstacle | None
    is_initial: bool = False
    crops: list[list[Image]] = field(default_factory=list)


@dataclass(slots=True)
class ShownCardDetector:
    """Pass every frame to `process`, in order. While cards lie still, they are captured again with newer crops."""

    in_rows: bool = False
    """Whether cards laid one after another are captured together, until they are learned."""
    photographs: bool = False
    """Whether each picture, repeated for some frames, is independent of the next one."""
    on_demand: bool = False
    """Whether only the bare table is observed until `capture_requested` is set; `end_capture` ends the view."""
    capture_requested: bool = field(default=False, init=False)
    sizes: CardSizes = field(default_factory=CardSizes)
    moving: bool = field(default=True, init=False)
    _gate: MotionGate = field(default_factory=MotionGate)
    _photograph_luma: Luma | None = None
    """The repeated photograph: the next one may have equal pixels."""
    _reference: Map | None = None
    _bare_table: Map | None = None
    _unseen_table: Mask | None = None
    """Where cards of the first view hide the table."""
    _quads: list[Quad] = field(default_factory=list)
    _view: _StillView | None = None
    _learned_quads: list[Quad] = field(default_factory=list)
    _view_count: int = 0
    _initial_capture: Capture | None = None
    _saved_state: tuple[Map, Map, Mask | None, list[Quad]] | None = None
    """Reference, bare table, unseen table and lying quads before the requested capture."""

    def process(self, frame: Frame) -> list[Capture]:
        """Returns captures of newly laid cards after a few still frames; usually none."""
        if self.photographs and frame.luma is not self._photograph_luma:
            self._photograph_luma, self._gate = frame.luma, MotionGate()
        stillness = self._gate.update(frame.luma, frame.time)
        self.moving = stillness.moving
        if stillness.moving:
            self._view = None
            return []
        captures: list[Capture] = []
        if self._is_new_view(stillness.settled):
            self._view_count += 1
            if self._reference is not None and self._bare_table is not None:
                self._saved_state = self._reference, self._bare_table, self._unseen_table, self._quads
            self._view = self._open_view(frame)
            captures += self._initial_cards_left()
        if self._view is not None and self._is_to_capture(self._view):
            captures += self._capture(self._view, frame)
        return captures

    def _is_new_view(self, settled: bool) -> bool:
        if not self.on_demand or self._reference is None:
            return settled
        return self.capture_requested and self._view is None

    def _is_to_capture(self, view: _StillView) -> bool:
        return self.capture_requested if self.on_demand else bool(view.quads or view.obstacle or self.photographs)

    def end_capture(self) -> None:
        """Ends the requested capture; the next view is compared with the state before it."""
        self.capture_requested, self._view = False, None
        if self._saved_state is not None:
            self._reference, self._bare_table, self._unseen_table, self._quads = self._saved_state

    def finish(self) -> list[Capture]:
        """Returns the cards of the first view, after the last frame."""
        initial, self._initial_capture = self._initial_capture, None
        return [replace(initial, has_gone=True)] if initial is not None else []

    def _capture(self, view: _StillView, frame: Frame) -> list[Capture]:
        view.crops.append([rectify(frame.image, quad, CARD_SIZE) for quad in view.quads])
        if len(view.crops) < SHOWING.averaged_frames:
            return []
        crops = tuple(np.asarray(np.mean(views, axis=0).round(), np.uint8) for views in zip(*view.crops, strict=True))
        view.crops = []
        where, since = (view.number, frame.number, frame.time), frame.time - view.began
        capture = Capture(*where, since, tuple(view.quads), crops, view.obstacle, view.is_initial)
        if view.is_initial:
            self._initial_capture = capture
        return [capture]

    def _initial_cards_left(self) -> list[Capture]:
        """Returns the cards of the first view, once all of them have left their places."""
        if self._initial_capture is None or self._initial_capture.view == self._view_count:
            return []
        still_there = [quad for quad in self._initial_capture.quads if any(quad is other for other in self._quads)]
        return [] if still_there else self.finish()

    def learn(self, quads: Iterable[Quad]) -> None:
        """Learns the size of cards from *quads*, px, and leaves these out of later captures."""
        for quad in quads:
            self.sizes.learn(quad)
            self._learned_quads.append(quad)

    def _open_view(self, frame: Frame) -> _StillView:
        image, now = frame.image, to_lab_map(frame.image)
        before = self._reference
        if (
            self.photographs
            or before is None
            or self._bare_table is None
            or before.shape != now.shape
            or _shows_other_view(now, before)
        ):
            return self._open_first_view(frame, now)
        now, _ = equalise_illumination(now, before)
        off_table = change_mask(now, self._bare_table)
        changes = change_mask(now, before)
        min_region_px = DETECTION.min_area_of_picture * float(now.shape[0] * now.shape[1])
        if self._unseen_table is not None:
            off_table = np.where(self._unseen_table > 0, changes, off_table)
        new_quads = self._find_outlines(image, regions_of(changes & off_table, min_region_px), off_table)
        places = [on_map(quad, image) for quad in new_quads]
        beside = (changes & off_table) & ~mask_of_quads(places, now.shape, BACKGROUND.card_with_shadow)
        unexplained = regions_of(beside, min_region_px)
        obstacle = self._find_obstacle(image, unexplained, places)
        refused_quads = new_quads if obstacle is not None else []
        new_quads = [] if refused_quads else new_quads
        hands = _union([region for region in unexplained if region.at_rim], now.shape)
        not_updated = _with_shadows(refused_quads, image, now.shape) | hands
        self._update_references(image, now, changes, new_quads, not_updated)
        if self.in_rows and obstacle is None:
            new_quads = [quad for quad in self._quads if not any(quad is other for other in self._learned_quads)]
        return _StillView(self._view_count, frame.time, new_quads, obstacle)

    def _open_first_view(self, frame: Frame, now: Map) -> _StillView:
        """Starts again with the first view, or another one: its cards hide the table."""
        image = frame.image
        quads = find_cards_apart(image)
        self._reference, self._bare_table, self._quads = now, now.copy(), quads
        self._unseen_table = _with_shadows(quads, image, now.shape)
        self._bare_table[self._unseen_table > 0] = 0
        self.sizes.forget()  # the camera may have moved
        return _StillView(self._view_count, frame.time, quads, None, is_initial=True)

    def _find_outlines(self, image: Image, regions: Sequence[Region], off_table: Mask) -> list[Quad]:
        """Returns the outlines, of one size and apart, of what changed and is not the bare table."""
        if not regions:
            return []
        changes = _union(regions)
        outlines = detect_outlines(image)
        rated = [pair for one in outlines if (pair := self._rate(one, image, changes, off_table)) is not None]
        return select_one_size([quad for _, quad in sorted(rated, key=lambda pair: -pair[0])], image)

    def _rate(self, outline: Outline, image: Image, changes: Mask, off_table: Mask) -> tuple[float, Quad] | None:
        """Returns the score and the corners of a newly laid card's outline; None if it is none."""
        quad = ordered_card_quad(outline)
        if quad is None or outline.confidence < OUTLINE.min_confidence or _lies_along_rim(quad, image):
            return None
        if not self.sizes.fit(quad):
            return None
        inside, beside = _shares(off_table, on_map(quad, image))
        if (
            inside < SHOWING.min_not_table_of_place
            or _shares(changes, on_map(quad, image))[0] < SHOWING.min_changed_of_place
        ):
            return None
        return outline.confidence + inside - beside - self._shape_error(quad), quad

    def _shape_error(self, quad: Quad) -> float:
        """Returns the weighted deviation of sides and corners from the usual card, or from a rectangle."""
        short, long = self.sizes.at(quad) or sides(quad)
        off = np.abs(np.log(np.array(edge_lengths(quad)) / [short, long, short, long]))
        return SHOWING.shape_weight * (float(off.max()) + max(map(abs, corner_cosines(quad))))

    def _find_obstacle(self, image: Image, unexplained: Sequence[Region], cards: Sequence[Quad]) -> Obstacle | None:
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
            return Obstacle.CUT if all(map(self._is_cut_card, at_rim)) else Obstacle.HAND
        if cards:
            return None
        # Where a card of the first view was taken away, the change is the bare table.
        if not unexplained or self._was_hidden(image, unexplained[0]):
            return None
        return Obstacle.NO_CARD

    def _is_cut_card(self, region: Region) -> bool:
        """Cards of a row that the rim of the view cuts may have merged into one long part."""
        _, (width, height), _ = cv2.minAreaRect(region.contour)
        filled_share = region.area / max((width + 1) * (height + 1), 1.0)
        longest = math.inf if self.in_rows else OUTLINE.max_aspect
        return filled_share > SHOWING.min_cut_of_box and max(width, height) < longest * max(min(width, height), 1.0)

    def _was_hidden(self, image: Image, region: Region) -> bool:
        hidden = _with_shadows(self._quads, image, region.mask.shape)
        if self._unseen_table is not None:
            hidden |= self._unseen_table
        return bool(np.count_nonzero(region.mask & hidden) > SHOWING.most_of_place * region.area)

    def _update_references(
        self, image: Image, now: Map, changes: Mask, new_quads: Sequence[Quad], not_updated: Mask
    ) -> None:
        """Updates reference and bare table, except where a hand and what it holds, or a refused card, hides them."""
        assert self._reference is not None
        assert self._bare_table is not None
        understood = cv2.dilate(not_updated, np.ones((9, 9), np.uint8)) == 0
        still = [quad for quad in self._quads if _shares(changes, on_map(quad, image))[0] < SHOWING.most_of_place]
        self._quads = [*still, *new_quads]
        places = _with_shadows(self._quads, image, now.shape) > 0
        self._reference = np.where(understood[..., None], now, self._reference)
        self._bare_table = np.where((understood & ~places)[..., None], now, self._bare_table)
        if self._unseen_table is not None:
            self._unseen_table = np.where(understood & ~places, 0, self._unseen_table).astype(np.uint8)


def _lies_along_rim(quad: Quad, image: Image) -> bool:
    """Tells whether a side lies along the rim of the view, so that it is not the card's edge."""
    height, width = image.shape[:2]
    margin = SHOWING.rim_of_width * width
    beyond = (quad[:, 0] < margin, quad[:, 1] < margin, quad[:, 0] > width - margin, quad[:, 1] > height - margin)
    return any(int(np.count_nonzero(corners)) >= 2 for corners in beyond)


def _with_shadows(quads: Sequence[Quad], image: Image, shape: tuple[int, ...]) -> Mask:
    """Returns the mask, on the map, of cards at *quads* (px of *image*) and of their shadows."""
    return mask_of_quads([on_map(quad, image) for quad in quads], shape, BACKGROUND.card_with_shadow)


def _shares(mask: Mask, place: Quad) -> tuple[float, float]:
    """Returns the shares of a quad's inside and of the ring around it that *mask* covers, 0 to 1."""
    inner = mask_of_quads([place], mask.shape) > 0
    ring = (mask_of_quads([place], mask.shape, BACKGROUND.card_with_shadow) > 0) & ~inner
    return tuple(float(np.count_nonzero(mask[where])) / max(int(where.sum()), 1) for where in (inner, ring))  # type: ignore[return-value]


def _union(regions: Sequence[Region], shape: tuple[int, ...] | None = None) -> Mask:
    mask = np.zeros((shape or regions[0].mask.shape)[:2], np.uint8)
    for region in regions:
        mask |= region.mask
    return mask


def _shows_other_view(now: Map, before: Map) -> bool:
    return bool(np.mean(change_mask(equalise_illumination(now, before)[0], before) > 0) > SHOWING.most_of_place)
