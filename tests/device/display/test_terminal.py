from PIL import Image

from device.display.terminal import BRAILLE, braille


def test_one_pixel_is_one_dot() -> None:
    screen = Image.new("1", (4, 4))
    screen.putpixel((3, 2), 1)
    top, row, bottom = braille(screen).splitlines()
    assert (top, bottom) == ("╭──╮", "╰──╯")
    assert row == "│" + chr(BRAILLE) + chr(BRAILLE + 0x20) + "│"


def test_a_full_screen_is_full_cells() -> None:
    rows = braille(Image.new("1", (128, 64), 1)).splitlines()
    assert rows[1:-1] == ["│" + "⣿" * 64 + "│"] * 16
