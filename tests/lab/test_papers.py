"""The drawings and the pages to print agree with the board profile, the formula and one another."""

import re
from math import atan, degrees, isclose
from typing import get_args
from xml.etree import ElementTree

import pytest

from common.texts.keys import PhraseKey
from common.texts.phrases import phrase_in
from device.display.canvas import Canvas
from device.display.text_layout import Style
from device.hardware.board import read_board
from lab.papers.__main__ import BOARD, DOCS, pictures, with_presses, with_tables
from lab.papers.geometry import LENSES, TABLE, view
from lab.papers.page import Page, wrapped
from lab.papers.presses import counts
from lab.papers.sheets import LANGUAGES, WORDS
from lab.papers.tables import LETTER_ANGLE, PIXELS_WIDE_MM, distance_cm, letter_height
from lab.papers.wiring import wires
from tests.support.examples import one_in

SENSOR_MM, FOCAL_MM = (6.45, 3.63), {"Camera Module 3": 4.74, "Camera Module 3 Wide": 2.75}
MOST_PRESSES = {
    "the last card was misread": 2,
    "there was no card": 3,
    "a card was missed": 2,
    "which card was it? the one offered": 1,
    "the score during a deal": 1,
    "the last trick": 2,
    "the next deal": 1,
    "a pause": 3,
    "a name from earlier evenings": 8,
    "a new name of four letters (Resi)": 43,
}
"""Presses of the ten commonest actions as counted on 25 November 2026."""
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", one_in(3, sorted(pictures())))
def test_what_is_printed_is_what_is_drawn(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == pictures()[name], "draw them anew: python -m lab.papers"


def test_the_tables_of_the_building_manual_are_of_the_profile_and_the_formula() -> None:
    text = (DOCS / "build.md").read_text(encoding="utf-8")
    assert with_tables(text) == text, "make them anew: python -m lab.papers"


def test_the_table_of_presses_is_of_the_menus() -> None:
    text = (DOCS / "flows.md").read_text(encoding="utf-8")
    assert with_presses(text) == text, "make it anew: python -m lab.papers"


def test_no_common_action_needs_more_presses_than_before() -> None:
    assert {name: count for name, count in counts().items() if count > MOST_PRESSES[name]} == {}


@pytest.mark.parametrize("board", ["pi4", "pi5", "zero2w"])
def test_one_diagram_holds_for_all_boards(board: str) -> None:
    assert wires(read_board(board)) == wires(read_board(BOARD))


def test_the_diagram_shows_every_wire_at_its_pin() -> None:
    """Read back from the drawing: each GPIO's label and its lead stand in the row of its pin."""
    texts = [
        (float(text.attrib["y"]), text.text)
        for text in ElementTree.fromstring(pictures()["pictures/wiring.svg"]).iter(f"{SVG}text")
    ]
    rows = {int(text): y for y, text in texts if text and text.isdigit()}
    assert len(rows) == 40
    for wire in wires(read_board(BOARD)):
        row = [text or "" for y, text in texts if abs(y - rows[wire.pin]) < 1]
        if wire.gpio is not None:
            assert f"GPIO {wire.gpio}" in row
            assert wire.lead.split(",")[0] in row
        elif "ground" in wire.end:
            assert any(text.startswith("ground: ") and wire.part in text for text in row)
        else:
            assert wire.lead in row


@pytest.mark.parametrize("inches", PIXELS_WIDE_MM)
def test_a_letter_fills_the_angle_at_the_distance_that_is_stated(inches: str) -> None:
    height_px = letter_height("rank")
    height_mm = height_px * PIXELS_WIDE_MM[inches][1] / 128
    assert isclose(degrees(atan(height_mm / (10 * distance_cm(inches, height_px)))), LETTER_ANGLE)


@pytest.mark.parametrize("style", ["rank", "plain", "small", "bold"])
def test_the_height_of_letters_is_the_one_drawn(style: Style) -> None:
    canvas = Canvas()
    canvas.text((0, 20), "H", style)
    _, top, _, bottom = canvas.image.getbbox()  # type: ignore[misc]
    assert bottom - top == letter_height(style)


@pytest.mark.parametrize("lens", LENSES, ids=lambda lens: lens.name)
def test_the_field_of_view_is_that_of_sensor_and_focal_length(lens: object) -> None:
    """The maker states both; a lens that bends lines a little sees a little else than the ideal one."""
    seen = view(lens, 100)  # type: ignore[arg-type]
    for across, size in zip((seen.across, seen.down), SENSOR_MM, strict=True):
        assert isclose(across, 100 * size / FOCAL_MM[lens.name], rel_tol=0.06)  # type: ignore[attr-defined]


@pytest.mark.parametrize("lens", LENSES, ids=lambda lens: lens.name)
def test_a_height_that_is_recommended_has_the_table_in_view(lens: object) -> None:
    heights = [height for height in lens.heights if view(lens, height).fits]  # type: ignore[attr-defined, arg-type]
    assert heights, "no height will do"
    for height in heights:
        seen = view(lens, height)  # type: ignore[arg-type]
        assert round(seen.across) >= TABLE[0]
        assert round(seen.down) >= TABLE[1]


@pytest.mark.parametrize("page", ["cheat-sheet", "notice"])
def test_both_languages_say_equally_much(page: str) -> None:
    german, english = (WORDS[page][language] for language in LANGUAGES)
    assert german.keys() == english.keys()
    assert {key: len(value) for key, value in german.items() if isinstance(value, list)} == {
        key: len(value) for key, value in english.items() if isinstance(value, list)
    }


def test_a_word_that_leaves_the_page_is_told() -> None:
    page = Page(100, 100)
    with pytest.raises(ValueError, match="leaves the page"):
        page.text((90, 50), "Bummerl", 12)
    with pytest.raises(ValueError, match="Retourschneider"):
        wrapped("ein Retourschneider", 12, 40)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_cheat_sheet_quotes_stands_on_the_display(language: str) -> None:
    shown = {phrase_in(language, key) for key in get_args(PhraseKey)}  # type: ignore[arg-type]
    quoted = re.findall("[„“]([^“”]+)[“”]", " ".join(str(value) for value in WORDS["cheat-sheet"][language].values()))
    assert quoted
    assert set(quoted) <= shown
