"""Screens of the table menu: the pause, the entry of a name, the summary of the evening, good night."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from device.display.text_layout import WIDTH, text_width
from device.screens.base import Screen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from common.texts.phrases import Label
    from common.texts.words import TableWords
    from device.display.canvas import Canvas
    from device.hardware.presses import Button

Column: TypeAlias = "tuple[Label, int]"
"""A count with its name."""


@dataclass(frozen=True, slots=True)
class PauseScreen(Screen):
    """Two large bars, and the word for pause."""

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.phrase("pause"))
        for left in (8, 20):
            canvas.box((left, 18, left + 7, 48), inverse=True)
        canvas.block((40, 18), words.phrase("pause_text"), 53)
        canvas.keys(arrows=words.phrase("table_menu"), play=words.phrase("go_on"))


@dataclass(frozen=True, slots=True)
class NameScreen(Screen):
    """A name so far, and beside each button the letters that it chooses; an empty letter is the end of the name."""

    title: str
    name: str
    choices: tuple[tuple[Button, tuple[str, ...]], ...]
    erases: bool = True
    """Whether FOLD takes something back, and does not leave."""

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(self.title, self.name)
        rows = [[letter or f" {words.phrase('done')}" for letter in letters] for _, letters in self.choices]
        room = WIDTH - 2 * LETTERS_LEFT
        between = " " if all(text_width(" ".join(row).strip(), "plain") <= room for row in rows) else ""
        for (button, _), row in zip(self.choices, rows, strict=True):
            canvas.choice((2, CHOICE_TOPS[button]), button, between.join(row).strip(), LETTERS_LEFT)
        canvas.keys(fold=words.phrase("key_erase") if self.erases else words.phrase("back"))


CHOICE_TOPS: Mapping[Button, int] = {"up": 13, "play": 26, "down": 39}
"""px: where the letters of each button stand, in the order of the buttons."""
LETTERS_LEFT = 16


@dataclass(frozen=True, slots=True)
class EveningScreen(Screen):
    """The summary of one person: a number under each name."""

    person: str
    place: str
    columns: tuple[Column, ...]

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(self.person, self.place)
        widths = _widths(self.columns, words)
        slack = (WIDTH - sum(widths)) // len(widths)
        left = 0
        for (name, number), width in zip(self.columns, widths, strict=True):
            canvas.text((left, 13), words.label(name), "small", width=width + slack, align="centre")
            canvas.text((left, 24), _number_text(number), "digits", width=width + slack, align="centre")
            left += width + slack
        canvas.keys(fold=words.phrase("back"), arrows="", play=words.phrase("good_night"))


def fit_side_by_side(columns: Sequence[Column], words: TableWords) -> bool:
    """Returns whether that many columns fit."""
    return sum(_widths(columns, words)) <= WIDTH


def _widths(columns: Sequence[Column], words: TableWords) -> list[int]:
    return [
        max(text_width(words.label(name), "small"), text_width(_number_text(number), "digits")) + 4
        for name, number in columns
    ]


def _number_text(number: int) -> str:
    return str(number).replace("-", "−")
