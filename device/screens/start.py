"""Screens of the first start: the seats, and the camera's picture while it is aimed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.screens.base import Screen, phrase

if TYPE_CHECKING:
    from device.display.canvas import Canvas
    from device.i18n.phrases import PhraseKey
    from device.i18n.words import Words
    from engine.cards import Seat

PICTURE_WIDTH, PICTURE_HEIGHT = 84, 52
"""px: size of the live picture beside its text and above the keys."""
_TABLE = (47, 27, 80, 38)
_CHAIRS = ((46, 41, 81, 51), (6, 27, 41, 37), (46, 14, 81, 24), (86, 27, 121, 37))
"""Places of the seats around the table, as the camera sees it."""


@dataclass(frozen=True, slots=True)
class SeatingScreen(Screen):
    """The table from above with the names of the players; other places are empty."""

    seats: tuple[Seat, ...]

    def paint(self, canvas: Canvas, words: Words) -> None:
        canvas.bar(words.phrases.which_places)
        canvas.box(_TABLE)
        for seat, place in enumerate(_CHAIRS):
            if seat in self.seats:
                canvas.box(place, words.seat(seat), inverse=True)
            else:
                canvas.text(place[:2], "–", width=place[2] - place[0] + 1, align="centre")
        canvas.keys(fold=words.phrases.back, arrows="", play=words.phrases.ok)


@dataclass(frozen=True, slots=True)
class AimingScreen(Screen):
    """The live picture with advice beside it; without a picture the camera is still starting."""

    advice: PhraseKey
    picture: bytes = b""
    """`PICTURE_WIDTH` px wide, 1 bit a pixel, a row in whole bytes."""
    back: bool = True

    def paint(self, canvas: Canvas, words: Words) -> None:
        if self.picture:
            canvas.picture((0, 0), self.picture, PICTURE_WIDTH)
        else:
            canvas.corners((1, 1, PICTURE_WIDTH - 2, 50))
        canvas.block((PICTURE_WIDTH + 4, 4), phrase(words, self.advice), 53)
        canvas.keys(fold=words.phrases.back if self.back else None, play=words.phrases.ok)
