"""`kiebitz enrol --show`: enrolment of a deck shown to a camera, with output as JSON Lines or text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from device.screens.deck_enrolment import GRADES
from device.screens.engine_text import PACK_NAMES
from vision.enrolment.card_outlines import Reason
from vision.enrolment.quiz import LAST_READING_SECONDS, Quiz, QuizReading
from vision.enrolment.showing.progress import Acceptance, BackAcceptance, PackMatch, Progress, Refusal, Removal
from vision.types import BACK, Frame

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from common.json_types import Line
    from common.texts.keys import PhraseKey
    from common.texts.words import TableWords
    from device.camera.base import Camera
    from device.hardware.presses import Press
    from device.storage.packs import PartialEnrolment
    from engine.cards import Card
    from vision.enrolment.showing.session import EnrolmentSession
    from vision.recognition.pack import EnrolledPack


ADVICE: Mapping[Reason, PhraseKey] = {
    Reason.HAND: "advice_hand",
    Reason.CUT: "advice_cut",
    Reason.NO_CARD: "advice_no_card",
    Reason.SMALL: "advice_small",
    Reason.PLAIN: "advice_plain",
    Reason.BLURRED: "advice_blurred",
    Reason.SEVERAL: "advice_several",
    Reason.ASKEW: "advice_askew",
}
"""Reasons whose advice does not name the cards."""


def advice(refusal: Refusal, words: TableWords, as_tokens: bool = False) -> str:
    """Returns the advice for a refusal; with *drawn*, cards are tokens for the canvas."""
    names = [words.token(card) if as_tokens else words.card(card) for card in refusal.like]
    match refusal.reason:
        case Reason.DOUBLE:
            return words.phrase("advice_double", card=names[0])
        case Reason.COUNT:
            return _count_advice(refusal, words, as_tokens)
        case Reason.DOUBTFUL:
            return words.phrase("advice_doubtful", card=names[0], other=names[-1])
    text = words.phrase(ADVICE[refusal.reason])
    return f"{names[0]}: {text}" if len(names) == 1 else text


def _count_advice(refusal: Refusal, words: TableWords, as_tokens: bool) -> str:
    if refusal.cards_at_gaps:
        names = [words.token(card) if as_tokens else words.card(card) for card in refusal.cards_at_gaps]
        return words.phrase("advice_unseen", cards=(" " if as_tokens else ", ").join(names))
    phrase: PhraseKey = "advice_too_many" if refusal.card_count > len(refusal.like) else "advice_count"
    return words.phrase(phrase, seen=refusal.card_count, count=len(refusal.like))


@dataclass(frozen=True)
class EnrolmentPrinter:
    """Prints one line for each event."""

    words: TableWords
    jsonl: bool

    def ask(self, session: EnrolmentSession) -> None:
        count = f"{len(session.pictures)}/{len(session.kind)}"
        asked, total = session.requested, len(session.kind)
        title = self.words.phrase("show_row" if session.rows else "show_card")
        text = self.words.phrase("show_back") if session.awaits_back else f"{title}: {self._names(asked)}"
        cards = [str(BACK)] if session.awaits_back else _texts(asked)
        line: Line = {"event": "ask", "cards": cards, "taken": len(session.pictures), "of": total}
        self.tell(line, f"{count:>6}  {text}")

    def progress(self, progress: Progress, frame: Frame | None) -> None:
        if isinstance(progress, QuizReading):
            self.reading(progress, frame=frame)
            return
        line, text = self._progress(progress)
        when: Line = {} if frame is None else {"frame": frame.number, "t": round(frame.time, 3)}
        self.tell({"event": line.pop("event"), **when, **line}, text)

    def reading(self, reading: QuizReading, picture: str | None = None, frame: Frame | None = None) -> None:
        card, candidates = reading.answer.card, [candidate.card for candidate in reading.answer.candidates[:2]]
        line: Line = {"event": "quiz", "card": str(card) if card else None, "candidates": _texts(candidates)}
        if reading.truth is not None:
            line["truth"] = str(reading.truth)
        if picture is not None:
            line["picture"] = picture
        if frame is not None:
            line |= {"frame": frame.number, "t": round(frame.time, 3)}
        text = self.words.card(card) if card else f"? ({self._names(candidates)})"
        if reading.truth is not None and not reading.is_right:
            text += f"  ≠ {self.words.card(reading.truth)}"
        self.tell(line, f"{self.words.phrase('quiz'):>6}  {text}")

    def grade(self, quiz: Quiz) -> None:
        again = quiz.cards_to_show_again
        count = self.words.phrase("recognised", right=quiz.right_count, count=len(quiz.readings))
        text = f"{count}: {self.words.phrase(GRADES[quiz.grade])}"
        if again:
            text += f"; {self.words.phrase('show_again', cards=self._names(again))}"
        self.tell({"event": "grade", **grade_line(quiz)}, text)

    def tell(self, line: Line, text: str) -> None:
        print(json.dumps(line, ensure_ascii=False) if self.jsonl else text, flush=True)

    def _progress(self, progress: Acceptance | Refusal | Removal | PackMatch | BackAcceptance) -> tuple[Line, str]:
        match progress:
            case Acceptance(card, again):
                return {"event": "taken", "card": str(card), "again": again}, f"{'':>6}  ✓ {self.words.card(card)}"
            case Refusal(reason, like, count, unseen):
                text = advice(progress, self.words)
                line: Line = {"event": "refused", "reason": str(reason), "like": _texts(like), "seen": count}
                if unseen:
                    line["unseen"] = _texts(unseen)
                return {**line, "advice": text}, f"{'':>6}  ✗ {text}"
            case Removal(card):
                return {"event": "dropped", "card": str(card)}, f"{'':>6}  ✗ {self.words.card(card)}"
            case BackAcceptance():
                return {"event": "taken", "card": str(BACK), "again": False}, f"{'':>6}  ✓"
            case PackMatch(pack):
                fits = self.words.phrase("pack_fits", pack=pack_title(pack, self.words))
                return {"event": "fits", "pack": pack.name}, f"{'':>6}  {fits}"

    def _names(self, cards: Iterable[Card]) -> str:
        return ", ".join(self.words.card(card) for card in cards)


def grade_line(quiz: Quiz) -> Line:
    count, right, wrong = len(quiz.readings), quiz.right_count, sum(reading.is_wrong for reading in quiz.readings)
    asked, again = count - right - wrong, _texts(quiz.cards_to_show_again)
    return {"grade": str(quiz.grade), "right": right, "wrong": wrong, "asked": asked, "of": count, "again": again}


def _texts(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


def pack_title(pack: EnrolledPack, words: TableWords) -> str:
    """Returns the title of a known pack."""
    return f"{words.phrase(PACK_NAMES[pack.kind])} ({pack.name})"


def show_deck(
    camera: Camera,
    session: EnrolmentSession,
    partial: PartialEnrolment,
    printer: EnrolmentPrinter,
    presses: SimpleQueue[Press] | None = None,
) -> Quiz | None:
    """Runs the enrolment until all cards were accepted, then a short quiz; stores each card at once.

    FOLD requests the last card again, DOWN defers the requested card, PLAY accepts one that was refused as a double.
    Ctrl-C ends the quiz. Returns the quiz, or None if the frames ended before it.

    :raises OSError: if the cards cannot be stored.
    """
    frame: Frame | None = None
    patience = LAST_READING_SECONDS if presses is not None else 0.0
    try:
        printer.ask(session)
        for frame in camera.frames():
            asked = session.requested, session.awaits_back
            for progress in [*_apply_presses(session, presses), *session.process(frame)]:
                printer.progress(progress, frame)
            if session.is_quiz_over(frame.time, patience):
                break
            is_done = session.quiz is not None or _finish_pack(session, partial, printer)
            if not is_done and (session.requested, session.awaits_back) != asked:
                printer.ask(session)
        if session.quiz is None:
            for progress in session.finish():
                printer.progress(progress, frame)
            session.is_back_wanted = False
            _finish_pack(session, partial, printer)
    except KeyboardInterrupt:
        if session.quiz is None:
            partial.keep(session.pictures)
            raise
    finally:
        camera.close()
    return session.quiz


def _finish_pack(session: EnrolmentSession, partial: PartialEnrolment, printer: EnrolmentPrinter) -> bool:
    """Begins the quiz if the pack is complete, with the back unless it was left out; returns whether it is."""
    if session.missing or session.awaits_back:
        partial.keep(session.pictures)
        return False
    session.begin_quiz(partial.finish(session.pictures, session.recogniser, session.length, session.backs))
    printer.tell({"event": "quiz_begins"}, printer.words.phrase("quiz_advice"))
    return True


def _apply_presses(session: EnrolmentSession, presses: SimpleQueue[Press] | None) -> list[Progress]:
    button = _next_button(presses)
    if session.quiz is not None:
        if button == "fold":
            session.quiz.reject_last()
        return []
    match button:
        case "fold":
            session.undo_last()
        case "down":
            session.defer()
        case "play":
            return session.accept_duplicates()
    return []


def _next_button(presses: SimpleQueue[Press] | None) -> str | None:
    try:
        return presses.get_nowait().button if presses is not None else None
    except Empty:
        return None
