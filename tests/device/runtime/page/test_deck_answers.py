"""A phone answers what buttons answer, and nothing that no button could."""

from typing import get_args

import pytest

from common.feed.messages import EnrolmentStage
from device.hardware.presses import Button, Press
from device.menus.table import deck_enrolment as menus
from device.menus.table.deck_enrolment import EnrolmentState
from device.runtime.page.deck_by_phone import answer_of, stage_of
from engine.cards import BAVARIAN_32
from tests.support.session_script import GERMAN, card, cards

BEFORE = EnrolmentState(GERMAN, ("bavarian32",), "stammtisch")
SHOWN = EnrolmentState(GERMAN, ("bavarian32",), asked=card("E10"), taken=4, of=32, last=card("EU"))
DOUBLED = EnrolmentState(GERMAN, ("bavarian32",), asked=card("E10"), taken=4, of=32, last=card("EU"), doubled=True)
ROW = EnrolmentState(
    GERMAN, ("bavarian32",), asked=card("EA"), row=BAVARIAN_32.cards[:8], in_rows=True, of=32, last=card("LA")
)
QUIZ = EnrolmentState(GERMAN, (), read=card("HK"), sure=True, right=5, quizzed=6, grade="good", again=cards("L9"))
TAKEN = ("EU", "EA")

MENUS: dict[str, tuple[menus.EnrolmentMenu, EnrolmentState]] = {
    "known": (menus.KnownDeckMenu(), BEFORE),
    "way": (menus.EnrolmentWayMenu(), BEFORE),
    "rows": (menus.EnrolmentWayMenu(1), BEFORE),
    "later": (menus.EnrolmentWayMenu(3), BEFORE),
    "kind": (menus.DeckKindMenu(), BEFORE),
    "continue": (menus.ContinueEnrolmentMenu(), SHOWN),
    "card": (menus.ShowCardMenu(), SHOWN),
    "doubled": (menus.ShowCardMenu(), DOUBLED),
    "stop": (menus.StopEnrolmentMenu(), SHOWN),
    "row": (menus.ShowRowMenu(), ROW),
    "full": (menus.DiskFullMenu(), SHOWN),
    "match": (menus.KnownPackMenu("a deck", "stammtisch"), SHOWN),
    "quiz": (menus.QuizMenu(), QUIZ),
    "grade": (menus.GradeMenu(), QUIZ),
}


@pytest.mark.parametrize(
    ("menu", "button", "ask", "name"),
    [
        ("known", "play", "use", ""),
        ("known", "fold", "another", ""),
        ("way", "play", "begin", "bavarian32"),
        ("rows", "play", "rows", "bavarian32"),
        ("kind", "play", "begin", "bavarian32"),
        ("continue", "play", "go_on", ""),
        ("continue", "fold", "afresh", ""),
        ("card", "down", "skip", ""),
        ("doubled", "play", "insist", ""),
        ("stop", "fold", "back", ""),
        ("stop", "play", "leave", ""),
        ("row", "play", "look", ""),
        ("row", "up", "skip", ""),
        ("full", "play", "go_on", ""),
        ("full", "fold", "leave", ""),
        ("match", "play", "use", ""),
        ("match", "fold", "anew", ""),
        ("quiz", "play", "done", ""),
        ("quiz", "fold", "wrong", ""),
        ("grade", "play", "done", ""),
        ("grade", "fold", "again", ""),
    ],
)
def test_a_phone_answers_as_a_button_does(menu: str, button: Button, ask: str, name: str) -> None:
    shown, state = MENUS[menu]
    assert answer_of(shown, state, TAKEN, ask, name) == shown.press(state, Press(button))


def test_only_a_phone_takes_an_earlier_card_again() -> None:
    answer = answer_of(menus.ShowCardMenu(), SHOWN, TAKEN, "retake", "EA")
    assert answer is not None
    assert (answer.menu, answer.request, answer.name) == (menus.ShowCardMenu(), "retake", "EA")
    assert answer_of(menus.ShowCardMenu(), SHOWN, TAKEN, "retake", "E9") is None


@pytest.mark.parametrize("menu", MENUS)
def test_nothing_else_is_answered(menu: str) -> None:
    shown, state = MENUS[menu]
    for ask in ("", "open", "begin", "rows", "retake", "look", "insist", "done", "again", "go_back"):
        answer = answer_of(shown, state, (), ask, "no such thing")
        if answer is not None:
            assert answer.request in (ask, None), ask
            assert answer.name in ("", state.in_use, "stammtisch"), ask


def test_every_stage_is_one_of_the_message() -> None:
    assert {stage_of(*each) for each in MENUS.values()} == set(get_args(EnrolmentStage))
