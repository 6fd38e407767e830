"""Settled scenes in, sightings out: which card landed on top, which was taken up, when the table was cleared.

A map of the view remembers three things: how the scene looked when last understood (`_reference`), the bare table
(`_bare`), and each card as it looked when it landed. A card is there while its place looks like it, gone when its
place looks like the bare table, and otherwise something lies or a hand rests on it: then the watcher waits.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.changes import (
    MAP_WIDTH,
    Map,
    Part,
    alike,
    changed,
    evened,
    filled,
    map_of,
    moved,
    on_map,
    parts_of,
    shift_between,
)
from vision.landing import CardSizes, fills, quick_proposals, thorough_proposals
from vision.quads import area, overlap, shared_area
from vision.reader import Reader, Scores, reading_of
from vision.scene import Proposal, one_a_place, read_scene
from vision.seats import seat_of
from vision.settle import SettleGate
from vision.sightings import CameraBumped, CardLanded, CardLifted, LightChanged, Sighting, TableCleared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card, Seat
    from vision.find import Finding, Mask
    from vision.sightings import Frame, Happening, Image, Quad

VOTES = 3
"""So many settled frames vote on a card; fewer if the scene moves again."""
LOOKS_LIKE = 0.6
"""The part of a place that must look like the card, or like the bare table."""
LEAST_SHOWN = 0.06
"""Less of a card than this tells nothing."""
LEAST_CHANGE = 0.2
"""The part of a new card's place that must have changed."""
UNEXPLAINED = 0.15
"""Of a changed part, that may lie beside the card that changed it: its shadow."""
SMALLEST_PART = 0.12
"""Of a card's area: smaller changes are shadows and crumbs."""
FIRST_SMALLEST_PART = 0.002
"""Of the view, until the size of a card is known."""
BUMP_PART = 0.015
"""Of the view: a change this large may be the camera's."""
HELD_PART = 0.04
"""Of the surroundings of a card, that a hand covers while it holds it."""
BUMP_REST = 0.3
"""Of a change, that is left when the view is moved back: a card that landed elsewhere leaves half."""
LEAST_BUMP = 0.8
"""Px of the map."""
LIGHT_STEP = 1.15
RESTED_LOOKS = 3
"""After so many settled looks, what came in and does not move belongs to the table."""


@dataclass(slots=True, eq=False)
class LyingCard:
    """`look` is the map as the card landed, `before` as it was before."""

    card: Card | None
    quad: Quad
    look: Map
    before: Map


@dataclass(slots=True)
class _Landing:
    quad: Quad
    votes: list[Scores]
    gave_place: LyingCard | None = None


@dataclass(slots=True)
class _Look:
    """What one settled scene has shown so far, until the votes are in."""

    frame: Frame
    map: Map
    landings: list[_Landing] = field(default_factory=list)
    gone: list[LyingCard] = field(default_factory=list)
    hands: Mask | None = None


@dataclass(slots=True)
class Watcher:
    """See every frame in order. *seats* are those in play."""

    reader: Reader
    seats: Sequence[Seat] = (0, 1, 2, 3)
    _gate: SettleGate = field(default_factory=SettleGate)
    _sizes: CardSizes = field(default_factory=CardSizes)
    _cards: list[LyingCard] = field(default_factory=list)
    """The cards in view, the lowest first."""
    _reference: Map | None = None
    _bare: Map | None = None
    _brightness: float = 1.0
    _look: _Look | None = None
    _resting: tuple[Map, int] | None = None
    moving: bool = field(default=False, init=False)
    """Whether something moves in view, such as a hand."""

    def see(self, frame: Frame) -> list[Sighting]:
        """Returns what has happened by this frame, in order; mostly nothing."""
        stillness = self._gate.see(frame.luma, frame.time)
        self.moving = stillness.moving
        sightings: list[Sighting] = []
        if self._look is not None:
            if stillness.moving or stillness.settled:
                sightings += self._conclude()
            else:
                self._vote(frame)
                if self._votes_are_in():
                    sightings += self._conclude()
        if stillness.settled:
            sightings += self._settle(frame)
            if self._look is not None and self._votes_are_in():
                sightings += self._conclude()
        return sightings

    def finish(self) -> list[Sighting]:
        """Returns what was still being voted on when the frames ended."""
        return self._conclude() if self._look is not None else []

    @property
    def is_voting(self) -> bool:
        """Whether a settled scene is being read."""
        return self._look is not None

    @property
    def lying(self) -> list[tuple[Card | None, Quad]]:
        """The cards in view, the lowest first."""
        return [(card.card, card.quad) for card in self._cards]

    def _settle(self, frame: Frame) -> list[Sighting]:
        now = map_of(frame.image)
        if self._reference is None or self._bare is None or self._reference.shape != now.shape:
            return self._begin(frame, now)
        now, sightings = self._same_view(frame, now, self._reference)
        look = _Look(frame, now)
        parts = self._changed_parts(frame.image, now)
        if parts:
            self._find_landings(look, self._not_bare(parts, now))
            self._find_gone(look)
            self._find_hands(look, parts)
        self._look = look
        return sightings

    def _begin(self, frame: Frame, now: Map) -> list[Sighting]:
        """Cards that lie there from the start landed before we looked; their seat can only be guessed."""
        self._cards, self._reference, self._bare = [], now, now.copy()
        sightings = []
        readings = read_scene(frame.image, self.reader)
        sure = [area(reading.quad) for reading in readings if reading.card is not None]
        for reading in reversed(readings):
            # A checked cloth has card-shaped fields; a doubtful thing counts only beside a card of its size.
            if not any(0.7 < area(reading.quad) / size < 1.4 for size in sure):
                continue
            self._cards.append(LyingCard(reading.card, reading.quad, now, self._bare))
            if reading.card is not None:
                self._sizes.learn(reading.quad)
            place = _place(reading.quad, frame.image).mean(axis=0)
            seat, confidence = seat_of(np.zeros((0, 2)), place, self.seats)
            sightings.append(Sighting(frame.number, frame.time, CardLanded(reading, seat, confidence)))
        covered = filled([on_map(card.quad, frame.image) for card in self._cards], now.shape, 1.05)
        self._bare[covered > 0] = 0  # unlike any table: nothing will be taken for bare there
        self._gate.forget_entries()
        return sightings

    def _same_view(self, frame: Frame, now: Map, reference: Map) -> tuple[Map, list[Sighting]]:
        """Takes out what befell the whole view: another light, or a knock at the camera."""
        happenings: list[Happening] = []
        now, gain = evened(now, reference)
        factor = gain / self._brightness
        if max(factor, 1 / factor) > LIGHT_STEP:
            happenings.append(LightChanged(factor))
            self._brightness = gain
        if np.mean(changed(now, reference) > 0) > BUMP_PART:
            happenings += self._follow_bump(frame.image, now, reference)
        return now, [Sighting(frame.number, frame.time, happening) for happening in happenings]

    def _follow_bump(self, image: Image, now: Map, reference: Map) -> list[Happening]:
        across, down = shift_between(now, reference)
        shift = float(np.hypot(across, down))
        if not LEAST_BUMP < shift < 0.2 * MAP_WIDTH:
            return []
        followed = moved(reference, across, down)
        if np.mean(changed(now, followed) > 0) > BUMP_REST * np.mean(changed(now, reference) > 0):
            return []
        to_picture = image.shape[1] / MAP_WIDTH
        for card in self._cards:
            card.quad = card.quad + np.array([across, down], np.float32) * np.float32(to_picture)
            card.look, card.before = moved(card.look, across, down), moved(card.before, across, down)
        self._reference = followed
        self._bare = None if self._bare is None else moved(self._bare, across, down)
        return [CameraBumped(shift * 640 / MAP_WIDTH)]

    def _changed_parts(self, image: Image, now: Map) -> list[Part]:
        assert self._reference is not None
        size = self._sizes.at(_corners_of(image))
        least = FIRST_SMALLEST_PART * now.shape[0] * now.shape[1]
        if size is not None:
            least = SMALLEST_PART * size[0] * size[1] * (MAP_WIDTH / image.shape[1]) ** 2
        return parts_of(changed(now, self._reference), least)

    def _not_bare(self, parts: Sequence[Part], now: Map) -> list[Part]:
        """Where the bare table has come to light, nothing landed."""
        assert self._bare is not None
        news = changed(now, self._bare)
        left: list[Part] = []
        for part in parts:
            pieces = parts_of(part.mask & news, 0.5 * SMALLEST_PART * part.area)
            # Against the table as it was before many changes, a pale card shows less well than against the last scene.
            mostly_new = sum(piece.area for piece in pieces) > 0.4 * part.area
            left += [part] if mostly_new else pieces
        return left

    def _find_landings(self, look: _Look, parts: Sequence[Part]) -> None:
        """Mostly one card lies where one thing changed; only if that is not all, the place is searched."""
        image = look.frame.image
        found = self._read(image, parts, quick_proposals(image, parts, self._sizes))
        known = [on_map(proposal.quad, image) for proposal, _ in found if proposal.answer.card is not None]
        explained = filled(known, look.map.shape, 1.1) > 0
        if any(np.count_nonzero((part.mask > 0) & ~explained) > UNEXPLAINED * part.area for part in parts):
            found = self._read(image, parts, thorough_proposals(image, parts, self._sizes))
        for proposal, scores in found:
            same = self._same_card(proposal)
            if same is None or overlap(same.quad, proposal.quad) <= 0.85:
                look.landings.append(_Landing(proposal.quad, [scores], same))

    def _read(self, image: Image, parts: Sequence[Part], findings: Sequence[Finding]) -> list[tuple[Proposal, Scores]]:
        to_map = MAP_WIDTH / image.shape[1]
        findings = [finding for finding in findings if fills(finding.quad, parts, to_map) > LEAST_CHANGE]
        votes = self.reader.scores(image, [finding.quad for finding in findings])
        answers = [self.reader.judge(row) for row in votes]
        scores = {id(finding.quad): row for finding, row in zip(findings, votes, strict=True)}
        read = [
            Proposal(finding.quad, answer, finding.confidence)
            for finding, answer in zip(findings, answers, strict=True)
            if not answer.foreign
        ]
        return [(proposal, scores[id(proposal.quad)]) for proposal in one_a_place(read)]

    def _same_card(self, proposal: Proposal) -> LyingCard | None:
        """A card that lies near and reads the same is that card, nudged."""
        for card in self._cards:
            known = card.card if card.card is not None else proposal.answer.candidates[0].card
            if known == proposal.answer.candidates[0].card and shared_area(card.quad, proposal.quad) > 0.3 * area(
                card.quad
            ):
                return card
        return None

    def _find_gone(self, look: _Look) -> None:
        """From the top of the heap down: what lies on a card is looked past."""
        assert self._bare is not None
        image = look.frame.image
        above = [on_map(landing.quad, image) for landing in look.landings]
        for card in reversed(self._cards):
            place = on_map(card.quad, image)
            shown = filled([place], look.map.shape, 0.9)
            shown[filled(above, look.map.shape, 1.08) > 0] = 0
            if np.count_nonzero(shown) < LEAST_SHOWN * area(place):
                above.append(place)
                continue
            like_card = alike(look.map, [card.look], shown)
            like_table = alike(look.map, [self._bare, card.before], shown)
            moved_away = any(landing.gave_place is card for landing in look.landings)
            if like_card < LOOKS_LIKE and (like_table > LOOKS_LIKE or moved_away) and like_table >= like_card:
                look.gone.append(card)
            else:
                above.append(place)

    def _find_hands(self, look: _Look, parts: Sequence[Part]) -> None:
        """What reaches in from the rim, and is neither a card nor the table, is a hand or a sleeve."""
        assert self._bare is not None
        image = look.frame.image
        cards = [on_map(landing.quad, image) for landing in look.landings]
        cards += [on_map(card.quad, image) for card in look.gone]
        explained = filled(cards, look.map.shape, 1.12)
        hands = np.zeros_like(explained)
        for part in parts:
            rest = np.where(explained > 0, np.uint8(0), part.mask)
            if part.at_rim and np.count_nonzero(rest) > 0.25 * part.area:
                hands |= rest
        if not hands.any() or self._has_come_to_rest(look.map, hands):
            return
        look.hands = hands
        look.landings = [landing for landing in look.landings if not _is_held(on_map(landing.quad, image), hands)]

    def _has_come_to_rest(self, now: Map, hands: Mask) -> bool:
        """A tray or a sleeve that has not moved for some looks belongs to the table."""
        same = self._resting is not None and alike(now, [self._resting[0]], hands) > 0.9
        count = self._resting[1] + 1 if same and self._resting is not None else 1
        self._resting = (now, count)
        return count >= RESTED_LOOKS

    def _vote(self, frame: Frame) -> None:
        assert self._look is not None
        for landing in self._look.landings:
            landing.votes.append(self.reader.scores(frame.image, [landing.quad])[0])

    def _votes_are_in(self) -> bool:
        return self._look is not None and all(len(landing.votes) >= VOTES for landing in self._look.landings)

    def _conclude(self) -> list[Sighting]:
        look, self._look = self._look, None
        assert look is not None
        happenings: list[Happening] = []
        nudged = {id(landing.gave_place) for landing in look.landings if landing.gave_place is not None}
        gone = [card for card in look.gone if id(card) not in nudged]
        self._cards = [card for card in self._cards if card not in gone and id(card) not in nudged]
        if len(gone) == 1:
            happenings.append(CardLifted(gone[0].card))
        elif gone:
            happenings.append(TableCleared(self._left_by(gone, look.frame.image), len(gone)))
        for landing in look.landings:
            happenings += self._landed(landing, look)
        self._remember(look, gone)
        self._gate.forget_entries()
        return [Sighting(look.frame.number, look.frame.time, happening) for happening in happenings]

    def _landed(self, landing: _Landing, look: _Look) -> list[Happening]:
        assert self._reference is not None
        answer = self.reader.judge(np.mean(landing.votes, axis=0))
        if answer.card is not None:
            self._sizes.learn(landing.quad)
        known = answer.card or (landing.gave_place.card if landing.gave_place else None)
        self._cards.append(LyingCard(known, landing.quad, look.map, self._reference))
        if landing.gave_place is not None:
            return []
        place = _place(landing.quad, look.frame.image)
        seat, confidence = seat_of(self._gate.entries(place), place.mean(axis=0), self.seats)
        return [CardLanded(reading_of(answer, landing.quad), seat, confidence)]

    def _left_by(self, gone: Sequence[LyingCard], image: Image) -> Seat | None:
        places = [_place(card.quad, image) for card in gone]
        entries = np.concatenate([self._gate.entries(place) for place in places])
        seat, confidence = seat_of(entries, np.array([0.5, 0.5]), self.seats)
        return seat if len(entries) and confidence > 0.4 else None

    def _remember(self, look: _Look, gone: Sequence[LyingCard]) -> None:
        """What is understood becomes the reference; under a hand the old one stays."""
        assert self._reference is not None
        assert self._bare is not None
        image = look.frame.image
        understood = np.ones(look.map.shape[:2], bool)
        if look.hands is not None:
            understood &= _grown(look.hands) == 0
        self._reference = np.where(understood[..., None], look.map, self._reference)
        under_cards = filled([on_map(card.quad, image) for card in self._cards], look.map.shape, 1.1) > 0
        self._bare = np.where((understood & ~under_cards)[..., None], look.map, self._bare)


def _is_held(place: Quad, hands: Mask) -> bool:
    """A hand that reaches to the rim of a card has not let go of it."""
    ring = filled([place], hands.shape, 1.35)
    ring[filled([place], hands.shape, 1.14) > 0] = 0
    return bool(np.count_nonzero((ring > 0) & (hands > 0)) > HELD_PART * np.count_nonzero(ring))


def _grown(mask: Mask) -> Mask:
    return cv2.dilate(mask, np.ones((9, 9), np.uint8))


def _place(quad: Quad, image: Image) -> Quad:
    """Returns the quad from 0 to 1 across and down the view."""
    scale = np.array([1 / image.shape[1], 1 / image.shape[0]], np.float32)
    return np.multiply(quad, scale, dtype=np.float32)


def _corners_of(image: Image) -> Quad:
    height, width = image.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
