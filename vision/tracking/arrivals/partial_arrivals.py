"""Finds the cards that have arrived in a settled scene and of which only a part is in view.

Those under others are read by that part; paper that no card explains is a card without a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.geometry.quads import area, lies_on, mask_of_quads, same_card, shared_area
from vision.geometry.table_plane import fit_plane
from vision.recognition.place import Place
from vision.recognition.reader import Reader
from vision.scene.covered_outlines import CoveredOutline, SearchedImage, find_covered_outlines
from vision.scene.covered_reading import occlusion_by, read_covered
from vision.scene.unexplained_paper import unexplained_paper, unnamed_readings_of_paper
from vision.tracking.arrivals.changed_outlines import changed_share
from vision.tracking.arrivals.votes import VoteReader
from vision.tracking.background.background_model import BackgroundModel, TrackedCard
from vision.tracking.background.changes import Region, dilated
from vision.tracking.background.thresholds import BACKGROUND
from vision.tracking.departures import cards_in_place, lies_apart
from vision.tracking.evidence import unexplained_regions
from vision.tracking.settled_scene import Arrival, SettledScene
from vision.tracking.thresholds import TRACKING
from vision.types import Image, Map, Quad, Reading


@dataclass(frozen=True, slots=True)
class PartialArrivalFinder:
    """Looks under the cards that have arrived and under those that lay there, then for paper that nothing explains."""

    reader: Reader
    votes: VoteReader

    def find(self, searched: SearchedImage, scene: SettledScene, view: BackgroundModel) -> SettledScene:
        """Returns the scene with those cards among its arrivals."""
        scene = replace(scene, arrivals=self.with_covered(searched, scene, view))
        unread = find_unread_cards(searched, self.reader, scene, view)
        return replace(scene, arrivals=[*scene.arrivals, *unread])

    def with_covered(self, searched: SearchedImage, scene: SettledScene, view: BackgroundModel) -> Sequence[Arrival]:
        """Returns the arrivals with those under others, which arrived together with them or were pushed under."""
        arrivals = scene.arrivals
        sure = [arrival for arrival in arrivals if self.votes.reading(arrival).card is not None]
        on_top = {
            id(arrival): _covering_quads(arrival, sure, view, scene.map) for arrival in arrivals if arrival not in sure
        }
        lower = [arrival for arrival in arrivals if on_top.get(id(arrival))]
        rest = [arrival for arrival in arrivals if arrival not in lower]
        regions = [region for region in scene.open_regions if not region.at_rim]
        if not (regions or lower):
            return arrivals
        in_place = cards_in_place(view, scene)
        near = [card.quad for card in in_place if _touches(card.quad, regions, view)]
        tops = [arrival.quad for arrival in rest] + near + [quad for quads in on_top.values() for quad in quads]
        if not tops:
            return arrivals
        lower_ones: list[CoveredOutline] = []
        if regions:
            changed = dilated(np.bitwise_or.reduce([region.mask for region in regions]))
            lower_ones = [
                covered
                for covered in find_covered_outlines(searched, self.reader, tops, changed)
                if changed_share(covered.quad, regions, view.to_map)
                > TRACKING.arrival_min_changed_of_place * covered.visible
            ]
        for arrival in lower:
            hidden = sum(shared_area(top, arrival.quad) for top in on_top[id(arrival)])
            lower_ones.append(CoveredOutline(arrival.quad, 1.0, max(1 - hidden / area(arrival.quad), 0.0)))
        readings = self._read_covered(searched.image, lower_ones, tops, in_place)
        moved = [card for card in view.cards if card not in in_place]
        found = [Arrival(one.quad, [], _previous_place(one, moved), partial_reading=one) for one in readings]
        readable = [*found, *sure]
        missed = [arrival for arrival in lower if not any(same_card(arrival.quad, one.quad) for one in readable)]
        return found + missed + rest

    def _read_covered(
        self,
        image: Image,
        lower: Sequence[CoveredOutline],
        tops: Sequence[Quad],
        in_place: Sequence[TrackedCard],
    ) -> list[Reading]:
        """Reads the cards below *tops*, the likeliest first, without those that lie *in place*.

        What a named one shows is no part of those after it.
        """
        plane = fit_plane(tops, image.shape, self.reader.length)
        occlusion = occlusion_by(image.shape, tops, plane)
        found: list[Reading] = []
        for covered in lower:
            if any(same_card(covered.quad, other.quad) for other in found):
                continue
            upper = [other.quad for other in found if other.card is not None and lies_on(other.quad, covered.quad)]
            occlusion_here = occlusion_by(image.shape, [*tops, *upper], plane) if upper else occlusion
            reading = read_covered(Place(image, self.reader, covered.quad, occlusion_here))
            if reading is not None and reading.is_of_pack and not _is_known(reading, in_place):
                found.append(reading)
        return found


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


def _touches(quad: Quad, regions: Sequence[Region], view: BackgroundModel) -> bool:
    return any(
        mask_of_quads([view.on_map(quad)], region.mask.shape, BACKGROUND.card_with_shadow)[region.mask > 0].any()
        for region in regions
    )


def _is_known(reading: Reading, cards: Sequence[TrackedCard]) -> bool:
    likeliest = reading.candidates[0].card
    return any(card.card == likeliest or same_card(card.quad, reading.quad) for card in cards)


def _previous_place(reading: Reading, moved: Sequence[TrackedCard]) -> TrackedCard | None:
    """Returns which of the *moved* cards a reading shows: by its name, or without one if it is near and likeliest."""
    for card in moved:
        is_near = reading.card is None and not lies_apart(reading.quad, card)
        if card.card is not None and card.card == (reading.candidates[0].card if is_near else reading.card):
            return card
    return None


def find_unread_cards(
    searched: SearchedImage, reader: Reader, scene: SettledScene, view: BackgroundModel
) -> list[Arrival]:
    """Returns an arrival without a name for each card of paper that the view shows beside known cards and arrivals.

    It may lie half outside the view, or have no part in view that could be read. What such cards explain little of, as
    a sleeve, is none.
    """
    known = [*(card.quad for card in view.cards), *(arrival.quad for arrival in scene.arrivals)]
    long_still = [region for region in scene.open_regions if scene.is_long_still(region)]
    regions = unexplained_regions(long_still, [view.on_map(arrival.quad) for arrival in scene.arrivals])
    named = [card.quad for card in view.cards if card.card is not None]
    named += [arrival.quad for arrival in scene.arrivals if arrival.partial_reading is None]
    if not regions or not named:
        return []
    paper = unexplained_paper(searched, named, known)
    if paper is None:
        return []
    found: list[Arrival] = []
    for region in regions:
        if not unexplained_regions([region], [view.on_map(arrival.quad) for arrival in found]):
            continue  # the hull of a piece that is a region, too: the same paper
        changed = paper & cv2.resize(region.mask, paper.shape[::-1], interpolation=cv2.INTER_NEAREST)
        if not changed.any():
            continue  # an arm or a shadow: no outlines need be searched
        readings = unnamed_readings_of_paper(changed, searched, reader, named, ())
        places = [view.on_map(quad) for quad in (*known, *(one.quad for one in readings))]
        if readings and not unexplained_regions([region], places):
            found += [Arrival(one.quad, [], partial_reading=one) for one in readings]
    return found
