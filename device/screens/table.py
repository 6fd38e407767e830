"""Screens of the table: its seats and the picture of its camera, the pause, names, and the end of the evening."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from common.texts.phrases import Text
from device.display.text_layout import WIDTH, text_width
from device.screens.base import Screen
from device.screens.seat_table import paint_legend, paint_named_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from common.texts.keys import PhraseKey
    from common.texts.phrases import Label
    from common.texts.words import TableWords
    from device.display.canvas import Canvas
    from device.hardware.presses import Button
    from engine.cards import Seat


PICTURE_WIDTH, PICTURE_HEIGHT = 84, 52
"""px: size of the live picture beside its text and above the keys."""
ON_PHONE_HEIGHT = 11
"""px: height of the text above the picture while a phone gets it as well."""


@dataclass(frozen=True, slots=True)
class SeatingScreen(Screen):
    """The table from above with the names of the players; other places are empty.

    *camera_side* is at the camera's lower edge; `arrows` is the label of UP and DOWN, if they have one.
    """

    seats: tuple[Seat, ...]
    title: Label = "which_places"
    camera_side: Seat = 0
    arrows: Label | None = None

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.label(self.title))
        paint_named_table(canvas, words, self.seats, self.camera_side)
        paint_legend(canvas, (0, 41), words.phrase("camera"), 44)
        canvas.keys(fold=words.phrase("back"), arrows=words.label(self.arrows or Text("")), play=words.phrase("ok"))


@dataclass(frozen=True, slots=True)
class AimingScreen(Screen):
    """The live picture with advice beside it; without a picture the camera is still starting."""

    advice: PhraseKey
    picture: bytes = b""
    """`PICTURE_WIDTH` px wide, 1 bit a pixel, a row in whole bytes."""
    back: bool = True
    south: str = ""
    """The name of the player at the lower edge of the picture."""
    on_phone: bool = False
    """Whether a phone gets the picture as well."""

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        top = 0
        if self.on_phone:
            top = ON_PHONE_HEIGHT
            canvas.box((0, 0, PICTURE_WIDTH - 1, top - 1), words.phrase("on_the_phone"), inverse=True)
        if self.picture:
            canvas.picture((0, top), self.picture[top * ((PICTURE_WIDTH + 7) // 8) :], PICTURE_WIDTH)
        else:
            canvas.corners((1, top + 1, PICTURE_WIDTH - 2, 50))
        has_south = bool(self.south and self.picture)
        canvas.block((PICTURE_WIDTH + 4, 4), words.label(self.advice), 42 if has_south else 53)
        if has_south:
            canvas.seat_below((PICTURE_WIDTH + 4, 43), self.south)
        fold = words.phrase("back") if self.back else None
        canvas.keys(fold=fold, arrows=words.phrase("key_turn") if self.south else None, play=words.phrase("ok"))


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
