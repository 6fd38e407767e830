"""The events of an enrolment with a camera, printed as JSON Lines or text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.runtime.activities.enrolment_advice import advice, pack_title
from device.screens.deck_enrolment import GRADES
from vision.enrolment.quiz import QuizReading
from vision.enrolment.showing.progress import Acceptance, BackAcceptance, PackMatch, Progress, Refusal, Removal
from vision.types import BACK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from common.json_types import Line
    from common.texts.words import TableWords
    from engine.cards import Card
    from vision.enrolment.quiz import Quiz
    from vision.enrolment.showing.session import EnrolmentSession
    from vision.types import Frame


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
