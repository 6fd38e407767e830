"""Finds the cards that have arrived in a settled scene, where the view has changed, and which known card each is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log
from typing import TYPE_CHECKING

from vision.detection.contours import Outline
from vision.geometry.quads import lies_on, same_place, same_position, sides
from vision.geometry.thresholds import GEOMETRY
from vision.scene.hypotheses import Hypothesis, suppress_overlapping
from vision.scene.still_scene import read_scene
from vision.scene.thresholds import SCENE
from vision.tracking.arrivals.changed_outlines import (
    changed_share,
    drawing_outlines,
    quick_outlines,
    thorough_outlines,
)
from vision.tracking.arrivals.occluded_arrivals import OccludedArrivalFinder
from vision.tracking.arrivals.unknown_cards import find_unread_cards
from vision.tracking.arrivals.votes import OutlineReader, VoteReader, close_up, names_any
from vision.tracking.background.background_model import BackgroundModel, TrackedCard, visible_part
from vision.tracking.background.thresholds import BACKGROUND
from vision.tracking.departures import lies_apart
from vision.tracking.evidence import unexplained_regions, without_shadows, without_table
from vision.tracking.settled_scene import Arrival, SettledScene
from vision.tracking.thresholds import TRACKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.recognition.reader import Reader
    from vision.scene.hypotheses import Hypothesis
    from vision.tracking.background.background_model import BackgroundModel
    from vision.tracking.background.card_sizes import CardSizes
    from vision.tracking.background.changes import Region
    from vision.types import Image, Map, Quad


@dataclass(frozen=True, slots=True)
class ArrivalFinder:
    """Searches quickly first, then thoroughly what that does not explain."""

    reader: Reader
    sizes: CardSizes

    @property
    def _outline_reader(self) -> OutlineReader:
        return OutlineReader(self.reader)

    def find(self, image: Image, scene: SettledScene, view: BackgroundModel) -> SettledScene:
        """Returns the scene with the arrivals by the outlines of what changed, then by a search of what these leave."""
        regions = without_table(scene.regions, scene.map, view)
        found = self._outline_reader.read(image, regions, quick_outlines(image, regions, self.sizes), view)
        if not names_any(found):
            found = self._by_drawing(image, regions, view) or found
        known = [view.on_map(hypothesis.quad) for hypothesis in found if hypothesis.answer.card is not None]
        open_regions = unexplained_regions(regions, known)
        deferred_regions = [region for region in open_regions if not scene.is_long_still(region)]
        long_still_regions = [region for region in open_regions if scene.is_long_still(region)]
        if long_still_regions:
            found = self._search_thoroughly(image, long_still_regions, scene.map, view, found)
        regions = [region for region in regions if region not in deferred_regions]
        if not names_any(found):
            found = self._by_still_search(image, regions, view) or found
        places = [view.on_map(hypothesis.quad) for hypothesis in found]
        arrivals = OccludedArrivalFinder(self.reader, VoteReader(self.reader)).add_occluded(
            image,
            scene,
            view,
            self._arrivals_of(found, image, scene, view),
            unexplained_regions(regions, places),
        )
        places = [view.on_map(arrival.quad) for arrival in arrivals]
        open_regions = unexplained_regions(long_still_regions, places)
        arrivals += find_unread_cards(image, self.reader, open_regions, view, arrivals)
        return replace(scene, arrivals=arrivals, deferred_regions=deferred_regions)

    def _search_thoroughly(
        self, image: Image, regions: Sequence[Region], now: Map, view: BackgroundModel, found: Sequence[Hypothesis]
    ) -> list[Hypothesis]:
        """Returns the cards on all card-shaped quads around *regions*, the other ones *found*, and unknown cards."""
        outlines = thorough_outlines(image, regions, self.sizes)
        thorough = self._outline_reader.read(image, regions, outlines, view)
        quads = [hypothesis.quad for hypothesis in thorough]
        cards = thorough + [one for one in found if not any(same_place(one.quad, quad) for quad in quads)]
        inner = without_shadows([region for region in regions if not region.at_rim], now, view)
        return cards + self._unknown_cards(image, inner, view, outlines, [card.quad for card in cards])

    @staticmethod
    def _arrivals_of(
        found: Sequence[Hypothesis], image: Image, scene: SettledScene, view: BackgroundModel
    ) -> list[Arrival]:
        """Returns the arrivals of the hypotheses that are no further outline of a card that lies where it was."""
        places = [view.on_map(hypothesis.quad) for hypothesis in found]
        arrivals = []
        for hypothesis in found:
            previous = previous_card(hypothesis, view, scene.map, places)
            if previous is None or not same_position(previous.quad, hypothesis.quad):
                look = close_up(image, hypothesis.quad)
                arrivals.append(Arrival(hypothesis.quad, [hypothesis.scores], previous, close_up=look))
        return arrivals

    def _unknown_cards(
        self,
        image: Image,
        regions: Sequence[Region],
        view: BackgroundModel,
        outlines: Sequence[Outline],
        known: Sequence[Quad],
    ) -> list[Hypothesis]:
        """Returns outlines of a card's size that are like no card of the pack, which the table is asked about.

        It may be a court of another print. Nothing else may lie there. While the size of a card is unknown its shape
        counts.
        """
        if not regions:
            return []
        others = [*known, *(card.quad for card in view.cards)]
        is_sized = self.sizes.plane is not None
        drawings = drawing_outlines(image, regions, self.sizes) if is_sized else ()
        drawn = [Outline(quad, 1.0) for quad in drawings]
        whole = [
            outline
            for outline in (*outlines, *drawn)
            if outline.confidence > SCENE.object_min_edges_of_outline
            and changed_share(outline.quad, regions, view.to_map) > TRACKING.region_whole_min_of_card
            and not any(lies_on(other, outline.quad) for other in others)
            and (is_sized or _has_shape_of_card(outline.quad, self.reader.length))
        ]
        read = self._outline_reader.propose(image, whole)
        chosen = suppress_overlapping(read)
        return [hypothesis for hypothesis in read if hypothesis in chosen]

    def _by_drawing(self, image: Image, regions: Sequence[Region], view: BackgroundModel) -> list[Hypothesis]:
        """Reads cards as light as the table, of which only the drawing changed; those without a name are left out."""
        inner = [region for region in regions if not region.at_rim]
        outlines = [Outline(quad, 1.0) for quad in drawing_outlines(image, inner, self.sizes)]
        read = self._outline_reader.read(image, inner, outlines, view, TRACKING.drawing_min_changed_of_place)
        return [hypothesis for hypothesis in read if hypothesis.answer.card is not None]

    def _by_still_search(self, image: Image, regions: Sequence[Region], view: BackgroundModel) -> list[Hypothesis]:
        """Reads the first card on a table as light as itself, of which only pieces of its drawing changed.

        The search of a still picture finds it by its drawing, but takes many times as long.
        """
        if not regions or self.sizes.plane is not None:
            return []
        cards = (reading for reading in read_scene(image, self.reader) if reading.card is not None)
        whole = [Outline(card.quad, 1.0) for card in cards if card.visible == 1]
        return self._outline_reader.read(image, regions, whole, view, TRACKING.drawing_min_changed_of_place)


def _has_shape_of_card(quad: Quad, length: float | None) -> bool:
    """Tells whether a quad is about as long as a card, whose *length* in its widths may be known."""
    across, down = sides(quad)
    if length is None:
        return abs(log(down / (across * GEOMETRY.card_length_of_width))) < GEOMETRY.rough_size_max_error_log
    return abs(log(down / (across * length))) < GEOMETRY.same_size_max_error_log


def previous_card(
    hypothesis: Hypothesis, view: BackgroundModel, now: Map, arrival_quads: Sequence[Quad]
) -> TrackedCard | None:
    """Returns the tracked card that a hypothesis shows: it lies there and reads the same, or has left its old place."""
    likeliest, step = hypothesis.answer.candidates[0].card, view.step(now)
    above = list(arrival_quads)
    for card in reversed(view.cards):
        place = view.on_map(card.quad)
        if _shares_candidate_in_place(hypothesis, card):
            return card
        if likeliest in card.candidates:
            shown, share = visible_part(place, above, now.shape)
            like = view.likeness(card, now, shown, step)
            is_visible = share >= TRACKING.visible_min_of_card
            shows_card = like.card > BACKGROUND.looks_like_min_of_place
            # A hand that covers the place looks like neither.
            shows_table = card.table_is_guess or like.table > BACKGROUND.looks_like_min_of_place
            if same_place(card.quad, hypothesis.quad):
                # A card of another name at this place lies on the old one if that is still visible.
                same = hypothesis.answer.card == card.card or same_position(card.quad, hypothesis.quad)
                if same or not (is_visible and shows_card):
                    return card
            elif is_visible and not shows_card and shows_table and _is_moved_card(hypothesis, card):
                return card
        above.append(place)
    return None


def _shares_candidate_in_place(hypothesis: Hypothesis, card: TrackedCard) -> bool:
    """Whether a doubtful reading at the same position shares a candidate with the tracked card."""
    if hypothesis.answer.card is not None or not same_position(card.quad, hypothesis.quad):
        return False
    return any(candidate.card in card.candidates for candidate in hypothesis.answer.candidates)


def _is_moved_card(hypothesis: Hypothesis, card: TrackedCard) -> bool:
    """Whether the tracked card may have moved here: by its name, or if both are in doubt, by less than its size."""
    if card.card is None:
        return hypothesis.answer.card is None and not lies_apart(hypothesis.quad, card)
    return hypothesis.answer.card == card.card
