"""Screens of the table: its seats and the picture of its camera, the pause, names, and the end of the evening."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from common.texts.keys import PhraseKey
from common.texts.phrases import Label, Text
from common.texts.words import TableWords, minus
from device.display.canvas import Canvas
from device.display.drawings import draw_box, draw_choice, draw_corners, draw_picture
from device.display.text_layout import TEXT_BOTTOM, WIDTH, abbreviate, key_mark, text_width
from device.hardware.presses import Button
from device.screens.base import Screen
from engine.cards import Seat

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom in px, all inside."""


class Plan(NamedTuple):
    """The places of a drawing; chairs by seat, South at the bottom."""

    table: Box
    chairs: tuple[Box, Box, Box, Box]


SMALL = Plan((16, 24, 43, 39), ((25, 43, 34, 50), (3, 27, 12, 36), (25, 13, 34, 20), (47, 27, 56, 36)))
"""Chairs without names, left of a text."""
LARGE = Plan((47, 27, 80, 38), ((46, 41, 81, 51), (6, 27, 41, 37), (46, 14, 81, 24), (86, 27, 121, 37)))
"""Chairs with the names of the players over the whole width."""


def paint_small_table(canvas: Canvas, filled: Collection[Seat], seats: Collection[Seat], camera_side: Seat) -> None:
    """Draws the table with the chairs of *filled* seats filled, and no chair where nobody sits."""
    _paint_table(canvas, SMALL, camera_side)
    for place, chair in enumerate(SMALL.chairs):
        if place in seats:
            draw_box(canvas, chair, inverse=place in filled)


def paint_legend(canvas: Canvas, place: tuple[int, int], text: str, width: int) -> None:
    """Draws what the thick side of the table means."""
    left, top = place
    canvas.pen.rectangle((left, top + 5, left + 5, top + 7), fill=255)
    canvas.text((left + 9, top), text, "small", width=width - 9)


def _paint_table(canvas: Canvas, plan: Plan, camera_side: Seat) -> None:
    left, top, right, bottom = plan.table
    draw_box(canvas, plan.table)
    sides = (
        (left, bottom - 2, right, bottom), (left, top, left + 2, bottom),
        (left, top, right, top + 2), (right - 2, top, right, bottom),
    )  # fmt: skip
    canvas.pen.rectangle(sides[camera_side], fill=255)


@dataclass(frozen=True, slots=True)
class SeatScreen(Screen):
    """Selects a seat, which is filled in a drawing of the table; *camera_side* is at the camera's lower edge."""

    seat: Seat
    title: Label = "who_deals"
    seats: tuple[Seat, ...] = (0, 1, 2, 3)
    camera_side: Seat = 0

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.label(self.title))
        paint_small_table(canvas, (self.seat,), self.seats, self.camera_side)
        canvas.text((62, 19), words.seat(self.seat), "rank", width=66, align="centre")
        paint_legend(canvas, (62, 42), words.phrase("camera_edge"), 66)
        canvas.keys(fold=words.phrase("back"), arrows="", play=words.phrase("ok"))


PICTURE_WIDTH, PICTURE_HEIGHT = 84, 51
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
        _paint_table(canvas, LARGE, self.camera_side)
        for place, chair in enumerate(LARGE.chairs):
            if place in self.seats:
                draw_box(canvas, chair, words.seat(place), inverse=True)
            else:
                canvas.text(chair[:2], "–", width=chair[2] - chair[0] + 1, align="centre")
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
            draw_box(canvas, (0, 0, PICTURE_WIDTH - 1, top - 1), words.phrase("on_the_phone"), inverse=True)
        if self.picture:
            draw_picture(canvas, (0, top), self.picture[top * ((PICTURE_WIDTH + 7) // 8) :], PICTURE_WIDTH)
        else:
            draw_corners(canvas, (1, top + 1, PICTURE_WIDTH - 2, 50))
        has_south = bool(self.south and self.picture)
        canvas.block((PICTURE_WIDTH + 4, 4), words.label(self.advice), 41 if has_south else TEXT_BOTTOM)
        if has_south:
            left = PICTURE_WIDTH + 4
            canvas.pen.bitmap((left, 46), key_mark("down"), fill=255)
            canvas.text((left + 7, 43), abbreviate(self.south, "small", WIDTH - left - 7), "small")
        fold = words.phrase("back") if self.back else None
        canvas.keys(fold=fold, arrows=words.phrase("key_turn") if self.south else None, play=words.phrase("ok"))


Column: TypeAlias = tuple[Label, int]
"""A count with its name."""


@dataclass(frozen=True, slots=True)
class PauseScreen(Screen):
    """Two large bars, and the word for pause."""

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.phrase("pause"))
        for left in (8, 20):
            draw_box(canvas, (left, 18, left + 7, 48), inverse=True)
        canvas.block((40, 18), words.phrase("pause_text"), TEXT_BOTTOM)
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
            draw_choice(canvas, (2, CHOICE_TOPS[button]), button, between.join(row).strip(), LETTERS_LEFT)
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
            canvas.text((left, 24), minus(number), "digits", width=width + slack, align="centre")
            left += width + slack
        canvas.keys(fold=words.phrase("back"), arrows="", play=words.phrase("good_night"))


def fit_side_by_side(columns: Sequence[Column], words: TableWords) -> bool:
    return sum(_widths(columns, words)) <= WIDTH


def _widths(columns: Sequence[Column], words: TableWords) -> list[int]:
    return [
        max(text_width(words.label(name), "small"), text_width(minus(number), "digits")) + 4 for name, number in columns
    ]
