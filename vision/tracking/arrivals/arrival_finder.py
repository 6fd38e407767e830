"""Finds the cards that have arrived in a settled scene, where the view has changed, and which known card each is.

Then those of which only a part is in view: under others, which are read by that part, and paper without a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2

from vision.detection.contours import Outline
from vision.geometry.quads import area, lies_on, mask_of_quads, same_card, same_place, same_position, shared_area
from vision.geometry.table_plane import fit_plane
from vision.recognition.place import Place
from vision.recognition.reader import Reader
from vision.scene.covered_outlines import CoveredOutline, SearchedImage, find_covered_outlines
from vision.scene.masked_reading import occlusion_by, read_occluded
from vision.scene.still_scene import read_scene
from vision.scene.unexplained_paper import unexplained_paper, unnamed_readings_of_paper
from vision.tracking.arrivals.arrival_selection import ArrivalSelector, Candidate
from vision.tracking.arrivals.changed_outlines import changed_share, drawing_outlines, quick_outlines, thorough_outlines
from vision.tracking.arrivals.votes import VoteReader
from vision.tracking.background.background_model import BackgroundModel, TrackedCard, visible_part
from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.background.changes import Region
from vision.tracking.background.thresholds import BACKGROUND
from vision.tracking.departures import lies_apart
from vision.tracking.evidence import unexplained_regions, without_shadows, without_table
from vision.tracking.settled_scene import Arrival, SettledScene
from vision.tracking.thresholds import TRACKING
from vision.types import Image, Map, Quad, Reading


@dataclass(frozen=True, slots=True)
class ArrivalFinder:
    """Searches quickly first, then thoroughly what that does not explain."""

    reader: Reader
    sizes: CardSizes

    def find(self, image: Image, scene: SettledScene, view: BackgroundModel) -> SettledScene:
        """Returns the scene with the arrivals by the outlines of what changed, then by a search of what these leave."""
        regions = without_table(scene.regions, scene.map, view)
        inner = [region for region in regions if not region.at_rim]
        selector = ArrivalSelector(image, self.reader, view, self.sizes)
        selector.add(quick_outlines(image, regions, self.sizes), regions)
        if not selector.names_any:
            selector.add(drawing_outlines(image, inner, self.sizes), inner, are_drawings=True)
        open_regions = selector.unexplained(regions, by_names=True)
        searched = [region for region in open_regions if scene.is_long_still(region)]
        deferred_regions = [region for region in open_regions if not scene.is_long_still(region)]
        if searched:
            inner = [region for region in searched if not region.at_rim]
            selector.strange = without_shadows(inner, scene.map, view)
            drawings = [] if self.sizes.plane is None else drawing_outlines(image, selector.strange, self.sizes)
            selector.add([*thorough_outlines(image, searched, self.sizes), *drawings], searched)
        regions = [region for region in regions if region not in deferred_regions]
        if regions and self.sizes.plane is None and not selector.names_any:
            selector.add(self._outlines_of_still(image), regions, are_drawings=True)
        arrivals = OccludedArrivalFinder(self.reader, VoteReader(self.reader)).add_occluded(
            image, scene, view, self._arrivals_of(selector.chosen, scene, view), selector.unexplained(regions)
        )
        places = [view.on_map(arrival.quad) for arrival in arrivals]
        open_regions = unexplained_regions(searched, places)
        arrivals += find_unread_cards(image, self.reader, open_regions, view, arrivals)
        return replace(scene, arrivals=arrivals, deferred_regions=deferred_regions)

    def _outlines_of_still(self, image: Image) -> list[Outline]:
        """Returns whole cards of the still picture: the first on a table as light as itself is found by its drawing.

        Only pieces of that have changed, but the search takes many times as long.
        """
        cards = (reading for reading in read_scene(image, self.reader) if reading.card is not None)
        return [Outline(card.quad, 1.0) for card in cards if card.visible == 1]

    @staticmethod
    def _arrivals_of(found: Sequence[Candidate], scene: SettledScene, view: BackgroundModel) -> list[Arrival]:
        """Returns the arrivals of the candidates that are no further outline of a card that lies where it was."""
        places = [view.on_map(one.quad) for one in found]
        arrivals = []
        for one in found:
            previous = previous_card(one, view, scene.map, places)
            if previous is None or not same_position(previous.quad, one.quad):
                arrivals.append(Arrival(one.quad, [one.scores], previous, close_up=one.place.close_up()))
        return arrivals


def previous_card(
    candidate: Candidate, view: BackgroundModel, now: Map, arrival_quads: Sequence[Quad]
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
            is_visible = share >= TRACKING.visible_min_of_card
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


def _shares_candidate_in_place(candidate: Candidate, card: TrackedCard) -> bool:
    """Whether a doubtful reading at the same position shares a candidate with the tracked card."""
    if candidate.answer.card is not None or not same_position(card.quad, candidate.quad):
        return False
    return any(one.card in card.candidates for one in candidate.answer.candidates)


def _is_moved_card(candidate: Candidate, card: TrackedCard) -> bool:
    """Whether the tracked card may have moved here: by its name, or if both are in doubt, by less than its size."""
    if card.card is None:
        return candidate.answer.card is None and not lies_apart(candidate.quad, card)
    return candidate.answer.card == card.card


@dataclass(frozen=True, slots=True)
class OccludedArrivalFinder:
    """Looks under the cards that have arrived, and under those that lay there."""

    reader: Reader
    votes: VoteReader

    def add_occluded(
        self,
        image: Image,
        scene: SettledScene,
        view: BackgroundModel,
        arrivals: list[Arrival],
        unexplained_regions: Sequence[Region],
    ) -> list[Arrival]:
        """Returns the arrivals with those under others, which arrived together with them or were pushed under."""
        sure = [arrival for arrival in arrivals if self.votes.reading(arrival).card is not None]
        on_top = {
            id(arrival): _covering_quads(arrival, sure, view, scene.map) for arrival in arrivals if arrival not in sure
        }
        lower = [arrival for arrival in arrivals if on_top.get(id(arrival))]
        rest = [arrival for arrival in arrivals if arrival not in lower]
        regions = [region for region in unexplained_regions if not region.at_rim]
        near = [card.quad for card in view.cards if _touches(card.quad, regions, view)]
        tops = [arrival.quad for arrival in rest] + near + [quad for quads in on_top.values() for quad in quads]
        if not tops or not (regions or lower):
            return arrivals
        completed = [
            covered
            for covered in (find_covered_outlines(image, self.reader, tops) if regions else [])
            if changed_share(covered.quad, regions, view.to_map)
            > TRACKING.arrival_min_changed_of_place * covered.visible
        ]
        lower_ones = [*completed, *(_completion_of(on_top[id(arrival)], arrival) for arrival in lower)]
        found = self._read_occluded(image, view, lower_ones, tops)
        readable = [*found, *sure]
        missed = [arrival for arrival in lower if not any(same_card(arrival.quad, one.quad) for one in readable)]
        return found + missed + rest

    def _read_occluded(
        self, image: Image, view: BackgroundModel, lower: Sequence[CoveredOutline], tops: Sequence[Quad]
    ) -> list[Arrival]:
        """Reads the cards below *tops*, the likeliest first; what a named one shows is no part of those after it."""
        plane = fit_plane(tops, image.shape, self.reader.length)
        occlusion = occlusion_by(image.shape, tops, plane)
        found: list[Reading] = []
        for covered in lower:
            if any(same_card(covered.quad, other.quad) for other in found):
                continue
            upper = [other.quad for other in found if other.card is not None and lies_on(other.quad, covered.quad)]
            occlusion_here = occlusion_by(image.shape, [*tops, *upper], plane) if upper else occlusion
            reading = read_occluded(Place(image, self.reader, covered.quad, occlusion_here))
            if reading is not None and reading.is_of_pack and not _is_known(reading, view):
                found.append(reading)
        return [Arrival(reading.quad, [], partial_reading=reading) for reading in found]


def _covering_quads(arrival: Arrival, sure: Sequence[Arrival], view: BackgroundModel, now: Map) -> list[Quad]:
    """Returns the places of cards that cover part of an arrival: other arrivals, or cards that lay there."""
    step, place = view.step(now), mask_of_quads([view.on_map(arrival.quad)], now.shape)
    tops = [other.quad for other in sure if lies_on(other.quad, arrival.quad)]
    for card in view.cards:
        if card is not arrival.previous and lies_on(card.quad, arrival.quad):
            shared = place & mask_of_quads([view.on_map(card.quad)], now.shape, BACKGROUND.card_without_rim)
            if view.likeness(card, now, shared, step).card > BACKGROUND.looks_like_min_of_place:
                tops.append(card.quad)
    return tops


def _completion_of(tops: Sequence[Quad], arrival: Arrival) -> CoveredOutline:
    hidden = sum(shared_area(top, arrival.quad) for top in tops)
    return CoveredOutline(arrival.quad, 1.0, max(1 - hidden / area(arrival.quad), 0.0))


def _touches(quad: Quad, regions: Sequence[Region], view: BackgroundModel) -> bool:
    return any(
        mask_of_quads([view.on_map(quad)], region.mask.shape, BACKGROUND.card_with_shadow)[region.mask > 0].any()
        for region in regions
    )


def _is_known(reading: Reading, view: BackgroundModel) -> bool:
    likeliest = reading.candidates[0].card
    return any(card.card == likeliest or same_card(card.quad, reading.quad) for card in view.cards)


def find_unread_cards(
    image: Image, reader: Reader, regions: Sequence[Region], view: BackgroundModel, arrivals: Sequence[Arrival]
) -> list[Arrival]:
    """Returns an arrival without a name for each card of paper that *regions* show beside cards in view and *arrivals*.

    It may lie half outside the view, or have no part in view that could be read. What such cards explain little of, as
    a sleeve, is none.
    """
    named = [card.quad for card in view.cards if card.card is not None]
    named += [arrival.quad for arrival in arrivals if arrival.partial_reading is None]
    if not regions or not named:
        return []
    known = [*(card.quad for card in view.cards), *(arrival.quad for arrival in arrivals)]
    searched = SearchedImage(image)
    paper = unexplained_paper(searched, named, known)
    if paper is None:
        return []
    found: list[Arrival] = []
    for region in regions:
        changed = paper & cv2.resize(region.mask, paper.shape[::-1], interpolation=cv2.INTER_NEAREST)
        if not changed.any():
            continue  # an arm or a shadow: no outlines need be searched
        readings = unnamed_readings_of_paper(image, changed, searched, reader, named, ())
        places = [view.on_map(quad) for quad in (*known, *(one.quad for one in readings))]
        if readings and not unexplained_regions([region], places):
            found += [Arrival(one.quad, [], partial_reading=one) for one in readings]
    return found
