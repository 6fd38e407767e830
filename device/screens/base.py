"""Screens: values that describe the display, and `draw`, which makes a 128×64 picture of one.

Screens do not know the table or the controller: a menu (`device.menus`) chooses its screen. A new screen is a subclass
of `Screen` in the module of its subject: the deal, the trick, the score, lists and questions in words.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import NamedTuple, Self, TypeAlias

from PIL import Image

from common.texts.keys import FilledPhrase
from common.texts.phrases import Label
from common.texts.words import TableWords
from device.display.canvas import Canvas
from device.display.drawings import draw_card, draw_corners, draw_more, draw_tile
from device.display.text_layout import TEXT_BOTTOM, width_between
from engine.cards import Card
from engine.text import Words


class Screen(ABC):
    """The content of the display, compared by value to detect changes."""

    __slots__ = ()

    @abstractmethod
    def paint(self, canvas: Canvas, words: TableWords) -> None: ...

    def with_hand(self, moving: bool) -> Self:
        """Returns the screen while a hand is over the table; *moving*: something has moved there for seconds."""
        return self


def draw(screen: Screen, words: TableWords) -> Image.Image:
    """Returns the 1-bit picture of a screen."""
    canvas = Canvas()
    screen.paint(canvas, words)
    return canvas.image


@dataclass(frozen=True, slots=True)
class Keys:
    """The labels of the buttons of a screen; None where a button does nothing."""

    fold: Label | None = None
    up: Label | None = None
    down: Label | None = None
    play: Label | None = None
    arrows: Label | None = None
    """One label for UP and DOWN; an empty text is their mark alone."""

    def draw(self, canvas: Canvas, words: TableWords, is_underlined: bool = True) -> None:
        labels = (self.fold, self.play, self.arrows, self.up, self.down)
        fold, play, arrows, up, down = [None if label is None else words.label(label) for label in labels]
        canvas.keys(fold, play, arrows, up, down, is_underlined)


NO_KEYS = Keys()


@dataclass(frozen=True, slots=True)
class AimScreen(Screen):
    """Asks to point the camera at the table; *back*: whether FOLD goes back."""

    back: bool = False

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.phrase("aim"))
        draw_corners(canvas, (1, 14, 126, 51))
        canvas.lines(21, words.phrase("aim_advice"), bottom=50)
        canvas.keys(fold=words.phrase("back") if self.back else None, play=words.phrase("ok"))


@dataclass(frozen=True, slots=True)
class Notice(Screen):
    """A title and one sentence; `play`, `fold` and `more`, of UP and DOWN, are labels."""

    title: Label
    text: Label
    play: Label | None = "ok"
    fold: Label | None = None
    more: Label | None = None

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.label(self.title))
        canvas.lines(13, words.label(self.text), TEXT_BOTTOM)
        Keys(self.fold, play=self.play, arrows=self.more).draw(canvas, words)


@dataclass(frozen=True, slots=True)
class NumberScreen(Screen):
    """Selects a number; None is shown as "out"."""

    title: str
    number: int | None
    of: str = ""
    fold: Label | None = "back"
    steps: tuple[str | None, str | None] | None = None
    """The labels of UP and DOWN, None where it does nothing; without labels their mark alone."""

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(self.title)
        shown = words.phrase("none") if self.number is None else str(self.number)
        canvas.text((0, 24), shown, "bold digits" if self.number is not None else "rank", width=128, align="centre")
        canvas.text((84, 32), self.of, "plain")
        fold = words.label(self.fold) if self.fold is not None else None
        up, down = self.steps or (None, None)
        canvas.keys(fold=fold, arrows="" if self.steps is None else None, up=up, down=down, play=words.phrase("ok"))


class SuitTile(NamedTuple):
    suit: str


class RankTile(NamedTuple):
    rank: str


Tile: TypeAlias = Card | SuitTile | RankTile | Label
"""A tile with a card, a suit, a rank, or text."""
MAX_TILES = 4
"""Tiles side by side: those that fit around the selected one; small arrows indicate more."""


@dataclass(frozen=True, slots=True)
class TileScreen(Screen):
    """Tiles in a row, one selected with UP and DOWN; `named` is its name, which PLAY takes."""

    title: Label
    tiles: tuple[Tile, ...]
    selected: int
    fold: Label = "back"
    right: str = ""
    named: str = ""

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.label(self.title), self.right)
        first = min(max(self.selected - 1, 0), max(len(self.tiles) - MAX_TILES, 0))
        shown = self.tiles[first : first + MAX_TILES]
        left = 64 - 16 * len(shown)
        for index, tile in enumerate(shown, start=first):
            place, inverse = (left + 32 * (index - first), 14), index == self.selected
            card = (place[0] + 3, place[1])
            match tile:
                case str() | Words() | FilledPhrase():
                    draw_tile(canvas, place, words.label(tile), inverse)
                case SuitTile(suit):
                    draw_card(canvas, card, "", words.sign(suit), inverse)
                case RankTile(rank):
                    draw_card(canvas, card, words.corner(rank), "", inverse)
                case _:
                    draw_card(canvas, card, words.rank(tile), words.sign(tile.suit), inverse)
        draw_more(canvas, first > 0, first + MAX_TILES < len(self.tiles))
        fold = words.label(self.fold)
        named = canvas.fit(self.named, "plain", width_between(fold, ""))
        canvas.keys(fold=fold, arrows="", play=named or words.phrase("ok"))
