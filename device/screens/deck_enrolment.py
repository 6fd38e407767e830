"""Screens of the enrolment of a deck."""

from collections.abc import Mapping
from dataclasses import dataclass

from common.texts.keys import PhraseKey
from common.texts.words import TableWords
from device.display.canvas import Canvas
from device.display.drawings import draw_card, draw_small_card
from device.display.text_layout import MARGIN, TEXT_BOTTOM, WIDTH
from device.screens.base import Screen
from engine.cards import Card

GRADES: Mapping[str, PhraseKey] = {
    "very_good": "grade_very_good",
    "good": "grade_good",
    "fair": "grade_fair",
    "poor": "grade_poor",
}
"""The grades of `vision.enrolment.quiz`."""
MIN_ROW_STEPS = 7
"""Cards of a short row are drawn as wide as in a row of this many."""


@dataclass(frozen=True, slots=True)
class CardRequestScreen(Screen):
    """The requested card, the number of cards shown, and the result of the last one."""

    card: Card
    taken: int
    of: int
    last: Card | None = None
    advice: str = ""
    insist: bool = False
    """Whether PLAY accepts a card refused as a double."""

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.phrase("show_card"), f"{self.taken}/{self.of}")
        draw_card(canvas, (4, 14), words.rank(self.card), words.sign(self.card.suit))
        text = self.advice or words.card(self.card)
        top = canvas.block((36, 13), text, 41 if self.last is not None else TEXT_BOTTOM)
        if self.last is not None and top <= 43:
            last_card = words.phrase("last_taken", card=words.token(self.last))
            canvas.text((36, 42), last_card, "small", width=WIDTH - 36 - MARGIN)
        play = words.phrase("take_it") if self.insist else None
        fold = words.phrase("back") if self.last is not None else words.phrase("later")
        canvas.keys(fold=fold, arrows=words.phrase("skip"), play=play)


@dataclass(frozen=True, slots=True)
class RowRequestScreen(Screen):
    """The requested row, the number of cards shown, and the result of the last row."""

    cards: tuple[Card, ...]
    taken: int
    of: int
    advice: str = ""
    again: bool = False
    """Whether the last row can be requested again."""
    insist: bool = False
    """Whether UP and DOWN accept a row refused because of a double."""

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.phrase("show_row"), f"{self.taken}/{self.of}", sign=words.sign(self.cards[0].suit))
        step = WIDTH // max(len(self.cards), MIN_ROW_STEPS)
        left = (WIDTH - step * len(self.cards)) // 2
        for index, card in enumerate(self.cards):
            draw_small_card(canvas, (left + index * step, 14), words.rank(card), step - 1)
        canvas.lines(33, self.advice or words.phrase("row_advice"), bottom=52)
        fold = words.phrase("back") if self.again else words.phrase("later")
        play, arrows = words.phrase("read_now"), words.phrase("take_it") if self.insist else words.phrase("skip")
        canvas.keys(fold=fold, arrows=arrows, play=play)


@dataclass(frozen=True, slots=True)
class QuizScreen(Screen):
    """The last card read in the quiz; with `sure` it was named without a question."""

    read: Card | None
    sure: bool
    right: int
    of: int
    advice: str = ""
    """Why a card on the table cannot be read yet."""

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.phrase("quiz"), f"{self.right}/{self.of}" if self.of else "")
        if self.read is None or self.advice:
            canvas.lines(16, self.advice or words.phrase("quiz_advice"), TEXT_BOTTOM)
            canvas.keys(play=words.phrase("done"))
            return
        draw_card(canvas, (4, 14), words.rank(self.read), words.sign(self.read.suit))
        canvas.block((36, 22), words.card(self.read) + ("" if self.sure else "?"), TEXT_BOTTOM)
        canvas.keys(fold=words.phrase("quiz_wrong") if self.sure else None, play=words.phrase("done"))


@dataclass(frozen=True, slots=True)
class GradeScreen(Screen):
    """The grade of the quiz, and the cards to show again."""

    grade: str
    right: int
    of: int
    again: tuple[Card, ...] = ()

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.phrase("quiz"))
        canvas.text((0, 13), words.label(GRADES[self.grade]), "rank", width=128, align="centre")
        recognised = words.phrase("recognised", right=self.right, count=self.of)
        canvas.text((0, 30), recognised, "small", width=128, align="centre")
        if self.again:
            cards = " ".join(words.token(card) for card in self.again[:4])
            text = canvas.fit(words.phrase("show_again", cards=cards), "small", WIDTH - 2 * MARGIN)
            canvas.text((MARGIN, 42), text, "small")
        canvas.keys(fold=words.phrase("show_card") if self.again else None, play=words.phrase("done"))
