"""Buttons and display in a terminal."""

from __future__ import annotations

import io
import os

from PIL import Image

from device.display.terminal import BRAILLE, TerminalDisplay, braille, read_letters
from device.hardware.presses import Press
from device.screens.base import draw
from tests.support.session_script import GERMAN


def test_letters_are_buttons_where_there_are_none() -> None:
    presses: list[Press] = []
    read_letters(io.StringIO("p\nud x\nF\n"), presses.append).join()
    assert presses == [Press("play"), Press("up"), Press("down"), Press("fold")]


def test_an_input_that_is_read_already_goes_to_whoever_asked_last() -> None:
    """As after the appliance has begun anew in the same process."""
    before: list[Press] = []
    after: list[Press] = []
    out, into = os.pipe()
    with os.fdopen(out) as letters:
        read_letters(letters, before.append)
        thread = read_letters(letters, after.append)
        os.write(into, b"pu\n")
        os.close(into)
        thread.join()
    assert (before, after) == ([], [Press("play"), Press("up")])


def test_the_terminal_shows_each_picture_once() -> None:
    stream = io.StringIO()
    display = TerminalDisplay(stream)
    from device.screens.base import StartScreen

    display.show(draw(StartScreen(), GERMAN))
    once = stream.getvalue()
    display.show(draw(StartScreen(), GERMAN))
    assert stream.getvalue() == once
    assert once.count("\n") == 18


def test_one_pixel_is_one_dot() -> None:
    screen = Image.new("1", (4, 4))
    screen.putpixel((3, 2), 1)
    top, row, bottom = braille(screen).splitlines()
    assert (top, bottom) == ("╭──╮", "╰──╯")
    assert row == "│" + chr(BRAILLE) + chr(BRAILLE + 0x20) + "│"


def test_a_full_screen_is_full_cells() -> None:
    rows = braille(Image.new("1", (128, 64), 1)).splitlines()
    assert rows[1:-1] == ["│" + "⣿" * 64 + "│"] * 16
