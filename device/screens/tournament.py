"""Screens of a match in a tournament: who plays, and the result that the sides confirm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.texts.phrases import Label
from common.texts.words import TableWords
from device.display.canvas import Canvas
from device.display.text_layout import TEXT_BOTTOM, WIDTH, abbreviate, text_width
from device.screens.base import NO_KEYS, Keys, Screen
from device.screens.table import paint_small_table
from engine.cards import Seat

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
        widths = [
            max(text_width(number, "plain") for number in column)
            for column in zip(*(row.numbers for row in self.rows), strict=True)
        ]
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
