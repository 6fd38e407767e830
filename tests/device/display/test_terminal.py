"""The display in a terminal."""

import io

from PIL import Image

from device.display.base import BRAILLE, LiveDisplay, TerminalDisplay, braille
from device.screens.base import AimScreen, draw
from tests.support.session_script import GERMAN


def test_the_terminal_shows_each_picture_once() -> None:
    stream = io.StringIO()
    display = TerminalDisplay(LiveDisplay(stream, draws=True))
    display.show(draw(AimScreen(), GERMAN))
    once = stream.getvalue()
    display.show(draw(AimScreen(), GERMAN))
    assert stream.getvalue() == once
    assert once.count("\n") == 18


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_lines_of_a_log_stand_above_the_display() -> None:
    stream = Terminal()
    live = LiveDisplay(stream, draws=True)
    TerminalDisplay(live).show(Image.new("1", (4, 4)))
    print("no camera", file=live, flush=True)
    shown = braille(Image.new("1", (4, 4))) + "\n"
    assert stream.getvalue() == f"{shown}\x1b[3A\x1b[Jno camera\n{shown}"


def test_one_pixel_is_one_dot() -> None:
    screen = Image.new("1", (4, 4))
    screen.putpixel((3, 2), 1)
    top, row, bottom = braille(screen).splitlines()
    assert (top, bottom) == ("╭──╮", "╰──╯")
    assert row == "│" + chr(BRAILLE) + chr(BRAILLE + 0x20) + "│"


def test_a_full_screen_is_full_cells() -> None:
    rows = braille(Image.new("1", (128, 64), 1)).splitlines()
    assert rows[1:-1] == ["│" + "⣿" * 64 + "│"] * 16
