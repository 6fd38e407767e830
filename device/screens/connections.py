"""Screens by which phones join: the table's own Wi-Fi and its page, each with a QR code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from common.texts.words import TableWords
from device.display.canvas import Canvas
from device.display.drawings import draw_choice, draw_picture
from device.display.text_layout import HEIGHT, TEXT_BOTTOM, WIDTH, text_width
from device.screens.base import Screen

MODULE_PX = 2
"""px a module: with one, a phone does not read the display."""
MAX_LINK_BYTES = 53
"""Bytes that fit into 29 modules a side with the least error correction, which is what 64 rows have room for."""
CODE_LEFT = WIDTH - HEIGHT
MAX_ADDRESS_LINES = 3


@dataclass(frozen=True, slots=True)
class JoinScreen(Screen):
    """*link* is the address that joins, *address* what a person types, *code* what the page then asks for.

    Both addresses are empty while no page is running. FOLD goes back, UP and DOWN lead on.
    """

    link: str
    address: str
    code: str

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        rows = modules(self.link)
        if not rows:
            canvas.bar(words.label("page_title"), self.code)
            canvas.lines(13, self.address or words.label("page_starts"), TEXT_BOTTOM)
            canvas.keys(fold=words.phrase("back"), arrows=words.phrase("more"))
            return
        left = CODE_LEFT - 2
        host, colon, port = self.address.partition(":")
        lines = [host]
        if text_width(host, "small") > left:  # broken within a number of four parts, and before the port
            parts = host.split(".")
            lines = [".".join(parts[:2]) + ".", ".".join(parts[2:])]
        lines += [colon + port] if port else []
        for line, part in enumerate(lines):
            canvas.text((0, 10 * line), part, "small", width=left)
        if len(lines) < MAX_ADDRESS_LINES:
            canvas.text((0, 22), words.label("page_code"), "small", width=left)
        canvas.text((0, 33), self.code, "bold", width=left)
        _keys_and_code(canvas, words, rows)


@dataclass(frozen=True, slots=True)
class WifiScreen(Screen):
    """The table's own Wi-Fi, to be joined before the page: *link* is what the code says, the rest is to be typed."""

    link: str
    name: str
    password: str

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        rows = modules(self.link)
        if not rows:
            canvas.bar(words.label("wifi_text"), self.name)
            canvas.lines(13, f"{words.label('page_password_text')} {self.password}", TEXT_BOTTOM)
            canvas.keys(fold=words.phrase("back"), arrows=words.phrase("more"))
            return
        left, middle = CODE_LEFT - 2, len(self.password) // 2
        canvas.text((0, 0), words.label("wifi_text"), "small", width=left)
        canvas.text((0, 9), self.name, "small", width=left)
        canvas.text((0, 20), words.label("page_password_text"), "small", width=left)
        for line, part in enumerate((self.password[:middle], self.password[middle:])):
            canvas.text((0, 28 + 10 * line), part, "bold", width=left)
        _keys_and_code(canvas, words, rows)


def _keys_and_code(canvas: Canvas, words: TableWords, rows: tuple[tuple[bool, ...], ...]) -> None:
    draw_choice(canvas, (0, 50), "fold", words.phrase("back"), 10)
    draw_choice(canvas, (53, 50), "down", "", CODE_LEFT - 2)
    draw_picture(canvas, (CODE_LEFT, 0), lit_code(rows), HEIGHT)


def lit_code(rows: tuple[tuple[bool, ...], ...]) -> bytes:
    """Returns a 1-bit picture as high and wide as the display is high: dark modules on a lit ground."""
    side, picture = MODULE_PX * len(rows), Image.new("1", (HEIGHT, HEIGHT), 1)
    code = Image.new("1", (len(rows), len(rows)))
    code.putdata([0 if is_dark else 255 for row in rows for is_dark in row])
    picture.paste(code.resize((side, side), Image.Resampling.NEAREST), ((HEIGHT - side) // 2,) * 2)
    return picture.tobytes()


@lru_cache(maxsize=4)
def modules(link: str) -> tuple[tuple[bool, ...], ...]:
    """Returns the rows of the QR code of *link*, dark modules as True; none if it is too long, or segno is missing."""
    if not link or len(link.encode()) > MAX_LINK_BYTES:
        return ()
    try:
        import segno
    except ImportError:  # the extra `page` is not installed
        return ()
    code = segno.make(link, error="l", boost_error=False, micro=False)
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)
