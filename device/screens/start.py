"""Screens of the first start: the seats, and the camera's picture while it is aimed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.texts.phrases import Text
from device.screens.base import Screen
from device.screens.seat_table import paint_legend, paint_named_table
from engine.text import Words

if TYPE_CHECKING:
    from common.texts.keys import PhraseKey
    from common.texts.phrases import Label
    from common.texts.words import TableWords
    from device.display.canvas import Canvas
    from engine.cards import Seat

PICTURE_WIDTH, PICTURE_HEIGHT = 84, 52
"""px: size of the live picture beside its text and above the keys."""
ON_PHONE, ON_PHONE_HEIGHT = Words("Bild am Handy", "On the phone"), 11
"""The text above the picture while a phone gets it as well, and its height in px."""


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
            canvas.box((0, 0, PICTURE_WIDTH - 1, top - 1), words.translate(ON_PHONE), inverse=True)
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
