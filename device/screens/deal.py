"""Screens from the cut to the exchange."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.screens.base import Keys, Screen

if TYPE_CHECKING:
    from common.texts.keys import PhraseKey
    from common.texts.words import TableWords
    from device.display.canvas import Canvas
    from engine.cards import Card, Seat


BEFORE_UPCARD = Keys("key_correct", down="key_score", play="by_hand")
"""The buttons while the cut or the upcard is awaited."""
ARROWS_TOP = 44
"""px: y of what UP and DOWN do, where FOLD and PLAY leave them no room."""


@dataclass(frozen=True, slots=True)
class CutScreen(Screen):
    """The cut; `taken` are Criticals schlecked so far."""

    cutter: Seat
    dealer: Seat
    taken: tuple[tuple[Seat, Card], ...] = ()
    hand: bool = False

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        right = words.phrase("hand_there") if self.hand else words.phrase("deals", seat=words.seat(self.dealer))
        canvas.bar(words.phrase("cutting"), right)
        if not self.taken:
            canvas.text((0, 24), words.phrase("cuts", seat=words.seat(self.cutter)), "rank", width=128, align="centre")
        for index, (seat, card) in enumerate(self.taken):
            text = words.phrase("has_taken", seat=words.seat(seat), cards=words.token(card))
            canvas.text((4, 14 + 13 * index), text)
        BEFORE_UPCARD.draw(canvas, words)

    def with_hand(self, moving: bool) -> CutScreen:
        return replace(self, hand=True)


@dataclass(frozen=True, slots=True)
class TakeCriticalScreen(Screen):
    """Asks whether a Critical in view during the cut is taken, or is the upcard."""

    seat: Seat
    card: Card
    others_may_call: bool = False
    """Whether UP and DOWN lead on as they do for a call."""

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.phrase("critical"))
        bottom = ARROWS_TOP if self.others_may_call else 54
        text = words.phrase("takes_it", seat=words.seat(self.seat))
        _card_and_text(canvas, words, self.card, text, bottom)
        if self.others_may_call:
            canvas.arrows((36, ARROWS_TOP), words.phrase("key_correct"), words.phrase("key_score"))
        canvas.keys(fold=words.phrase("is_upcard"), play=words.phrase("takes"))


@dataclass(frozen=True, slots=True)
class AwaitUpcardScreen(Screen):
    dealer: Seat
    taken: tuple[tuple[Seat, Card], ...] = ()
    hand: bool = False

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.phrase("upcard"))
        canvas.empty_card((4, 15), words.phrase("hand_there") if self.hand else "")
        bottom = 40 if self.taken else 53
        canvas.block((36, 15), words.phrase("turns_upcard", seat=words.seat(self.dealer)), bottom)
        for index, (seat, card) in enumerate(self.taken):
            canvas.text((36 + 46 * index, 40), f"{words.seat(seat)[:1]} {words.token(card)}", "plain", width=46)
        BEFORE_UPCARD.draw(canvas, words)

    def with_hand(self, moving: bool) -> AwaitUpcardScreen:
        return replace(self, hand=True)


@dataclass(frozen=True, slots=True)
class DeclareScreen(Screen):
    """Asks to play or fold, in turn; seats that `must` play are not asked."""

    upcard: Card
    seat: Seat
    playing: tuple[Seat, ...] = ()
    folded: tuple[Seat, ...] = ()
    must: bool = False

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        title: PhraseKey = "must_play" if self.must else "plays_or_folds"
        canvas.bar(words.phrase(title, seat=words.seat(self.seat)), sign=words.sign(self.upcard.suit))
        canvas.card((4, 15), words.rank(self.upcard), words.sign(self.upcard.suit))
        said_by: tuple[tuple[PhraseKey, tuple[Seat, ...]], ...] = (("playing", self.playing), ("folded", self.folded))
        said = [
            words.phrase(phrase, seats=" ".join(words.seat(seat) for seat in seats))
            for phrase, seats in said_by
            if seats
        ]
        trump = words.phrase("trump_is", suit=words.suit(self.upcard.suit))
        canvas.paragraphs((36, 13), [trump, *said], ARROWS_TOP)
        canvas.arrows((36, ARROWS_TOP), words.phrase("key_correct"), words.phrase("key_score"))
        if self.must:
            canvas.keys(fold=words.phrase("why"), play=words.phrase("go_on"))
        else:
            canvas.keys(fold=words.phrase("fold"), play=words.phrase("play"))


@dataclass(frozen=True, slots=True)
class FoldBarredScreen(Screen):
    """Folding is not allowed; `reason` is a sentence of the house rules."""

    seat: Seat
    reason: str

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.phrase("fold_barred"), words.seat(self.seat))
        canvas.sentence(14, self.reason)
        canvas.keys(fold=words.phrase("insist"), arrows=words.phrase("back"), play=words.phrase("play"))


@dataclass(frozen=True, slots=True)
class TakeUpcardScreen(Screen):
    seat: Seat
    card: Card

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.phrase("exchange"), words.seat(self.seat))
        _card_and_text(canvas, words, self.card, words.phrase("takes_upcard", seat=words.seat(self.seat)))
        canvas.keys(fold=words.phrase("no"), play=words.phrase("yes"))


def _card_and_text(canvas: Canvas, words: TableWords, card: Card, text: str, bottom: int = 54) -> None:
    canvas.card((4, 15), words.rank(card), words.sign(card.suit))
    canvas.block((36, 20), text, bottom)
