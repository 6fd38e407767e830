"""Screens of what the table is connected with: phones, which join by a QR code, and a match in a tournament."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from common.texts.phrases import Label
from common.texts.words import TableWords
from device.display.canvas import Canvas
from device.display.drawings import draw_choice, draw_picture
from device.display.text_layout import HEIGHT, TEXT_BOTTOM, WIDTH, abbreviate, text_width
from device.screens.base import NO_KEYS, Keys, Screen
from device.screens.table import paint_small_table
from engine.cards import Seat

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
    # Dark modules on a lit ground, as high and wide as the display is high.
    side, picture = MODULE_PX * len(rows), Image.new("1", (HEIGHT, HEIGHT), 1)
    code = Image.new("1", (len(rows), len(rows)))
    code.putdata([0 if is_dark else 255 for row in rows for is_dark in row])
    picture.paste(code.resize((side, side), Image.Resampling.NEAREST), ((HEIGHT - side) // 2,) * 2)
    draw_picture(canvas, (CODE_LEFT, 0), picture.tobytes(), HEIGHT)


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


NAMES_LEFT = 62
"""px: left edge of the names beside the drawing of the table."""
MOST_OTHERS = 3
"""Number of other sides from which the lines stand closer."""
ROWS_TOP, ROWS_HEIGHT = 13, 39
"""px: top of the rows below the bar, and their height above the keys."""
MOST_NUMBERS = 5
"""Maximum number of games shown one by one; for more the caller gives sums."""


@dataclass(frozen=True, slots=True)
class PairingScreen(Screen):
    """A side of a pairing that is asked whether it is there: its seats are filled in the drawing."""

    title: Label
    right: Label
    seats: tuple[Seat, ...]
    own: tuple[Seat, ...]
    names: tuple[str, ...]
    """The names of the side that is asked."""
    others: tuple[tuple[str, ...], ...]
    """The names of the other sides."""
    camera_side: Seat = 0
    keys: Keys = NO_KEYS

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.label(self.title), words.label(self.right))
        paint_small_table(canvas, self.own, self.seats, self.camera_side)
        room = WIDTH - NAMES_LEFT
        for row, name in enumerate(self.names):
            canvas.text((NAMES_LEFT, 13 + 12 * row), abbreviate(name, "bold", room), "bold", width=room)
        top, step = 14 + 12 * len(self.names), 10 if len(self.others) < MOST_OTHERS else 9
        lines = [f"– {side_text(side, room - text_width('– ', 'narrow'))}" for side in self.others]
        for row, line in enumerate(lines):
            canvas.text((NAMES_LEFT, top + step * row), line, "small", width=room)
        self.keys.draw(canvas, words)


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The result of a side: a number for each game, or their sums."""

    names: tuple[str, ...]
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultScreen(Screen):
    """The games of a match with a row for each side; `asked` is the number of the side that confirms now."""

    title: Label
    right: Label
    rows: tuple[ResultRow, ...]
    asked: int | None = None
    text: Label | None = None
    """The text below two rows; there is no room for it with more rows."""
    keys: Keys = NO_KEYS

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.label(self.title), words.label(self.right))
        has_text = self.text is not None and len(self.rows) <= 2
        height = 13 if has_text else ROWS_HEIGHT // len(self.rows)
        columns = zip(*(row.numbers for row in self.rows), strict=True)
        widths = [max(text_width(number, "plain") for number in column) for column in columns]
        for index, row in enumerate(self.rows):
            top = ROWS_TOP + height * index
            is_asked = index == self.asked
            if is_asked:
                canvas.pen.rectangle((0, top, WIDTH - 1, top + min(height, 13) - 1), fill=255)
            right, baseline = WIDTH - 2, top + (1 if height >= 12 else -1)
            for number, width in reversed(list(zip(row.numbers, widths, strict=True))):
                canvas.text((right - width, baseline), number, "plain", width=width, align="right", black=is_asked)
                right -= width + 4
            canvas.text((2, baseline + 2), side_text(row.names, right - 2), "small", width=right - 2, black=is_asked)
        if has_text and self.text is not None:
            canvas.lines(ROWS_TOP + height * len(self.rows) + 1, words.label(self.text), TEXT_BOTTOM)
        self.keys.draw(canvas, words)


def side_text(names: Sequence[str], width: int) -> str:
    """Returns the names of a side, `Huber/Maier`, each shortened if they do not fit into *width* px in narrow type."""
    text = "/".join(names)
    while text_width(text, "narrow") > width and max(map(len, names)) > 2:
        longest = max(range(len(names)), key=lambda number: text_width(names[number].removesuffix("."), "narrow"))
        names = [f"{name.removesuffix('.')[:-1]}." if number == longest else name for number, name in enumerate(names)]
        text = "/".join(names)
    return text
