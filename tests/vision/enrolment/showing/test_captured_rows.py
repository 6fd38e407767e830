"""Rows of a deck are photographed with a press each: what is taken, refused and why; known packs."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from engine.cards import BAVARIAN_32, Card
from tests.support.enrolment.deck_on_table import MIDDLE, DeckOnTable, blank, drawn, lay_row, row_of, soften
from tests.support.enrolment.progress import accepted_cards, refusal_reasons, watch
from tests.support.paper_table import quad_at
from vision.enrolment.measured_outline import Reason
from vision.enrolment.showing.progress import Acceptance, PackMatch, Refusal
from vision.enrolment.showing.session import EnrolmentSession
from vision.recognition.embedder import Recogniser
from vision.recognition.naming import Thresholds
from vision.recognition.pack import EnrolledPack
from vision.types import Frame, Image, Quad

pytestmark = pytest.mark.slow

CARDS = BAVARIAN_32.cards
EICHEL = CARDS[:8]


def _photographed(*pictures: list[tuple[Image, Quad]]) -> list[Frame]:
    """Frames of pictures that have nothing to do with each other."""
    return [next(DeckOnTable(lying=lying, number=number).still()) for number, lying in enumerate(pictures)]


def _alone(card: Card, place: Quad = MIDDLE) -> list[tuple[Image, Quad]]:
    return [(drawn()[card], place)]


def _suit(number: int, y: float = 270) -> list[tuple[Image, Quad]]:
    return [(drawn()[card], quad) for card, quad in zip(CARDS[8 * number : 8 * number + 8], row_of(8, y), strict=True)]


@pytest.mark.parametrize(
    ("spoiled", "reason"),
    [
        pytest.param(lambda: [(soften(drawn()[CARDS[1]]), MIDDLE)], Reason.BLURRED, id="blurred"),
        pytest.param(lambda: [(blank(drawn()[CARDS[1]]), MIDDLE)], Reason.PLAIN, id="face down"),
        pytest.param(lambda: _alone(CARDS[1], quad_at(480, 270, 4, 45, 80)), Reason.SMALL, id="too far away"),
        pytest.param(lambda: _suit(0)[1:3], Reason.SEVERAL, id="two at once"),
    ],
)
def test_a_photograph_that_is_refused_shifts_no_name(
    spoiled: Callable[[], list[tuple[Image, Quad]]], reason: Reason, recogniser: Recogniser
) -> None:
    """What it stood for is named, and asked for when all others were shown; a card that was shown before is no loss."""
    session = EnrolmentSession(BAVARIAN_32, recogniser, photographs=True)
    progress = watch(
        session, _photographed(_alone(CARDS[0]), spoiled(), _alone(CARDS[2]), _alone(CARDS[0], row_of(8)[3]))
    )
    progress += watch(session, _photographed(_alone(CARDS[3])))
    assert accepted_cards(progress) == ["EA", "EO", "EU"]
    assert [(each.reason, each.like) for each in progress if isinstance(each, Refusal)] == [
        (reason, CARDS[1:2]),
        (Reason.DOUBLE, CARDS[:1]),
    ]
    assert session.missing == [*CARDS[4:], CARDS[1]]
    assert session.refused_frames == {CARDS[1]: 1}


def test_photographs_may_be_taken_from_anywhere(recogniser: Recogniser) -> None:
    """The first card is none the less one if the next looks much larger."""
    session = EnrolmentSession(BAVARIAN_32, recogniser, photographs=True)
    near = quad_at(480, 270, 4, 150, 268)
    progress = watch(session, _photographed(_alone(CARDS[0]), _alone(CARDS[1], near), _alone(CARDS[2])))
    assert progress == [Acceptance(card) for card in CARDS[:3]]


@pytest.mark.parametrize(
    ("spoiled", "reason", "suits"),
    [
        pytest.param(lambda: _suit(0)[:7], Reason.COUNT, 1, id="one too few"),
        pytest.param(
            lambda: [*_suit(0)[:7], (soften(drawn()[CARDS[7]]), row_of(8)[7])], Reason.BLURRED, 1, id="one is blurred"
        ),
        pytest.param(lambda: [*_suit(0, 150), *_suit(1, 400)[1:]], Reason.COUNT, 2, id="one too few of two suits"),
        pytest.param(list, Reason.NO_CARD, 1, id="nothing"),
    ],
)
def test_a_row_that_is_refused_shifts_no_other(
    spoiled: Callable[[], list[tuple[Image, Quad]]], reason: Reason, suits: int, recogniser: Recogniser
) -> None:
    session = EnrolmentSession(BAVARIAN_32, recogniser, rows=True, photographs=True)
    progress = watch(session, _photographed(spoiled(), _suit(suits), _suit(suits), _suit(suits + 1)))
    assert refusal_reasons(progress) == [reason, Reason.DOUBLE]
    assert accepted_cards(progress) == [str(card) for card in CARDS[8 * suits : 8 * suits + 16]]
    assert session.missing == [*CARDS[8 * suits + 16 :], *CARDS[: 8 * suits]]
    assert set(session.refused_frames) == set(CARDS[: 8 * suits])


MIXED = [BAVARIAN_32.card(text) for text in ("HK", "E8", "LU", "S10", "EA", "L9", "S7", "HO")]


def _mixed(cards: Iterable[Card]) -> list[tuple[Image, Quad]]:
    return [(drawn()[card], quad) for card, quad in zip(cards, row_of(8), strict=False)]


def test_a_known_pack_names_the_cards_of_a_row(recogniser: Recogniser, known: EnrolledPack) -> None:
    """However they lie, and however many, of whatever suit."""
    session = EnrolmentSession(BAVARIAN_32, recogniser, [known], rows=True, photographs=True)
    others = [card for card in reversed(CARDS) if card not in MIXED]
    progress = watch(session, _photographed(_mixed(MIXED), _mixed(others[:8]), _mixed(others[8:13])))
    assert PackMatch(known) in progress
    assert accepted_cards(progress)[8:] == [str(card) for card in others[:13]]
    assert set(session.pictures) == {*MIXED, *others[:13]}


@pytest.mark.parametrize(
    ("laid", "expected"),
    [
        pytest.param(EICHEL, EICHEL, id="as they were asked for"),
        pytest.param((*EICHEL[:6], EICHEL[7], EICHEL[6]), (), id="two are exchanged"),
        pytest.param(MIXED, (), id="any"),
    ],
)
def test_a_row_that_a_known_pack_reads_doubtfully_must_lie_as_asked(
    laid: Iterable[Card], expected: Iterable[Card], recogniser: Recogniser, known: EnrolledPack
) -> None:
    doubting = replace(known, thresholds=Thresholds(near=0.0, apart=0.6, foreign=0.0))
    session = EnrolmentSession(BAVARIAN_32, recogniser, rows=True, photographs=True, naming_pack=doubting)
    progress = watch(session, _photographed(_mixed(laid)))
    assert accepted_cards(progress) == [str(card) for card in expected]
    assert refusal_reasons(progress) == ([] if expected else [Reason.DOUBTFUL])


def test_the_last_row_is_shown_again_by_the_names_of_a_known_pack(recogniser: Recogniser, known: EnrolledPack) -> None:
    """Though one of it was asked for as another card."""
    table, session = DeckOnTable(), EnrolmentSession(BAVARIAN_32, recogniser, [known], rows=True)
    watch(session, table.still())
    lay_row(table, (*EICHEL[:4], CARDS[15], *EICHEL[5:]), row_of(8))
    assert PackMatch(known) in watch(session, table.still(2))
    assert CARDS[15] in session.pictures
    session.naming_pack, session.known_packs = None, ()
    session.undo_last()
    assert (session.pictures, session.requested) == ({}, list(EICHEL))
