"""The menus that teach a deck: the answer to each press, and texts that fit on the display."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from device.hardware.presses import Press
from device.i18n.words import LANGUAGES, words_for
from device.menus.table.deck_enrolment import (
    LATER,
    ROWS,
    DeckInUse,
    GoingOn,
    Grading,
    Invitation,
    KnownPack,
    Lesson,
    NotSaved,
    Quizzing,
    ShowingCards,
    ShowingRows,
    Stopping,
    WhichKind,
)
from device.offline.enrol_shown import advice
from device.screens.base import fill_phrase, overflows
from engine.cards import BAVARIAN_32
from tests.support.session_script import GERMAN, card, cards
from vision.enrolment.showing.progress import Reason, Refusal

if TYPE_CHECKING:
    from device.i18n.phrases import Language
    from device.menus.table.deck_enrolment import TeachingMenu

KINDS = ("bavarian32", "german33")
LESSON = Lesson(GERMAN, KINDS, "stammtisch")
ASKED = Lesson(GERMAN, KINDS, asked=card("E10"), taken=4, of=32, last=card("EU"))
ROW = Lesson(GERMAN, KINDS, row=BAVARIAN_32.cards[:8], in_rows=True, of=32)
QUIZZED = Lesson(GERMAN, KINDS, read=card("HK"), sure=True, right=5, quizzed=6, grade="good", again=cards("L9 L8"))


@pytest.mark.parametrize(
    ("menu", "lesson", "button", "expected"),
    [
        (DeckInUse(), LESSON, "play", (DeckInUse(), "use", "stammtisch")),
        (DeckInUse(), LESSON, "fold", (Invitation(), None, "")),
        (DeckInUse(), LESSON, "up", (DeckInUse(), "go_back", "")),
        (Invitation(), LESSON, "fold", (DeckInUse(), None, "")),
        (Invitation(), Lesson(GERMAN, KINDS), "fold", (Invitation(), "go_back", "")),
        (Invitation(), LESSON, "down", (Invitation(ROWS), None, "")),
        (Invitation(), LESSON, "up", (Invitation(LATER), None, "")),
        (Invitation(LATER), LESSON, "play", (Invitation(LATER), "leave", "")),
        (Invitation(), LESSON, "play", (WhichKind(), None, "")),
        (Invitation(), Lesson(GERMAN, KINDS[:1]), "play", (ShowingCards(), "begin", "bavarian32")),
        (Invitation(ROWS), Lesson(GERMAN, KINDS[:1]), "play", (ShowingRows(), "rows", "bavarian32")),
        (Invitation(ROWS), LESSON, "play", (WhichKind(way=ROWS), None, "")),
        (WhichKind(way=ROWS), LESSON, "fold", (Invitation(ROWS), None, "")),
        (WhichKind(1, ROWS), LESSON, "play", (ShowingRows(), "rows", "german33")),
        (WhichKind(), LESSON, "down", (WhichKind(1), None, "")),
        (WhichKind(1), LESSON, "play", (ShowingCards(), "begin", "german33")),
        (GoingOn(), ASKED, "play", (ShowingCards(), "go_on", "")),
        (GoingOn(), ASKED, "fold", (ShowingCards(), "afresh", "")),
        (GoingOn(), ROW, "fold", (ShowingRows(), "afresh", "")),
        (GoingOn(), ROW, "up", (Invitation(ROWS), None, "")),
        (ShowingCards(), ASKED, "fold", (Stopping(), None, "")),
        (Stopping(), ASKED, "fold", (ShowingCards(), "back", "")),
        (Stopping(), ROW, "fold", (ShowingRows(), "back", "")),
        (Stopping(), ASKED, "down", (ShowingCards(), None, "")),
        (Stopping(), ASKED, "play", (Invitation(), "leave", "")),
        (NotSaved(), ASKED, "play", (ShowingCards(), "go_on", "")),
        (NotSaved(), ROW, "play", (ShowingRows(), "go_on", "")),
        (NotSaved(), ASKED, "fold", (Invitation(), "leave", "")),
        (NotSaved(), ASKED, "up", (NotSaved(), None, "")),
        (ShowingCards(), ASKED, "down", (ShowingCards(), "skip", "")),
        (ShowingCards(), ASKED, "play", (ShowingCards(), None, "")),
        (ShowingCards(), Lesson(GERMAN, KINDS, asked=card("EA"), doubled=True), "play", (ShowingCards(), "insist", "")),
        (ShowingCards(), Lesson(GERMAN, KINDS, asked=card("EA")), "fold", (Invitation(), "leave", "")),
        (ShowingRows(), ROW, "play", (ShowingRows(), "look", "")),
        (ShowingRows(), ROW, "up", (ShowingRows(), "skip", "")),
        (ShowingRows(), ROW, "fold", (Invitation(ROWS), "leave", "")),
        (ShowingRows(), replace(ROW, last=card("EA")), "fold", (Stopping(), None, "")),
        (ShowingRows(), replace(ROW, doubled=True), "down", (ShowingRows(), "insist", "")),
        (KnownPack("a", "b"), LESSON, "play", (KnownPack("a", "b"), "use", "b")),
        (KnownPack("a", "b"), LESSON, "fold", (ShowingCards(), "anew", "")),
        (KnownPack("a", "b"), ROW, "fold", (ShowingRows(), "anew", "")),
        (Quizzing(), QUIZZED, "fold", (Quizzing(), "wrong", "")),
        (Quizzing(), replace(QUIZZED, advice="blurred"), "fold", (Quizzing(), None, "")),
        (Quizzing(), QUIZZED, "play", (Grading(), None, "")),
        (Quizzing(), LESSON, "play", (Quizzing(), "done", "")),
        (Grading(), QUIZZED, "play", (Grading(), "done", "")),
        (Grading(), QUIZZED, "fold", (ShowingCards(), "again", "")),
    ],
)
def test_presses(menu: TeachingMenu, lesson: Lesson, button: str, expected: tuple[object, ...]) -> None:
    assert tuple(menu.press(lesson, Press(button))) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("region", ["bavarian", "french"])
def test_no_word_is_clipped(language: Language, region: str) -> None:
    words = words_for(language, region)  # type: ignore[arg-type]
    ten = cards("C10 S10") if region == "french" else cards("S10 E10")
    kinds = ("french20", "french32", "french52") if region == "french" else KINDS
    like = {Reason.DOUBLE: ten[:1], Reason.COUNT: ten * 4, Reason.DOUBTFUL: ten}
    refused = [advice(Refusal(reason, like.get(reason, ()), 7), words, drawn=True) for reason in Reason]
    lessons = [Lesson(words, kinds, "stammtisch", ten[0], 31, 32, ten[1], text) for text in ("", *refused)]
    lessons += [Lesson(words, kinds, "stammtisch", ten[0], 31, 32, ten[1], refused[0], doubled=True)]
    quizzes = [Lesson(words, kinds, read=ten[0], sure=sure, right=17, quizzed=18) for sure in (True, False)]
    quizzes += [replace(quizzes[0], advice=text) for text in refused]
    grades = [
        Lesson(words, kinds, right=17, quizzed=18, grade=grade, again=again)
        for grade in ("very_good", "good", "fair", "poor")
        for again in ((), ten)
    ]
    title = f"{words.phrases.kind_german33} (stammtisch)"
    shown: list[tuple[TeachingMenu, Lesson]] = [(ShowingCards(), each) for each in lessons] + [
        (Quizzing(), each) for each in (*quizzes, lessons[0])
    ]
    shown += [(Grading(), each) for each in grades]
    seen = (Refusal(Reason.COUNT, ten * 4, 9), Refusal(Reason.COUNT, ten * 4, 6, ten))
    refused += [*(advice(each, words, drawn=True) for each in seen), fill_phrase(words, "row_taken", count=8)]
    rows = [
        Lesson(words, kinds, row=ten * 4, in_rows=True, taken=31, of=32, last=ten[0], advice=text) for text in refused
    ]
    shown += [(ShowingRows(), each) for lesson in rows for each in (lesson, replace(lesson, last=None, looking=True))]
    shown += [(Invitation(way), lessons[0]) for way in range(3)]
    shown += [(menu, lessons[0]) for menu in (DeckInUse(), Invitation(), WhichKind(), KnownPack(title, "a"))]
    shown += [(menu, lessons[0]) for menu in (GoingOn(), Stopping(), NotSaved())]
    for menu, lesson in shown:
        assert overflows(menu.screen(lesson), words) == [], (menu, lesson)
