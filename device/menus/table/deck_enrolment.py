"""Menus of the enrolment of a deck: the way, the kind, card by card or row by row, a known pack, the quiz.

A menu is a screen and an answer to a press; its only state is its cursor. `Lesson` has the state of the enrolment; a
press answers with a request to it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from device.menus.base import moved
from device.screens.base import Notice, fill_phrase, phrase
from device.screens.deck_enrolment import CardAsked, Graded, QuizCard, RowAsked
from device.screens.engine_text import PACK_NAMES
from device.screens.lists import Listed, RuleAsked, YesOrNo

if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    from device.hardware.presses import Press
    from device.i18n.phrases import PhraseKey
    from device.i18n.words import Words
    from device.screens.base import Screen
    from engine.cards import Card

    LessonRequest: TypeAlias = Literal[
        "begin", "rows", "afresh", "go_on", "look", "back", "skip", "insist", "use", "anew", "wrong", "again", "done",
        "leave", "go_back",
    ]  # fmt: skip

WAYS: tuple[PhraseKey, ...] = ("teach_advice", "teach_rows", "teach_later")
"""The ways to enrol a deck, and `later`."""
ROWS, LATER = 1, 2


@dataclass(frozen=True, slots=True)
class Lesson:
    """The state of the enrolment; `kinds` are the packs of the game, `row` is the requested row if cards are shown in
    rows, `looking` is whether its picture is still to be taken."""

    words: Words
    kinds: tuple[str, ...]
    in_use: str = ""
    asked: Card | None = None
    taken: int = 0
    of: int = 0
    last: Card | None = None
    advice: str = ""
    doubled: bool = False
    read: Card | None = None
    sure: bool = False
    right: int = 0
    quizzed: int = 0
    grade: str = ""
    again: tuple[Card, ...] = ()
    row: tuple[Card, ...] = ()
    in_rows: bool = False
    looking: bool = False


class Answer(NamedTuple):
    """The request, the next menu, and the kind of cards or the pack concerned."""

    menu: TeachingMenu
    request: LessonRequest | None = None
    name: str = ""


class TeachingMenu(Protocol):
    def screen(self, lesson: Lesson) -> Screen: ...

    def press(self, lesson: Lesson, press: Press) -> Answer: ...


@dataclass(frozen=True, slots=True)
class DeckInUse:
    """Asks whether to use the known deck or another one; UP and DOWN go back."""

    def screen(self, lesson: Lesson) -> Screen:
        words = lesson.words
        title = fill_phrase(words, "in_use", pack=lesson.in_use)
        return YesOrNo(title, words.phrases.in_use_text, "learn_anew", "yes", more=words.phrases.back)

    def press(self, lesson: Lesson, press: Press) -> Answer:
        if press.button == "play":
            return Answer(self, "use", lesson.in_use)
        return Answer(Invitation()) if press.button == "fold" else Answer(self, "go_back")


@dataclass(frozen=True, slots=True)
class Invitation:
    """Explains enrolment, and asks whether cards are shown one by one, in rows, or later."""

    way: int = 0

    def screen(self, lesson: Lesson) -> Screen:
        text = phrase(lesson.words, WAYS[self.way])
        return RuleAsked("teach", f"{self.way + 1}/{len(WAYS)}", text, play="go_on")

    def press(self, lesson: Lesson, press: Press) -> Answer:
        if press.button == "fold":
            return Answer(DeckInUse()) if lesson.in_use else Answer(self, "go_back")
        if press.button != "play":
            return Answer(replace(self, way=moved(self.way, press, len(WAYS))))
        if self.way == LATER:
            return Answer(self, "leave")
        if len(lesson.kinds) == 1:
            return _begun(self.way, lesson.kinds[0])
        return Answer(WhichKind(way=self.way))


def _begun(way: int, kind: str) -> Answer:
    return Answer(ShowingRows(), "rows", kind) if way == ROWS else Answer(ShowingCards(), "begin", kind)


def _showing(lesson: Lesson) -> ShowingCards | ShowingRows:
    return ShowingRows() if lesson.in_rows else ShowingCards()


def _invitation(lesson: Lesson) -> Invitation:
    return Invitation(ROWS if lesson.in_rows else 0)


@dataclass(frozen=True, slots=True)
class WhichKind:
    selected: int = 0
    way: int = 0

    def screen(self, lesson: Lesson) -> Screen:
        return Listed("which_kind", tuple(PACK_NAMES[kind] for kind in lesson.kinds), self.selected)

    def press(self, lesson: Lesson, press: Press) -> Answer:
        if press.button == "fold":
            return Answer(Invitation(self.way))
        if press.button == "play":
            return _begun(self.way, lesson.kinds[self.selected])
        return Answer(replace(self, selected=moved(self.selected, press, len(lesson.kinds))))


@dataclass(frozen=True, slots=True)
class GoingOn:
    """Some cards were shown earlier; asks whether they are of this deck. UP and DOWN go back."""

    def screen(self, lesson: Lesson) -> Screen:
        text = fill_phrase(lesson.words, "begun_text", taken=lesson.taken, of=lesson.of)
        return YesOrNo("teach", text, "learn_anew", "go_on", more="")

    def press(self, lesson: Lesson, press: Press) -> Answer:
        if press.button == "play":
            return Answer(_showing(lesson), "go_on")
        return Answer(_showing(lesson), "afresh") if press.button == "fold" else Answer(_invitation(lesson))


@dataclass(frozen=True, slots=True)
class Stopping:
    """Asks whether to repeat the last card or row, or to stop for now; UP and DOWN go on."""

    def screen(self, lesson: Lesson) -> Screen:
        text = fill_phrase(lesson.words, "stop_text", taken=lesson.taken, of=lesson.of)
        return YesOrNo("teach", text, "last_again", "later", more="")

    def press(self, lesson: Lesson, press: Press) -> Answer:
        if press.button == "play":
            return Answer(_invitation(lesson), "leave")
        return Answer(_showing(lesson), "back" if press.button == "fold" else None)


@dataclass(frozen=True, slots=True)
class NotSaved:
    """The pack cannot be stored for lack of room; PLAY tries again."""

    def screen(self, lesson: Lesson) -> Screen:
        return YesOrNo("not_saved", lesson.words.phrases.no_room_text, "later", "try_again")

    def press(self, lesson: Lesson, press: Press) -> Answer:
        if press.button == "play":
            return Answer(_showing(lesson), "go_on")
        return Answer(_invitation(lesson), "leave") if press.button == "fold" else Answer(self)


@dataclass(frozen=True, slots=True)
class ShowingCards:
    """FOLD goes back or leaves, UP and DOWN defer the requested card, PLAY insists on a double."""

    def screen(self, lesson: Lesson) -> Screen:
        if lesson.asked is None:
            return Notice("teach", "done")
        return CardAsked(lesson.asked, lesson.taken, lesson.of, lesson.last, lesson.advice, lesson.doubled)

    def press(self, lesson: Lesson, press: Press) -> Answer:
        if press.button == "play":
            return Answer(self, "insist" if lesson.doubled else None)
        if press.button == "fold":
            return Answer(Stopping()) if lesson.last is not None else Answer(Invitation(), "leave")
        return Answer(self, "skip")


@dataclass(frozen=True, slots=True)
class ShowingRows:
    """PLAY takes a picture, FOLD goes back or leaves, UP and DOWN defer the row, or insist on a double."""

    def screen(self, lesson: Lesson) -> Screen:
        if not lesson.row:
            return Notice("teach", "done")
        text = lesson.words.phrases.advice_hand if lesson.looking else lesson.advice
        return RowAsked(lesson.row, lesson.taken, lesson.of, text, lesson.last is not None, lesson.doubled)

    def press(self, lesson: Lesson, press: Press) -> Answer:
        if press.button == "play":
            return Answer(self, "look")
        if press.button == "fold":
            return Answer(Stopping()) if lesson.last is not None else Answer(Invitation(ROWS), "leave")
        return Answer(self, "insist" if lesson.doubled else "skip")


@dataclass(frozen=True, slots=True)
class KnownPack:
    """A pack on the device reads the first cards surely, so that no enrolment is needed."""

    title: str
    name: str

    def screen(self, lesson: Lesson) -> Screen:
        fits = fill_phrase(lesson.words, "pack_fits", pack=self.title)
        return YesOrNo("teach", f"{fits} {lesson.words.phrases.fits_text}", "learn_anew", "take_it")

    def press(self, lesson: Lesson, press: Press) -> Answer:
        if press.button == "play":
            return Answer(self, "use", self.name)
        return Answer(_showing(lesson), "anew") if press.button == "fold" else Answer(self)


@dataclass(frozen=True, slots=True)
class Quizzing:
    def screen(self, lesson: Lesson) -> Screen:
        return QuizCard(lesson.read, lesson.sure, lesson.right, lesson.quizzed, lesson.advice)

    def press(self, lesson: Lesson, press: Press) -> Answer:
        if press.button == "play":
            return Answer(Grading()) if lesson.quizzed else Answer(self, "done")
        wrong = press.button == "fold" and lesson.sure and not lesson.advice
        return Answer(self, "wrong" if wrong else None)


@dataclass(frozen=True, slots=True)
class Grading:
    def screen(self, lesson: Lesson) -> Screen:
        return Graded(lesson.grade, lesson.right, lesson.quizzed, lesson.again)

    def press(self, lesson: Lesson, press: Press) -> Answer:
        if press.button == "play":
            return Answer(self, "done")
        return Answer(ShowingCards(), "again") if press.button == "fold" and lesson.again else Answer(self)
