"""Screens of the score of a deal, of a game and of lasting counts, with one row for each side."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat

from common.texts.keys import PhraseKey
from common.texts.phrases import Label
from common.texts.words import TableWords, minus
from device.display.canvas import Canvas
from device.display.text_layout import DIGIT_HEIGHT, LINE_HEIGHT, WIDTH, Style, text_width
from device.screens.base import NO_KEYS, Keys, Screen
from engine.cards import Seat


@dataclass(frozen=True, slots=True)
class Tally:
    """The tally of a side; the `best` one is highlighted."""

    seats: tuple[Seat, ...]
    points: int
    note: str = ""
    best: bool = False


@dataclass(frozen=True, slots=True)
class ScoreScreen(Screen):
    tallies: tuple[Tally, ...]
    dealer: Seat
    keys: Keys = NO_KEYS
    target: int | None = None
    worth: str = ""
    """The stake of the deal in play."""

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        title = words.phrase("score") if self.target is None else words.phrase("score_to", target=self.target)
        canvas.bar(title, self.worth or words.phrase("dealer_next", seat=words.seat(self.dealer)))
        paint_tallies(canvas, words, self.tallies)
        self.keys.draw(canvas, words)


@dataclass(frozen=True, slots=True)
class GameOverScreen(Screen):
    tallies: tuple[Tally, ...]
    winners: tuple[tuple[Seat, ...], ...]
    keys: Keys = NO_KEYS

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        name: PhraseKey = "wins" if sum(map(len, self.winners)) == 1 else "win"
        canvas.bar(words.phrase(name, seats=", ".join(map(words.side, self.winners))))
        paint_tallies(canvas, words, self.tallies)
        self.keys.draw(canvas, words)


@dataclass(frozen=True, slots=True)
class StandingScreen(Screen):
    """The lasting counts of each side by name; `play` is the label of PLAY."""

    title: str
    sides: tuple[tuple[Seat, ...], ...]
    counts: tuple[tuple[str, tuple[int, ...]], ...]
    play: Label = "ok"

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        if len(self.counts) == 1:
            name, numbers = self.counts[0]
            canvas.bar(name)
            paint_tallies(canvas, words, [Tally(*side) for side in zip(self.sides, numbers, strict=True)])
        else:
            self._table(canvas, words)
        canvas.keys(fold=words.phrase("back"), down=words.phrase("table_tile"), play=words.label(self.play))

    def _table(self, canvas: Canvas, words: TableWords) -> None:
        """Draws a row for each side and a column for each count, whose name is in the bar."""
        height = TALLIES_HEIGHT // len(self.sides)
        style: Style = "digits" if height > DIGIT_HEIGHT else "rank"
        columns: list[tuple[str, int]] = []
        right = WIDTH - 2
        for name, numbers in reversed(self.counts):
            shown = [minus(number) for number in numbers]
            width = max(text_width(name, "small"), *(text_width(number, style) for number in shown))
            for row, number in enumerate(shown):
                top = TALLIES_TOP + row * height + (height - DIGIT_HEIGHT) // 2
                canvas.text((right - width, top), number, style, width=width, align="right")
            columns.append((name, right))
            right -= width + 8
        canvas.bar(self.title if text_width(self.title, "bold") < right else "", columns=columns)
        split = any(text_width(words.side(side), "small") > right for side in self.sides)
        for row, side in enumerate(self.sides):
            top, names = TALLIES_TOP + row * height, words.side(side)
            if not split:
                canvas.text((2, top + (height - LINE_HEIGHT["plain"]) // 2), names, "plain", width=right)
                continue
            lines = names.replace("–", "–\n").split("\n")
            for line, name in enumerate(lines):
                canvas.text((2, top + line * (height // len(lines))), name, "small", width=right)


TALLIES_TOP, TALLIES_HEIGHT = 12, 40
"""px: top of the tallies below the bar, and height above the keys."""


def paint_tallies(canvas: Canvas, words: TableWords, tallies: Sequence[Tally]) -> None:
    """Draws a column for each single player, or a row for each side; large numbers in two rows of two."""
    alone = all(len(tally.seats) == 1 for tally in tallies)
    style = _widest_style(tallies, WIDTH // len(tallies) - MIN_GAP_PX)
    if alone and style is not None:
        width = WIDTH // len(tallies)
        for index, tally in enumerate(tallies):
            left = index * width
            canvas.name((left, 11), words.side(tally.seats), "plain", width)
            own = _own_style(tally, style)
            canvas.text((left, TALLIES_TOP + 12), minus(tally.points), own, width=width, align="centre")
            if tally.note:
                canvas.text((left, 42), tally.note, "small", width=width, align="centre")
        return
    width = WIDTH if len(tallies) <= MAX_DIGIT_ROWS else WIDTH // 2
    style = _widest_style(tallies, width * 2 // 3) or "slim digits"
    for index, tally in enumerate(tallies):  # cells with the names on the left and the numbers on the right
        left, top = index * width % WIDTH, TALLIES_TOP + 1 + 20 * (index * width // WIDTH)
        points = minus(tally.points)
        own = _own_style(tally, style)
        room = width - text_width(points, own) - 6
        name = canvas.fit(words.side(tally.seats), "small", room)
        canvas.text((left + 2, top - 2 if tally.note else top + 3), name, "plain", width=room)
        if tally.note:
            canvas.text((left + 2, top + 9), canvas.fit(tally.note, "small", room), "small", width=room)
        canvas.text((left, top), points, own, width=width - 2, align="right")


MAX_DIGIT_ROWS = 2
MIN_GAP_PX = 3
"""px: least distance between two numbers."""
DIGIT_STYLES: tuple[Style, ...] = ("digits", "narrow digits", "low digits", "slim digits")
"""Styles from wide to narrow; all numbers of a screen are drawn in the first in which they fit."""


def _widest_style(tallies: Sequence[Tally], room: int) -> Style | None:
    """Returns the widest style in which each number has *room* px; None if there is none."""
    numbers = [minus(tally.points) for tally in tallies]
    return next((style for style in DIGIT_STYLES if max(map(text_width, numbers, repeat(style))) <= room), None)


def _own_style(tally: Tally, style: Style) -> Style:
    return "bold digits" if tally.best and style == "digits" else style
