"""Reading of overlapping cards from the top down: each card that is read becomes an occluder for the next layer."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from vision.geometry.quads import lies_on, same_place, same_position
from vision.geometry.table_plane import fit_plane, table_plane
from vision.recognition.place import Place
from vision.recognition.reader import reading_of
from vision.recognition.thresholds import RECOGNITION
from vision.recognition.verification import is_present
from vision.scene.hypotheses import CardHypothesis, OccludedCardSearch
from vision.scene.masked_reading import occlusion_by, read_occluded
from vision.scene.proposals import Proposal
from vision.scene.thresholds import SCENE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.cards import Card
    from vision.geometry.table_plane import Occlusion
    from vision.recognition.reader import Reader
    from vision.scene.searched_image import SearchedImage
    from vision.types import Image, Quad, Reading


def peel_stack(
    image: Image, reader: Reader, searched: SearchedImage, cards: Sequence[Proposal], outlines: Sequence[Quad]
) -> tuple[list[CardHypothesis], list[Reading]]:
    """Reads the upper cards, then the cards below them, layer by layer; returns the hypotheses tried, and the readings.

    *cards* are those with whole outlines, *outlines* further quads that may be cards.
    """
    sure = _select_top_cards(cards, image.shape, reader.length)
    if not sure:
        return [], []
    plane = fit_plane([card.quad for card in sure], image.shape, reader.length)
    whole = [card for card in cards if card in sure or plane.has_size_of_card(card.quad)]
    tried: list[CardHypothesis] = []
    reader_of_hypotheses = _HypothesisReader(image, reader)
    readings = _readings_once(sure)  # until these are occluders, what they hide is read as part of other cards
    doubtful: list[Reading] = []
    for _ in range(SCENE.max_layers):
        tops = [reading.quad for reading in readings]
        of_known_size = [*(card.quad for card in sure), *_mostly_visible_quads(readings)]
        occlusion = occlusion_by(image, tops, fit_plane(of_known_size, image.shape, reader.length))
        free = [card for card in whole if not _is_below_any(card.quad, readings)]
        others = _other_hypotheses(
            OccludedCardSearch(searched, reader, of_known_size, outlines).hypotheses_below(tops), free
        )
        others = [one for one in others if one.rating > SCENE.read_min_rating]
        layer = _Layer(reader_of_hypotheses, occlusion, readings)
        layer.read([*free, *others])
        tried += layer.tried
        doubtful = layer.doubtful
        if not layer.known:
            break
        readings += layer.known
    return tried, readings + _suppress_overlapping(doubtful, readings)


def _readings_once(cards: Iterable[Proposal]) -> list[Reading]:
    """Returns the readings of the cards, of several with one name the first only: every card exists once."""
    readings: list[Reading] = []
    for card in cards:
        if not _is_read(card.answer.card, readings):
            readings.append(reading_of(card.answer, card.quad))
    return readings


def _mostly_visible_quads(readings: Iterable[Reading]) -> list[Quad]:
    """Returns the quads of named cards of which so much is visible that their pictures determine their size."""
    return [one.quad for one in readings if one.card is not None and SCENE.size_min_visible_of_card < one.visible < 1]


@dataclass(frozen=True, slots=True)
class _HypothesisReader:
    """Reads hypotheses of one picture; what is found again in a lower layer, covered no further, is not read again."""

    image: Image
    reader: Reader
    _readings: dict[tuple[bytes, float], Reading | None] = field(default_factory=dict)

    def read(self, hypothesis: CardHypothesis, occlusion: Occlusion) -> Reading | None:
        """Returns the reading of a hypothesis, or None if it is no card."""
        same = hypothesis.quad.tobytes(), hypothesis.visible
        if same not in self._readings:
            self._readings[same] = read_occluded(Place(self.image, self.reader, hypothesis.quad, occlusion))
        return self._readings[same]


@dataclass(slots=True)
class _Layer:
    """The cards directly below the *upper* ones; `tried` are the hypotheses that were read."""

    reader: _HypothesisReader
    occlusion: Occlusion
    upper: Sequence[Reading]
    tried: list[CardHypothesis] = field(default_factory=list)
    known: list[Reading] = field(default_factory=list)
    doubtful: list[Reading] = field(default_factory=list)

    def read(self, candidates: Iterable[Proposal | CardHypothesis]) -> None:
        """Reads the candidates, the likeliest first."""
        for each in _by_rating(candidates, self.known):
            if isinstance(each, Proposal):
                self.doubtful.append(reading_of(each.answer, each.quad))
            else:
                self.tried.append(each)
                self._add(each, self.reader.read(each, self.occlusion))

    def _add(self, hypothesis: CardHypothesis, reading: Reading | None) -> None:
        """Adds the reading of a hypothesis; an unreadable one that no card covers is mostly table and left out."""
        if reading is None:
            return
        if hypothesis.visible < 1 and hypothesis.rating < SCENE.named_min_rating:
            reading = replace(reading, card=None)
        is_new = not _is_read(reading.card, (*self.upper, *self.known))
        place = Place(self.reader.image, self.reader.reader, reading.quad, self.occlusion)
        if is_present(place, reading) and is_new:
            self.known.append(reading)
        elif _is_some_card(reading) and _is_below_any(hypothesis.quad, self.upper):
            self.doubtful.append(reading)


def _select_top_cards(cards: Sequence[Proposal], picture: tuple[int, ...], length: float | None) -> list[Proposal]:
    """Returns the cards that surely lie on top; of two that overlap, the one with outline and face fully visible.

    A card that is far less like its kept picture than the others, or has another size, may be covered or misplaced.
    """
    best = max((card.ncc for card in cards), default=0.0)
    tops: list[Proposal] = []
    for card in sorted(cards, key=lambda card: -card.score * card.confidence * card.ncc):
        if card.ncc < SCENE.top_min_ncc_of_best * best or _is_below_any(card.quad, tops):
            continue
        plane = (
            table_plane([top.quad for top in tops], picture, length) if card.ncc < RECOGNITION.settled_min_ncc else None
        )
        if plane is None or plane.has_size_of_card(card.quad):
            tops.append(card)
    return tops


def _other_hypotheses(hypotheses: Iterable[CardHypothesis], cards: Sequence[Proposal]) -> list[CardHypothesis]:
    """Returns the hypotheses that are none of the *cards*."""
    return [one for one in hypotheses if not any(same_position(one.quad, card.quad) for card in cards)]


def _by_rating(
    candidates: Iterable[Proposal | CardHypothesis], readings: Sequence[Reading]
) -> Iterator[Proposal | CardHypothesis]:
    """Yields the likeliest first.

    Candidates that one of *readings*, which grow meanwhile, may cover wait for the next layer, whose occlusion includes
    it; so do less likely ones at the same place.
    """
    deferred: list[Quad] = []
    for each in sorted(candidates, key=lambda each: -each.rating):
        if _is_below_any(each.quad, readings) or any(same_place(each.quad, better) for better in deferred):
            deferred.append(each.quad)
        else:
            yield each


def _is_some_card(reading: Reading) -> bool:
    """Tells whether the score of a doubtful reading is that of a card; checks of a cloth between cards score lower."""
    return reading.is_of_pack or reading.candidates[0].score > SCENE.asked_min_cosine


def _is_read(card: Card | None, readings: Iterable[Reading]) -> bool:
    """Tells whether the card is read already: every card exists once. Readings without a name do not count."""
    return card is not None and any(card == one.card for one in readings)


def _suppress_overlapping(read: Sequence[Reading], sure: Sequence[Reading]) -> list[Reading]:
    """Returns the best reading at each place, without a name if that card lies elsewhere already."""
    names = {one.card for one in sure}
    chosen: list[Reading] = []
    for reading in sorted(read, key=lambda one: (one.card is not None, one.candidates[0].score), reverse=True):
        under = reading.visible < 1
        if _is_free(reading.quad, chosen if under else [*chosen, *sure]):
            chosen.append(replace(reading, card=None) if reading.card in names else reading)
            names.add(reading.card)
    return chosen


def _is_below_any(quad: Quad, placed: Iterable[Proposal | Reading]) -> bool:
    return any(lies_on(one.quad, quad) for one in placed)


def _is_free(quad: Quad, readings: Sequence[Reading]) -> bool:
    return not any(same_place(quad, reading.quad) for reading in readings)
