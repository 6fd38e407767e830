"""One settled scene: which cards landed in it, as its frames vote, and which lay there before."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.detection.contours import Finding
from vision.geometry.quads import area, mask_of_quads, overlap, same_place, shared_area
from vision.geometry.rectify import rectify
from vision.geometry.table_plane import fit_plane
from vision.recognition import verification
from vision.recognition.reader import reading_of
from vision.scene.hypotheses import Covered, find_covered
from vision.scene.masked_reading import cover_of, read_occluded
from vision.scene.proposals import Proposal, one_a_place
from vision.scene.still_scene import read_scene
from vision.scene.thresholds import SCENE
from vision.tracking.background.background_model import shown_part
from vision.tracking.background.change_detection import changed, joined, parts_of
from vision.tracking.background.change_proposals import (
    CardSizes,
    fills,
    outlines_in_view,
    quick_proposals,
    thorough_proposals,
)
from vision.tracking.background.thresholds import BACKGROUND
from vision.tracking.departures import lies_apart
from vision.tracking.motion.hand_history import place_mask
from vision.tracking.thresholds import TRACKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engine.cards import Card, Seat
    from vision.recognition.pack import Answer
    from vision.recognition.reader import Reader, Scores
    from vision.tracking.background.background_model import BackgroundModel, TrackedCard
    from vision.tracking.background.change_detection import Part
    from vision.tracking.motion.motion_gate import Small, SmallMask
    from vision.types import Frame, Image, Map, Mask, Quad, Reading


@dataclass(slots=True, eq=False)
class Arrival:
    """`lay` is the card that it is, if it lay in view before; one that lies partly under others needs no votes.

    `unlike` are cards that it may be voted to be, and is hardly like: a stranger that the network takes for one.
    `crop` is how it looked at the last vote. `told` is what all votes and the pixels came to, which may be a card where
    the votes alone could not tell.
    """

    quad: Quad
    votes: list[Scores]
    lay: TrackedCard | None = None
    covered: Reading | None = None
    unlike: Collection[Card] = ()
    crop: Image | None = None
    told: Card | None = None
    since: float = float("inf")
    """When a frame first showed the card where it lies, in seconds: an order of arrivals."""
    hand: tuple[Seat | None, float] = (None, 0.0)
    """Whose hand laid it, and how sure that is, from 0 to 1."""


@dataclass(slots=True)
class SettledScene:
    """What one settled scene has shown so far, until the votes are in.

    `size` is width and height of its picture, in px; the picture itself is kept for an onlooker alone. `rested` is what
    reached in and has lain there for some looks, such as a glass.
    """

    number: int
    time: float
    size: tuple[int, int]
    map: Map
    frame: Frame | None = None
    parts: list[Part] = field(default_factory=list)
    landings: list[Arrival] = field(default_factory=list)
    gone: list[TrackedCard] = field(default_factory=list)
    unclear: list[TrackedCard] = field(default_factory=list)
    """Cards whose places look neither like them nor like the table: they are looked at again."""
    gone_since: float = float("inf")
    """When a frame first showed the table where the first of them lay, in seconds."""
    held_since: float = float("inf")
    """When a frame first showed the first of the new cards that wait for a hand to leave them, in seconds."""
    under_motion: list[Quad] = field(default_factory=list)
    """Places of new cards that were read while something still moved over them."""
    hands: Mask | None = None
    rested: Mask | None = None
    unrest: Mask | None = None
    """Where something moves: there the map shows the view as it was last understood."""
    mature: Mask | None = None
    """Where it has been still long enough for a thorough search; None is everywhere."""
    deferred: list[Part] = field(default_factory=list)
    """What a quick search did not explain and is not mature: it is searched in a later look."""
    waiting: list[Quad] = field(default_factory=list)
    """Places of cards that have gone while a hand still moves over the rest of their trick."""
    small: Small = field(default_factory=lambda: np.zeros((1, 1), np.uint8))
    """The luminance at the time, as the gate averages it."""

    @property
    def is_understood(self) -> bool:
        """Whether all of the view was at rest, and nothing was put off."""
        return self.unrest is None and self.hands is None and not (self.waiting or self.deferred)

    def place_mask(self, quad: Quad) -> SmallMask:
        """Returns the mask of a quad of the picture on the motion gate's luminance."""
        return place_mask(np.divide(quad, np.array(self.size, np.float32), dtype=np.float32), self.small.shape)

    def is_mature(self, part: Part) -> bool:
        if self.mature is None:
            return True
        mature = np.count_nonzero((part.mask > 0) & (self.mature > 0))
        return bool(mature > TRACKING.part_min_mature * np.count_nonzero(part.mask))

    @property
    def has_votes(self) -> bool:
        return all(
            landing.covered is not None or len(landing.votes) >= TRACKING.arrival_votes for landing in self.landings
        )


@dataclass(frozen=True, slots=True)
class ArrivalFinder:
    """Looks for cards where the view changed."""

    reader: Reader
    sizes: CardSizes

    def changed_parts(self, image: Image, now: Map, view: BackgroundModel, unrest: Mask | None = None) -> list[Part]:
        """Returns what changed since it was last understood; what touches *unrest* may go on under it."""
        parts = self._all_parts(image, now, view)
        if unrest is None:
            return parts
        near = cv2.dilate(unrest, np.ones((3, 3), np.uint8))
        return [replace(part, at_rim=part.at_rim or bool((part.mask & near).any())) for part in parts]

    def _all_parts(self, image: Image, now: Map, view: BackgroundModel) -> list[Part]:
        mask = changed(now, view.reference)
        size = self.sizes.at(_corners_of(image))
        if size is None:
            return parts_of(mask, TRACKING.part_min_of_view * now.shape[0] * now.shape[1])
        short, long = size[0] * view.to_map, size[1] * view.to_map
        parts = parts_of(mask, TRACKING.part_min_of_card * short * long)
        large = [part for part in parts if part.area > TRACKING.part_whole_min_of_card * short * long]
        return parts + joined(
            mask, large, TRACKING.pieces_reach_of_width * short, TRACKING.pieces_min_hull_of_card * short * long
        )

    def landings(self, image: Image, look: SettledScene, view: BackgroundModel) -> list[Arrival]:
        """Mostly one card lies where one thing changed; only if that is not all, the place is searched."""
        parts = _not_bare(look.parts, look.map, view)
        found = self._read(image, parts, self._likely(quick_proposals(image, parts, self.sizes)), view)
        known = [view.on_map(proposal.quad) for proposal, _ in found if proposal.answer.card is not None]
        unexplained = _unexplained(parts, known)
        look.deferred = [part for part in unexplained if not look.is_mature(part)]
        ripe = [part for part in unexplained if look.is_mature(part)]
        proposals = thorough_proposals(image, ripe, self.sizes) if ripe else []
        likely = self._likely(proposals)
        if ripe:
            thorough = self._read(image, ripe, likely, view)
            quads = [proposal.quad for proposal, _ in thorough]
            found = thorough + [one for one in found if not any(same_place(one[0].quad, quad) for quad in quads)]
            found += self._strange_cards(image, ripe, view, proposals, [proposal.quad for proposal, _ in found])
        parts = [part for part in parts if part not in look.deferred]
        found = found or self._of_another_size(image, parts, view)
        if not _names_any(found):
            found = self._by_drawing(image, parts, view) or found
        if not _names_any(found) and len(likely) < len(proposals):
            found = self._read(image, ripe, proposals, view) or found
        places = [view.on_map(proposal.quad) for proposal, _ in found]
        landings = []
        for proposal, scores in found:
            lay = _lay_before(proposal, view, look.map, places)
            if lay is None or overlap(lay.quad, proposal.quad) <= TRACKING.straightened_min_iou:
                landings.append(Arrival(proposal.quad, [scores], lay, crop=rectify(image, proposal.quad)))
        return self._with_lower_ones(image, look, view, landings, _unexplained(parts, places))

    def _likely(self, findings: Sequence[Finding]) -> list[Finding]:
        return [finding for finding in findings if self.sizes.is_likely_whole(finding.quad)]

    def _strange_cards(
        self,
        image: Image,
        parts: Sequence[Part],
        view: BackgroundModel,
        findings: Sequence[Finding],
        known: Sequence[Quad],
    ) -> list[tuple[Proposal, Scores]]:
        """Returns what has the outline and the size of a card and is like none of the pack: it is asked about.

        It may be a court of another print. The size must be known from several cards, and nothing else lie there. What
        touches a hand may be its shadow.
        """
        parts = [part for part in parts if not part.at_rim]
        if not parts or not self.sizes.are_proved:
            return []
        others = [*known, *(card.quad for card in view.cards)]
        whole = [
            finding
            for finding in findings
            if finding.confidence > SCENE.thing_min_edge_share
            and fills(finding.quad, parts, view.to_map) > TRACKING.stranger_min_changed_of_place
            and not any(
                shared_area(finding.quad, other) > TRACKING.covered_min_of_card * area(finding.quad) for other in others
            )
        ]
        read = self._proposed(image, whole)
        kept = one_a_place(proposal for proposal, _ in read)
        return [one for one in read if any(one[0] is proposal for proposal in kept)]

    def _of_another_size(
        self, image: Image, parts: Sequence[Part], view: BackgroundModel
    ) -> list[tuple[Proposal, Scores]]:
        """The first card may have been read by the half of it that showed: a whole one corrects its size."""
        parts = [part for part in parts if not part.at_rim]
        if not parts or self.sizes.are_proved:
            return []
        read = self._read(image, parts, quick_proposals(image, parts, CardSizes(image.shape[:2])), view)
        sure = [(proposal, scores) for proposal, scores in read if proposal.answer.card is not None]
        if sure:
            self.sizes.forget()
        return sure

    def _by_drawing(self, image: Image, parts: Sequence[Part], view: BackgroundModel) -> list[tuple[Proposal, Scores]]:
        """The first card, on a table as light as itself: bits of a drawing changed, of which nobody knows the size.

        A still picture tells what is drawn there, but takes many times as long.
        """
        parts = [part for part in parts if not part.at_rim]
        if not parts or self.sizes.plane is not None:
            return []
        cards = (reading for reading in read_scene(image, self.reader) if reading.card is not None)
        whole = [Finding(card.quad, 1.0) for card in cards if card.visible == 1]
        return self._read(image, parts, whole, view, TRACKING.drawing_min_changed_of_place)

    def overlooked(self, image: Image, look: SettledScene, view: BackgroundModel) -> list[Arrival]:
        """Returns open cards that are named anywhere in the picture where no card is known and nothing moves.

        A white card on a white table in dim light may change too little of the view for a part, and its outline may be
        faint: what it shows decides.
        """
        outlines = self._likely(outlines_in_view(image, self.sizes))
        whole = [finding for finding in outlines if self._is_free(finding.quad, look, view)]
        lying = {card.card for card in (*view.cards, *view.piles)}
        named = [(one, scores) for one, scores in self._proposed(image, whole) if one.answer.card not in (None, *lying)]
        kept = one_a_place(proposal for proposal, _ in named)
        return [
            Arrival(proposal.quad, [scores], crop=rectify(image, proposal.quad))
            for proposal, scores in named
            if any(proposal is one for one in kept)
        ]

    @staticmethod
    def _is_free(quad: Quad, look: SettledScene, view: BackgroundModel) -> bool:
        place = mask_of_quads([view.on_map(quad)], look.map.shape)
        is_still = look.unrest is None or not (look.unrest & place).any()
        is_on_pile = any(shared_area(card.quad, quad) > 0 for card in view.piles)
        return is_still and not is_on_pile and not any(same_place(card.quad, quad) for card in view.cards)

    def _with_lower_ones(
        self,
        image: Image,
        look: SettledScene,
        view: BackgroundModel,
        landings: list[Arrival],
        unexplained: Sequence[Part],
    ) -> list[Arrival]:
        """Cards that came to lie partly under others: one of two that landed together, or one pushed under another."""
        sure = [landing for landing in landings if self.reading(landing).card is not None]
        on_top = {id(landing): _on_top_of(landing, sure, view, look.map) for landing in landings if landing not in sure}
        lower = [landing for landing in landings if on_top.get(id(landing))]
        rest = [landing for landing in landings if landing not in lower]
        parts = [part for part in unexplained if not part.at_rim]
        near = [card.quad for card in view.cards if _touches(card.quad, parts, view)]
        tops = [landing.quad for landing in rest] + near + [quad for quads in on_top.values() for quad in quads]
        if not tops or not (parts or lower):
            return landings
        completed = [
            covered
            for covered in (find_covered(image, self.reader, tops) if parts else [])
            if fills(covered.quad, parts, view.to_map) > TRACKING.arrival_min_changed_of_place * covered.visible
        ]
        lower_ones = [*completed, *(_under(on_top[id(landing)], landing) for landing in lower)]
        found = self._read_lower(image, view, lower_ones, tops)
        told = [*found, *sure]
        missed = [
            landing
            for landing in lower
            if not any(overlap(landing.quad, one.quad) > TRACKING.same_card_min_iou for one in told)
        ]
        return found + missed + rest

    def _read_lower(
        self, image: Image, view: BackgroundModel, lower: Sequence[Covered], tops: Sequence[Quad]
    ) -> list[Arrival]:
        cover = cover_of(image, tops, fit_plane(tops, image.shape, self.reader.length))
        found: list[Arrival] = []
        for covered in lower:
            if any(overlap(covered.quad, other.quad) > TRACKING.same_card_min_iou for other in found):
                continue
            reading = read_occluded(image, self.reader, covered, cover)
            if reading is not None and reading.near and not _is_known(reading, view):
                found.append(Arrival(reading.quad, [], covered=reading))
        return found

    def vote(self, frame: Frame, landings: Sequence[Arrival]) -> None:
        for landing in landings:
            if landing.covered is None:
                landing.votes.append(self.reader.scores(frame.image, [landing.quad])[0])
                landing.crop = rectify(frame.image, landing.quad)
                if len(landing.votes) == TRACKING.arrival_votes and landing.lay is None:
                    self.compare(landing)
                    if (voted := self._voted(landing)).card is None:
                        landing.told = verification.disambiguate(frame.image, self.reader, landing.quad, voted).card

    def reading(self, landing: Arrival, seen: Collection[Card] = ()) -> Reading:
        """Returns what the votes say; cards that have surely been *seen* elsewhere are less likely."""
        if landing.covered is not None:
            return landing.covered
        voted = self._voted(landing, seen)
        if voted.card is None:
            voted = replace(voted, card=landing.told if landing.told not in seen else None)
        elif voted.card in landing.unlike:
            voted = replace(voted, card=None)
        return reading_of(voted, landing.quad)

    def compare(self, landing: Arrival) -> None:
        """Asks the pixels of whatever may be named, however few votes there are when the scene moves again."""
        if landing.crop is None or landing.lay is not None:
            return
        voted = self._voted(landing)
        landing.unlike = verification.unlike(landing.crop, self.reader, voted)
        landing.told = None if voted.card in landing.unlike else voted.card

    def _voted(self, landing: Arrival, seen: Collection[Card] = ()) -> Answer:
        return self.reader.judge(np.mean(landing.votes, axis=0), seen)

    def _read(
        self,
        image: Image,
        parts: Sequence[Part],
        findings: Sequence[Finding],
        view: BackgroundModel,
        least: float | None = None,
    ) -> list[tuple[Proposal, Scores]]:
        least = TRACKING.arrival_min_changed_of_place if least is None else least
        findings = [finding for finding in findings if fills(finding.quad, parts, view.to_map) > least]
        read = self._proposed(
            image, [finding for finding in findings if finding.confidence > SCENE.thing_min_edge_share]
        )
        named = [proposal for proposal, _ in read if proposal.answer.card is not None]
        faint = (finding for finding in findings if finding.confidence <= SCENE.thing_min_edge_share)
        read += self._proposed(image, [one for one in faint if not any(_adds_nothing(one.quad, to) for to in named)])
        kept = one_a_place(proposal for proposal, _ in read if not proposal.answer.foreign)
        scores = {id(proposal): row for proposal, row in read}
        return [(proposal, scores[id(proposal)]) for proposal in kept]

    def _proposed(self, image: Image, findings: Sequence[Finding]) -> list[tuple[Proposal, Scores]]:
        scores = self.reader.scores(image, [finding.quad for finding in findings])
        return [
            (Proposal(finding.quad, self.reader.judge(row), finding.confidence), row)
            for finding, row in zip(findings, scores, strict=True)
        ]


def _names_any(found: Sequence[tuple[Proposal, Scores]]) -> bool:
    return any(proposal.answer.card is not None for proposal, _ in found)


def _adds_nothing(faint: Quad, named: Proposal) -> bool:
    """Tells whether a faint outline only crosses that of a card which a firm one named, or is of one that is clear."""
    clear = named.score > TRACKING.clear_min_cosine
    return same_place(faint, named.quad) and (clear or overlap(faint, named.quad) < TRACKING.same_outline_min_iou)


def _on_top_of(landing: Arrival, sure: Sequence[Arrival], view: BackgroundModel, now: Map) -> list[Quad]:
    """Returns the places of what covers some of a landed card: others that landed with it, or cards that lay there."""
    step, place = view.step(now), mask_of_quads([view.on_map(landing.quad)], now.shape)
    least = TRACKING.covered_min_of_card * area(landing.quad)
    tops = [other.quad for other in sure if shared_area(other.quad, landing.quad) > least]
    for card in view.cards:
        if card is not landing.lay and shared_area(card.quad, landing.quad) > least:
            shared = place & mask_of_quads([view.on_map(card.quad)], now.shape, BACKGROUND.card_without_rim)
            if view.likeness(card, now, shared, step)[0] > BACKGROUND.looks_like_min_share:
                tops.append(card.quad)
    return tops


def _under(tops: Sequence[Quad], landing: Arrival) -> Covered:
    hidden = sum(shared_area(top, landing.quad) for top in tops)
    return Covered(landing.quad, max(1 - hidden / area(landing.quad), 0.0))


def _touches(quad: Quad, parts: Sequence[Part], view: BackgroundModel) -> bool:
    return any(
        mask_of_quads([view.on_map(quad)], part.mask.shape, BACKGROUND.card_with_shadow)[part.mask > 0].any()
        for part in parts
    )


def _is_known(reading: Reading, view: BackgroundModel) -> bool:
    likeliest = reading.candidates[0].card
    return any(
        card.card == likeliest or overlap(card.quad, reading.quad) > TRACKING.same_card_min_iou for card in view.cards
    )


def _unexplained(parts: Sequence[Part], known: Sequence[Quad]) -> list[Part]:
    """Returns the parts of which more lies beside the *known* places, on the map, than a card's shadow."""
    if not parts:
        return []
    explained = mask_of_quads(known, parts[0].mask.shape, BACKGROUND.card_with_shadow) > 0
    return [
        part
        for part in parts
        if np.count_nonzero((part.mask > 0) & ~explained) > TRACKING.part_max_unexplained * part.area
    ]


def _not_bare(parts: Sequence[Part], now: Map, view: BackgroundModel) -> list[Part]:
    """Where the bare table has come to light, nothing landed."""
    news = changed(now, *view.grounds)
    left: list[Part] = []
    for part in parts:
        if np.count_nonzero(part.mask & news) > TRACKING.part_min_not_table * part.area:
            left.append(part)
        else:
            left += parts_of(part.mask & news, TRACKING.table_piece_min_of_part * part.area)
    return left


def _lay_before(proposal: Proposal, view: BackgroundModel, now: Map, landed: Sequence[Quad]) -> TrackedCard | None:
    """Returns the card that this is: it lies near and reads the same, or lay elsewhere and no longer does."""
    likeliest = proposal.answer.candidates[0].card
    for card in reversed(view.cards):
        if _is_same_in_doubt(proposal, card):
            return card
        if likeliest not in card.may_be:
            continue
        part, likeness = _shown_of(card, view, now, landed)
        if shared_area(card.quad, proposal.quad) > TRACKING.same_card_min_shared * area(card.quad):
            # If it lies there still, this one lies on it.
            beside = part >= TRACKING.shown_min_of_card and likeness > BACKGROUND.looks_like_min_share
            same = (
                proposal.answer.card == card.card or overlap(card.quad, proposal.quad) > TRACKING.straightened_min_iou
            )
            if same or not beside:
                return card
        elif (
            part >= TRACKING.shown_min_of_card
            and likeness <= BACKGROUND.looks_like_min_share
            and _is_it(proposal, card)
        ):
            return card
    return None


def _is_same_in_doubt(proposal: Proposal, card: TrackedCard) -> bool:
    """Whether a doubtful reading is of the card that lies in just that place, which is among what it may be."""
    if proposal.answer.card is not None or overlap(card.quad, proposal.quad) <= TRACKING.straightened_min_iou:
        return False
    return any(candidate.card in card.may_be for candidate in proposal.answer.candidates)


def _is_it(proposal: Proposal, card: TrackedCard) -> bool:
    """Whether a card elsewhere is the one that is missed: by its name, or in doubt, pushed by less than its width."""
    if card.card is None:
        return proposal.answer.card is None and not lies_apart(proposal.quad, card)
    return proposal.answer.card == card.card


def still_lies(card: TrackedCard, view: BackgroundModel, now: Map, landed: Sequence[Quad]) -> bool:
    """Whether the card's place still looks like it, or lies hidden; *landed* are places on the map."""
    part, likeness = _shown_of(card, view, now, landed)
    return part < TRACKING.shown_min_of_card or likeness > BACKGROUND.looks_like_min_share


def _shown_of(card: TrackedCard, view: BackgroundModel, now: Map, landed: Sequence[Quad]) -> tuple[float, float]:
    """Returns which part of the card's place nothing lies on, and how much of that looks like the card."""
    above = [view.on_map(other.quad) for other in view.cards[view.cards.index(card) + 1 :]]
    shown, part = shown_part(view.on_map(card.quad), [*above, *landed], now.shape)
    return part, view.likeness(card, now, shown, view.step(now))[0]


def _corners_of(image: Image) -> Quad:
    height, width = image.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
