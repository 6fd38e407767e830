"""Whole photographs of cards, good ones and with one fault each: what is cut out, and the reason for refusing one."""

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from simulator.stage.surfaces import table_top
from tests.support.enrolment.deck_on_table import drawn
from tests.support.enrolment.photographed_table import SIZE, photographed_table, projected
from tests.support.paper_table import paste, quad_at
from vision.enrolment.card_outlines import find_outlines, find_paper_outlines
from vision.enrolment.measured_outline import Reason
from vision.enrolment.photographs.cropping import upright_cards
from vision.enrolment.thresholds import ENROLMENT
from vision.geometry.quads import overlap
from vision.geometry.rectify import ordered
from vision.types import Image, Quad

UPRIGHT = quad_at(640, 360, 12, 230, 400)
BESIDE = quad_at(1000, 360, -5, 230, 400)


BELOW = {
    "below, two sides show": quad_at(790, 440, 30, 230, 400),
    "below, a short side shows": quad_at(560, 330, 100, 230, 400),
}


CUT_TO_A_SQUARE = quad_at(640, 670, 0, 230, 400)


def _checks() -> Image:
    """Returns a cloth with checks of three colours, one of them grey as paper in the shade."""
    y, x = np.mgrid[: SIZE[0], : SIZE[1]] // 60
    colours = np.array([(150, 150, 150), (60, 160, 40), (140, 60, 150)], np.uint8)
    return colours[np.where((x + y) % 2 == 0, 0, 1 + x // 2 % 2)]


def _on_checks() -> Image:
    table = _checks()
    paste(table, drawn()[BAVARIAN_32.cards[0]], UPRIGHT)
    return table


def _halved(quad: Quad) -> Image:
    """Returns a card that two rectangles are drawn on, each half of it."""
    table = photographed_table(quad)
    middle = (quad[[0, 1]] + quad[[3, 2]]) / 2
    for half in (np.vstack([quad[:2], middle[::-1]]), np.vstack([middle, quad[2:]])):
        cv2.polylines(table, [half.astype(np.int32)], True, (30, 30, 30), 3)
    return table


@pytest.mark.slow
def test_each_picture_is_refused_with_its_own_reason() -> None:
    """The good ones of a folder tell what its cards are like."""
    good = {f"good {number}": photographed_table(quad_at(640, 360, 3 * number, 230, 400)) for number in range(7)}
    odd: dict[str, tuple[Image, Reason | None]] = {
        "on checks": (_on_checks(), None),
        "two halves drawn on it": (_halved(UPRIGHT), None),
        "whole, near the rim": (photographed_table(quad_at(640, 219, 4, 230, 400)), None),
        "two cards": (photographed_table(UPRIGHT, BESIDE), Reason.SEVERAL),
        **{name: (photographed_table(quad, UPRIGHT), Reason.SEVERAL) for name, quad in BELOW.items()},
        "cut": (photographed_table(quad_at(640, 620, 5, 230, 400)), Reason.CUT),
        "cut to a square": (photographed_table(CUT_TO_A_SQUARE), Reason.CUT),
        "small": (photographed_table(quad_at(640, 360, 12, 50, 88)), Reason.SMALL),
        "slanted": (photographed_table(projected(ENROLMENT.max_tilt_deg + 10, 0.4, 1.7)), Reason.SLANTED),
        "no card": (photographed_table(), Reason.NO_CARD),
        "checks alone": (_checks(), Reason.NO_CARD),
    }
    upright = upright_cards(good | {name: picture for name, (picture, _) in odd.items()}, scans=False)
    assert upright.faults == {name: fault for name, (_, fault) in odd.items() if fault is not None}
    for name in ("on checks", "two halves drawn on it"):
        assert overlap(upright.quads[name], ordered(UPRIGHT)) > 0.95


@pytest.mark.slow
def test_a_dark_margin_is_no_part_of_the_card() -> None:
    """A card may lie on black paper that is hardly larger; white as the others is the card alone."""
    places = [quad_at(640, 360, 3 * number, 230, 400) for number in range(5)]
    pictures = {str(number): photographed_table(place) for number, place in enumerate(places)}
    margin = np.round(places[2].mean(axis=0) + (places[2] - places[2].mean(axis=0)) * 1.15).astype(np.int32)
    black = photographed_table()
    cv2.fillConvexPoly(black, margin, (12, 12, 12))
    paste(black, drawn()[BAVARIAN_32.cards[0]], places[2])
    pictures["2"] = black
    upright = upright_cards(pictures, scans=False)
    assert upright.faults == {}
    assert overlap(upright.quads["2"], ordered(places[2])) > 0.95


@pytest.mark.slow
def test_a_dark_mat_below_a_card_is_not_cut_out_with_it() -> None:
    """A strip of the mat along one side has an outline too, with three sides of the card and one of the mat."""
    pictures = {f"good {number}": photographed_table(quad_at(640, 360, 3 * number, 230, 400)) for number in range(7)}
    mat = photographed_table()
    cv2.rectangle(mat, (525, 300), (755, 590), (8, 8, 8), -1)
    upright = quad_at(640, 360, 0, 230, 400)
    paste(mat, drawn()[BAVARIAN_32.cards[0]], upright)
    pictures["on a mat"] = mat
    found = upright_cards(pictures, scans=False)
    assert found.faults == {}
    assert overlap(found.quads["on a mat"], ordered(upright)) > 0.97


@pytest.mark.slow
def test_a_finger_in_dim_light_is_told_by_its_hue() -> None:
    """It is as light as the paper in the shade beside it."""
    names = [str(card) for card in BAVARIAN_32.cards[:9]]
    pictures = {name: photographed_table(quad_at(640, 360, 3 * number, 230, 400)) for number, name in enumerate(names)}
    pictures = {name: (picture * 0.45).astype(np.uint8) for name, picture in pictures.items()}
    cv2.circle(pictures[names[4]], (528, 335), 42, (88, 96, 126), -1)
    assert upright_cards(pictures).faults == {names[4]: Reason.BORDER}


@pytest.mark.slow
def test_art_up_to_the_rim_in_the_colour_of_a_plain_table_is_no_finger() -> None:
    """A pack whose pictures are printed over the rim lies on green felt."""
    felt = (60, 90, 40)
    names = [str(card) for card in BAVARIAN_32.cards[:9]]
    pictures = {name: photographed_table(quad_at(640, 360, 3 * number, 230, 400)) for number, name in enumerate(names)}
    card = drawn()[BAVARIAN_32.cards[0]].copy()
    height, width = card.shape[:2]
    cv2.rectangle(card, (round(0.35 * width), 0), (round(0.65 * width), round(0.06 * height)), felt, -1)
    pictures[names[4]] = photographed_table(colour=felt)
    paste(pictures[names[4]], card, UPRIGHT)
    upright = upright_cards(pictures)
    assert upright.faults == {}
    assert overlap(upright.quads[names[4]], ordered(UPRIGHT)) > 0.97


def _striped(step_px: int, turn_deg: float, *colours: tuple[int, int, int]) -> Image:
    y, x = np.mgrid[: SIZE[0], : SIZE[1]]
    along = x * np.cos(np.radians(turn_deg)) + y * np.sin(np.radians(turn_deg))
    stripes = np.array(colours, np.float32)[(along // step_px).astype(int) % len(colours)]
    noisy = np.clip(stripes + np.random.default_rng(1).normal(0, 3, stripes.shape), 0, 255)
    return np.asarray(noisy, np.uint8)


COLOURS = {
    "pink and teal": ((150, 110, 215), (90, 90, 50)),
    "red and blue": ((40, 40, 160), (190, 140, 100)),
    "green and violet": ((60, 140, 110), (150, 30, 80)),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("step_px", "turn_deg", "colours"),
    [
        pytest.param(20 * (1 + step), turn_deg, COLOURS[name], id=f"{20 * (1 + step)} px, {turn_deg} degrees, {name}")
        for turn, turn_deg in enumerate((20, 60, 110))
        for colour, name in enumerate(COLOURS)
        for step in [(turn + colour) % 3]
    ],
)
def test_a_card_with_a_picture_up_to_its_rim_is_found_on_loud_stripes(
    step_px: int, turn_deg: float, colours: tuple[tuple[int, int, int], ...]
) -> None:
    """Any two of width, turn and colours meet in one of the nine pictures."""
    court = np.full((300, 168, 3), 238, np.uint8)
    cv2.rectangle(court, (40, 0), (128, 299), (60, 70, 150), cv2.FILLED)
    cv2.circle(court, (84, 80), 34, (40, 160, 60), cv2.FILLED)
    table, quad = _striped(step_px, turn_deg, *colours), quad_at(640, 360, 12, 230, 411)
    paste(table, court, quad)
    paper = np.array([238.0, 128.0, 128.0])
    outlines = [*find_outlines(table), *find_paper_outlines(table, paper)]
    assert max(overlap(one.quad, ordered(quad)) for one in outlines) > 0.95


@pytest.mark.slow
@pytest.mark.parametrize("seed", [4, 5, 11])
def test_cards_on_gingham_are_cut_out(seed: int) -> None:
    """Its white checks have the colour of paper, and each is repeated all over the cloth."""
    gingham, faces = table_top("cloth", np.random.default_rng(seed)), list(drawn().values())
    places = {str(number): quad_at(560 + 40 * number, 360, 25 * number - 50, 230, 400) for number in range(5)}
    pictures = {}
    for number, (name, place) in enumerate(places.items()):
        pictures[name] = gingham[: SIZE[0], : SIZE[1]].copy()
        paste(pictures[name], faces[6 * number], place)
    upright = upright_cards(pictures)
    assert upright.faults == {}
    assert min(overlap(upright.quads[name], ordered(place)) for name, place in places.items()) > 0.95
