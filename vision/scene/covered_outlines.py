"""Outlines of partly covered cards, completed from their visible part and the known size of a card.

Cards of equal brightness have no closed outlines in a heap. But each visible right corner belongs to one of two cards
of the known size, keypoints of a drawing determine one card, and thumbnails of the visible part select the likely ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import NamedTuple, TypeVar

import cv2
import numpy as np

from vision.detection.contours import Outline, Polygon, WorkingImage, distinct, refined_outlines
from vision.detection.corners import cards_at_corners
from vision.detection.edge_refinement import Floats, places_along
from vision.detection.thresholds import DETECTION
from vision.geometry.quads import area, mask_of_quads, same_place, same_position, scaled, share_of, shared_area
from vision.geometry.table_plane import fit_plane
from vision.recognition.keypoints import KeypointPose
from vision.recognition.reader import Reader
from vision.recognition.thresholds import RECOGNITION
from vision.recognition.thumbnail_match import outline_rating
from vision.scene.thresholds import SCENE
from vision.types import Image, Mask, Quad


class SearchedImage(WorkingImage):
    """A working image with keypoint matches that several searches share."""

    def __init__(self, image: Image, working_side: int | None = None) -> None:
        super().__init__(image, working_side)
        self._keypoint_poses: Sequence[KeypointPose] | None = None

    def search_keypoints(self, reader: Reader, where: Mask) -> None:
        """Searches cards of the pack by keypoints, for all that follows; *where* is a mask of the planes' size."""
        self.edges.forget()  # the keypoint search takes as much memory
        self._keypoint_poses = reader.keypoint_poses(self.planes, where)

    def keypoint_poses(self, reader: Reader) -> Sequence[KeypointPose]:
        """Returns where cards may lie, in px of the planes; without an earlier search everywhere in the picture."""
        if self._keypoint_poses is None:
            self.search_keypoints(reader, np.full(self.planes.shape[:2], 255, np.uint8))
        assert self._keypoint_poses is not None
        return self._keypoint_poses


def outlines_by_keypoints(searched: SearchedImage, reader: Reader) -> list[Outline]:
    """Returns the outlines of cards found by keypoints, in px of the picture, that lie on edges."""
    outlines = refined_outlines(searched.edges, [pose.quad for pose in searched.keypoint_poses(reader)])
    return [Outline(scaled(outline.quad, 1 / searched.scale), outline.confidence) for outline in outlines]


@dataclass(frozen=True, slots=True)
class CoveredOutline(Outline):
    """The completed outline of a partly covered card; `visible` is the share of it (0 to 1) that nothing covers.

    `ncc` is the best correlation of its visible part with thumbnails of cards, `points` the number of visible keypoints
    that match a card's drawing.
    """

    visible: float = 1.0
    ncc: float = 1.0
    points: int = 0

    @property
    def rating(self) -> float:
        """How likely a card is there, from 0 to 1, by its edges or its keypoints."""
        return max(outline_rating(self.confidence, self.ncc), self.keypoint_certainty)

    @property
    def keypoint_certainty(self) -> float:
        """How sure its keypoints are, from 0 to 1."""
        return self.points / (self.points + SCENE.doubtful_keypoints)


def find_covered_outlines(
    searched: SearchedImage, reader: Reader, tops: Sequence[Quad], where: Mask
) -> list[CoveredOutline]:
    """Returns outlines of cards below *tops*, the likeliest first; see `CoveredCardSearch`.

    Keypoints count *where* a mask of the picture, of any size, is not 0: as many may lie elsewhere on known cards.
    """
    if not tops:
        return []
    searched.search_keypoints(reader, cv2.resize(where, searched.planes.shape[1::-1], interpolation=cv2.INTER_NEAREST))
    return CoveredCardSearch(searched, reader, tops).outlines_below(tops)


class CoveredCardSearch:
    """Search for partly covered cards in one picture, layer by layer.

    *cards*, at least one, give the size of a card; *outlines* are detected quads that may be cards. All quads are in px
    of the picture. Without a *reader*, as before a pack was enrolled, only `all_outlines_below` can be searched.
    """

    def __init__(
        self, searched: SearchedImage, reader: Reader | None, cards: Sequence[Quad], outlines: Sequence[Quad] = ()
    ) -> None:
        self._searched, self._reader = searched, reader
        self._cards = [scaled(card, searched.scale) for card in cards]
        self._outlines = [scaled(quad, searched.scale) for quad in outlines]
        self._plane = fit_plane(self._cards, searched.planes.shape, None if reader is None else reader.length)
        self._side = float(np.sqrt(np.prod(self._plane.card_sides_at(self._cards[0]))))

    def outlines_below(self, tops: Sequence[Quad]) -> list[CoveredOutline]:
        """Returns outlines of cards below *tops*, the likeliest first; several may be of the same card."""
        upper = _UpperCards.of([scaled(top, self._searched.scale) for top in tops], self._searched, self._side)
        at_outlines = [_RoughQuad(quad) for quad in distinct(self._rough_quads(upper))]
        outlines = self._resembling_cards([*at_outlines, *self._by_keypoints(upper)], upper)
        chosen: list[CoveredOutline] = []
        for outline in sorted(outlines, key=lambda each: -each.rating):
            rivals = sum(same_place(outline.quad, other.quad) for other in chosen)
            doubled = any(same_position(outline.quad, other.quad) for other in chosen)
            if not doubled and rivals < SCENE.max_rivals:
                chosen.append(outline)
            if len(chosen) == SCENE.max_completions:
                break
        back = 1 / self._searched.scale
        return [replace(each, quad=scaled(each.quad, back)) for each in chosen]

    def all_outlines_below(self, tops: Sequence[Quad]) -> list[CoveredOutline]:
        """Returns all places below *tops* at which a card has its visible sides on edges, whatever they show."""
        upper = _UpperCards.of([scaled(top, self._searched.scale) for top in tops], self._searched, self._side)
        rough = [_RoughQuad(quad) for quad in distinct(self._rough_quads(upper))]
        back = 1 / self._searched.scale
        return [replace(each, quad=scaled(each.quad, back)) for each in self._fitted_to_edges(rough, upper)]

    def _rough_quads(self, upper: _UpperCards) -> Iterator[Quad]:
        """Yields outlines of a card's size, and cards at right corners of outlines."""
        yield from (quad for quad in self._outlines if self._plane.has_size_of_card(quad))
        corners = [corner for polygon in self._free_polygons(upper) for corner in polygon.corners(self._side)]
        yield from cards_at_corners(corners, self._plane)

    def _free_polygons(self, upper: _UpperCards) -> Iterator[Polygon]:
        """Yields the outlines that do not lie within upper cards."""
        outlines = self._searched.polygons
        if outlines:
            are_free = upper.are_free(np.concatenate([one.ends for one in outlines]))
            first_ends = np.cumsum([0, *(len(one.ends) for one in outlines[:-1])])
            yield from compress(outlines, np.logical_or.reduceat(are_free, first_ends))

    def _by_keypoints(self, upper: _UpperCards) -> Iterator[_RoughQuad]:
        """Yields quads found by keypoints, without those on upper cards, to which these belong."""
        assert self._reader is not None, "keypoints are those of a pack"
        for pose in self._searched.keypoint_poses(self._reader):
            points = int(upper.are_free(pose.points).sum())
            if points >= RECOGNITION.pose_min_keypoints and self._plane.has_size_of_card(pose.quad):
                yield _RoughQuad(pose.quad, points)

    def _fitted_to_edges(self, rough: Sequence[_RoughQuad], upper: _UpperCards) -> list[CoveredOutline]:
        """Fits the visible parts of the sides to edges; drops quads with few edges or hardly visible ones."""
        visible_ones = [(one, share_of(one.quad, upper.free_mask)) for one in rough if upper.is_none_of_tops(one.quad)]
        visible_ones = [(one, visible) for one, visible in visible_ones if visible > SCENE.min_visible_of_card]
        if not visible_ones:
            return []
        quads = np.stack([one.quad for one, _ in visible_ones]).astype(np.float32)
        shown = upper.are_free(places_along(quads))
        outlines = self._searched.edges.fit_sides(
            quads, np.full(len(quads), DETECTION.rough_reach_of_size * self._side), shown
        )
        fitted = zip(visible_ones, outlines.quads, outlines.confidence, strict=True)
        return [
            CoveredOutline(quad, float(confidence), visible, points=one.points)
            for (one, visible), quad, confidence in fitted
            if confidence > DETECTION.min_edges_of_outline
        ]

    def _resembling_cards(self, rough: Sequence[_RoughQuad], upper: _UpperCards) -> list[CoveredOutline]:
        """Returns the outlines whose visible part resembles a card, compared before and after edges are fitted."""
        likely = [one for one, ncc in self._prescreen(rough, upper) if one.points or ncc]
        fitted = self._fitted_to_edges(likely, upper)
        return [replace(one, ncc=ncc) for one, ncc in self._prescreen(fitted, upper) if ncc]

    def _prescreen(self, places: Sequence[_Outline], upper: _UpperCards) -> Iterator[tuple[_Outline, float]]:
        """Yields each place with its best thumbnail correlation, 0 if it is below the threshold."""
        assert self._reader is not None, "thumbnails are those of a pack"
        best_ncc = self._reader.prescreen(self._searched.planes, [place.quad for place in places], upper.free_mask)
        yield from (
            (place, float(ncc) if ncc > SCENE.min_thumbnail_ncc else 0.0)
            for place, ncc in zip(places, best_ncc, strict=True)
        )


class _RoughQuad(NamedTuple):
    """A quad that may be a card, and the number of its visible keypoints."""

    quad: Quad
    points: int = 0


_Outline = TypeVar("_Outline", _RoughQuad, CoveredOutline)


@dataclass(frozen=True, slots=True, eq=False)
class _UpperCards:
    """The upper cards; `free_mask` (H×W) is 0 on them, their shadows and borders, 255 elsewhere."""

    tops: Sequence[Quad]
    free_mask: Mask

    @classmethod
    def of(cls, tops: Sequence[Quad], searched: SearchedImage, side: float) -> _UpperCards:
        size = 2 * max(1, round(SCENE.cover_rim_of_size * side / 2)) + 1
        hidden = cv2.dilate(mask_of_quads(tops, searched.planes.shape), np.ones((size, size), np.uint8))
        return cls(tops, cv2.bitwise_not(hidden))

    def is_none_of_tops(self, quad: Quad) -> bool:
        """Whether the quad is another card than the upper ones, and no part of one."""
        size = area(quad)
        return all(
            shared_area(quad, top) < SCENE.within_min_shared_of_smaller * min(size, area(top)) for top in self.tops
        )

    def are_free(self, places: Floats) -> Mask:
        """Returns which of the *places* (…×2, px) lie in the picture and on no upper card, as booleans (…)."""
        height, width = self.free_mask.shape
        x, y = np.moveaxis(np.round(places).astype(int), -1, 0)
        inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        free: Mask = inside & (self.free_mask[y.clip(0, height - 1), x.clip(0, width - 1)] > 0)
        return free
