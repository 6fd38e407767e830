"""Menus of the enrolment of a deck: the way, the kind, card by card or row by row, a known pack, the quiz.

A menu shows a screen, and says what its buttons answer; its only state is its cursor. `EnrolmentState` describes the
enrolment in progress, and an answer carries a request to `device.runtime.activities.deck_enrolment`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from common.texts.keys import PhraseKey
from common.texts.phrases import Text
from common.texts.words import TableWords
from device.hardware.presses import Press
from device.screens.base import Notice, Screen
from device.screens.deck_enrolment import CardRequestScreen, GradeScreen, QuizScreen, RowRequestScreen
from device.screens.engine_text import PACK_NAMES
from device.screens.lists import ListScreen, SentenceScreen, rule_screen
from device.storage.pack_paths import shipped_pack
from engine.cards import PACKS, Card

EnrolmentRequest: TypeAlias = Literal[
    "begin", "rows", "afresh", "go_on", "look", "back", "retake", "skip", "insist", "use", "anew", "wrong", "again",
    "done", "leave", "go_back",
]  # fmt: skip

WAYS: tuple[PhraseKey, ...] = ("teach_advice", "teach_rows", "teach_printed", "teach_later")
"""The ways to enrol a deck, the drawn one that is enrolled already, and `later`."""
ROWS, PRINTED, LATER = 1, 2, 3


@dataclass(frozen=True, slots=True)
class EnrolmentState:
    """The state of the enrolment; `kinds` are the packs of the game, `row` is the requested row if cards are shown in
    rows, `looking` is whether its picture is still to be taken."""

    words: TableWords
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


class EnrolmentAnswer(NamedTuple):
    """The request, the next menu, and the kind of cards, the pack or the card concerned."""

    menu: EnrolmentMenu
    request: EnrolmentRequest | None = None
    name: str = ""


EnrolmentReply: TypeAlias = "EnrolmentAnswer | EnrolmentMenu | EnrolmentRequest | None"
"""An answer; or a menu alone; or a request alone, or None, with which the menu stays."""


class Dialog(NamedTuple):
    """What the display shows, and the answers of the buttons."""

    screen: Screen
    play: EnrolmentReply
    fold: EnrolmentReply = None
    up: EnrolmentReply = None
    down: EnrolmentReply = None


class EnrolmentMenu(ABC):
    __slots__ = ()

    @abstractmethod
    def dialog(self, state: EnrolmentState) -> Dialog: ...

    def screen(self, state: EnrolmentState) -> Screen:
        return self.dialog(state).screen

    def press(self, state: EnrolmentState, press: Press) -> EnrolmentAnswer:
        reply: EnrolmentReply = getattr(self.dialog(state), press.button)
        if reply is None or isinstance(reply, str):
            return EnrolmentAnswer(self, reply)
        return reply if isinstance(reply, EnrolmentAnswer) else EnrolmentAnswer(reply)


@dataclass(frozen=True, slots=True)
class KnownDeckMenu(EnrolmentMenu):
    """Asks whether to use the known deck or another one; UP and DOWN go back."""

    def dialog(self, state: EnrolmentState) -> Dialog:
        title, text = state.words.phrase("in_use", pack=state.in_use), state.words.phrase("in_use_text")
        screen = SentenceScreen(title, text, "learn_anew", "yes", more="back")
        return Dialog(screen, EnrolmentAnswer(self, "use", state.in_use), EnrolmentWayMenu(), "go_back", "go_back")


@dataclass(frozen=True, slots=True)
class EnrolmentWayMenu(EnrolmentMenu):
    """Explains enrolment, and asks whether cards are shown one by one, in rows, not at all, or later."""

    way: int = 0

    def dialog(self, state: EnrolmentState) -> Dialog:
        screen = rule_screen("teach", f"{self.way + 1}/{len(WAYS)}", state.words.label(WAYS[self.way]), play="go_on")
        play: EnrolmentReply = DeckKindMenu(way=self.way)
        if self.way == LATER:
            play = "leave"
        elif len(state.kinds) == 1:
            play = begin(self.way, state.kinds[0])
        up, down = (EnrolmentWayMenu((self.way + step) % len(WAYS)) for step in (-1, 1))
        return Dialog(screen, play, KnownDeckMenu() if state.in_use else "go_back", up, down)


def begin(way: int, kind: str) -> EnrolmentAnswer:
    if way == PRINTED:
        return EnrolmentAnswer(EnrolmentWayMenu(way), "use", shipped_pack(PACKS[kind]))
    if way == ROWS:
        return EnrolmentAnswer(ShowRowMenu(), "rows", kind)
    return EnrolmentAnswer(ShowCardMenu(), "begin", kind)


def show_menu(state: EnrolmentState) -> ShowCardMenu | ShowRowMenu:
    return ShowRowMenu() if state.in_rows else ShowCardMenu()


def way_menu(state: EnrolmentState) -> EnrolmentWayMenu:
    return EnrolmentWayMenu(ROWS if state.in_rows else 0)


@dataclass(frozen=True, slots=True)
class DeckKindMenu(EnrolmentMenu):
    selected: int = 0
    way: int = 0

    def dialog(self, state: EnrolmentState) -> Dialog:
        screen = ListScreen("which_kind", tuple(PACK_NAMES[kind] for kind in state.kinds), self.selected)
        up, down = (replace(self, selected=(self.selected + step) % len(state.kinds)) for step in (-1, 1))
        return Dialog(screen, begin(self.way, state.kinds[self.selected]), EnrolmentWayMenu(self.way), up, down)


@dataclass(frozen=True, slots=True)
class ContinueEnrolmentMenu(EnrolmentMenu):
    """Some cards were shown earlier; asks whether they are of this deck. UP and DOWN go back."""

    def dialog(self, state: EnrolmentState) -> Dialog:
        text = state.words.phrase("begun_text", taken=state.taken, of=state.of)
        screen = SentenceScreen("teach", text, "learn_anew", "go_on", more="back")
        play, fold = EnrolmentAnswer(show_menu(state), "go_on"), EnrolmentAnswer(show_menu(state), "afresh")
        return Dialog(screen, play, fold, way_menu(state), way_menu(state))


@dataclass(frozen=True, slots=True)
class StopEnrolmentMenu(EnrolmentMenu):
    """Asks whether to repeat the last card or row, or to stop for now; UP and DOWN go on."""

    def dialog(self, state: EnrolmentState) -> Dialog:
        text, more = state.words.phrase("stop_text", taken=state.taken, of=state.of), show_menu(state)
        screen = SentenceScreen("teach", text, "last_again", "later", more="go_on")
        return Dialog(screen, EnrolmentAnswer(way_menu(state), "leave"), EnrolmentAnswer(more, "back"), more, more)


@dataclass(frozen=True, slots=True)
class DiskFullMenu(EnrolmentMenu):
    """The pack cannot be stored for lack of room; PLAY tries again."""

    def dialog(self, state: EnrolmentState) -> Dialog:
        screen = SentenceScreen("not_saved", state.words.phrase("no_room_text"), "later", "try_again")
        return Dialog(screen, EnrolmentAnswer(show_menu(state), "go_on"), EnrolmentAnswer(way_menu(state), "leave"))


def _back_from(state: EnrolmentState, way: int) -> EnrolmentReply:
    return StopEnrolmentMenu() if state.last is not None else EnrolmentAnswer(EnrolmentWayMenu(way), "leave")


def _back_request(state: EnrolmentState) -> Notice:
    return Notice("show_card", Text(state.advice) if state.advice else "show_back", play=None, fold="back", more="skip")


@dataclass(frozen=True, slots=True)
class ShowCardMenu(EnrolmentMenu):
    """FOLD goes back or leaves, UP and DOWN defer the requested card, PLAY insists on a double.

    After all cards the back is asked for: UP and DOWN leave it out.
    """

    def dialog(self, state: EnrolmentState) -> Dialog:
        if state.asked is None:
            return Dialog(_back_request(state), None, _back_from(state, 0), "skip", "skip")
        screen = CardRequestScreen(state.asked, state.taken, state.of, state.last, state.advice, state.doubled)
        return Dialog(screen, "insist" if state.doubled else None, _back_from(state, 0), "skip", "skip")


@dataclass(frozen=True, slots=True)
class ShowRowMenu(EnrolmentMenu):
    """PLAY takes a picture, FOLD goes back or leaves, UP and DOWN defer the row, or insist on a double."""

    def dialog(self, state: EnrolmentState) -> Dialog:
        if not state.row:
            return Dialog(_back_request(state), None, _back_from(state, ROWS), "skip", "skip")
        text = state.words.phrase("advice_hand") if state.looking else state.advice
        screen = RowRequestScreen(state.row, state.taken, state.of, text, state.last is not None, state.doubled)
        other: EnrolmentReply = "insist" if state.doubled else "skip"
        return Dialog(screen, "look", _back_from(state, ROWS), other, other)


@dataclass(frozen=True, slots=True)
class KnownPackMenu(EnrolmentMenu):
    """A pack on the device reads the first cards surely, so that no enrolment is needed."""

    title: str
    name: str

    def dialog(self, state: EnrolmentState) -> Dialog:
        text = f"{state.words.phrase('pack_fits', pack=self.title)} {state.words.phrase('fits_text')}"
        screen = SentenceScreen("teach", text, "learn_anew", "take_it")
        return Dialog(screen, EnrolmentAnswer(self, "use", self.name), EnrolmentAnswer(show_menu(state), "anew"))


@dataclass(frozen=True, slots=True)
class QuizMenu(EnrolmentMenu):
    def dialog(self, state: EnrolmentState) -> Dialog:
        screen = QuizScreen(state.read, state.sure, state.right, state.quizzed, state.advice)
        is_named = state.sure and state.read is not None and not state.advice
        return Dialog(screen, GradeMenu() if state.quizzed else "done", "wrong" if is_named else None)


@dataclass(frozen=True, slots=True)
class GradeMenu(EnrolmentMenu):
    def dialog(self, state: EnrolmentState) -> Dialog:
        screen = GradeScreen(state.grade, state.right, state.quizzed, state.again)
        return Dialog(screen, "done", EnrolmentAnswer(ShowCardMenu(), "again") if state.again else None)
