"""Looks out for cards that are shown to be enrolled: frames in, and out come those that came to lie, cut out.

Nobody knows yet what the cards look like. What tells is what changed: a card is a quad that came to lie on what was
the table before, with its edges seen, as large as the cards before it, and with nothing of the change beside it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.detection.contours import detect_quads
from vision.enrolment.photographs import CARD_SIZE, stands_out
from vision.enrolment.thresholds import OUTLINE, SHOWING
from vision.geometry.quads import area, corner_cosines, edge_lengths, mask_of_quads, shared_area, sides
from vision.geometry.rectify import BadQuad, ordered, rectify
from vision.geometry.table_plane import table_plane
from vision.tracking.background.change_detection import changed, equalise_illumination, on_map, parts_of, to_lab_map
from vision.tracking.background.change_proposals import CardSizes, quick_proposals, thorough_proposals
from vision.tracking.motion.motion_gate import MotionGate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.detection.contours import Finding
    from vision.tracking.background.change_detection import Part
    from vision.types import Frame, Image, Luma, Map, Mask, Quad


class Trouble(StrEnum):
    """Why what was shown cannot be used."""

    HAND = "hand"
    CUT = "cut"
    NO_CARD = "no_card"


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """The cards that came to lie, in no order; `crops` are upright or upside down, of `enrolment.CARD_SIZE`.

    `look` numbers the still scene, `since` says how long it has been still. Things that lie there when the camera
    begins to look are told at once (`from_start`) and again when they are gone: what stays was no card that is shown.
    """

    look: int
    frame: int
    time: float
    since: float
    quads: tuple[Quad, ...] = ()
    crops: tuple[Image, ...] = ()
    trouble: Trouble | None = None
    from_start: bool = False
    gone: bool = False


@dataclass(slots=True)
class _Look:
    """One still scene: the quads found in it, and what they looked like in the last frames."""

    number: int
    began: float
    quads: list[Quad]
    trouble: Trouble | None
    from_start: bool = False
    crops: list[list[Image]] = field(default_factory=list)


@dataclass(slots=True)
class ShownCardDetector:
    """See every frame in order. Shows the same cards again as long as they lie still, with newer pictures."""

    gather: bool = False
    """Whether cards that came to lie one after another are shown together, until they are learned."""
    photographs: bool = False
    """Whether every picture is one of its own, held for some frames, that tells nothing of the next one."""
    on_demand: bool = False
    """Whether nothing but the free table is looked at before `wanted` is set; `looked` ends a look."""
    wanted: bool = field(default=False, init=False)
    sizes: CardSizes = field(default_factory=CardSizes)
    moving: bool = field(default=True, init=False)
    _gate: MotionGate = field(default_factory=MotionGate)
    _held: Luma | None = None
    """The photograph that is held: the next one may look just like it."""
    _reference: Map | None = None
    _bare: Map | None = None
    _unknown: Mask | None = None
    """Where something lay from the beginning, so that nobody has seen the table."""
    _lying: list[Quad] = field(default_factory=list)
    _look: _Look | None = None
    _learned: list[Quad] = field(default_factory=list)
    _looks: int = 0
    _waiting: Shown | None = None
    _before: tuple[Map, Map, Mask | None, list[Quad]] | None = None
    """Reference, bare table, what was unknown of it, and what lay there, before the look that is wanted."""

    def see(self, frame: Frame) -> list[Shown]:
        """Returns what has come to lie, once a few still frames have shown it; mostly nothing."""
        if self.photographs and frame.luma is not self._held:
            self._held, self._gate = frame.luma, MotionGate()
        stillness = self._gate.see(frame.luma, frame.time)
        self.moving = stillness.moving
        if stillness.moving:
            self._look = None
            return []
        shown: list[Shown] = []
        if self._is_due(stillness.settled):
            self._looks += 1
            if self._reference is not None and self._bare is not None:
                self._before = self._reference, self._bare, self._unknown, self._lying
            self._look = self._settle(frame)
            shown += self._gone(frame.image)
        if self._look is not None and self._is_telling(self._look):
            shown += self._looked(self._look, frame)
        return shown

    def _is_due(self, settled: bool) -> bool:
        if not self.on_demand or self._reference is None:
            return settled
        return self.wanted and self._look is None

    def _is_telling(self, look: _Look) -> bool:
        return self.wanted if self.on_demand else bool(look.quads or look.trouble or self.photographs)

    def looked(self) -> None:
        """What was wanted has been seen; the next look knows nothing of it, only of the free table."""
        self.wanted, self._look = False, None
        if self._before is not None:
            self._reference, self._bare, self._unknown, self._lying = self._before

    def finish(self) -> list[Shown]:
        """Returns what lay there from the beginning, when the frames have ended."""
        waiting, self._waiting = self._waiting, None
        return [replace(waiting, gone=True)] if waiting is not None else []

    def _looked(self, look: _Look, frame: Frame) -> list[Shown]:
        look.crops.append([rectify(frame.image, quad, CARD_SIZE) for quad in look.quads])
        if len(look.crops) < SHOWING.averaged_frames:
            return []
        crops = tuple(_averaged(views) for views in zip(*look.crops, strict=True))
        look.crops = []
        since = frame.time - look.began
        quads, trouble = tuple(look.quads), look.trouble
        shown = Shown(look.number, frame.number, frame.time, since, quads, crops, trouble, look.from_start)
        if look.from_start:
            self._waiting = shown
        return [shown]

    def _gone(self, image: Image) -> list[Shown]:
        """Returns what lay there from the beginning, once nothing of it lies where it did."""
        if self._waiting is None or self._waiting.look == self._looks:
            return []
        lying = [quad for quad in self._waiting.quads if any(quad is other for other in self._lying)]
        return [] if lying else self.finish()

    def learn(self, quads: Iterable[Quad]) -> None:
        """Takes *quads* for cards: so large is one here, and these need not be shown again."""
        for quad in quads:
            self.sizes.learn(quad)
            self._learned.append(quad)

    def _settle(self, frame: Frame) -> _Look:
        image, now = frame.image, to_lab_map(frame.image)
        before = self._reference
        if (
            self.photographs
            or before is None
            or self._bare is None
            or before.shape != now.shape
            or _elsewhere(now, before)
        ):
            return self._begin(frame, now)
        now, _ = equalise_illumination(now, before)
        covered = changed(now, self._bare)
        news = changed(now, before)
        if self._unknown is not None:
            covered = np.where(self._unknown > 0, news, covered)
        found = self._landed(image, parts_of(news & covered, _least(now)), covered)
        places = [on_map(quad, image) for quad in found]
        beside = (news & covered) & ~mask_of_quads(places, now.shape, SHOWING.ring_of_card)
        strange = parts_of(beside, _least(now))
        trouble = self._trouble(image, strange, places)
        held = found if trouble is not None else []
        found = [] if held else found
        hidden = mask_of_quads([on_map(quad, image) for quad in held], now.shape, SHOWING.ring_of_card)
        self._remember(image, now, news, found, hidden | _joined([part for part in strange if part.at_rim], now.shape))
        if self.gather and trouble is None:
            found = [quad for quad in self._lying if not any(quad is other for other in self._learned)]
        return _Look(self._looks, frame.time, found, trouble)

    def _begin(self, frame: Frame, now: Map) -> _Look:
        """Another view, or the first: the cards that lie in it hide the table."""
        image = frame.image
        found = cards_lying_in(image)
        self._reference, self._bare, self._lying = now, now.copy(), found
        self._unknown = mask_of_quads([on_map(quad, image) for quad in found], now.shape, SHOWING.ring_of_card)
        self._bare[self._unknown > 0] = 0
        self.sizes.forget()  # the camera may be nearer
        return _Look(self._looks, frame.time, found, None, from_start=True)

    def _landed(self, image: Image, parts: Sequence[Part], covered: Mask) -> list[Quad]:
        """Of the first row nobody knows how large a card is; those that were found tell it for the others."""
        found = self._sought(image, parts, covered)
        if not self.gather or self.sizes.plane is not None or len(found) < SHOWING.min_cards_for_size:
            return found
        known, self.sizes = self.sizes, CardSizes()
        for quad in found:
            self.sizes.learn(quad)
        again = self._sought(image, parts, covered)
        self.sizes = known
        return max(found, again, key=len)

    def _sought(self, image: Image, parts: Sequence[Part], covered: Mask) -> list[Quad]:
        """Mostly the outline of what changed is the card's; only if it is not, the place is searched."""
        if not parts:
            return []
        news = _joined(parts)
        for propose in (quick_proposals, thorough_proposals):
            findings = propose(image, parts, self.sizes)
            if self.gather:  # what changed around cards in a row melts into one
                findings = [*findings, *detect_quads(image, at_most=SHOWING.max_outlines, overlapping=False)]
            rated = [self._rated(finding, image, news, covered) for finding in findings]
            found = _of_one_size(_outermost([pair for pair in rated if pair is not None]), image)
            explained = mask_of_quads([on_map(quad, image) for quad in found], news.shape, SHOWING.ring_of_card)
            if found and np.count_nonzero(news & ~explained) < SHOWING.max_unexplained * np.count_nonzero(news):
                break
        return found

    def _rated(self, finding: Finding, image: Image, news: Mask, covered: Mask) -> tuple[float, Quad] | None:
        """Returns how surely this is the outline of a card that came to lie, or None if it is none."""
        quad = _upright(finding)
        if quad is None or finding.confidence < SHOWING.min_confidence or _is_cut(quad, image):
            return None
        if not self.sizes.fit(quad, SHOWING.max_length_difference):
            return None
        inside, beside = _shares(covered, on_map(quad, image))
        if inside < SHOWING.min_covered or _shares(news, on_map(quad, image))[0] < SHOWING.min_changed:
            return None
        return finding.confidence + inside - beside - self._oddness(quad), quad

    def _oddness(self, quad: Quad) -> float:
        """Returns how far the sides are from those of the cards before, or from those of a rectangle."""
        short, long = self.sizes.at(quad) or sides(quad)
        off = np.abs(np.log(np.array(edge_lengths(quad)) / [short, long, short, long]))
        return SHOWING.shape_weight * float(off.max() + np.abs(corner_cosines(quad)).max())

    def _trouble(self, image: Image, strange: Sequence[Part], cards: Sequence[Quad]) -> Trouble | None:
        at_rim = [part for part in strange if part.at_rim]
        if cards and at_rim:
            rings = mask_of_quads(cards, at_rim[0].mask.shape, SHOWING.rim_ring_of_card)
            # Of a row, the card at its end may be cut and the others lie well.
            at_rim = [part for part in at_rim if (part.mask & rings).any() or (self.gather and self._is_cut_card(part))]
        if at_rim:
            cut = sum(part.area for part in at_rim if self._is_cut_card(part))
            return Trouble.CUT if cut > SHOWING.min_cut_share * sum(part.area for part in at_rim) else Trouble.HAND
        if cards:
            return None
        # Where a card was taken away from a table that nobody has seen bare, that is the table.
        if not strange or self._was_hidden(image, strange[0]):
            return None
        return Trouble.NO_CARD

    def _is_cut_card(self, part: Part) -> bool:
        """Cards of a row that are all cut by the rim of the view may have melted into one long thing."""
        _, (width, height), _ = cv2.minAreaRect(part.contour)
        filled_share = part.area / max((width + 1) * (height + 1), 1.0)
        longest = math.inf if self.gather else OUTLINE.max_aspect
        return filled_share > SHOWING.min_cut_of_box and max(width, height) < longest * max(min(width, height), 1.0)

    def _was_hidden(self, image: Image, part: Part) -> bool:
        hidden = mask_of_quads([on_map(quad, image) for quad in self._lying], part.mask.shape, SHOWING.ring_of_card)
        if self._unknown is not None:
            hidden |= self._unknown
        return bool(np.count_nonzero(part.mask & hidden) > SHOWING.min_hidden_share * part.area)

    def _remember(self, image: Image, now: Map, news: Mask, found: Sequence[Quad], hands: Mask) -> None:
        """What is understood becomes the reference; under a hand, and what it holds, the old one stays."""
        assert self._reference is not None
        assert self._bare is not None
        understood = cv2.dilate(hands, np.ones((9, 9), np.uint8)) == 0
        still = [quad for quad in self._lying if _shares(news, on_map(quad, image))[0] < SHOWING.max_changed_of_card]
        self._lying = [*still, *found]
        places = mask_of_quads([on_map(quad, image) for quad in self._lying], now.shape, SHOWING.ring_of_card) > 0
        self._reference = np.where(understood[..., None], now, self._reference)
        self._bare = np.where((understood & ~places)[..., None], now, self._bare)
        if self._unknown is not None:
            self._unknown = np.where(understood & ~places, 0, self._unknown).astype(np.uint8)


def cards_lying_in(image: Image) -> list[Quad]:
    """Returns the cards of a picture whose table nobody has seen bare: outlines of one size that lie apart."""
    height, width = image.shape[:2]
    outlines: list[tuple[float, float, Quad]] = []
    for finding in detect_quads(image, at_most=SHOWING.max_outlines, overlapping=False):
        quad = _upright(finding)
        share = float(cv2.contourArea(finding.quad)) / (height * width)
        if (
            quad is not None
            and finding.confidence >= OUTLINE.min_confidence_in_view
            and SHOWING.min_card_of_view < share < SHOWING.max_card_of_view
        ):
            outlines.append((round(finding.confidence, 1), area(quad), quad))
    # A frame printed on a card lies within its outline, so of those about as sure the larger ones go first.
    outlines.sort(key=lambda outline: outline[:2], reverse=True)
    return _of_one_size([quad for _, _, quad in outlines if stands_out(image, quad)], image)


def _of_one_size(quads: Sequence[Quad], image: Image) -> list[Quad]:
    """Returns, of the quads about as large as one another and apart, those that cover most, the earlier ones first."""
    areas = [area(quad) for quad in quads]
    alike = [_as_large(size, areas, quads, SHOWING.min_rough_area_ratio) for size in areas]
    most = max(alike, key=lambda some: sum(map(area, some)), default=[])
    plane = table_plane(most, image.shape[:2]) if len(most) >= SHOWING.min_cards_for_slant else None
    if plane is not None:  # at a slant, the last card of a row is smaller than the first
        areas = [float(np.prod(plane.sides(quad))) for quad in quads]
        return _as_large(plane.card[0] * plane.card[1], areas, quads, SHOWING.min_area_ratio)
    # Their middle size tells a card from a card with the gap beside it.
    middle = float(np.median([area(quad) for quad in most])) if most else 0.0
    return _as_large(middle, areas, quads, SHOWING.min_area_ratio) if most else []


def _as_large(size: float, areas: Sequence[float], quads: Sequence[Quad], least: float) -> list[Quad]:
    return _apart(quad for quad, own in zip(quads, areas, strict=True) if least < own / size < 1 / least)


def _upright(finding: Finding) -> Quad | None:
    """Returns the corners in order, or None if this is no card's shape."""
    try:
        quad = ordered(finding.quad)
    except BadQuad:
        return None
    short, long = sides(quad)
    return quad if OUTLINE.min_aspect <= long / short <= OUTLINE.max_aspect else None


def _apart(quads: Iterable[Quad]) -> list[Quad]:
    """Returns the first of those that share a place."""
    kept: list[Quad] = []
    for quad in quads:
        if all(shared_area(quad, other) < SHOWING.max_overlap * min(area(quad), area(other)) for other in kept):
            kept.append(quad)
    return kept


def _outermost(rated: Sequence[tuple[float, Quad]]) -> list[Quad]:
    """Returns the best outlines first, in place of each the largest around it that is about as good."""
    chosen: list[Quad] = []
    for _, quad in sorted(rated, key=lambda pair: -pair[0]):
        score = next(score for score, other in rated if other is quad)
        around = [
            other
            for rate, other in rated
            if rate > score - SHOWING.max_nested_score_loss
            and shared_area(quad, other) > OUTLINE.min_nested_of_inner * area(quad)
            and area(other) < SHOWING.max_nested_area * area(quad)
        ]
        outer = max(around, key=area, default=quad)
        if all(outer is not other for other in chosen):
            chosen.append(outer)
    return chosen


def _shares(mask: Mask, place: Quad) -> tuple[float, float]:
    """Returns the parts of a place and of the ring around it that are in *mask*, 0 to 1."""
    inner = mask_of_quads([place], mask.shape) > 0
    ring = (mask_of_quads([place], mask.shape, SHOWING.ring_of_card) > 0) & ~inner
    return tuple(float(np.count_nonzero(mask[where])) / max(int(where.sum()), 1) for where in (inner, ring))  # type: ignore[return-value]


def _joined(parts: Sequence[Part], shape: tuple[int, ...] | None = None) -> Mask:
    mask = np.zeros((shape or parts[0].mask.shape)[:2], np.uint8)
    for part in parts:
        mask |= part.mask
    return mask


def _is_cut(quad: Quad, image: Image) -> bool:
    """Tells whether a side lies along the rim of the view: that is the view's edge, not the card's."""
    height, width = image.shape[:2]
    margin = SHOWING.rim_of_width * width
    beyond = (quad[:, 0] < margin, quad[:, 1] < margin, quad[:, 0] > width - margin, quad[:, 1] > height - margin)
    return any(int(np.count_nonzero(corners)) >= 2 for corners in beyond)


def _elsewhere(now: Map, before: Map) -> bool:
    return bool(np.mean(changed(equalise_illumination(now, before)[0], before) > 0) > SHOWING.max_changed_of_view)


def _least(now: Map) -> float:
    return SHOWING.min_part_of_view * float(now.shape[0] * now.shape[1])


def _averaged(views: Sequence[Image]) -> Image:
    return np.asarray(np.mean(views, axis=0).round(), np.uint8)
