"""Why a picture is refused that needs no pack: a card that is small, plain or blurred, too few, the same again."""

from collections.abc import Sequence
from typing import cast

import pytest

from engine.cards import BAVARIAN_32
from tests.support.enrolment.captures import PLACE, PLAIN, SOFT, PixelRecogniser, crop_of
from tests.support.paper_table import quad_at
from vision.enrolment.card_crops import embed_crop
from vision.enrolment.measured_outline import Reason
from vision.enrolment.showing.progress import Refusal, find_fault, refuse_count, refuse_duplicates
from vision.recognition.embedder import Recogniser
from vision.types import Image, Quad

CARDS = BAVARIAN_32.cards
EICHEL, GRAS = CARDS[:8], CARDS[8:16]
ROW = [quad_at(100 + 100 * place, 270, 0) for place in range(8)]


@pytest.mark.parametrize(
    ("quad", "crop", "expected"),
    [
        (PLACE, crop_of(0), None),
        (PLACE, SOFT, Reason.BLURRED),
        (PLACE, PLAIN, Reason.PLAIN),
        (quad_at(480, 270, 90, 45, 80), SOFT, Reason.SMALL),
        (quad_at(480, 270, 0, 60, 90), crop_of(0), None),
    ],
    ids=["good", "blurred", "plain", "small", "just large enough"],
)
def test_what_is_wrong_with_a_card(quad: Quad, crop: Image, expected: Reason | None) -> None:
    assert find_fault(quad, crop) is expected


@pytest.mark.parametrize(
    ("seen", "rows", "expected"),
    [
        pytest.param([], [], Refusal(Reason.NO_CARD, EICHEL, 0), id="nothing"),
        pytest.param(ROW, [], Refusal(Reason.ASKEW, card_count=8), id="in no row"),
        pytest.param(ROW, [[0, 1, 2], [3, 4, 5, 6, 7]], Refusal(Reason.ASKEW, card_count=8), id="as many in two rows"),
        pytest.param(ROW[:7], [[*range(7)]], Refusal(Reason.COUNT, EICHEL, 7), id="one too few"),
        pytest.param(ROW[:3] + ROW[4:], [[*range(7)]], Refusal(Reason.COUNT, EICHEL, 7, EICHEL[3:4]), id="with a gap"),
        pytest.param(
            ROW[:3] + ROW[4:7], [[*range(6)]], Refusal(Reason.COUNT, EICHEL, 6), id="a gap does not explain it"
        ),
        pytest.param(
            ROW[:3] + ROW[4:], [[0, 1], [2, 3, 4, 5, 6]], Refusal(Reason.COUNT, EICHEL, 7), id="one too few in two rows"
        ),
    ],
)
def test_how_many_cards_lie_there(seen: Sequence[Quad], rows: list[list[int]], expected: Refusal) -> None:
    assert refuse_count(seen, rows, EICHEL) == expected


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        pytest.param([8, 9, 10, 11], None, id="new cards"),
        pytest.param([8, 1, 10, 11], None, id="one looks like that rank of the other suit"),
        pytest.param([0, 1, 10, 11], None, id="half of them do"),
        pytest.param([0, 1, 2, 11], EICHEL[0], id="more than half: these are the same cards"),
        pytest.param([8, 9, 0, 11], EICHEL[0], id="a card of another rank that was shown before"),
        pytest.param([8, 9, 8, 11], GRAS[0], id="one card lies there twice"),
    ],
)
def test_cards_that_were_shown_before(row: list[int], expected: object) -> None:
    recogniser = cast("Recogniser", PixelRecogniser())
    earlier = [(EICHEL[number], embed_crop(crop_of(number), PLACE, recogniser)) for number in range(4)]
    shown = [(card, embed_crop(crop_of(number), PLACE, recogniser)) for card, number in zip(GRAS[:4], row, strict=True)]
    refusal = refuse_duplicates(shown, earlier)
    assert refusal == (None if expected is None else Refusal(Reason.DOUBLE, like=(expected,)))  # type: ignore[arg-type]
