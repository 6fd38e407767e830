"""A terminal in place of display and buttons."""

from __future__ import annotations

import io
import os

from device.display.terminal import TerminalDisplay, read_letters
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
