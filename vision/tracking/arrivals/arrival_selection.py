"""Selection of the cards that have arrived: one value for every outline, the best first, one card a place.

As in a still picture (`vision.scene.selection`) generators only yield outlines. The value of one is the cosine of its
likeliest card, a name worth more than any cosine; what did not change is worth nothing. Changes that the chosen ones do
not explain are left to the next generator.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import log

from vision.detection.contours import Outline
from vision.geometry.quads import lies_on, same_place, sides
from vision.geometry.thresholds import GEOMETRY
from vision.recognition.naming import Answer
from vision.recognition.place import Place
from vision.recognition.reader import Reader, Scores
from vision.scene.thresholds import SCENE
from vision.tracking.arrivals.changed_outlines import changed_share
from vision.tracking.background.background_model import BackgroundModel
from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.background.changes import Region
from vision.tracking.background.thresholds import BACKGROUND
from vision.tracking.evidence import unexplained_regions
from vision.tracking.thresholds import TRACKING
from vision.types import Image, Quad


@dataclass(frozen=True, slots=True, eq=False)
class ArrivalCandidate:
    """A place where a card may have arrived, and its evidence.

    `scores` are the K cosines with the known cards, `edges` the share of its outline on edges, `changed` the share of
    it that changed, all from 0 to 1.
    """

    place: Place
    scores: Scores
    answer: Answer
    edges: float
    changed: float
    is_drawing: bool = False
    """Whether it lies around what may be the drawing of a card as light as the table, of which nothing else changed."""
    is_aligned: bool = False

    @property
    def quad(self) -> Quad:
        return self.place.quad

    @property
    def is_named(self) -> bool:
        return self.answer.card is not None

    @property
    def score(self) -> float:
        """The cosine of the likeliest card, from -1 to 1."""
        return self.answer.candidates[0].score

    @property
    def value(self) -> float:
        """The score, and 1 for a name; 0 if too little changed. A drawing that changed a little needs a name."""
        is_changed = self.changed > _least_changed(is_drawing=self.is_drawing and self.is_named)
        return self.score + self.is_named if is_changed else 0.0

    def at(self, place: Place) -> ArrivalCandidate:
        """Returns the candidate with what is read at another *place*."""
        scores = place.scores()
        return replace(self, place=place, scores=scores, answer=place.reader.judge(scores), is_aligned=True)

    def aligned(self) -> ArrivalCandidate:
        """Returns the candidate within the outline that the picture of its likeliest card gives, if it is surer there.

        The outline of a card as light as the table may be that of its drawing or of its shadow.
        """
        is_clear = self.score > TRACKING.clear_min_cosine
        fit = None if self.is_aligned or is_clear else self.place.align(self.answer.candidates[0].card)
        if fit is not None and fit.place is not self.place:
            there = self.at(fit.place)
            if there.score > self.score:
                return there
        return replace(self, is_aligned=True)


@dataclass(slots=True)
class ArrivalSelector:
    """Selects the cards that have arrived in a picture."""

    image: Image
    reader: Reader
    view: BackgroundModel
    sizes: CardSizes
    strange: Sequence[Region] = ()
    """Where something of a card's size that is like none of the pack counts, if nearly all of it changed."""
    chosen: list[ArrivalCandidate] = field(default_factory=list)
    """The best candidate of each place, the most valuable first."""
    _candidates: list[ArrivalCandidate] = field(default_factory=list)

    @property
    def names_any(self) -> bool:
        return any(one.is_named for one in self.chosen)

    def add(self, outlines: Sequence[Outline], regions: Sequence[Region], *, are_drawings: bool = False) -> None:
        """Reads *outlines* on changed *regions*, faint ones only where no card was read clearly, and chooses again."""
        for outline in sorted(outlines, key=lambda one: one.confidence, reverse=True):
            changed = changed_share(outline.quad, regions, self.view.to_map)
            clear = (one for one in self._candidates if one.is_named and one.score > TRACKING.clear_min_cosine)
            is_needed = outline.confidence > SCENE.object_min_edges_of_outline or not any(
                same_place(one.quad, outline.quad) for one in clear
            )
            if changed > _least_changed(is_drawing=are_drawings) and is_needed:
                place = Place(self.image, self.reader, outline.quad)
                scores = place.scores()
                answer = self.reader.judge(scores)
                self._candidates.append(
                    ArrivalCandidate(place, scores, answer, outline.confidence, changed, are_drawings)
                )
        self._choose()

    def unexplained(self, regions: Sequence[Region], *, by_names: bool = False) -> list[Region]:
        """Returns the *regions* of which the chosen ones leave more than a margin; *by_names* only what has a name."""
        places = [self.view.on_map(one.quad) for one in self.chosen if one.is_named or not by_names]
        return unexplained_regions(regions, places)

    def _choose(self) -> None:
        self.chosen = []
        self._candidates.sort(key=lambda one: one.value, reverse=True)
        for number, one in enumerate(self._candidates):
            if one.value > 0 and not one.answer.is_foreign and not self._is_taken(one):
                self._candidates[number] = aligned = one.aligned()
                if not self._is_taken(aligned):
                    self.chosen.append(aligned)
        for one in self._candidates:
            if self._may_be_unknown_card(one):
                self.chosen.append(one)

    def _is_taken(self, one: ArrivalCandidate) -> bool:
        return any(same_place(one.quad, other.quad) for other in self.chosen)

    def _may_be_unknown_card(self, one: ArrivalCandidate) -> bool:
        """Whether a card that is like none of the pack lies there, such as a court of another print; nothing else may.

        While the size of a card is unknown its shape counts.
        """
        is_sized = self.sizes.plane is not None
        others = [*(other.quad for other in self.chosen), *(card.quad for card in self.view.cards)]
        return (
            one.edges > SCENE.object_min_edges_of_outline
            and changed_share(one.quad, self.strange, self.view.to_map) > TRACKING.region_whole_min_of_card
            and not self._is_taken(one)
            and not any(lies_on(other, one.quad) for other in others)
            and (is_sized or _has_shape_of_card(one.quad, self.reader.length))
        )


def _least_changed(*, is_drawing: bool) -> float:
    return BACKGROUND.telling_min_of_card if is_drawing else TRACKING.arrival_min_changed_of_place


def _has_shape_of_card(quad: Quad, length: float | None) -> bool:
    """Tells whether a quad is about as long as a card, whose *length* in its widths may be known."""
    across, down = sides(quad)
    if length is None:
        return abs(log(down / (across * GEOMETRY.card_length_of_width))) < GEOMETRY.rough_size_max_error_log
    return abs(log(down / (across * length))) < GEOMETRY.same_size_max_error_log
