"""Screens of the tricks: the one in play, earlier ones, and findings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.screens.base import NO_KEYS, Keys, Screen

if TYPE_CHECKING:
    from common.texts.keys import PhraseKey
    from common.texts.words import TableWords
    from device.display.canvas import Canvas
    from engine.cards import Card, Seat


CARDS_TOP, CARD_HEIGHT, NAMES_TOP = 13, 30, 42
"""px: the cards below the bar, lower than elsewhere, so that names and keys have room below them."""


@dataclass(frozen=True, slots=True)
class LaidCard:
    seat: Seat
    card: Card
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class TrickScreen(Screen):
    """A trick: the cards in the order they were laid, the one that is winning in inverse.

    `headline` names a phrase about `seat`, which nobody may know; `awaits` says whether that seat's card comes next.
    `trump` and `striker` are the suit and the rank that beat others, `secret` says that not everybody knows them.
    """

    headline: PhraseKey
    seat: Seat | None
    number: int
    laid: tuple[LaidCard, ...] = ()
    winner: Seat | None = None
    trump: str = ""
    striker: str = ""
    secret: bool = False
    players: int = 4
    awaits: bool = False
    open_questions: int = 0
    hand: bool = False
    """Whether a hand is over the table; covered cards are not read."""
    keys: Keys = NO_KEYS

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        seat = "?" if self.seat is None else words.seat(self.seat)
        headline = words.phrase(self.headline, seat=seat, number=self.number)
        right = f"{'?' * bool(self.open_questions)} {self.number}".strip()
        sign = words.sign(self.trump) if self.trump else None
        rank = "?" if self.secret else words.corner(self.striker) if self.striker else ""
        canvas.bar(headline, right, sign, rank)
        width = 128 // max(self.players, len(self.laid))
        for index, laid in enumerate(self.laid):
            left = index * width
            rank = words.rank(laid.card) + "?" * laid.doubtful
            place = (left + (width - 26) // 2, CARDS_TOP)
            inverse = laid.seat == self.winner
            canvas.card(place, rank, words.sign(laid.card.suit), inverse=inverse, height=CARD_HEIGHT)
            canvas.name((left, NAMES_TOP), words.seat(laid.seat), "plain", width)
        if self.awaits and len(self.laid) < self.players:
            left = len(self.laid) * width
            word = words.phrase("hand_there") if self.hand else ""
            canvas.empty_card((left + (width - 26) // 2, CARDS_TOP), word, CARD_HEIGHT)
            canvas.name((left, NAMES_TOP), seat, "plain", width)
        self.keys.draw(canvas, words, is_underlined=False)

    def with_hand(self, moving: bool) -> TrickScreen:
        return replace(self, hand=True, headline="something_moves" if moving else self.headline)


@dataclass(frozen=True, slots=True)
class FindingScreen(Screen):
    """A finding: its title, the evidence in one sentence, and the possible rulings in words."""

    title: str
    text: str
    rulings: tuple[str, ...]
    selected: int = 0

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        place = f"{self.selected + 1}/{len(self.rulings)}" if len(self.rulings) > 1 else ""
        canvas.bar(self.title, place)
        canvas.lines(14, self.text, bottom=53)
        if self.rulings:
            arrows = "" if len(self.rulings) > 1 else None
            canvas.keys(fold=words.phrase("later"), arrows=arrows, play=self.rulings[self.selected])
        else:
            canvas.keys(play=words.phrase("ok"))
