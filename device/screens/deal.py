"""Screens of a deal: the cut, calls and the exchange, the trick in play and earlier ones, findings."""

from dataclasses import dataclass, replace
from typing import Self

from common.texts.keys import PhraseKey
from common.texts.phrases import Label
from common.texts.words import TableWords
from device.display.canvas import Canvas
from device.display.drawings import draw_card, draw_empty_card
from device.display.text_layout import TEXT_BOTTOM
from device.screens.base import NO_KEYS, Keys, Screen
from engine.cards import Card, Seat

BEFORE_UPCARD = Keys("key_correct", down="key_score", play="by_hand")
"""The buttons while the cut or the upcard is awaited."""
ARROWS_TOP = 42
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

    def with_hand(self, moving: bool) -> Self:
        return replace(self, hand=True)


@dataclass(frozen=True, slots=True)
class AwaitUpcardScreen(CutScreen):
    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.phrase("upcard"))
        draw_empty_card(canvas, (4, 14), words.phrase("hand_there") if self.hand else "")
        bottom = 40 if self.taken else TEXT_BOTTOM
        canvas.block((36, 14), words.phrase("turns_upcard", seat=words.seat(self.dealer)), bottom)
        for index, (seat, card) in enumerate(self.taken):
            canvas.text((36 + 46 * index, 40), f"{words.seat(seat)[:1]} {words.token(card)}", "plain", width=46)
        BEFORE_UPCARD.draw(canvas, words)


@dataclass(frozen=True, slots=True)
class CardQuestionScreen(Screen):
    """A question about a card, which FOLD and PLAY answer."""

    title: Label
    card: Card
    text: str
    fold: Label
    play: Label
    right: str = ""
    others_may_call: bool = False
    """Whether UP and DOWN lead on as they do for a call."""

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.label(self.title), self.right)
        draw_card(canvas, (4, 14), words.rank(self.card), words.sign(self.card.suit))
        canvas.block((36, 18), self.text, ARROWS_TOP if self.others_may_call else TEXT_BOTTOM)
        if self.others_may_call:
            canvas.arrows((36, ARROWS_TOP), words.phrase("key_correct"), words.phrase("key_score"))
        Keys(self.fold, play=self.play).draw(canvas, words)


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
        draw_card(canvas, (4, 14), words.rank(self.upcard), words.sign(self.upcard.suit))
        said_by: tuple[tuple[PhraseKey, tuple[Seat, ...]], ...] = (("playing", self.playing), ("folded", self.folded))
        said = [words.phrase(phrase, seats=" ".join(map(words.seat, seats))) for phrase, seats in said_by if seats]
        trump = words.phrase("trump_is", suit=words.suit(self.upcard.suit))
        canvas.block((36, 12), "\n".join([trump, *said]), ARROWS_TOP - 1)
        canvas.arrows((36, ARROWS_TOP), words.phrase("key_correct"), words.phrase("key_score"))
        if self.must:
            canvas.keys(fold=words.phrase("why"), play=words.phrase("go_on"))
        else:
            canvas.keys(fold=words.phrase("fold"), play=words.phrase("play"))


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
    cards: tuple[LaidCard, ...] = ()
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
        width = 128 // max(self.players, len(self.cards))
        for index, play in enumerate(self.cards):
            left = index * width
            rank = words.rank(play.card) + "?" * play.doubtful
            place = (left + (width - 26) // 2, CARDS_TOP)
            inverse = play.seat == self.winner
            draw_card(canvas, place, rank, words.sign(play.card.suit), inverse=inverse, height=CARD_HEIGHT)
            canvas.name((left, NAMES_TOP), words.seat(play.seat), "plain", width)
        if self.awaits and len(self.cards) < self.players:
            left = len(self.cards) * width
            word = words.phrase("hand_there") if self.hand else ""
            draw_empty_card(canvas, (left + (width - 26) // 2, CARDS_TOP), word, CARD_HEIGHT)
            canvas.name((left, NAMES_TOP), seat, "plain", width)
        self.keys.draw(canvas, words, is_underlined=False)

    def with_hand(self, moving: bool) -> Self:
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
        canvas.lines(13, self.text, TEXT_BOTTOM)
        if self.rulings:
            arrows = "" if len(self.rulings) > 1 else None
            canvas.keys(fold=words.phrase("later"), arrows=arrows, play=self.rulings[self.selected])
        else:
            canvas.keys(play=words.phrase("ok"))
