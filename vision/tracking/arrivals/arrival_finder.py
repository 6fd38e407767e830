"""Finds the cards that have arrived in a settled scene, where the view has changed, and which known card each is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.detection.contours import Outline
from vision.geometry.quads import same_place, same_position
from vision.recognition.reader import Reader
from vision.scene.covered_outlines import SearchedImage
from vision.scene.still_scene import read_scene
from vision.tracking.arrivals.arrival_selection import ArrivalCandidate, ArrivalSelector
from vision.tracking.arrivals.changed_outlines import (
    drawing_outlines,
    keypoint_outlines,
    quick_outlines,
    thorough_outlines,
)
from vision.tracking.background.background_model import BackgroundModel, TrackedCard, visible_part
from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.background.thresholds import BACKGROUND
from vision.tracking.departures import lies_apart
from vision.tracking.evidence import without_shadows, without_table
from vision.tracking.settled_scene import Arrival, SettledScene
from vision.types import Image, Map, Quad


@dataclass(frozen=True, slots=True)
class ArrivalFinder:
    """Searches quickly first, then thoroughly what that does not explain."""

    reader: Reader
    sizes: CardSizes

    def find(self, searched: SearchedImage, scene: SettledScene, view: BackgroundModel) -> SettledScene:
        """Returns the scene with the arrivals in full view, and the regions that these leave open.

        First come the outlines of what changed, then a search of what these leave, and at last keypoints: cards that
        were shoved show old and new places in one change, and on a pale table in dim light no edges.
        """
        image = searched.image
        regions = without_table(scene.regions, scene.map, view)
        inner = [region for region in regions if not region.at_rim]
        selector = ArrivalSelector(image, self.reader, view, self.sizes)
        selector.add(quick_outlines(image, regions, self.sizes), regions)
        if not selector.names_any:
            selector.add(drawing_outlines(image, inner, self.sizes), inner, are_drawings=True)
        open_regions = selector.unexplained(regions, by_names=True)
        long_still = [region for region in open_regions if scene.is_long_still(region)]
        deferred_regions = [region for region in open_regions if not scene.is_long_still(region)]
        if long_still:
            inner = [region for region in long_still if not region.at_rim]
            selector.strange = without_shadows(inner, scene.map, view)
            drawings = [] if self.sizes.plane is None else drawing_outlines(image, selector.strange, self.sizes)
            selector.add([*thorough_outlines(image, long_still, self.sizes), *drawings], long_still)
            left = [region for region in selector.unexplained(long_still) if not region.at_rim]
            if left and view.cards:
                selector.add(keypoint_outlines(searched, left, self.sizes, self.reader), left)
        regions = [region for region in regions if region not in deferred_regions]
        if regions and self.sizes.plane is None and not selector.names_any:
            selector.add(self._outlines_of_still(image), regions, are_drawings=True)
        return replace(
            scene,
            arrivals=self._arrivals_of(selector.chosen, scene, view),
            open_regions=selector.unexplained(regions),
            deferred_regions=deferred_regions,
        )

    def _outlines_of_still(self, image: Image) -> list[Outline]:
        """Returns whole cards of the still picture: the first on a table as light as itself is found by its drawing.

        Only pieces of that have changed, but the search takes many times as long.
        """
        cards = (reading for reading in read_scene(image, self.reader) if reading.card is not None)
        return [Outline(card.quad, 1.0) for card in cards if card.visible == 1]

    @staticmethod
    def _arrivals_of(found: Sequence[ArrivalCandidate], scene: SettledScene, view: BackgroundModel) -> list[Arrival]:
        """Returns the arrivals of the candidates that are no further outline of a card that lies where it was."""
        places = [view.on_map(one.quad) for one in found]
        arrivals = []
        for one in found:
            previous = previous_card(one, view, scene.map, places)
            if previous is None or not same_position(previous.quad, one.quad):
                arrivals.append(Arrival(one.quad, [one.scores], previous, close_up=one.place.close_up()))
        return arrivals


def previous_card(
    candidate: ArrivalCandidate, view: BackgroundModel, now: Map, arrival_quads: Sequence[Quad]
) -> TrackedCard | None:
    """Returns the tracked card that a candidate shows: it lies there and reads the same, or has left its old place."""
    likeliest, step = candidate.answer.candidates[0].card, view.step(now)
    above = list(arrival_quads)
    for card in reversed(view.cards):
        place = view.on_map(card.quad)
        if _shares_candidate_in_place(candidate, card):
            return card
        if likeliest in card.candidates:
            shown, share = visible_part(place, above, now.shape)
            like = view.likeness(card, now, shown, step)
            is_visible = share >= BACKGROUND.telling_min_of_card
            shows_card = like.card > BACKGROUND.looks_like_min_of_place
            # A hand that covers the place looks like neither.
            shows_table = card.table_is_guess or like.table > BACKGROUND.looks_like_min_of_place
            if same_place(card.quad, candidate.quad):
                # A card of another name at this place lies on the old one if that is still visible.
                same = candidate.answer.card == card.card or same_position(card.quad, candidate.quad)
                if same or not (is_visible and shows_card):
                    return card
            elif is_visible and not shows_card and shows_table and _is_moved_card(candidate, card):
                return card
        above.append(place)
    return None


def _shares_candidate_in_place(candidate: ArrivalCandidate, card: TrackedCard) -> bool:
    """Whether a doubtful reading at the same position shares a candidate with the tracked card."""
    if candidate.answer.card is not None or not same_position(card.quad, candidate.quad):
        return False
    return any(one.card in card.candidates for one in candidate.answer.candidates)


def _is_moved_card(candidate: ArrivalCandidate, card: TrackedCard) -> bool:
    """Whether the tracked card may have moved here: by its name, or if both are in doubt, by less than its size."""
    if card.card is None:
        return candidate.answer.card is None and not lies_apart(candidate.quad, card)
    return candidate.answer.card == card.card
