"""Upright cards from scans and photographs: what is wrong with a picture, how large a card is, what memory it takes."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from lab.card_art.packs import draw_card
from lab.card_art.style import Style
from tests.support.enrolment.deck_on_table import drawn
from tests.support.paper_table import CARDS, card_picture, cloth, paste, quad_at
from vision.enrolment.card_crops import CARD_SIZE
from vision.enrolment.measured_outline import MeasuredOutline, Reason
from vision.enrolment.photographs.cropping import MAX_SCAN_HEIGHT, _is_photograph, upright_cards
from vision.geometry.quads import overlap
from vision.geometry.rectify import ordered
from vision.types import Image, Quad

NAMES = [str(card) for card in BAVARIAN_32.cards[:4]]


def _scan(name: str) -> Image:
    return cv2.resize(drawn()[BAVARIAN_32.card(name)], (600, 1000)).astype(np.uint8)


def _scan_on_its_side(name: str) -> Image:
    return np.ascontiguousarray(np.rot90(_scan(name)))


def _photograph(name: str) -> Image:
    table = cv2.resize(cloth(), None, fx=2, fy=2).astype(np.uint8)
    paste(table, drawn()[BAVARIAN_32.card(name)], quad_at(900, 500, 8, 340, 600))
    return table


class Loaded(Mapping[str, "Image"]):
    """Makes each picture as it is asked for, and counts those that somebody still has."""

    def __init__(self, make: Callable[[str], Image]) -> None:
        self._make = make
        self._made: list[weakref.ref[Image]] = []
        self.most = 0

    def __getitem__(self, name: str) -> Image:
        self.most = max(self.most, 1 + sum(made() is not None for made in self._made))
        picture = self._make(name)
        self._made.append(weakref.ref(picture))
        return picture

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "height"),
    [
        pytest.param(_scan, MAX_SCAN_HEIGHT, id="scans"),
        pytest.param(_scan_on_its_side, MAX_SCAN_HEIGHT, id="scans on their side"),
        pytest.param(_photograph, CARD_SIZE[0], id="photographs"),
    ],
)
def test_one_picture_is_held_at_a_time(make: Callable[[str], Image], height: int) -> None:
    """A deck of photographs of twelve megapixels has more than the memory of a small device."""
    pictures = Loaded(make)
    _, cards, length, faults, _ = upright_cards(pictures)
    assert faults == {}
    assert pictures.most == 1
    assert list(cards) == NAMES
    assert {card.shape[0] for card in cards.values()} == {height}
    drawn_length = max(_scan(NAMES[0]).shape) / _scan(NAMES[0]).shape[1]
    assert length == (None if make is _photograph else pytest.approx(drawn_length, abs=0.01))
    alike = upright_cards({name: make(name) for name in NAMES}).cards
    assert all((cards[name] == alike[name]).all() for name in NAMES)


def _small_photograph(*quads: Quad, of: Image | None = None) -> Image:
    """Returns felt with cards on it, the last one uppermost."""
    table = cv2.resize(cloth(), (640, 360), interpolation=cv2.INTER_AREA).astype(np.uint8)
    for number, quad in enumerate(quads):
        paste(table, card_picture(CARDS[number]) if of is None else of, quad)
    return table


def _lying(x: float = 320, y: float = 180, degrees: float = 8, size: float = 1.0) -> Quad:
    return quad_at(x, y, degrees, 112 * size, 200 * size)


def _with_finger(quad: Quad) -> Image:
    picture = _small_photograph(quad)
    x, y = (quad[0] + quad[3]) / 2
    cv2.circle(picture, (round(float(x)), round(float(y))), 24, (125, 150, 215), -1)
    return picture


GOOD = {f"good {number}": _small_photograph(_lying(300 + 10 * number, degrees=4 * number)) for number in range(2)}
SLANTED = np.array([[260, 130], [380, 130], [460, 290], [180, 290]], np.float32)
SOFT = np.asarray(cv2.GaussianBlur(card_picture(CARDS[0]), (0, 0), 8), np.uint8)
FACE_DOWN = np.full_like(card_picture(CARDS[0]), 235)


@pytest.mark.slow
def test_each_photograph_is_refused_with_its_own_reason() -> None:
    """The good ones of a folder tell what its cards are like."""
    odd: dict[str, tuple[Image, Reason | None]] = {
        "near the rim": (_small_photograph(_lying(y=114)), None),
        "two cards": (_small_photograph(_lying(), _lying(500)), Reason.SEVERAL),
        "cut": (_small_photograph(_lying(y=310)), Reason.CUT),
        "small": (_small_photograph(_lying(size=0.4)), Reason.SMALL),
        "slanted": (_small_photograph(SLANTED), Reason.SLANTED),
        "no card": (_small_photograph(), Reason.NO_CARD),
        "face down": (_small_photograph(_lying(), of=FACE_DOWN), Reason.PLAIN),
        "blurred": (_small_photograph(_lying(), of=SOFT), Reason.BLURRED),
        "a finger on its side": (_with_finger(_lying()), Reason.BORDER),
    }
    upright = upright_cards(GOOD | {name: picture for name, (picture, _) in odd.items()})
    assert upright.faults == {name: fault for name, (_, fault) in odd.items() if fault is not None}
    assert upright.length is None
    assert overlap(upright.quads["good 1"], ordered(_lying(310, degrees=4))) > 0.97
    assert upright.cards["good 1"].shape[:2] == CARD_SIZE


@pytest.mark.slow
def test_a_back_may_have_another_paper_and_something_drawn_on_its_rim() -> None:
    """What is odd about it is no fault, if the file is named as a back."""
    blue = np.asarray(card_picture(CARDS[0]) * np.array([0.5, 0.2, 0.1]), np.uint8)
    backs = {
        "blue": _small_photograph(_lying(), of=blue),
        "held": _with_finger(_lying()),
        "two": _small_photograph(_lying(), _lying(500)),
    }
    faults = upright_cards(GOOD | backs, scans=False).faults
    assert set(faults) == {*backs}
    assert (faults["held"], faults["two"]) == (Reason.BORDER, Reason.SEVERAL)
    assert upright_cards(GOOD | backs, scans=False, odd=backs).faults == {"two": Reason.SEVERAL}


@pytest.mark.parametrize("turned", [False, True], ids=["upright", "on its side"])
def test_scans_stand_upright_and_tell_the_length_of_a_card(turned: bool) -> None:
    scans = {str(card): card_picture(card) for card in CARDS[:3]} | {"soft": SOFT, "plain": FACE_DOWN}
    if turned:
        scans = {name: np.ascontiguousarray(np.rot90(scan)) for name, scan in scans.items()}
    upright = upright_cards(scans)
    assert upright.faults == {"soft": Reason.BLURRED, "plain": Reason.PLAIN}
    assert upright.length == pytest.approx(300 / 168)
    assert {card.shape[:2] for card in upright.cards.values()} == {(300, 168)}
    assert upright.quads == {}


def test_a_large_scan_is_reduced_and_a_frame_printed_on_it_makes_no_photograph() -> None:
    scan = cv2.resize(card_picture(CARDS[0]), (600, 1000), interpolation=cv2.INTER_AREA)
    framed = cv2.rectangle(scan.copy(), (40, 60), (559, 939), (40, 40, 40), 6)
    upright = upright_cards({"framed": np.asarray(framed, np.uint8), "bare": np.asarray(scan, np.uint8)})
    assert upright.faults == {}
    assert {card.shape[0] for card in upright.cards.values()} == {MAX_SCAN_HEIGHT}


@pytest.mark.slow
def test_most_pictures_of_a_folder_decide_whether_it_holds_scans() -> None:
    scans = {str(card): card_picture(card) for card in CARDS[:3]}
    assert upright_cards({**scans, "good 0": GOOD["good 0"]}).length is not None
    assert upright_cards({**GOOD, "scan": scans[str(CARDS[0])]}).length is None
    as_many = {"good 0": GOOD["good 0"], "scan": scans[str(CARDS[0])]}
    assert upright_cards(as_many).length is not None
    assert upright_cards(GOOD, scans=True).cards["good 0"].shape == (640, 360, 3)


SIDE = 800
FELT, PAPER = (60, 90, 40), (230, 232, 235)


def _outline(
    width: float, height: float, degrees: float = 20, confidence: float = 0.9, table_alike: int = 0, paper: float = 230
) -> MeasuredOutline:
    """Returns an outline of *paper* of that lightness; at so many of 26 pieces the table has its colour."""
    rim, outside = np.full((26, 3), (paper, 128.0, 130.0)), np.full((26, 3), (80.0, 110.0, 140.0))
    outside[:table_alike] = rim[:table_alike]
    quad = quad_at(SIDE / 2 - 0.5, SIDE / 2 - 0.5, degrees, width, height)
    return MeasuredOutline(quad, confidence, height / width, 0.0, rim, outside)


@pytest.mark.parametrize(
    ("outline", "expected"),
    [
        pytest.param(_outline(200, 350), True, id="a card"),
        pytest.param(_outline(125, 175), True, id="a 29th of the picture"),
        pytest.param(_outline(100, 155), False, id="a 41st of the picture"),
        pytest.param(_outline(200, 350, table_alike=5), True, id="paper ends on most sides"),
        pytest.param(_outline(200, 350, table_alike=14), False, id="paper continues on more than half of it"),
        pytest.param(_outline(200, 350, degrees=0), True, id="a level card in the middle"),
        pytest.param(_outline(200, 350, degrees=90), True, id="a level card on its side"),
        pytest.param(_outline(480, 640, degrees=0), True, id="a card of nearly half of the picture"),
        pytest.param(_outline(480, 690, degrees=0, paper=149), False, id="a frame"),
        pytest.param(_outline(480, 690, degrees=90, paper=149), False, id="a frame on a scan on its side"),
        pytest.param(_outline(480, 690, degrees=0, paper=150), True, id="white on a dark table"),
        pytest.param(_outline(480, 690, degrees=1.7, paper=140), False, id="a frame, hardly level"),
        pytest.param(_outline(480, 690, degrees=2.3, paper=140), True, id="a card, not level"),
    ],
)
def test_a_card_on_a_table_is_told_from_a_frame_printed_on_a_scan(outline: MeasuredOutline, expected: bool) -> None:
    picture = np.full((SIDE, SIDE, 3), FELT, np.uint8)
    cv2.fillConvexPoly(picture, np.round(outline.quad).astype(np.int32), PAPER)
    assert _is_photograph(picture, [outline]) is expected


def test_one_outline_of_a_card_makes_a_photograph() -> None:
    picture = np.full((SIDE, SIDE, 3), FELT, np.uint8)
    card, frame = _outline(200, 350), _outline(180, 330, degrees=0)
    cv2.fillConvexPoly(picture, np.round(card.quad).astype(np.int32), PAPER)
    assert _is_photograph(picture, [frame, card])
    assert not _is_photograph(picture, [replace(card, is_cut=True)])


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.12, 0.3, 0.45])
def test_tidy_photographs_are_no_scans(share: float) -> None:
    """Cards of half of the picture or less, level and in the middle, as by a telephone on a stand."""
    height = (share * 480 * 640 * 1.7) ** 0.5
    pictures = {}
    for number, card in enumerate(CARDS[:4]):
        table = np.full((640, 480, 3), FELT, np.uint8)
        face = draw_card(BAVARIAN_32, card, Style.random(9001), 400)
        paste(table, face, quad_at(240 + number % 2, 320, 0.2 * (number - 1.5), height / 1.7, height))
        pictures[str(card)] = table
    upright = upright_cards(pictures)
    assert (upright.are_scans, upright.faults) == (False, {})


@pytest.mark.slow
@pytest.mark.parametrize(
    "light", [(0.55, 0.8, 1.0), (1.0, 0.75, 0.5), (0.7, 1.0, 0.7)], ids=["bulb", "shade", "green walls"]
)
def test_a_card_in_tinted_light_is_balanced_by_its_paper(light: tuple[float, float, float]) -> None:
    place = _lying(degrees=3)
    tinted = np.asarray(_small_photograph(place) * np.array(light), np.uint8)
    upright = upright_cards({**GOOD, "tinted": tinted}, scans=False)
    assert upright.faults == {}
    assert overlap(upright.quads["tinted"], ordered(place)) > 0.95
    usual, balanced = (np.median(upright.cards[name], axis=(0, 1)) for name in ("good 0", "tinted"))
    assert np.ptp(balanced / usual) < 0.06


@pytest.mark.slow
def test_something_of_a_cards_shape_that_is_dark_is_no_card() -> None:
    """Its colour is that of no paper in any light."""
    box = np.full_like(card_picture(CARDS[0]), (90, 40, 10))
    fault = upright_cards({**GOOD, "box": _small_photograph(_lying(), of=box)}, scans=False).faults["box"]
    assert fault is not Reason.SLANTED


def test_a_scan_of_a_square_stands_as_it_is_and_the_usual_one_tells_the_length() -> None:
    face = card_picture(CARDS[0])
    square = cv2.resize(face, (200, 200), interpolation=cv2.INTER_AREA)
    long = cv2.resize(face, (100, 200), interpolation=cv2.INTER_AREA)
    scans = {"face": face, "square": np.asarray(square, np.uint8), "long": np.asarray(long, np.uint8)}
    upright = upright_cards(scans, scans=True)
    assert upright.length == pytest.approx(300 / 168)
    assert (upright.cards["square"] == square).all()
    assert upright_cards({"back": FACE_DOWN}, scans=True) == (True, {}, None, {"back": Reason.PLAIN}, {})


def test_a_photograph_among_scans_is_refused_unless_all_are_taken_for_scans() -> None:
    photograph = _small_photograph(_lying())[:, 80:560]  # 4 to 3
    scans = {str(card): card_picture(card) for card in CARDS[:5]} | {"table": photograph}
    assert upright_cards(scans).faults == {"table": Reason.SHAPE}
    assert upright_cards(scans, scans=True).faults == {}


def test_scans_that_are_cut_by_hand_may_differ_in_shape() -> None:
    scans = {str(card): card_picture(card) for card in CARDS[:5]}
    cut = scans | {"cut": card_picture(CARDS[5])[30:-30]}
    assert upright_cards(cut).faults == {}


def test_a_large_scan_on_its_side_keeps_its_shape() -> None:
    large = cv2.resize(card_picture(CARDS[0]), (560, 1000), interpolation=cv2.INTER_AREA)
    (card,) = upright_cards({"large": np.ascontiguousarray(np.rot90(large))}, scans=True).cards.values()
    assert card.shape == (MAX_SCAN_HEIGHT, round(0.56 * MAX_SCAN_HEIGHT), 3)
    upright = cv2.resize(large, card.shape[1::-1], interpolation=cv2.INTER_AREA)
    assert min(np.abs(card.astype(float) - way).mean() for way in (upright, upright[::-1, ::-1])) < 3
