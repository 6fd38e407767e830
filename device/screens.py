"""Screens: values that say what is to be seen, and `draw`, which makes a 128×64 picture of one.

Nothing here knows the table or the keeper; `device.showing` chooses the screen. Those of the deal stand in
`screens_deal`, those of the tricks in `screens_play`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from device.canvas import Canvas
from device.phrases import Phrases

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL import Image

    from device.canvas import Style
    from device.words import Words
    from engine.cards import Card, Seat


class Screen(Protocol):
    def paint(self, canvas: Canvas, words: Words) -> None: ...


def draw(screen: Screen, words: Words) -> Image.Image:
    """Returns the 1-bit picture of a screen."""
    canvas = Canvas()
    screen.paint(canvas, words)
    return canvas.image


def overflows(screen: Screen, words: Words) -> list[str]:
    """Returns the texts that do not fit on the screen."""
    canvas = Canvas()
    screen.paint(canvas, words)
    return canvas.overflows


def said(words: Words, phrase: str, **values: object) -> str:
    """Returns the phrase of that name with its gaps filled in."""
    text: str = getattr(words.phrases, phrase)
    return text.format(**values)


@dataclass(frozen=True, slots=True)
class Start:
    """The first screen: what Kiebitz does with what it sees."""

    def paint(self, canvas: Canvas, words: Words) -> None:
        canvas.bar(words.phrases.start)
        canvas.lines(14, words.phrases.trust, bottom=53)
        canvas.keys(play=words.phrases.go_on)


@dataclass(frozen=True, slots=True)
class Aim:
    """Points the camera at the table."""

    def paint(self, canvas: Canvas, words: Words) -> None:
        canvas.bar(words.phrases.aim)
        canvas.corners((1, 14, 126, 51))
        canvas.lines(21, words.phrases.aim_advice, bottom=50)
        canvas.keys(play=words.phrases.ok)


@dataclass(frozen=True, slots=True)
class WhoDeals:
    seat: Seat

    def paint(self, canvas: Canvas, words: Words) -> None:
        canvas.bar(words.phrases.who_deals)
        canvas.text((0, 22), words.seat(self.seat), "rank", width=128, align="centre")
        canvas.keys(arrows="", play=words.phrases.ok)


@dataclass(frozen=True, slots=True)
class Tally:
    seat: Seat
    points: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """The tallies of all players; the lowest stands out, for the aim is zero."""

    tallies: tuple[Tally, ...]
    dealer: Seat

    def paint(self, canvas: Canvas, words: Words) -> None:
        canvas.bar(words.phrases.score, said(words, "dealer_next", seat=words.seat(self.dealer)))
        _columns(canvas, words, self.tallies)
        canvas.keys(arrows=words.phrases.tricks, play=words.phrases.go_on)


@dataclass(frozen=True, slots=True)
class GameOver:
    tallies: tuple[Tally, ...]
    winners: tuple[Seat, ...]

    def paint(self, canvas: Canvas, words: Words) -> None:
        phrase = "wins" if len(self.winners) == 1 else "win"
        canvas.bar(said(words, phrase, seats=_names(words, self.winners)))
        _columns(canvas, words, self.tallies)
        canvas.keys(fold=words.phrases.back, play=words.phrases.new_game)


@dataclass(frozen=True, slots=True)
class Notice:
    """Something is missing: a title and one sentence, both names of phrases or plain text; `play` goes on."""

    title: str
    text: str
    play: str = "ok"

    def paint(self, canvas: Canvas, words: Words) -> None:
        canvas.bar(_phrase(words, self.title))
        canvas.lines(14, _phrase(words, self.text), bottom=53)
        canvas.keys(play=_phrase(words, self.play))


@dataclass(frozen=True, slots=True)
class Number:
    """A number to choose; None is shown as "out"."""

    title: str
    number: int | None
    of: str = ""
    fold: str = "back"

    def paint(self, canvas: Canvas, words: Words) -> None:
        canvas.bar(self.title)
        shown = words.phrases.none if self.number is None else str(self.number)
        canvas.text((0, 20), shown, "bold digits" if self.number is not None else "rank", width=128, align="centre")
        canvas.text((80, 33), self.of, "plain")
        canvas.keys(fold=_phrase(words, self.fold), arrows="", play=words.phrases.ok)


class SuitTile(NamedTuple):
    suit: str


Tile: TypeAlias = "Card | SuitTile | str"
"""A card, a suit, or the name of a phrase."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Cards and other things in a row, of which one is chosen with UP and DOWN."""

    title: str
    tiles: tuple[Tile, ...]
    selected: int
    fold: str = "back"
    right: str = ""

    def paint(self, canvas: Canvas, words: Words) -> None:
        canvas.bar(_phrase(words, self.title), self.right)
        paint_tiles(canvas, words, self.tiles, self.selected)
        canvas.keys(fold=_phrase(words, self.fold), arrows="", play=words.phrases.ok)


ROOM = 4
"""How many tiles stand side by side."""


def paint_tiles(canvas: Canvas, words: Words, tiles: Sequence[Tile], selected: int) -> None:
    """Draws tiles side by side, those that fit around the selected one; small arrows tell of more."""
    first = min(max(selected - 1, 0), max(len(tiles) - ROOM, 0))
    shown = tiles[first : first + ROOM]
    left = 64 - 16 * len(shown)
    for index, tile in enumerate(shown, start=first):
        place = (left + 32 * (index - first), 14)
        card = (place[0] + 3, place[1])
        match tile:
            case str():
                canvas.tile(place, _phrase(words, tile), inverse=index == selected)
            case SuitTile(suit):
                canvas.card(card, "", words.sign(suit), inverse=index == selected)
            case _:
                canvas.card(card, words.rank(tile), words.sign(tile.suit), inverse=index == selected)


def _phrase(words: Words, name: str) -> str:
    """Returns the phrase of that name, or *name* itself if it is text already."""
    return getattr(words.phrases, name) if name in Phrases.__dataclass_fields__ else name


def _names(words: Words, seats: Sequence[Seat]) -> str:
    return ", ".join(words.seat(seat) for seat in seats)


def _columns(canvas: Canvas, words: Words, tallies: Sequence[Tally]) -> None:
    points = {tally.points for tally in tallies}
    best = min(points) if len(points) > 1 else None
    width = 128 // len(tallies)
    for index, tally in enumerate(tallies):
        left = index * width
        canvas.text((left, 11), words.seat(tally.seat), "plain", width=width, align="centre")
        style: Style = "bold digits" if tally.points == best else "digits"
        canvas.text((left, 19), str(tally.points), style, width=width, align="centre")
        if tally.note:
            canvas.text((left, 42), tally.note, "small", width=width, align="centre")
