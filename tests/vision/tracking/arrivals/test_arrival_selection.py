"""Which of the outlines around a change are read, which are chosen, and when the kept picture moves one."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from engine.cards import Card
from tests.support.paper_table import CARDS, PixelReader, SecondThoughts, card_picture, cloth, paste, quad_at
from vision.detection.contours import Outline
from vision.geometry.quads import mask_of_quads, overlap
from vision.recognition.place import Fit, Place
from vision.tracking.arrivals.arrival_selection import ArrivalCandidate, ArrivalSelector
from vision.tracking.background.background_model import BackgroundModel
from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.background.changes import Region, regions_of, to_lab_map
from vision.types import Image, Quad

IMAGE = cloth()
VIEW = BackgroundModel.of(to_lab_map(IMAGE), IMAGE.shape[1])
FIRM, FAINT = 0.92, 0.7
"""Shares of outlines on edges: of an object, and of what may be one."""
PLACE = quad_at(300, 270, 0)
CLEAR, NAMED, NAMELESS, FOREIGN = [0.99, 0.3, 0.2], [0.93, 0.3, 0.2], [0.7, 0.68, 0.2], [0.4, 0.3, 0.2]
"""Cosines with three cards of a card that is read clearly, of one that is named, of one in doubt, and of none."""
ELSEWHERE = quad_at(600, 270, 20)


class ListedScores(PixelReader):
    """Gives each outline the scores that are listed for it, and notes what it was asked to read."""

    def __init__(self, *listed: tuple[Quad, list[float]]) -> None:
        super().__init__(CARDS[:3])
        self.listed = listed
        self.asked: list[Quad] = []

    def scores(self, image: Image, quads: Sequence[Quad]) -> np.ndarray:
        self.asked += quads
        rows = [row for asked in quads for quad, row in self.listed if quad is asked]
        return np.array(rows).reshape(len(quads), 3)

    def has_read(self, quad: Quad) -> bool:
        return any(asked is quad for asked in self.asked)


def changed_from(row: float) -> list[Region]:
    """Returns the change of all that lies below a row of the picture."""
    mask = np.zeros(VIEW.last.shape[:2], np.uint8)
    mask[round(row * VIEW.to_map) :] = 255
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return [Region(contours[0], mask, float(np.count_nonzero(mask)), at_rim=False)]


ALL = changed_from(0)


def read(
    reader: PixelReader,
    *outlines: tuple[Quad, float],
    image: Image = IMAGE,
    regions: Sequence[Region] = ALL,
    are_drawings: bool = False,
) -> list[ArrivalCandidate]:
    selector = ArrivalSelector(image, reader, VIEW, CardSizes(image.shape[:2]))
    selector.add([Outline(quad, edges) for quad, edges in outlines], regions, are_drawings=are_drawings)
    return selector.chosen


@pytest.mark.parametrize(
    ("share", "is_drawing", "scores", "is_chosen"),
    [
        pytest.param(0.25, False, NAMELESS, True, id="enough of it changed"),
        pytest.param(0.15, False, NAMED, False, id="too little of it changed"),
        pytest.param(0.15, True, NAMED, True, id="enough for a card as light as the table"),
        pytest.param(0.15, True, NAMELESS, False, id="a drawing needs a name"),
        pytest.param(0.03, True, NAMED, False, id="too little even of a drawing"),
    ],
)
def test_an_outline_is_chosen_where_enough_of_it_changed(
    share: float, is_drawing: bool, scores: list[float], is_chosen: bool
) -> None:
    reader = ListedScores((PLACE, scores))
    top, bottom = PLACE[0, 1], PLACE[3, 1]
    regions = changed_from(bottom - share * (bottom - top))
    chosen = read(reader, (PLACE, FIRM), regions=regions, are_drawings=is_drawing)
    assert [candidate.quad is PLACE for candidate in chosen] == [True] * is_chosen
    assert reader.has_read(PLACE) is (share > 0.2 or (is_drawing and share > 0.1))


def test_a_candidate_has_the_answer_and_the_edges_of_its_own_outline() -> None:
    reader = ListedScores((PLACE, CLEAR), (ELSEWHERE, [0.2, 0.3, 0.95]))
    first, second = read(reader, (PLACE, 0.9), (ELSEWHERE, 0.85))
    assert (first.answer.card, first.edges, list(first.scores)) == (CARDS[0], 0.9, CLEAR)
    assert (second.answer.card, second.edges, list(second.scores)) == (CARDS[2], 0.85, [0.2, 0.3, 0.95])


def test_what_is_like_no_card_is_left_out_and_what_is_in_doubt_is_kept() -> None:
    (kept,) = read(ListedScores((PLACE, NAMELESS), (ELSEWHERE, FOREIGN)), (PLACE, FIRM), (ELSEWHERE, FIRM))
    assert kept.quad is PLACE


@pytest.mark.parametrize(
    ("scores", "other", "edges", "is_read"),
    [
        pytest.param(CLEAR, quad_at(310, 270, 0), FAINT, False, id="about a card that is read clearly"),
        pytest.param(CLEAR, quad_at(300, 270, 90), FAINT, False, id="across it"),
        pytest.param(NAMED, quad_at(310, 270, 0), FAINT, True, id="about a card that may be read better there"),
        pytest.param(CLEAR, quad_at(360, 270, 0), FAINT, True, id="half beside a card"),
        pytest.param(CLEAR, ELSEWHERE, FAINT, True, id="elsewhere"),
        pytest.param(CLEAR, quad_at(310, 270, 0), FIRM, True, id="on edges: the card may be read better there"),
    ],
)
def test_a_faint_outline_is_read_unless_a_card_was_read_clearly_there(
    scores: list[float], other: Quad, edges: float, is_read: bool
) -> None:
    """Reading takes time, and most further outlines are of parts of a card that is known by then."""
    reader = ListedScores((PLACE, scores), (other, NAMELESS))
    read(reader, (other, edges), (PLACE, FIRM))
    assert reader.has_read(PLACE)
    assert reader.has_read(other) is is_read


def test_the_faint_outline_of_a_card_counts_if_it_is_read_better_there() -> None:
    better = quad_at(308, 272, 4)
    (kept,) = read(ListedScores((PLACE, [0.85, 0.3, 0.2]), (better, NAMED)), (PLACE, FIRM), (better, FAINT))
    assert kept.quad is better


@pytest.mark.parametrize(
    ("before", "after", "is_moved"),
    [
        pytest.param(NAMED, [0.96, 0.3, 0.2], True, id="it is read better there"),
        pytest.param(NAMED, [0.9, 0.3, 0.2], False, id="it is read worse there"),
        pytest.param(NAMELESS, NAMED, True, id="it is named there"),
        pytest.param(CLEAR, [0.995, 0.3, 0.2], False, id="it is read clearly where it is"),
    ],
)
def test_an_outline_is_moved_to_its_picture_if_the_card_is_read_better_there(
    before: list[float], after: list[float], is_moved: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    aligned = quad_at(312, 274, 3)
    monkeypatch.setattr(Place, "align", lambda place, _card: Fit(place.at(aligned), 0.8))
    (kept,) = read(ListedScores((PLACE, before), (aligned, after)), (PLACE, FIRM))
    assert kept.quad is (aligned if is_moved else PLACE)
    assert (kept.edges, list(kept.scores)) == (FIRM, after if is_moved else before)


@pytest.mark.parametrize("has_picture", [False, True], ids=["it has no picture", "it lies there already"])
def test_an_outline_that_no_picture_moves_is_read_once(has_picture: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    cards: list[Card] = []

    def align(place: Place, card: Card) -> Fit | None:
        cards.append(card)
        return Fit(place, 0.9) if has_picture else None

    monkeypatch.setattr(Place, "align", align)
    reader = ListedScores((PLACE, [0.2, 0.66, 0.68]))
    (kept,) = read(reader, (PLACE, FIRM))
    assert kept.quad is PLACE
    assert len(reader.asked) == 1
    assert cards == [CARDS[2]], "the likeliest card is sought, though it is in doubt"


def test_two_outlines_that_move_to_one_place_are_one_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """The outlines of a drawing's halves hardly overlap, and yet are of one card."""
    halves, whole = (quad_at(270, 270, 0), quad_at(330, 270, 0)), quad_at(300, 270, 0)
    monkeypatch.setattr(Place, "align", lambda place, _card: Fit(place.at(whole), 0.8))
    reader = ListedScores((halves[0], NAMELESS), (halves[1], NAMELESS), (whole, NAMED))
    (kept,) = read(reader, (halves[0], FIRM), (halves[1], FIRM))
    assert kept.quad is whole


def test_the_kept_picture_of_a_card_corrects_its_outline() -> None:
    image = cloth()
    paste(image, card_picture(CARDS[0]), PLACE)
    off = PLACE + np.array([[4, -3], [-3, 3], [3, 4], [-4, -3]], np.float32)
    (kept,) = read(SecondThoughts(()), (off, FIRM), image=image)
    assert kept.answer.card == CARDS[0]
    assert overlap(kept.quad, PLACE) > 0.96 > overlap(off, PLACE)


def test_a_later_outline_on_which_a_card_is_read_better_takes_the_place_of_an_earlier_one() -> None:
    better = quad_at(308, 272, 4)
    reader = ListedScores((PLACE, NAMELESS), (better, NAMED), (ELSEWHERE, [0.85, 0.3, 0.2]))
    selector = ArrivalSelector(IMAGE, reader, VIEW, CardSizes(IMAGE.shape[:2]))
    selector.add([Outline(PLACE, FIRM)], ALL)
    assert not selector.names_any
    selector.add([Outline(better, FAINT), Outline(ELSEWHERE, FAINT)], ALL)
    assert selector.names_any
    assert [one.quad for one in selector.chosen] == [better, ELSEWHERE], "the best first"


def test_changes_are_explained_by_what_was_chosen() -> None:
    reader = ListedScores((PLACE, NAMELESS), (ELSEWHERE, NAMED))
    selector = ArrivalSelector(IMAGE, reader, VIEW, CardSizes(IMAGE.shape[:2]))
    selector.add([Outline(PLACE, FIRM), Outline(ELSEWHERE, FIRM)], ALL)
    there, elsewhere = (regions_of(mask_of_quads([VIEW.on_map(quad)], (270, 480)), 1) for quad in (PLACE, ELSEWHERE))
    assert selector.unexplained([*there, *elsewhere]) == []
    assert selector.unexplained([*there, *elsewhere], by_names=True) == there
