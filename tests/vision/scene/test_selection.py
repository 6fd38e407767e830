"""Which cards lie in a picture, which of them lies on which, and what is read of those beneath."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32, Card
from tests.support.enrolment.deck_on_table import drawn_card
from tests.support.examples import one_in
from tests.support.paper_table import CARDS, PixelReader, card_picture, cloth, paste, quad_at
from vision.geometry.quads import overlap, portrait
from vision.recognition.embedder import Recogniser
from vision.recognition.naming import Answer
from vision.recognition.pack import enrol
from vision.recognition.place import Place
from vision.recognition.reader import PackReader, Reader
from vision.scene import selection
from vision.scene.covered_outlines import CoveredCardSearch, CoveredOutline, SearchedImage
from vision.scene.hypotheses import Hypothesis
from vision.scene.selection import CardSelector
from vision.scene.still_scene import read_scene
from vision.types import Candidate, Image, Quad, Reading

READER = PixelReader()
TOP, UNDER = portrait(quad_at(480, 270, 5)), portrait(quad_at(530, 330, 40))


def hypothesis(
    card: Card, quad: Quad, *, named: bool = True, score: float = 0.9, confidence: float = 0.9, ncc: float = 0.9
) -> Hypothesis:
    answer = Answer(card if named else None, (Candidate(card, score),), is_foreign=False, is_of_pack=named)
    return Hypothesis(quad, answer, confidence, ncc)


def select(
    cards: Sequence[Hypothesis],
    monkeypatch: pytest.MonkeyPatch,
    image: Image | None = None,
    reader: Reader = READER,
    objects: Sequence[Quad] = (),
    below: Sequence[CoveredOutline] = (),
) -> tuple[Reading, ...]:
    """Returns the readings of *cards*, and of *below* once a card is selected."""
    monkeypatch.setattr(CoveredCardSearch, "outlines_below", lambda *_: list(below))
    view = cloth() if image is None else image
    return CardSelector(reader, SearchedImage(view), [card.quad for card in cards]).select(cards, objects)


@pytest.mark.parametrize(("second", "expected"), [("below", CARDS[3]), ("aside", None)])
def test_a_doubtful_card_is_read_again_once_it_is_known_what_lies_on_it(
    second: str, expected: Card | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = cloth()
    quads = {"top": quad_at(480, 270, 5), "below": quad_at(530, 350, 40), "aside": quad_at(200, 270, 0)}
    for card, name in ((CARDS[3], "below"), (CARDS[3], "aside"), (CARDS[4], "top")):
        paste(image, card_picture(card), quads[name])
    upper = hypothesis(CARDS[4], portrait(quads["top"]), score=0.99)
    doubtful = hypothesis(CARDS[5], portrait(quads[second]), named=False, score=0.6)
    first, settled = select([upper, doubtful], monkeypatch, image)
    assert first.card == CARDS[4]
    assert settled.card == expected


@pytest.mark.parametrize(
    ("size", "expected"), [pytest.param(1.0, CARDS[3], id="a stock"), pytest.param(0.5, None, id="a matchbox")]
)
def test_a_doubtful_card_may_lie_under_something_as_large_as_a_card(
    size: float, expected: Card | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = cloth()
    below, top = portrait(quad_at(530, 350, 40)), quad_at(480, 270, 5)
    thing = (top.mean(axis=0) + size * (top - top.mean(axis=0))).astype(np.float32)
    paste(image, card_picture(CARDS[3]), below)
    paste(image, np.full_like(card_picture(CARDS[3]), 60), top)
    doubtful = hypothesis(CARDS[5], below, named=False, score=0.6)
    (settled,) = select([doubtful], monkeypatch, image, objects=[thing])
    assert settled.card == expected


def test_a_doubtful_card_is_read_again_under_a_card_that_was_found_on_it_later(monkeypatch: pytest.MonkeyPatch) -> None:
    image = cloth()
    below, top = portrait(quad_at(530, 350, 40)), portrait(quad_at(480, 270, 5))
    for card, quad in ((CARDS[3], below), (CARDS[4], top)):
        paste(image, card_picture(card), quad)
    doubtful = hypothesis(CARDS[5], below, named=False, score=0.6, ncc=0.7)
    readings = select([doubtful], monkeypatch, image, below=[CoveredOutline(top, 0.9, 0.7)])
    assert [reading.card for reading in readings] == [CARDS[4], CARDS[3]]


HEAP = ("L8", "EO", "S9")
"""From the lowest to the one on top."""
PLACES = dict(zip(HEAP, (quad_at(440, 250, -20), quad_at(480, 270, 35), quad_at(460, 345, 80)), strict=True))


@pytest.fixture(scope="module")
def drawn_reader() -> PackReader:
    recogniser = Recogniser()
    pictures = {card: [drawn_card(card)] for card in map(BAVARIAN_32.card, (*HEAP, "L10", "S10", "EU"))}
    return PackReader(recogniser, enrol(pictures, "bavarian32", recogniser, "drawn"))


@pytest.mark.parametrize("found", one_in(6, map(list, permutations(HEAP))))
def test_the_pictures_tell_which_card_lies_on_which(
    found: list[str], drawn_reader: PackReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each was found some px beside its place, and the first as the best of three open cards."""
    image, off = cloth(), np.array([[3, -2], [-3, 3], [2, 3], [-3, -3]], np.float32)
    for name, quad in PLACES.items():
        paste(image, drawn_card(BAVARIAN_32.card(name)), quad)
    cards = [
        hypothesis(BAVARIAN_32.card(name), portrait(PLACES[name]) + off, confidence=0.9 - 0.01 * place)
        for place, name in enumerate(found)
    ]
    readings = select(cards, monkeypatch, image, drawn_reader)
    assert [str(reading.card) for reading in readings] == list(reversed(HEAP))
    assert readings[0].visible == 1.0 > readings[1].visible > 0.3


@pytest.mark.slow
def test_a_card_under_another_as_white_is_read_as_covered(drawn_reader: PackReader) -> None:
    image = cloth()
    for name, quad in (("S9", UNDER), ("EO", TOP)):
        paste(image, drawn_card(BAVARIAN_32.card(name)), quad)
    first, second = read_scene(image, drawn_reader)
    assert [str(one.card) for one in (first, second)] == ["EO", "S9"]
    assert overlap(first.quad, TOP) > 0.9
    assert first.visible == 1.0
    assert 0.5 < second.visible < 0.9


@pytest.mark.parametrize("margin", [0.0, 0.06])
def test_a_card_is_named_beyond_the_margin_of_the_one_on_it(
    margin: float, drawn_reader: PackReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kept pictures of cards with a dark margin may have been cut at their print."""
    image, wider = cloth(), TOP.mean(axis=0) + (TOP - TOP.mean(axis=0)) * (1 + 2 * margin)
    paste(image, drawn_card(BAVARIAN_32.card("S9")), UNDER)
    cv2.fillConvexPoly(image, np.round(wider).astype(np.int32), (12, 12, 12))
    paste(image, drawn_card(BAVARIAN_32.card("EO")), TOP)
    below = [CoveredOutline(UNDER, 0.9, 0.5, 0.9)]
    readings = select([hypothesis(BAVARIAN_32.card("EO"), TOP)], monkeypatch, image, drawn_reader, below=below)
    assert [str(reading.card) for reading in readings] == ["EO", "S9"]


class PicturedReader(PixelReader):
    """A reader with one kept picture of each card."""

    def pictures(self, card: Card) -> Sequence[Image]:
        return [card_picture(card)]


@pytest.mark.parametrize(
    ("card", "score", "is_of_pack", "confidence", "ncc", "expected"),
    [
        pytest.param(CARDS[3], 0.9, True, 0.9, 0.8, [CARDS[3]], id="a name in a likely outline"),
        pytest.param(CARDS[3], 0.9, True, 0.3, 0.8, [None], id="a name in an unlikely outline"),
        pytest.param(CARDS[3], 0.9, True, 0.3, 0.95, [CARDS[3]], id="a name whose picture fits"),
        pytest.param(CARDS[4], 0.9, True, 0.9, 0.95, [None], id="the name of the card on top: every card exists once"),
        pytest.param(None, 0.8, True, 0.9, 0.8, [None], id="some card of the pack"),
        pytest.param(None, 0.95, False, 0.9, 0.8, [None], id="very much like a card"),
        pytest.param(None, 0.85, False, 0.9, 0.8, [], id="a little like a card, as checks of a cloth are"),
    ],
)
def test_a_covered_card_is_named_asked_about_or_left_out(
    card: Card | None,
    score: float,
    is_of_pack: bool,
    confidence: float,
    ncc: float,
    expected: list[Card | None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reading = Reading(card, (Candidate(card or CARDS[3], score),), UNDER, 0.5, is_of_pack)
    monkeypatch.setattr(selection, "read_covered", lambda *_: reading)
    monkeypatch.setattr(Place, "ncc", lambda *_: ncc)
    below = [CoveredOutline(UNDER, confidence, 0.5, ncc=0.9)]
    first, *others = select([hypothesis(CARDS[4], TOP)], monkeypatch, reader=PicturedReader(), below=below)
    assert first.card == CARDS[4]
    assert [one.card for one in others] == expected


@pytest.mark.parametrize(("ncc", "layers"), [pytest.param(0.95, 2, id="surely a card"), pytest.param(0.8, 1, id="not")])
def test_what_lies_under_a_card_without_a_name_is_searched(
    ncc: float, layers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = Reading(None, (Candidate(CARDS[3], 0.9),), UNDER, 0.5)
    monkeypatch.setattr(selection, "read_covered", lambda *_: reading)
    monkeypatch.setattr(Place, "ncc", lambda *_: ncc)
    tops: list[int] = []

    def outlines_below(_: CoveredCardSearch, upper: Sequence[Quad]) -> list[CoveredOutline]:
        tops.append(len(upper))
        return [CoveredOutline(UNDER, 1.0, 0.5)]

    monkeypatch.setattr(CoveredCardSearch, "outlines_below", outlines_below)
    image = cloth()
    CardSelector(PicturedReader(), SearchedImage(image), [TOP]).select([hypothesis(CARDS[4], TOP)])
    assert max(tops) == layers


@pytest.mark.parametrize(
    ("size", "ncc", "expected"),
    [
        pytest.param(1.0, 0.88, [0, 1, 2], id="cards that lie apart"),
        pytest.param(0.6, 0.88, [0, 1], id="one has another size: it may be a part of a card"),
        pytest.param(0.6, 0.97, [0, 1, 2], id="it fits its picture to the pixel"),
    ],
)
def test_cards_in_full_view_have_one_size(
    size: float, ncc: float, expected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = [hypothesis(CARDS[place], quad_at(200 + 150 * place, 270, 3), ncc=0.95 - place / 50) for place in range(2)]
    cards.append(hypothesis(CARDS[2], quad_at(500, 270, 3, 84 * size, 150 * size), confidence=0.7, ncc=ncc))
    assert [one.card for one in select(cards, monkeypatch)] == [CARDS[place] for place in expected]
