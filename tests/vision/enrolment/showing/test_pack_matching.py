"""Rows that a known pack names: in any order if it is sure, as they were asked for if it doubts; else refused."""

from collections.abc import Sequence
from typing import cast

import pytest

from engine.cards import BAVARIAN_32, Card
from tests.support.enrolment.captures import PLACE, KnownPack, PixelRecogniser, crop_of, session_of, show, view_of
from vision.enrolment.card_crops import EmbeddedCrop, embed_crop
from vision.enrolment.measured_outline import Reason
from vision.enrolment.showing.card_order import find_matching_pack, name_row
from vision.enrolment.showing.progress import Acceptance, PackMatch, Refusal
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import EnrolledPack

CARDS = BAVARIAN_32.cards
ROW = range(4)
OTHER = Card("C", "K")
"""Of no Bavarian pack."""
DEFAULT = {number: CARDS[number] for number in range(6)}


def _embedded(number: int) -> EmbeddedCrop:
    return embed_crop(crop_of(number), PLACE, cast("Recogniser", PixelRecogniser()))


@pytest.mark.parametrize(
    ("names", "doubtful", "expected", "named"),
    [
        pytest.param({}, (), (), CARDS[:4], id="sure of all, though nothing fits the row"),
        pytest.param({1: CARDS[9]}, (), CARDS[:4], (CARDS[0], CARDS[9], *CARDS[2:4]), id="sure of another card"),
        pytest.param({}, (2,), CARDS[:4], CARDS[:4], id="one is doubtful, and all may be what was asked for"),
        pytest.param({}, ROW, CARDS[:4], CARDS[:4], id="all are doubtful"),
        pytest.param({}, (2,), (CARDS[1], CARDS[0], *CARDS[2:4]), CARDS[2], id="two that are sure lie the other way"),
        pytest.param({}, (2,), (*CARDS[:2], CARDS[20], CARDS[3]), CARDS[2], id="none of its candidates was asked for"),
        pytest.param({}, (2,), (), CARDS[2], id="one is doubtful, and nothing fits the row"),
        pytest.param({1: CARDS[0]}, (), (), CARDS[0], id="it takes two for the same card"),
        pytest.param({1: CARDS[0]}, (3,), CARDS[:4], CARDS[0], id="and doubts another one"),
    ],
)
def test_how_a_known_pack_names_a_row(
    names: dict[int, Card], doubtful: Sequence[int], expected: Sequence[Card], named: Card | Sequence[Card]
) -> None:
    """A row that is refused is told by the likeliest name of the first card that is in doubt."""
    pack = cast("EnrolledPack", KnownPack(DEFAULT | names, doubtful))
    refusal, cards = name_row(pack, [_embedded(number) for number in ROW], expected, CARDS)
    if isinstance(named, Card):
        assert refusal is not None
        assert (refusal.reason, refusal.like[0], len(refusal.like)) == (Reason.DOUBTFUL, named, 2)
    else:
        assert (refusal, tuple(cards)) == (None, tuple(named))


def test_a_card_that_is_not_in_this_kind_of_pack_is_not_named() -> None:
    """A card set aside, or the back, was laid among the others."""
    pack = cast("EnrolledPack", KnownPack(DEFAULT | {2: OTHER}))
    refusal, _ = name_row(pack, [_embedded(number) for number in (0, 1)], CARDS[:2], CARDS)
    assert refusal is None
    assert find_matching_pack([pack], {CARDS[number]: _embedded(number) for number in (0, 1, 2)}, BAVARIAN_32) is None


def test_the_first_pack_that_reads_all_cards_is_the_one() -> None:
    first, second, third = (
        cast("EnrolledPack", KnownPack(names))
        for names in ({9: CARDS[9], 8: CARDS[8]}, DEFAULT | {0: CARDS[5], 5: CARDS[0]}, DEFAULT)
    )
    cards = {CARDS[number + 10]: _embedded(number) for number in range(3)}
    match = find_matching_pack([first, second, third], cards, BAVARIAN_32)
    assert match == (second, {CARDS[10]: CARDS[5], CARDS[11]: CARDS[1], CARDS[12]: CARDS[2]})
    assert find_matching_pack([first], cards, BAVARIAN_32) is None


def test_a_known_pack_names_a_row_of_any_cards_and_of_any_length() -> None:
    pack = KnownPack({number: CARDS[31 - number] for number in range(12)})
    session = session_of(pack, rows=True)
    progress = show(session, view_of(1, *range(8)), view_of(2, 8, 9, 10))
    assert progress == [
        *(Acceptance(card) for card in CARDS[:8]),
        PackMatch(cast("EnrolledPack", pack)),
        *(Acceptance(CARDS[31 - number]) for number in (8, 9, 10)),
    ]
    assert set(session.pictures) == {CARDS[31 - number] for number in range(11)}
    session.undo_last()
    assert set(session.pictures) == {CARDS[31 - number] for number in range(8)}


def test_a_row_that_a_known_pack_doubts_is_refused() -> None:
    pack = KnownPack({number: CARDS[number] for number in range(12)}, doubtful=(4,))
    session = session_of(pack, rows=True)
    session.naming_pack = cast("EnrolledPack", pack)
    (refused,) = show(session, view_of(1, 1, 2, 4))
    assert isinstance(refused, Refusal)
    assert (refused.reason, refused.like[0]) == (Reason.DOUBTFUL, CARDS[4])
    assert session.pictures == {}
    assert show(session, view_of(2, *range(8))) == [Acceptance(card) for card in CARDS[:8]], "as they were asked for"
