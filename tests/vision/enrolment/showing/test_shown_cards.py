"""Which cards have come to lie before a camera, frame by frame: one or a row, whole or cut, on demand or at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
import pytest

from simulator.stage.surfaces import table_top
from tests.support.enrolment.deck_on_table import DeckOnTable, row_of
from tests.support.examples import one_in
from tests.support.paper_table import CARDS, HEIGHT, WIDTH, card_picture, quad_at
from vision.enrolment.card_crops import CARD_SIZE
from vision.enrolment.measured_outline import Reason
from vision.enrolment.showing.shown_cards import AVERAGED_FRAMES, Capture, ShownCardDetector
from vision.geometry.quads import overlap
from vision.tracking.background.changes import regions_of
from vision.types import Frame, Quad

MIDDLE, LEFT, RIGHT = (quad_at(x, 270, 4, 96, 171) for x in (480, 200, 760))
CUT, FAR_CUT = quad_at(480, 500, 2, 96, 171), quad_at(120, 500, 2, 96, 171)


def _lay(table: DeckOnTable, *quads: Quad) -> None:
    table.lying += [(card_picture(CARDS[len(table.lying) + number]), quad) for number, quad in enumerate(quads)]


def _pass(detector: ShownCardDetector, frames: Iterable[Frame]) -> list[Capture]:
    return [capture for frame in frames for capture in detector.process(frame)]


def _started(table: DeckOnTable, **how: bool) -> ShownCardDetector:
    """Returns a detector that has seen the table as it is."""
    detector = ShownCardDetector(**how)
    _pass(detector, table.still())
    return detector


def _places(capture: Capture, quads: Sequence[Quad]) -> list[int]:
    """Returns which of *quads* were captured."""
    found = [max(range(len(quads)), key=lambda place: overlap(quads[place], quad)) for quad in capture.quads]
    assert all(overlap(quads[place], quad) > 0.9 for place, quad in zip(found, capture.quads, strict=True))
    return sorted(found)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_card_on_gingham_is_captured(seed: int) -> None:
    """The cloth has hundreds of outlines that are as sure as the card's."""
    top = cv2.resize(table_top("cloth", np.random.default_rng(seed)), None, fx=0.6, fy=0.6)
    table = DeckOnTable(np.asarray(top[:HEIGHT, :WIDTH], np.uint8))
    detector = _started(table)
    _lay(table, MIDDLE)
    captures = _pass(detector, table.still(1.6))
    assert captures
    assert all(_places(capture, [MIDDLE]) == [0] for capture in captures)


@pytest.mark.slow
def test_a_card_that_lies_still_is_captured_again_and_again_in_one_view() -> None:
    table = DeckOnTable()
    detector = _started(table)
    assert not detector.moving
    assert _pass(detector, table.still(1)) == [], "nothing was laid"
    _lay(table, MIDDLE)
    captures = _pass(detector, table.still(1.6))
    assert len(captures) >= 2
    assert {capture.view for capture in captures} == {captures[0].view}
    assert captures[0].view > 1
    for capture in captures:
        assert _places(capture, [MIDDLE]) == [0]
        assert [crop.shape[:2] for crop in capture.crops] == [CARD_SIZE]
        assert capture.time == pytest.approx(capture.frame / 10)
        assert (capture.obstacle, capture.is_initial) == (None, False)
    waited = [capture.since for capture in captures]
    assert waited[0] == pytest.approx(AVERAGED_FRAMES / 10 - 0.1, abs=0.01)
    assert waited == pytest.approx([waited[0] + capture.time - captures[0].time for capture in captures])


def test_while_a_hand_moves_nothing_is_captured() -> None:
    table = DeckOnTable()
    detector = _started(table)
    moving = []
    for frame in table.lay(card_picture(CARDS[0]), MIDDLE):
        moving.append((bool(detector.process(frame)), detector.moving))
    assert moving[:3] == [(False, True)] * 3
    assert (True, False) in moving
    assert (True, True) not in moving
    assert moving[-1][1] is False


def test_the_noise_of_a_camera_is_averaged_out() -> None:
    table = DeckOnTable()
    detector = _started(table)
    _lay(table, MIDDLE)
    (capture, *_) = _pass(detector, table.still())
    (crop,) = capture.crops
    white = crop[6:14, 6:14].astype(float)
    assert white.std() < 1.6, "2 grey levels in each frame"


def test_a_second_card_beside_the_first_is_captured_alone() -> None:
    table = DeckOnTable()
    detector = _started(table)
    _lay(table, LEFT)
    detector.learn(_pass(detector, table.still())[-1].quads)
    _lay(table, RIGHT)
    assert [_places(capture, [LEFT, RIGHT]) for capture in _pass(detector, table.still())][:1] == [[1]]


@pytest.mark.parametrize("learned", [False, True])
def test_cards_of_a_row_are_captured_together_until_they_are_learned(learned: bool) -> None:
    table = DeckOnTable()
    detector = _started(table, in_rows=True)
    _lay(table, LEFT, MIDDLE)
    capture = _pass(detector, table.still())[-1]
    assert _places(capture, [LEFT, MIDDLE, RIGHT]) == [0, 1]
    if learned:
        detector.learn(capture.quads)
    _lay(table, RIGHT)
    capture = _pass(detector, table.still())[-1]
    assert _places(capture, [LEFT, MIDDLE, RIGHT]) == ([2] if learned else [0, 1, 2])


@pytest.mark.slow
def test_a_thing_of_another_size_than_the_cards_is_none() -> None:
    table = DeckOnTable()
    detector = _started(table)
    _lay(table, LEFT)
    detector.learn(_pass(detector, table.still())[-1].quads)
    table.lying = []
    _pass(detector, table.still())
    _lay(table, quad_at(480, 270, 4, 140, 250))
    assert {capture.obstacle for capture in _pass(detector, table.still())} == {Reason.NO_CARD}
    table.lying = []
    _pass(detector, table.still())
    _lay(table, RIGHT)
    assert _places(_pass(detector, table.still())[-1], [RIGHT]) == [0]


@pytest.mark.parametrize(
    ("laid", "in_rows", "arm", "expected"),
    one_in(
        4,
        [
            pytest.param([CUT], False, False, Reason.CUT, id="a card that the rim of the view cuts"),
            pytest.param([MIDDLE], False, True, Reason.HAND, id="a hand at the card"),
            pytest.param([], False, True, Reason.HAND, id="a hand alone"),
            pytest.param([RIGHT], False, True, None, id="a hand far from the card"),
            pytest.param([RIGHT, FAR_CUT], False, False, None, id="something cut far from the card"),
            pytest.param([RIGHT, FAR_CUT], True, False, Reason.CUT, id="a card of the row is cut"),
        ],
    ),
)
def test_what_is_in_the_way(laid: list[Quad], in_rows: bool, arm: bool, expected: Reason | None) -> None:
    table = DeckOnTable()
    detector = _started(table, in_rows=in_rows)
    _lay(table, *laid)
    captures = _pass(detector, table.still(arm=arm))
    assert {capture.obstacle for capture in captures} == {expected}
    assert {len(capture.quads) for capture in captures} == {0 if expected else 1}
    if expected is not None:
        table.lying = []
        _pass(detector, table.still())
        _lay(table, MIDDLE)
        assert _places(_pass(detector, table.still())[-1], [MIDDLE]) == [0], "it has gone, and a card lies there"


def test_what_lies_there_first_is_captured_again_when_it_has_gone() -> None:
    table = DeckOnTable()
    _lay(table, LEFT, MIDDLE)
    detector = ShownCardDetector()
    initial = _pass(detector, table.still())
    assert {(capture.is_initial, capture.has_gone) for capture in initial} == {(True, False)}
    table.lying.pop()
    assert _pass(detector, table.still()) == [], "one of two still lies there, and where the other lay is no card"
    table.lying.pop()
    (gone,) = _pass(detector, table.still())
    assert (gone.is_initial, gone.has_gone, _places(gone, [LEFT, MIDDLE])) == (True, True, [0, 1])
    assert detector.finish() == []


def test_what_stays_from_first_to_last_is_captured_at_the_end() -> None:
    table = DeckOnTable()
    _lay(table, LEFT)
    detector = _started(table)
    _lay(table, RIGHT)
    assert _places(_pass(detector, table.still())[0], [RIGHT]) == [0]
    (last,) = detector.finish()
    assert (_places(last, [LEFT]), last.has_gone) == ([0], True)
    assert detector.finish() == []


@pytest.mark.slow
def test_a_row_is_captured_when_it_is_asked_for_and_asked_for_again_is_the_same() -> None:
    table = DeckOnTable()
    detector = _started(table, in_rows=True, on_demand=True)
    places = row_of(4)
    _lay(table, *places[:3])
    assert _pass(detector, table.still()) == []
    for count in (3, 4):
        detector.capture_requested = True
        captures = _pass(detector, table.still())
        assert {tuple(_places(capture, places)) for capture in captures} == {tuple(range(count))}
        detector.end_capture()
        assert not detector.capture_requested
        assert _pass(detector, table.still()) == []
        _lay(table, places[3])


def test_each_photograph_is_a_view_of_its_own() -> None:
    detector = ShownCardDetector(photographs=True)
    views = []
    for quads in ((LEFT,), (LEFT,), (), (MIDDLE, RIGHT)):
        table = DeckOnTable()
        _lay(table, *quads)
        captures = _pass(detector, [next(table.still())])
        assert len(captures) == 1
        assert {len(capture.quads) for capture in captures} == {len(quads)}
        views.append(captures[0].view)
    assert len(set(views)) == 4


@pytest.mark.parametrize(
    ("polygon", "alone", "in_rows"),
    [
        pytest.param(quad_at(240, 250, 0, 48, 60), True, True, id="most of a card"),
        pytest.param(quad_at(240, 250, 0, 48, 40), True, True, id="less than half of it"),
        pytest.param(quad_at(240, 240, 0, 30, 100), False, True, id="a strip: cards of a row that have merged"),
        pytest.param(cv2.ellipse2Poly((240, 250), (40, 30), 0, 0, 360, 5), False, False, id="a fist"),
        pytest.param([(200, 269), (280, 269), (240, 200)], False, False, id="a pointed sleeve"),
    ],
)
def test_what_the_rim_of_the_view_cuts_is_a_card_if_it_fills_its_box(
    polygon: Sequence[Sequence[float]] | Quad, alone: bool, in_rows: bool
) -> None:
    mask = np.zeros((270, 480), np.uint8)
    cv2.fillPoly(mask, [np.round(np.array(polygon)).astype(np.int32)], (255,))
    (region,) = regions_of(mask, 10)
    assert region.at_rim
    assert ShownCardDetector()._is_cut_card(region) is alone
    assert ShownCardDetector(in_rows=True)._is_cut_card(region) is in_rows
