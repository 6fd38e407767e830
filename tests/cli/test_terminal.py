"""Tests of the simulated table in a terminal."""

import io
import re
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from cli.terminal import TerminalPage, TerminalView, half_blocks, page_lines, shorten

DISPLAY = Image.new("1", (128, 64), 255)
TABLE = np.full((720, 1280, 3), 90, np.uint8)
PAGE = TerminalPage(DISPLAY, TABLE, ["hands 1", "hands 2"], ["older", "newer"], ["next", "keys 1", "keys 2"])
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize(
    ("columns", "lines"),
    [(20, 24), (65, 50), (66, 24), (80, 24), (80, 25), (100, 30), (80, 60), (132, 24), (140, 44), (300, 100)],
)
def test_page_fits_the_terminal(columns: int, lines: int) -> None:
    drawn = [COLOUR.sub("", line) for line in page_lines(PAGE, columns, lines)]
    assert len(drawn) <= lines
    assert max(map(len, drawn)) <= columns
    assert drawn[-3:] == ["next", "keys 1", "keys 2"], "what the keys do is always shown"
    assert "hands 1" in drawn


@pytest.mark.parametrize(
    ("columns", "lines", "news", "says"),
    [
        (65, 24, ["newer"], True),
        (65, 50, [], True),
        (66, 24, [], True),
        (80, 24, [], True),
        (80, 24, ["newer"], False),
        (132, 24, [], False),
        (80, 44, [], False),
        (80, 23, [], False),
    ],
)
def test_where_the_table_does_not_fit_the_line_says_which_size_shows_it(
    columns: int, lines: int, news: list[str], says: bool
) -> None:
    page = replace(PAGE, news=news, size="132 columns")
    assert ("132 columns" in page_lines(page, columns, lines)) == says


def test_two_pixels_a_character_in_their_colours() -> None:
    picture = np.zeros((2, 4, 3), np.uint8)
    picture[0] = (1, 2, 3)
    (line,) = half_blocks(picture, 4)
    assert line.count("▀") == 4
    assert "\x1b[38;2;3;2;1;48;2;0;0;0m▀" in line


@pytest.mark.parametrize(("line", "columns", "short"), [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("", 3, "")])
def test_shorten_cuts_a_line_to_the_columns(line: str, columns: int, short: str) -> None:
    assert shorten(line, columns) == short


def test_only_changed_lines_are_drawn_again() -> None:
    stream = io.StringIO()
    view = TerminalView(stream)
    view.show(PAGE)
    stream.truncate(stream.seek(0))
    view.show(PAGE)
    assert stream.getvalue() == ""
    view.show(TerminalPage(DISPLAY, TABLE, ["hands 1", "hands 2"], ["older", "newer"], ["another", "keys 1", "keys 2"]))
    assert "another" in stream.getvalue()
    assert "hands" not in stream.getvalue()
    view.close()
    assert stream.getvalue().endswith("\x1b[?1049l"), "what was there before returns"
