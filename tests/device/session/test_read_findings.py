"""Findings that the table has read or postponed are not shown again after a restart."""

from collections.abc import Iterator

import pytest

from common.texts.phrases import region_for
from common.texts.words import words_for
from device.hardware.presses import Press
from device.menus.base import Answer
from device.menus.deal.questions import FindingMenu, rulings_on
from device.session.controller import SessionController
from device.settings.table_setup import Setup
from device.state.conclusions import FINDINGS_TO_RULE_ON, open_questions, postponed_findings
from device.state.table_view import View
from engine.codec import from_line, to_line
from engine.events import CardLaid, Event, Ruled
from engine.games import all_games
from engine.notation.record import read, write
from engine.state.table import Table
from tests.device.session.test_any_input import Chance
from tests.support.examples import examples, one_in
from tests.support.session_script import go, in_play

REVOKED = "L7>0 S9>1 L10>2 LA>3 clear LK>3 L9>0 L8>1 LO>2 clear"


def restarted(controller: SessionController) -> SessionController:
    stored = [from_line(to_line(event)) for event in controller.table.journal]
    return SessionController(controller.view.setup, controller.view.words, stored)


def played_to_a_told_finding(setup: Setup, seed: int) -> SessionController | None:
    """Returns the controller that tells a finding on which there is nothing to decide, if one comes."""
    pack = all_games()[setup.game].pack
    chance = Chance(seed, pack)
    controller = SessionController(setup, words_for("de", region_for(pack)))
    for _ in range(400):
        menu = controller.menu
        if isinstance(menu, FindingMenu) and not rulings_on(controller.view, menu.finding):
            return controller
        word = (
            chance.random.choice(["PLAY", "PLAY", "DOWN"]) if isinstance(menu, FindingMenu) else chance.word(controller)
        )
        go(controller, [word])
    return None


def told_findings(game: str) -> Iterator[SessionController]:
    """Yields the controllers of some evenings that tell such a finding."""
    found = (played_to_a_told_finding(Setup(game, (0, 1, 2, 3)), seed) for seed in range(examples(20)))
    return (controller for controller in found if controller is not None)


TABLES = [Setup(game, (0, 1, 2, 3)) for game in ("bohemian-watten", "bauerchen", "watten")]


@pytest.mark.slow
@pytest.mark.parametrize("setup", one_in(3, TABLES), ids=lambda setup: setup.game)
@pytest.mark.parametrize("button", one_in(2, ["PLAY", "FOLD"]))
def test_read_finding_is_not_shown_again_after_a_restart(setup: Setup, button: str) -> None:
    controllers = list(told_findings(setup.game))
    assert controllers
    for reported in controllers:
        question = reported.question
        controller = restarted(reported)
        assert controller.question == question, "until it is read, a restart tells it"
        findings, facts = controller.table.findings, controller.view.facts
        go(controller, [button])
        assert isinstance(controller.table.journal[-1], Ruled)
        assert controller.question != question
        again = restarted(controller)
        assert again.question == controller.question
        assert again.table.findings == findings, "it decides nothing"
        assert again.view.facts == facts, "what is put right next is what happened, not what was read"


@pytest.mark.parametrize("setup", one_in(3, TABLES), ids=lambda setup: setup.game)
def test_a_decision_that_was_put_off_is_not_asked_again_after_a_restart(setup: Setup) -> None:
    """It can still be decided at the score."""
    met = 0
    for seed in range(8):
        pack = all_games()[setup.game].pack
        chance = Chance(seed, pack)
        controller = SessionController(setup, words_for("de", region_for(pack)))
        for _ in range(200):
            menu = controller.menu
            if isinstance(menu, FindingMenu) and rulings_on(controller.view, menu.finding):
                question, findings = controller.question, controller.table.findings
                go(controller, ["FOLD"])
                assert controller.table.journal[-1] == Ruled(menu.finding.position, "noted", menu.finding.kind.value)
                again = restarted(controller)
                assert question not in open_questions(again.view)
                assert (menu.finding in postponed_findings(again.view)) == (menu.finding.kind in FINDINGS_TO_RULE_ON)
                assert again.table.findings == findings, "it decides nothing"
                met += 1
                break
            go(controller, [chance.word(controller)])
    assert met > 3


def test_putting_off_twice_is_one_event() -> None:
    """At the score the finding can be looked at, and put off again."""
    controller = in_play(REVOKED)
    go(controller, "FOLD")
    journal = list(controller.table.journal)
    (finding,) = postponed_findings(controller.view)
    assert FindingMenu(finding).press(controller.view, Press("fold")) == Answer()
    assert controller.table.journal == journal


@pytest.mark.parametrize(("later", "is_told"), [(-1, True), (1, False)])
def test_finding_with_new_evidence_is_shown_again(later: int, is_told: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another card may prove more than what was read."""
    controller = next(told_findings(TABLES[0].game))
    question = restarted(controller).question
    assert question is not None
    assert question.finding is not None
    noted = {(question.position, question.finding.kind.value): question.since + later}
    monkeypatch.setattr(View, "findings_read", lambda _: noted)
    assert (question in open_questions(restarted(controller).view)) == is_told


def test_noted_ruling_is_read_back_from_text() -> None:
    events: list[Event] = [Ruled(3, "noted", "revoke_among"), Ruled(3, "noted"), Ruled(2, "stands")]
    assert read(write(events, derived=False)) == events


@pytest.mark.parametrize("setup", TABLES, ids=lambda setup: setup.game)
def test_noting_changes_nothing_that_is_found_or_scored(setup: Setup) -> None:
    controller = played_to_a_told_finding(setup, 3) or played_to_a_told_finding(setup, 4)
    if controller is None:
        controller = SessionController(setup, words_for("de", region_for(all_games()[setup.game].pack)))
        controller.start(0)
    journal = list(controller.table.journal)
    cards = [place for place, event in enumerate(journal) if isinstance(event, CardLaid)]
    noted = [*journal, *(Ruled(place, "noted", "revoke_among") for place in cards)]
    plain, reported = Table.from_journal(journal), Table.from_journal(noted)
    assert reported.findings == plain.findings
    assert (reported.step, reported.tallies, reported.open_plays()) == (plain.step, plain.tallies, plain.open_plays())
