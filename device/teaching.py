"""Teaches a deck at the table: frames and presses in, screens out, and at the end the name of a pack."""

from __future__ import annotations

import itertools
from contextlib import suppress
from typing import TYPE_CHECKING

from device.menus_enrol import (
    DeckInUse,
    Grading,
    Invitation,
    KnownPack,
    Lesson,
    Quizzing,
    ShowingCards,
    ShowingRows,
)
from device.pack_files import pack_file, use_pack
from device.packs import keep_shown, known_packs, shown_before
from device.screens import said
from device.shown_deck import QUIZ_CARDS, advice, pack_title
from engine.cards import PACKS
from vision.pack import enrol
from vision.packfile import BadPack
from vision.quiz import Quiz
from vision.showing import Fits, Reason, Refused, Showing, Taken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.light import State
    from device.menus_enrol import TeachingMenu, Wish
    from device.presses import Press
    from device.screens import Screen
    from device.words import Words
    from engine.cards import Card, Pack
    from vision.recognise import Recogniser
    from vision.showing import Progress
    from vision.sightings import Frame, Image

NEW_PACK = "deck"
"""What a pack is called that was taught at the table; the next one has a number as well."""


class Teaching:
    """Call `step` for every frame and `press` for every press, until `pack` names a pack or `left` is true."""

    def __init__(
        self, words: Words, games: Sequence[Pack], recogniser: Recogniser, name: str = "", in_use: str = ""
    ) -> None:
        """*games* are the cards that may be played with; *name* is what a new pack will be called, if that is said."""
        self.pack = self.kind = ""
        """The pack that was chosen, and its kind if it is another one than that in use."""
        self.left = self.back = False
        """Whether it was left without a pack, and whether somebody wants back to what was asked before."""
        self.light: State = "pause"
        kinds = [kind for kind in PACKS.values() if any(set(game.cards) <= set(kind.cards) for game in games)]
        self.words, self._recogniser, self._name, self._in_use = words, recogniser, name, in_use
        self._kinds = tuple(kind.name for kind in sorted(kinds, key=lambda kind: kind not in games))
        self._menu: TeachingMenu = DeckInUse() if in_use else Invitation()
        self._showing: Showing | None = None
        self._quiz: Quiz | None = None
        self._refused: Refused | None = None
        self._row_taken = 0
        """How many cards the last picture of a row was good for."""

    @property
    def screen(self) -> Screen:
        return self._menu.screen(self.lesson)

    @property
    def lesson(self) -> Lesson:
        showing, quiz = self._showing, self._quiz
        lesson: dict[str, object] = {}
        if showing is not None:
            lesson |= {
                "asked": next(iter(showing.asked), None),
                "row": tuple(showing.asked) if showing.rows else (),
                "in_rows": showing.rows,
                "looking": showing.looking,
                "taken": len(showing.pictures),
                "of": len(showing.kind),
                "last": showing.last,
                "advice": self._advice,
                "doubled": self._refused is not None and self._refused.reason is Reason.DOUBLE,
            }
        if quiz is not None and quiz.reads:
            last = quiz.reads[-1]
            lesson |= {"read": last.card, "sure": last.right, "right": quiz.right, "quizzed": len(quiz.reads)}
            lesson |= {"grade": str(quiz.grade), "again": tuple(quiz.again)}
        return Lesson(self.words, self._kinds, self._in_use, **lesson)  # type: ignore[arg-type]

    @property
    def _advice(self) -> str:
        if self._refused is not None:
            return advice(self._refused, self.words, drawn=True)
        return said(self.words, "row_taken", count=self._row_taken) if self._row_taken else ""

    def press(self, press: Press) -> None:
        answer = self._menu.press(self.lesson, press)
        self._menu = answer.menu
        if answer.wish is not None:
            self._grant(answer.wish, answer.name)

    def step(self, frame: Frame) -> None:
        """Looks at one frame; outside of showing and quiz nothing is looked for."""
        showing, quiz, taken = self._showing, self._quiz, False
        if showing is None:
            return
        if quiz is not None and isinstance(self._menu, Quizzing):
            for crop in showing.quizzed(frame):
                quiz.ask(crop)
            if len(quiz.reads) >= QUIZ_CARDS:
                self._menu = Grading()
        elif isinstance(self._menu, ShowingCards | ShowingRows):
            told = showing.see(frame)
            taken = any(isinstance(progress, Taken) for progress in told)
            for progress in told:
                self._progressed(progress)
            if told and showing.rows:
                self._row_taken = sum(isinstance(progress, Taken) for progress in told)
            if not showing.missing:
                self._complete(showing)
        still: State = "question" if self._refused is not None else "card" if taken else "ready"
        self.light = "hand" if showing.lookout.moving else still

    def keep(self) -> None:
        """Saves what was shown so far: after a power cut at the next start it goes on there."""
        if self._showing is not None and self._showing.missing:
            with suppress(OSError):
                self._save(self._showing)

    def _progressed(self, progress: Progress) -> None:
        self._refused = progress if isinstance(progress, Refused) else None
        if isinstance(progress, Taken):
            self.light = "card"
        if isinstance(progress, Fits):
            self._menu = KnownPack(pack_title(progress.pack, self.words), progress.pack.name)

    def _complete(self, showing: Showing) -> None:
        try:
            self._save(showing)
        except OSError:  # without room for it there is no pack to play with
            self.left = True
            return
        pack = enrol(showing.pictures, showing.kind.name, self._recogniser, self._name)
        self._quiz, self._menu = Quiz(pack, self._recogniser), Quizzing()
        showing.singly()

    def _save(self, showing: Showing) -> None:
        keep_shown(showing.pictures, showing.kind, self._recogniser, pack_file(self._name))

    def _grant(self, wish: Wish, name: str) -> None:
        self._refused, self._row_taken = None, 0
        match wish:
            case "begin" | "rows":
                self._begin(PACKS[name], wish == "rows")
            case "use":
                self._use(name)
            case "done":
                self._use(self._name)
            case "leave" | "go_back":
                self.keep()
                self.left, self.back = True, wish == "go_back"
            case "wrong" | "again" if self._quiz is not None:
                self._correct(self._quiz, wish == "again")
            case _ if self._showing is not None:
                self._lead(self._showing, wish)

    def _lead(self, showing: Showing, wish: Wish) -> None:
        match wish:
            case "look":
                showing.look()
            case "back":
                showing.back()
            case "skip":
                showing.skip()
            case "anew":
                showing.naming, showing.known = None, ()
            case "insist":
                for progress in showing.insist():
                    self._progressed(progress)

    def _correct(self, quiz: Quiz, again: bool) -> None:
        if not again:
            quiz.was_wrong()
        elif self._showing is not None:
            self._showing.ask_again(quiz.again)
            self._quiz = None

    def _begin(self, kind: Pack, rows: bool) -> None:
        before: dict[Card, list[Image]] = {}
        if self._name:
            with suppress(BadPack):  # of another kind or broken: what is shown now takes its place
                before = shown_before(pack_file(self._name), kind, self._recogniser)
        else:
            self._name, before = self._new_pack(kind)
        self.words = self.words.fitting(kind)
        known = known_packs(kind, self._recogniser, but=self._name)
        self._showing = Showing(kind, self._recogniser, known, rows, on_demand=rows, pictures=before)

    def _new_pack(self, kind: Pack) -> tuple[str, dict[Card, list[Image]]]:
        """Returns a name that no whole pack has, and what was shown of one of this kind before it was left."""
        for number in itertools.count(1):
            name = NEW_PACK if number == 1 else f"{NEW_PACK}-{number}"
            if not pack_file(name).exists():
                break
            with suppress(BadPack):
                if before := shown_before(pack_file(name), kind, self._recogniser):
                    return name, before
        return name, {}

    def _use(self, name: str) -> None:
        with suppress(OSError):  # a full or protected card costs its memory, not the evening
            use_pack(name)
        self.pack = name
        self.kind = self._showing.kind.name if self._showing is not None else ""
