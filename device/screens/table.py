"""Screens of the table menu: the pause, the entry of a name, the summary of the evening, good night."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from device.display.text_layout import MARGIN, WIDTH, shorten, text_width
from device.screens.base import Screen, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.display.canvas import Canvas
    from device.i18n.phrases import Label
    from device.i18n.words import Words

Column: TypeAlias = "tuple[Label, int]"
"""A count with its name."""


@dataclass(frozen=True, slots=True)
class PauseScreen(Screen):
    """Two large bars, and the word for pause."""

    def paint(self, canvas: Canvas, words: Words) -> None:
        canvas.bar(words.phrases.pause)
        for left in (8, 20):
            canvas.box((left, 18, left + 7, 48), inverse=True)
        canvas.block((40, 18), words.phrases.pause_text, 53)
        canvas.keys(arrows=words.phrases.table_menu, play=words.phrases.go_on)


@dataclass(frozen=True, slots=True)
class NameScreen(Screen):
    """A name so far with the next letter; without one the name is complete."""

    title: str
    name: str
    letter: str
    has_choice: bool = True

    def paint(self, canvas: Canvas, words: Words) -> None:
        canvas.bar(shorten(self.title, "small", WIDTH - 2 * MARGIN))
        width = text_width(self.name, "digits")
        next_width = text_width(self.letter or words.phrases.done, "digits" if self.letter else "plain") + 6
        left = (WIDTH - width - next_width) // 2
        canvas.text((left, 19), self.name, "digits")
        canvas.box((left + width + 1, 13, left + width + next_width, 46), inverse=True)
        if self.letter:
            canvas.text((left + width + 4, 19), self.letter, "digits", black=True)
        else:
            canvas.text((left + width + 4, 27), words.phrases.done, "plain", black=True)
        fold = words.phrases.key_erase if self.name else words.phrases.back
        canvas.keys(fold=fold, arrows="" if self.has_choice else None, play=words.phrases.ok)


@dataclass(frozen=True, slots=True)
class EveningScreen(Screen):
    """The summary of one person: a number under each name."""

    person: str
    place: str
    columns: tuple[Column, ...]

    def paint(self, canvas: Canvas, words: Words) -> None:
        canvas.bar(self.person, self.place)
        widths = _widths(self.columns, words)
        slack = (WIDTH - sum(widths)) // len(widths)
        left = 0
        for (name, number), width in zip(self.columns, widths, strict=True):
            canvas.text((left, 13), phrase(words, name), "small", width=width + slack, align="centre")
            canvas.text((left, 24), _number_text(number), "digits", width=width + slack, align="centre")
            left += width + slack
        canvas.keys(fold=words.phrases.back, arrows="", play=words.phrases.good_night)


def fit_side_by_side(columns: Sequence[Column], words: Words) -> bool:
    """Returns whether that many columns fit."""
    return sum(_widths(columns, words)) <= WIDTH


def _widths(columns: Sequence[Column], words: Words) -> list[int]:
    return [
        max(text_width(phrase(words, name), "small"), text_width(_number_text(number), "digits")) + 4
        for name, number in columns
    ]


def _number_text(number: int) -> str:
    return str(number).replace("-", "−")
