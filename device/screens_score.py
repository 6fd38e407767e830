"""Screens of the score: of a deal, of a game, and of what lasts longer. Who scores together stands in one row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.canvas import STYLES, WIDTH, text_width
from device.screens import phrase, said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.canvas import Canvas, Style
    from device.words import Words
    from engine.cards import Seat


ROWS_ABOVE_KEYS = 3


@dataclass(frozen=True, slots=True)
class Tally:
    """What those who score together stand at; whoever is `best` stands out."""

    seats: tuple[Seat, ...]
    points: int
    note: str = ""
    best: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """The tallies of all sides; `more` names what UP and DOWN lead to."""

    tallies: tuple[Tally, ...]
    dealer: Seat
    more: str = "tricks"
    target: int | None = None
    worth: str = ""
    """What the deal in play is played for."""

    def paint(self, canvas: Canvas, words: Words) -> None:
        title = words.phrases.score if self.target is None else said(words, "score_to", target=self.target)
        canvas.bar(title, self.worth or said(words, "dealer_next", seat=words.seat(self.dealer)))
        paint_tallies(canvas, words, self.tallies)
        canvas.keys(arrows=phrase(words, self.more) if self.more else None, play=words.phrases.go_on)


@dataclass(frozen=True, slots=True)
class GameOver:
    """`more` names what PLAY leads to."""

    tallies: tuple[Tally, ...]
    winners: tuple[tuple[Seat, ...], ...]
    more: str = "new_game"

    def paint(self, canvas: Canvas, words: Words) -> None:
        name = "wins" if sum(map(len, self.winners)) == 1 else "win"
        canvas.bar(said(words, name, seats=", ".join(map(words.side, self.winners))))
        paint_tallies(canvas, words, self.tallies)
        canvas.keys(fold=words.phrases.back, play=phrase(words, self.more))


@dataclass(frozen=True, slots=True)
class Standing:
    """What lasts from game to game: by its name, what each side stands at; `play` says where PLAY leads."""

    title: str
    sides: tuple[tuple[Seat, ...], ...]
    counts: tuple[tuple[str, tuple[int, ...]], ...]
    play: str = "ok"

    def paint(self, canvas: Canvas, words: Words) -> None:
        if len(self.counts) == 1:
            name, numbers = self.counts[0]
            canvas.bar(name)
            paint_tallies(canvas, words, [Tally(*side) for side in zip(self.sides, numbers, strict=True)])
        else:
            canvas.bar(self.title)
            self._table(canvas, words)
        if len(self.counts) == 1 or len(self.sides) <= ROWS_ABOVE_KEYS:
            canvas.keys(fold=words.phrases.back, play=phrase(words, self.play))

    def _table(self, canvas: Canvas, words: Words) -> None:
        """A row for each side, a column for each count; the leftmost name may stand over the sides too."""
        height = min(31 // len(self.sides), 15) if len(self.sides) <= ROWS_ABOVE_KEYS else 10
        style: Style = "rank" if height >= 15 else "small"
        right = WIDTH - 2
        for name, numbers in reversed(self.counts):
            shown = [_minus(number) for number in numbers]
            width = max(text_width(name, "small"), *(text_width(number, style) for number in shown))
            canvas.text((max(right - width, 0), 12), name, "small", width=min(width, right), align="right")
            for row, number in enumerate(shown):
                canvas.text((right - width, 21 + row * height), number, style, width=width, align="right")
            right -= width + 6
        for row, side in enumerate(self.sides):
            canvas.text((2, 21 + row * height + (3 if style == "rank" else 0)), words.side(side), "small")


def paint_tallies(canvas: Canvas, words: Words, tallies: Sequence[Tally]) -> None:
    """Draws a column for each who scores for himself, or a row for each side."""
    if all(len(tally.seats) == 1 for tally in tallies):
        _columns(canvas, words, tallies)
    else:
        _rows(canvas, words, tallies)


def _columns(canvas: Canvas, words: Words, tallies: Sequence[Tally]) -> None:
    width = WIDTH // len(tallies)
    style: Style = next((style for style in NARROWER if _widest(tallies, style) <= width), "small")
    for index, tally in enumerate(tallies):
        left = index * width
        canvas.text((left, 11), words.side(tally.seats), "plain", width=width, align="centre")
        own: Style = "bold digits" if tally.best and style == "digits" else style
        top = 19 + (22 - STYLES[style][1]) * 3 // 4
        canvas.text((left, top), _points(tally, style), own, width=width, align="centre")
        if tally.note:
            canvas.text((left, 42), tally.note, "small", width=width, align="centre")


NARROWER: tuple[Style, ...] = ("digits", "narrow digits", "slim digits", "low digits")
"""All numbers of a row are drawn in the first of these in which they fit."""


def _widest(tallies: Sequence[Tally], style: Style) -> int:
    return max(text_width(_points(tally, style), style) for tally in tallies)


def _points(tally: Tally, style: Style) -> str:
    """Where it is narrow, a short dash stands for minus."""
    return _minus(tally.points) if style == "digits" else str(tally.points)


def _rows(canvas: Canvas, words: Words, tallies: Sequence[Tally]) -> None:
    height = 40 // len(tallies)
    for index, tally in enumerate(tallies):
        top = 12 + index * height
        style: Style = "bold digits" if tally.best else "digits"
        points = _minus(tally.points)
        room = WIDTH - text_width(points, style) - 8
        canvas.text((2, top if tally.note else top + 4), words.side(tally.seats), "plain", width=room)
        if tally.note:
            canvas.text((2, top + 10), tally.note, "small", width=room)
        canvas.text((2, top - 3), points, style, width=WIDTH - 4, align="right")


def _minus(number: int) -> str:
    return str(number).replace("-", "−")
