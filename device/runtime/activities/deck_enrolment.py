"""The activity in which a deck is shown to the camera: frames and presses in, screens and a pack out."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from common.texts.words import TableWords
from device.hardware.presses import Press
from device.hardware.status_light import State
from device.menus.table import deck_enrolment as menus
from device.runtime.activities.activity import Activity
from device.runtime.activities.enrolment_advice import advice, pack_title
from device.screens.base import Screen
from device.settings.requests import ActivityOutcome
from device.storage.pack_paths import has_pack, kind_of_pack, pack_path
from device.storage.packs import PartialEnrolment, known_packs, pictures_of, usable_pack
from engine.cards import PACKS, Card, Pack
from vision.enrolment.measured_outline import Reason
from vision.enrolment.showing.progress import Acceptance, PackMatch, Progress, Refusal
from vision.enrolment.showing.session import EnrolmentSession
from vision.recognition.card_images import decode_card
from vision.recognition.embedder import Recogniser
from vision.types import BACK, Frame

QUIZ_STEP = 7
"""Cards of the pack from one simulated card of the quiz to the next, so that suits and ranks change."""
NEW_PACK = "deck"
"""Name of a pack enrolled at the table; further ones get a number."""


class DeckEnrolment(Activity):
    """Enrolment of a deck shown to the camera, until a pack is chosen or it is postponed."""

    enrols_deck = True
    light: State = "pause"

    def __init__(
        self,
        words: TableWords,
        games: Sequence[Pack],
        recogniser: Recogniser,
        name: str = "",
        in_use: str = "",
        adds_missing: bool = False,
    ) -> None:
        """*games* are the packs of the games; *name* is the pack in the settings, if any.

        *adds_missing*: only the cards of the first game that the pack *in_use* lacks are shown.
        """
        self._ended: ActivityOutcome | None = None
        self._lock = threading.Lock()
        kinds = [kind for kind in PACKS.values() if any(set(game.cards) <= set(kind.cards) for game in games)]
        self.words, self._recogniser, self._in_use = words, recogniser, in_use
        self._name = self._named = name
        self._kinds = tuple(kind.name for kind in sorted(kinds, key=lambda kind: kind not in games))
        self.menu: menus.EnrolmentMenu = menus.KnownDeckMenu() if in_use else menus.EnrolmentWayMenu()
        self.session: EnrolmentSession | None = None
        """The session in which the cards are shown; None before the kind of pack is chosen."""
        self._partial: PartialEnrolment | None = None
        self.refusal: Refusal | None = None
        """Why the last picture was refused; None if it was accepted."""
        self._row_taken = 0
        """Number of cards accepted from the last picture of a row."""
        self._length: float | None = None
        """Length of a card of the deck in use, in widths, if cards are added to it."""
        if adds_missing:
            self._add_missing(games[0])

    @property
    def screen(self) -> Screen:
        return self.menu.screen(self.state)

    @property
    def moving(self) -> bool:
        return self.light == "hand"

    @property
    def done(self) -> bool:
        return self._ended is not None

    @property
    def outcome(self) -> ActivityOutcome:
        if self.pack:
            return "done"
        return "back" if self._ended == "back" else "later"

    @property
    def state(self) -> menus.EnrolmentState:
        state, session = menus.EnrolmentState(self.words, self._kinds, self._in_use), self.session
        if session is None:
            return state
        state = replace(
            state,
            asked=next(iter(session.requested), None),
            row=tuple(session.requested) if session.rows else (),
            in_rows=session.rows,
            looking=session.capture_pending,
            taken=len(session.pictures),
            of=len(session.kind),
            last=session.last,
            advice=self.advice_in(self.words, as_tokens=True),
            doubled=self.refusal is not None and self.refusal.reason is Reason.DOUBLE,
        )
        quiz = session.quiz
        if quiz is None or not quiz.readings:
            return state
        return replace(
            state,
            read=quiz.readings[-1].card,
            sure=quiz.readings[-1].is_right,
            right=quiz.right_count,
            quizzed=len(quiz.readings),
            grade=str(quiz.grade),
            again=tuple(quiz.cards_to_show_again),
        )

    @property
    def requested_card(self) -> tuple[Card, Pack] | None:
        """The card to show next, and the kind of its pack; None while no card is asked for. The quiz takes any."""
        session = self.session
        if session is None:
            return None
        if isinstance(self.menu, menus.QuizMenu) and session.quiz is not None:
            return session.kind.cards[QUIZ_STEP * len(session.quiz.readings) % len(session.kind)], session.kind
        asked = self.state.asked if isinstance(self.menu, menus.ShowCardMenu | menus.ShowRowMenu) else None
        return (asked, session.kind) if asked is not None else None

    def advice_in(self, words: TableWords, as_tokens: bool = False) -> str:
        """Returns the advice about the last picture; cards are named, or tokens for the canvas."""
        if self.refusal is not None:
            return advice(self.refusal, words, as_tokens)
        return words.phrase("row_taken", count=self._row_taken) if self._row_taken else ""

    def press(self, press: Press) -> None:
        self.answer(lambda enrolment: enrolment.menu.press(enrolment.state, press))

    def answer(self, choose: Callable[[DeckEnrolment], menus.EnrolmentAnswer | None]) -> bool:
        """Carries out the answer to a press, or that of a phone in its place; returns False if there is none."""
        with self._lock:
            answer = choose(self)
            if answer is None:
                return False
            self.menu = answer.menu
            if answer.request is not None:
                self._carry_out(answer.request, answer.name)
                self._store_pictures()
            return True

    def process(self, frame: Frame) -> Sequence[object]:
        with self._lock:
            before = self.screen
            self._step(frame)
            return [frame.number] if self.screen != before else []

    def on_frames_lost(self, is_covered: bool) -> None:
        self._ended = self._ended or "later"

    def close(self) -> None:
        with self._lock:
            self._store_pictures()

    def _step(self, frame: Frame) -> None:
        """Processes one frame, if a session or its quiz is in progress."""
        session, accepted = self.session, 0
        if session is None:
            return
        if isinstance(self.menu, menus.ShowCardMenu | menus.ShowRowMenu | menus.QuizMenu):
            results = session.process(frame)
            accepted = sum(isinstance(progress, Acceptance) for progress in results)
            for progress in results:
                self._show_progress(progress)
            if session.quiz is not None:
                self.menu = menus.GradeMenu() if session.is_quiz_over(frame.time) else self.menu
            else:
                if results:
                    self._row_taken = accepted if session.rows and session.missing else 0
                    self._store_pictures()
                if not session.missing and not session.awaits_back:
                    self._continue(session)
        still: State = "question" if self.refusal is not None else "card" if accepted else "ready"
        self.light = "hand" if session.detector.moving else still

    def _store_pictures(self) -> None:
        """Stores the cards shown so far until the pack is complete, so that enrolment continues after a power cut."""
        if self.session is not None and self._partial is not None and not self.pack:
            with suppress(OSError):  # retried with the next card, and reported when the pack is complete
                self._partial.keep(self.session.pictures)

    def _show_progress(self, progress: Progress) -> None:
        self.refusal = progress if isinstance(progress, Refusal) else None
        if isinstance(progress, Acceptance):
            self.light = "card"
        if isinstance(progress, PackMatch):
            self.menu = menus.KnownPackMenu(pack_title(progress.pack, self.words), progress.pack.name)

    def _continue(self, session: EnrolmentSession) -> None:
        """Continues only if there is disk space for the cards."""
        assert self._partial is not None, "it begins with the session"
        try:
            if session.missing or session.awaits_back:
                self._partial.check_room()
            else:
                length = session.length or self._length
                pack = self._partial.finish(session.pictures, self._recogniser, length, session.backs)
                self.kind, self.pack = session.kind.name, self._name
                session.begin_quiz(pack)
                self.menu = menus.QuizMenu()
        except OSError:  # without a saved pack the enrolment is not done
            self.menu = menus.DiskFullMenu()

    def _carry_out(self, request: menus.EnrolmentRequest, name: str) -> None:
        self.refusal, self._row_taken = None, 0
        match request:
            case "begin" | "rows":
                self._begin(PACKS[name], request == "rows")
            case "use":
                if self._partial is not None:
                    with suppress(OSError):
                        self._partial.discard_additions()
                if name != self._in_use:
                    self.kind = kind_of_pack(name) if self.session is None else self.session.kind.name
                self.pack, self._ended = name, "done"
            case "done":
                self._ended = "done"
            case "leave":
                self._ended = "later"
            case "go_back":
                self._ended = "back"
            case "wrong" if self.session is not None and self.session.quiz is not None:
                self.session.quiz.reject_last()
            case "again" if self.session is not None and self.session.quiz is not None:
                self.session.request_again(self.session.quiz.cards_to_show_again)
            case "retake" if self.session is not None:
                self.session.retake(self.session.kind.card(name))
            case _ if self.session is not None:
                self._change_request(self.session, request)

    def _change_request(self, session: EnrolmentSession, request: menus.EnrolmentRequest) -> None:
        match request:
            case "go_on":
                self._continue(session)
            case "afresh":
                if self._partial is not None:
                    self._partial.delete()
                self._begin(session.kind, session.rows)
            case "look":
                session.request_capture()
            case "back":
                session.undo_last()
            case "skip":
                session.defer()
                if not session.missing:
                    self._continue(session)
            case "anew":
                session.naming_pack, session.known_packs = None, ()
            case "insist":
                for progress in session.accept_duplicates():
                    self._show_progress(progress)

    def _begin(self, kind: Pack, rows: bool) -> None:
        partial = self._begin_pack(kind)
        known, before = known_packs(kind, self._recogniser, but=partial.pack), partial.read()
        self.session = EnrolmentSession(kind, self._recogniser, known, rows, on_demand=rows, pictures=before)
        if before:
            self.menu = menus.ContinueEnrolmentMenu()
        else:
            self._continue(self.session)

    def _add_missing(self, kind: Pack) -> None:
        """Begins with the pictures of the pack in use; a pack without pictures is shown anew, as any other."""
        pack = usable_pack(pack_path(self._in_use), self._recogniser)
        if pack is None or not pack.pictures:
            return
        self._length = pack.length
        self._begin_pack(kind)
        pictures = {card: images for card, images in pictures_of(pack).items() if card in kind}
        contents = pack.pictures[pack.known.index(BACK)] if BACK in pack.set_aside else ()
        backs = [decode_card(content) for content in contents]
        self.session = EnrolmentSession(
            kind, self._recogniser, pictures=pictures, backs=backs, is_back_wanted=not backs
        )
        self.menu = menus.ShowCardMenu()
        self._continue(self.session)

    def _begin_pack(self, kind: Pack) -> PartialEnrolment:
        """Begins a pack with the name in the settings, or with a new one if a usable pack has that."""
        names = (NEW_PACK if number == 1 else f"{NEW_PACK}-{number}" for number in itertools.count(1))
        is_free = self._named and usable_pack(pack_path(self._named), self._recogniser) is None
        self._name = self._named if is_free else next(name for name in names if not has_pack(name))
        self._partial = PartialEnrolment(pack_path(self._name), kind)
        self.words = self.words.for_deck(kind)
        return self._partial
