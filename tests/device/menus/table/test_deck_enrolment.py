"""Menus of the enrolment of a deck: the answer to each press, and texts that fit on the display."""

from dataclasses import replace

import pytest

from common.texts.phrases import LANGUAGES, Language
from common.texts.words import words_for
from device.hardware.presses import Press
from device.menus.table.deck_enrolment import (
    LATER,
    PRINTED,
    ROWS,
    ContinueEnrolmentMenu,
    DeckKindMenu,
    DiskFullMenu,
    EnrolmentMenu,
    EnrolmentState,
    EnrolmentWayMenu,
    GradeMenu,
    KnownDeckMenu,
    KnownPackMenu,
    QuizMenu,
    ShowCardMenu,
    ShowRowMenu,
    StopEnrolmentMenu,
)
from device.runtime.activities.enrolment_advice import ADVICE, advice
from engine.cards import BAVARIAN_32
from tests.support.examples import one_in
from tests.support.screens.buttons import button_faults
from tests.support.screens.painted import layout_faults
from tests.support.session_script import GERMAN, card, cards
from vision.enrolment.measured_outline import Reason
from vision.enrolment.showing.progress import Refusal

KINDS = ("bavarian32", "german33")
LESSON = EnrolmentState(GERMAN, KINDS, "stammtisch")
ASKED = EnrolmentState(GERMAN, KINDS, asked=card("E10"), taken=4, of=32, last=card("EU"))
ROW = EnrolmentState(GERMAN, KINDS, row=BAVARIAN_32.cards[:8], in_rows=True, of=32)
QUIZZED = EnrolmentState(
    GERMAN, KINDS, read=card("HK"), sure=True, right=5, quizzed=6, grade="good", again=cards("L9 L8")
)


@pytest.mark.parametrize(
    ("menu", "state", "button", "expected"),
    [
        (KnownDeckMenu(), LESSON, "play", (KnownDeckMenu(), "use", "stammtisch")),
        (KnownDeckMenu(), LESSON, "fold", (EnrolmentWayMenu(), None, "")),
        (KnownDeckMenu(), LESSON, "up", (KnownDeckMenu(), "go_back", "")),
        (EnrolmentWayMenu(), LESSON, "fold", (KnownDeckMenu(), None, "")),
        (EnrolmentWayMenu(), EnrolmentState(GERMAN, KINDS), "fold", (EnrolmentWayMenu(), "go_back", "")),
        (EnrolmentWayMenu(), LESSON, "down", (EnrolmentWayMenu(ROWS), None, "")),
        (EnrolmentWayMenu(), LESSON, "up", (EnrolmentWayMenu(LATER), None, "")),
        (EnrolmentWayMenu(LATER), LESSON, "play", (EnrolmentWayMenu(LATER), "leave", "")),
        (EnrolmentWayMenu(), LESSON, "play", (DeckKindMenu(), None, "")),
        (EnrolmentWayMenu(), EnrolmentState(GERMAN, KINDS[:1]), "play", (ShowCardMenu(), "begin", "bavarian32")),
        (EnrolmentWayMenu(ROWS), EnrolmentState(GERMAN, KINDS[:1]), "play", (ShowRowMenu(), "rows", "bavarian32")),
        (EnrolmentWayMenu(ROWS), LESSON, "play", (DeckKindMenu(way=ROWS), None, "")),
        (DeckKindMenu(way=ROWS), LESSON, "fold", (EnrolmentWayMenu(ROWS), None, "")),
        (EnrolmentWayMenu(ROWS), LESSON, "down", (EnrolmentWayMenu(PRINTED), None, "")),
        (DeckKindMenu(1, PRINTED), LESSON, "play", (EnrolmentWayMenu(PRINTED), "use", "house-german")),
        (DeckKindMenu(1, ROWS), LESSON, "play", (ShowRowMenu(), "rows", "german33")),
        (DeckKindMenu(), LESSON, "down", (DeckKindMenu(1), None, "")),
        (DeckKindMenu(1), LESSON, "play", (ShowCardMenu(), "begin", "german33")),
        (ContinueEnrolmentMenu(), ASKED, "play", (ShowCardMenu(), "go_on", "")),
        (ContinueEnrolmentMenu(), ASKED, "fold", (ShowCardMenu(), "afresh", "")),
        (ContinueEnrolmentMenu(), ROW, "fold", (ShowRowMenu(), "afresh", "")),
        (ContinueEnrolmentMenu(), ROW, "up", (EnrolmentWayMenu(ROWS), None, "")),
        (ShowCardMenu(), ASKED, "fold", (StopEnrolmentMenu(), None, "")),
        (StopEnrolmentMenu(), ASKED, "fold", (ShowCardMenu(), "back", "")),
        (StopEnrolmentMenu(), ROW, "fold", (ShowRowMenu(), "back", "")),
        (StopEnrolmentMenu(), ASKED, "down", (ShowCardMenu(), None, "")),
        (StopEnrolmentMenu(), ASKED, "play", (EnrolmentWayMenu(), "leave", "")),
        (DiskFullMenu(), ASKED, "play", (ShowCardMenu(), "go_on", "")),
        (DiskFullMenu(), ROW, "play", (ShowRowMenu(), "go_on", "")),
        (DiskFullMenu(), ASKED, "fold", (EnrolmentWayMenu(), "leave", "")),
        (DiskFullMenu(), ASKED, "up", (DiskFullMenu(), None, "")),
        (ShowCardMenu(), ASKED, "down", (ShowCardMenu(), "skip", "")),
        (ShowCardMenu(), ASKED, "play", (ShowCardMenu(), None, "")),
        (
            ShowCardMenu(),
            EnrolmentState(GERMAN, KINDS, asked=card("EA"), doubled=True),
            "play",
            (ShowCardMenu(), "insist", ""),
        ),
        (ShowCardMenu(), EnrolmentState(GERMAN, KINDS, asked=card("EA")), "fold", (EnrolmentWayMenu(), "leave", "")),
        (ShowRowMenu(), ROW, "play", (ShowRowMenu(), "look", "")),
        (ShowRowMenu(), ROW, "up", (ShowRowMenu(), "skip", "")),
        (ShowRowMenu(), ROW, "fold", (EnrolmentWayMenu(ROWS), "leave", "")),
        (ShowRowMenu(), replace(ROW, last=card("EA")), "fold", (StopEnrolmentMenu(), None, "")),
        (ShowRowMenu(), replace(ROW, doubled=True), "down", (ShowRowMenu(), "insist", "")),
        (KnownPackMenu("a", "b"), LESSON, "play", (KnownPackMenu("a", "b"), "use", "b")),
        (KnownPackMenu("a", "b"), LESSON, "fold", (ShowCardMenu(), "anew", "")),
        (KnownPackMenu("a", "b"), ROW, "fold", (ShowRowMenu(), "anew", "")),
        (QuizMenu(), QUIZZED, "fold", (QuizMenu(), "wrong", "")),
        (QuizMenu(), replace(QUIZZED, advice="blurred"), "fold", (QuizMenu(), None, "")),
        (QuizMenu(), QUIZZED, "play", (GradeMenu(), None, "")),
        (ShowCardMenu(), LESSON, "up", (ShowCardMenu(), "skip", "")),
        (ShowRowMenu(), LESSON, "down", (ShowRowMenu(), "skip", "")),
        (QuizMenu(), LESSON, "play", (QuizMenu(), "done", "")),
        (GradeMenu(), QUIZZED, "play", (GradeMenu(), "done", "")),
        (GradeMenu(), QUIZZED, "fold", (ShowCardMenu(), "again", "")),
    ],
)
def test_presses_are_answered_by_the_menu(
    menu: EnrolmentMenu, state: EnrolmentState, button: str, expected: tuple[object, ...]
) -> None:
    assert tuple(menu.press(state, Press(button))) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize("language", one_in(4, LANGUAGES))
@pytest.mark.parametrize("region", ["bavarian", "french"])
def test_no_text_is_clipped(language: Language, region: str) -> None:
    words = words_for(language, region)  # type: ignore[arg-type]
    ten = cards("C10 S10") if region == "french" else cards("S10 E10")
    kinds = ("french20", "french32", "french52") if region == "french" else KINDS
    like = {Reason.DOUBLE: ten[:1], Reason.COUNT: ten * 4, Reason.DOUBTFUL: ten}
    refused = [advice(Refusal(reason, like.get(reason, ()), 7), words, as_tokens=True) for reason in (*ADVICE, *like)]
    states = [EnrolmentState(words, kinds, "stammtisch", ten[0], 31, 32, ten[1], text) for text in ("", *refused)]
    states += [EnrolmentState(words, kinds, "stammtisch", ten[0], 31, 32, ten[1], refused[0], doubled=True)]
    quizzes = [EnrolmentState(words, kinds, read=ten[0], sure=sure, right=17, quizzed=18) for sure in (True, False)]
    quizzes += [replace(quizzes[0], advice=text) for text in refused]
    grades = [
        EnrolmentState(words, kinds, right=17, quizzed=18, grade=grade, again=again)
        for grade in ("very_good", "good", "fair", "poor")
        for again in ((), ten)
    ]
    title = f"{words.phrase('kind_german33')} (stammtisch)"
    shown: list[tuple[EnrolmentMenu, EnrolmentState]] = [(ShowCardMenu(), each) for each in states] + [
        (QuizMenu(), each) for each in (*quizzes, states[0])
    ]
    shown += [(GradeMenu(), each) for each in grades]
    seen = (Refusal(Reason.COUNT, ten * 4, 9), Refusal(Reason.COUNT, ten * 4, 6, ten))
    refused += [*(advice(each, words, as_tokens=True) for each in seen), words.phrase("row_taken", count=8)]
    rows = [
        EnrolmentState(words, kinds, row=ten * 4, in_rows=True, taken=31, of=32, last=ten[0], advice=text)
        for text in refused
    ]
    shown += [(ShowRowMenu(), each) for state in rows for each in (state, replace(state, last=None, looking=True))]
    shown += [(EnrolmentWayMenu(way), states[0]) for way in range(4)]
    shown += [
        (menu, states[0]) for menu in (KnownDeckMenu(), EnrolmentWayMenu(), DeckKindMenu(), KnownPackMenu(title, "a"))
    ]
    shown += [(menu, states[0]) for menu in (ContinueEnrolmentMenu(), StopEnrolmentMenu(), DiskFullMenu())]
    for menu, state in shown:
        assert layout_faults(menu.screen(state), words) == [], (menu, state)
        assert button_faults(menu, state, words) == [], (menu, state)
