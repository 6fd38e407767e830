"""What an enrolment prints, as JSON Lines or text: its events, if cards are shown to a camera, and its result."""

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from cli.card_folder import CardFiles, join_names
from common.json_types import Line
from common.texts.phrases import region_for
from common.texts.words import TableWords, words_for
from device.runtime.activities.enrolment_advice import advice, pack_title
from device.screens.deck_enrolment import GRADES
from engine.cards import PACKS, Card, Pack
from vision.enrolment.quiz import Quiz, QuizReading
from vision.enrolment.showing.progress import Acceptance, BackAcceptance, PackMatch, Progress, Refusal, Removal
from vision.enrolment.showing.session import EnrolmentSession
from vision.recognition.pack import EnrolledPack
from vision.types import BACK, Frame, Image


@dataclass(frozen=True)
class EnrolmentPrinter:
    words: TableWords
    jsonl: bool

    def ask(self, session: EnrolmentSession) -> None:
        count = f"{len(session.pictures)}/{len(session.kind)}"
        asked, total = session.requested, len(session.kind)
        title = self.words.phrase("show_row" if session.rows else "show_card")
        text = self.words.phrase("show_back") if session.awaits_back else f"{title}: {self._names(asked)}"
        cards = [str(BACK)] if session.awaits_back else _texts(asked)
        line: Line = {"event": "ask", "cards": cards, "taken": len(session.pictures), "of": total}
        self.report(line, f"{count:>6}  {text}")

    def progress(self, progress: Progress, frame: Frame | None) -> None:
        if isinstance(progress, QuizReading):
            self.reading(progress, frame=frame)
            return
        line: Line
        match progress:
            case Acceptance(card, again):
                line, text = {"event": "taken", "card": str(card), "again": again}, f"✓ {self.words.card(card)}"
            case Refusal(reason, like, count, unseen):
                advised = advice(progress, self.words)
                line = {"event": "refused", "reason": str(reason), "like": _texts(like), "seen": count}
                line |= {"unseen": _texts(unseen)} if unseen else {}
                line, text = line | {"advice": advised}, f"✗ {advised}"
            case Removal(card):
                line, text = {"event": "dropped", "card": str(card)}, f"✗ {self.words.card(card)}"
            case BackAcceptance():
                line, text = {"event": "taken", "card": str(BACK), "again": False}, "✓"
            case PackMatch(pack):
                line = {"event": "fits", "pack": pack.name}
                text = self.words.phrase("pack_fits", pack=pack_title(pack, self.words))
        when: Line = {} if frame is None else {"frame": frame.number, "t": round(frame.time, 3)}
        self.report({"event": line.pop("event"), **when, **line}, f"{'':>6}  {text}")

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
        self.report(line, f"{self.words.phrase('quiz'):>6}  {text}")

    def grade(self, quiz: Quiz) -> None:
        again = quiz.cards_to_show_again
        count = self.words.phrase("recognised", right=quiz.right_count, count=len(quiz.readings))
        text = f"{count}: {self.words.phrase(GRADES[quiz.grade])}"
        if again:
            text += f"; {self.words.phrase('show_again', cards=self._names(again))}"
        self.report({"event": "grade", **grade_line(quiz)}, text)

    def report(self, line: Line, text: str) -> None:
        print(json.dumps(line, ensure_ascii=False) if self.jsonl else text, flush=True)

    def _names(self, cards: Iterable[Card]) -> str:
        return ", ".join(self.words.card(card) for card in cards)


def grade_line(quiz: Quiz) -> Line:
    count, right, wrong = len(quiz.readings), quiz.right_count, sum(reading.is_wrong for reading in quiz.readings)
    asked, again = count - right - wrong, _texts(quiz.cards_to_show_again)
    return {"grade": str(quiz.grade), "right": right, "wrong": wrong, "asked": asked, "of": count, "again": again}


def _texts(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


class RefusedPicture(NamedTuple):
    """`reason` is that of `vision.enrolment.measured_outline`, or `same`."""

    picture: str
    reason: str
    text: str


@dataclass(frozen=True)
class EnrolledFolder:
    """The result of a folder: `slips` are lines about files, `refused` the refused pictures."""

    pack: EnrolledPack
    are_scans: bool
    by_card: dict[Card, list[Image]]
    slips: list[str]
    refused: list[RefusedPicture]
    asked_often: list[Card]
    swapped: list[tuple[Card, Card]]
    sheet: Path | None


def printer_for(arguments: argparse.Namespace, pack: Pack) -> EnrolmentPrinter:
    return EnrolmentPrinter(words_for(arguments.language, region_for(pack)), arguments.jsonl)


def print_aside(target: Path, aside: Path | None) -> None:
    if aside is not None:
        print(f"what lay at {target} could not be used, and is kept as {aside.name}", file=sys.stderr)


def print_json(
    enrolled: EnrolledPack,
    files_by_card: CardFiles,
    target: Path,
    quiz: Quiz | None,
    folder_result: EnrolledFolder | None = None,
) -> None:
    for pair in enrolled.look_alikes():
        names = [str(pair.first), str(pair.second)]
        line = {"event": "look_alikes", "cards": names, "cosine": round(pair.cosine, 3), "turned": pair.turned}
        print(json.dumps(line))
    if folder_result is not None:
        for slip in folder_result.refused:
            print(json.dumps({"event": "refused", **slip._asdict()}))
        for cards in folder_result.swapped:
            print(json.dumps({"event": "swapped", "cards": [str(card) for card in cards]}))
    aside = [path.name for files in files_by_card.set_aside.values() for path in files]
    about = {
        "event": "enrolled",
        "pack": enrolled.name,
        "kind": enrolled.kind,
        "file": str(target),
        "cards": [str(card) for card in enrolled.cards],
        "missing": [str(card) for card in missing_cards(enrolled)],
        "left_aside": aside,
        "set_aside": [str(card) for card in enrolled.set_aside],
        "pictures": _number_of_pictures(enrolled, files_by_card),
        "taken_as": _taken_as(folder_result),
        "quiz": None if quiz is None or not quiz.readings else grade_line(quiz),
        "sheet": None if folder_result is None or folder_result.sheet is None else str(folder_result.sheet),
        "asked_often": [] if folder_result is None else [str(card) for card in folder_result.asked_often],
    }
    print(json.dumps(about))


def missing_cards(enrolled: EnrolledPack) -> list[Card]:
    return [card for card in PACKS[enrolled.kind].cards if card not in enrolled.cards]


def _number_of_pictures(enrolled: EnrolledPack, files_by_card: CardFiles) -> int:
    files = sum(len(files_by_card.files.get(card, ())) for card in enrolled.cards)
    return files or sum(map(len, enrolled.pictures[: len(enrolled.cards)]))


def _taken_as(folder_result: EnrolledFolder | None) -> str | None:
    """Returns what the pictures of a folder were taken for, None for cards shown to a camera."""
    return None if folder_result is None else "scans" if folder_result.are_scans else "photographs"


def print_text(
    enrolled: EnrolledPack, files_by_card: CardFiles, target: Path, folder_result: EnrolledFolder | None = None
) -> None:
    pictures, taken_as = _number_of_pictures(enrolled, files_by_card), _taken_as(folder_result) or "pictures"
    print(f"{enrolled.name}: {len(enrolled.cards)} cards of {enrolled.kind} from {pictures} {taken_as}, in {target}")
    if missing := missing_cards(enrolled):
        print(f"without {join_names([str(card) for card in missing])}")
    if enrolled.set_aside:
        print(f"set aside {join_names([str(card) for card in enrolled.set_aside])}: known, and not in play")
    pairs = enrolled.look_alikes()
    if pairs:
        pair_names = [f"{pair.first} and {pair.second}{' turned' if pair.turned else ''}" for pair in pairs]
        print(f"look alike, so that Kiebitz will ask more often: {join_names(pair_names)}")
    if folder_result is None:
        return
    if folder_result.asked_often:
        names = join_names([str(card) for card in folder_result.asked_often])
        print(f"read again and asked for often: {names}; a second picture of each helps")
    for one, other in folder_result.swapped:
        print(f"{one} and {other} look as if their names were swapped; look at the sheet, rename them if they are")
    if folder_result.sheet is not None:
        print(f"every card with its name: {folder_result.sheet}")
    if BACK not in enrolled.set_aside:
        print("without back.jpg, a picture of the back: Kiebitz will ask about cards that lie face down")
