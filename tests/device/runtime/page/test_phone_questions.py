"""Questions of phones on the display: when they are asked, and which press answers them."""

from typing import Any, cast

import pytest

from common.feed.messages import Answer, PhoneRequest
from common.texts.words import words_for
from device.feed.client import Client, PhoneItem
from device.hardware.presses import Press
from device.menus.table.connections import PhoneQuestionMenu
from device.runtime.page.phone_questions import LANDLORD_PAUSE_S, PhoneQuestions
from device.session.controller import SessionController
from device.session.loop import QUESTION_REST_S, SessionLoop
from device.settings.requests import AnswerPhone
from device.settings.table_setup import Setup
from engine.events import CardLaid, DealStarted, GameStarted
from tests.support.fed_table import Stored
from tests.support.session_script import GAME, card

IN_PLAY = (GameStarted(GAME, (0, 2), 2), DealStarted(2), CardLaid(0, card("L7")))


class Table:
    """A table whose clock is set by hand, and the answers that phones get."""

    def __init__(self, *events: Any) -> None:
        self.now = 1000.0
        controller = SessionController(Setup(GAME, (0, 2)), words_for("de", "bavarian"), events)
        self.loop = SessionLoop(controller, Stored(events), clock=lambda: self.now, question_rest_s=QUESTION_REST_S)
        self.questions = PhoneQuestions(lambda: self.now)
        self.answers: list[str] = []

    def ask_landlord(self, digits: object = "4711", request_id: str = "a") -> None:
        self.questions.ask_landlord(self.loop, self._item({"do": "landlord", "digits": digits}, request_id))

    def ask_backup(self, made: list[str]) -> None:
        item = self._item({"do": "file", "what": "backup"}, "b")
        self.questions.ask_backup(self.loop, item, lambda: made.append("backup"))

    def press(self, button: Any, after_s: float = QUESTION_REST_S) -> None:
        self.now += after_s
        for result in self.loop.press(Press(button)):
            for request in result.requests:
                assert isinstance(request, AnswerPhone)
                self.questions.answer(request)

    def _item(self, action: dict[str, Any], request_id: str) -> PhoneItem:
        return PhoneItem(PhoneRequest(request_id, "player", action), cast("Client", self))

    def answer(self, answer: Answer) -> None:
        self.answers.append(answer.refused)


@pytest.mark.parametrize(("button", "answer"), [("play", ""), ("fold", "not_confirmed")])
def test_a_press_answers_the_phone(button: str, answer: str) -> None:
    table = Table(*IN_PLAY[:1])
    table.ask_landlord()
    table.press(button)
    assert table.answers == [answer]


def test_play_that_was_on_its_way_confirms_nothing() -> None:
    table = Table(*IN_PLAY[:1])
    table.ask_landlord()
    table.press("play", after_s=0.0)
    table.press("play", after_s=QUESTION_REST_S - 0.1)
    assert table.answers == []
    assert isinstance(table.loop.controller.menu, PhoneQuestionMenu)
    table.press("play", after_s=0.1)
    assert table.answers == [""]


def test_nobody_is_asked_during_a_deal() -> None:
    table, made = Table(*IN_PLAY), list[str]()
    table.ask_landlord()
    table.ask_backup(made)
    assert table.answers == ["between_deals"] * 2
    assert not isinstance(table.loop.controller.menu, PhoneQuestionMenu)


def test_one_phone_a_minute_asks_to_be_the_landlords() -> None:
    table = Table(*IN_PLAY[:1])
    table.ask_landlord()
    table.press("fold")
    table.ask_landlord(request_id="b")
    assert table.answers == ["not_confirmed", "asked_just_now"]
    table.now += LANDLORD_PAUSE_S
    table.ask_landlord(request_id="c")
    table.press("play")
    assert table.answers[2:] == [""]


@pytest.mark.parametrize(("button", "made"), [("play", ["backup"]), ("fold", [])])
def test_all_names_leave_only_after_a_press(button: str, made: list[str]) -> None:
    table, files = Table(*IN_PLAY[:1]), list[str]()
    table.ask_backup(files)
    assert files == []
    table.press(button)
    assert files == made
    assert table.answers == ([] if made else ["not_confirmed"])


@pytest.mark.parametrize("digits", ["471", "47111", "47 1", 4711, None])
def test_what_are_no_four_digits_is_refused(digits: object) -> None:
    table = Table(*IN_PLAY[:1])
    table.ask_landlord(digits)
    assert table.answers == ["malformed"]
