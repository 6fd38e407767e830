"""Requests of phones: the same events as by buttons, or a reason why not."""

from typing import Any

import pytest

from device.session.controller import SessionController
from device.session.phone_requests import PhoneRefusal
from device.settings.requests import Examine
from device.settings.table_setup import Setup
from device.state.appliance_state import OnboardingSteps, Step
from engine.events import (
    Announced,
    DealStarted,
    EveningStarted,
    GameStarted,
    PlayersSeated,
    Ruled,
)
from tests.support.session_script import GAME, GERMAN, card, events, go, in_play, in_record, new_controller

FIRST = 6
"""The position of the first card."""


def refusal_of(controller: Any, action: object) -> str:
    count = len(controller.table.journal)
    with pytest.raises(PhoneRefusal) as refused:
        controller.handle_phone(action)
    assert len(controller.table.journal) == count
    return refused.value.reason


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ({"do": "correct", "position": FIRST, "was": "L7", "card": "L9"}, "correct 6: play 0:L9"),
        ({"do": "correct", "position": 2, "was": "E9", "card": "E8"}, "correct 2: upcard E8"),
        ({"do": "remove", "position": FIRST, "was": "L7"}, "undo 6"),
        ({"do": "undo", "position": FIRST + 1}, "undo 7"),
        ({"do": "missed", "seat": 2, "card": "LK"}, "play 2:LK"),
        ({"do": "missed", "seat": 3, "card": "LK", "before": FIRST}, "insert 6: play 3:LK"),
    ],
    ids=["another card", "another upcard", "no card", "the last event taken back", "on top", "below"],
)
def test_events_of_a_request(action: object, expected: str) -> None:
    assert in_record(in_play("L7 L8").handle_phone(action)) == expected


def test_redo_takes_the_undo_back() -> None:
    controller = in_play("L7")
    controller.handle_phone({"do": "undo", "position": FIRST})
    assert not controller.view.plays()
    last = len(controller.table.journal) - 1
    controller.handle_phone({"do": "redo", "position": last})
    assert [play.card for play in controller.view.plays().values()] == [card("L7")]


def test_names_are_seated_between_deals_and_kept_for_the_next_evening() -> None:
    controller = new_controller()
    assert events(controller.handle_phone({"do": "names", "names": {"0": "Toni", "2": "Vroni"}})) == [
        PlayersSeated(((0, "Toni"), (2, "Vroni")))
    ]
    (request,) = controller.take_requests()
    assert request.names == ((0, "Toni"), (2, "Vroni"))  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ({"0": "Toni", "1": "Toni"}, "bad_name"),
        ({"0": "Maximilian von und zu"}, "bad_name"),
        ({"0": "漢字"}, "bad_name"),
        ({"0": "<b>\n"}, "bad_name"),
        ({"7": "Toni"}, "malformed"),
        ({"x": "Toni"}, "malformed"),
    ],
)
def test_names_that_cannot_be(names: dict[str, str], reason: str) -> None:
    assert refusal_of(new_controller(), {"do": "names", "names": names}) == reason


REVOKED = "L7>0 S9>1 L10>2 LA>3 clear LK>3 L9>0 L8>1 LO>2 clear"


@pytest.mark.parametrize("ruling", ["counted", "stands", "noted"])
def test_a_finding_is_ruled_on(ruling: str) -> None:
    controller = in_play(REVOKED)
    finding = next(each for each in controller.table.findings if each.kind.value == "revoke")
    action = {"do": "rule", "position": finding.position, "kind": "revoke", "ruling": ruling}
    kind = "revoke" if ruling == "noted" else ""
    assert events(controller.handle_phone(action)) == [Ruled(finding.position, ruling, kind)]  # type: ignore[arg-type]
    assert controller.question is None


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ({"do": "correct", "position": FIRST, "was": "L8", "card": "L9"}, "changed"),
        ({"do": "correct", "position": 99, "was": "L7", "card": "L9"}, "changed"),
        ({"do": "correct", "position": FIRST, "was": "L7", "card": "H2"}, "unknown_card"),
        ({"do": "correct", "position": FIRST, "was": "L7", "card": "🂡"}, "unknown_card"),
        ({"do": "correct", "position": FIRST, "was": "L7", "card": "L9", "seat": 1}, "malformed"),
        ({"do": "remove", "position": 1, "was": "L7"}, "changed"),
        ({"do": "undo", "position": FIRST}, "changed"),
        ({"do": "redo", "position": FIRST + 1}, "changed"),
        ({"do": "missed", "seat": 7, "card": "LK"}, "malformed"),
        ({"do": "missed", "seat": 2, "card": "LK", "before": 99}, "changed"),
        ({"do": "names", "names": {"0": "Toni"}}, "between_deals"),
        ({"do": "rule", "position": FIRST, "kind": "revoke", "ruling": "counted"}, "changed"),
        ({"do": "next_deal", "count": FIRST}, "changed"),
        ({"do": "next_deal", "count": FIRST + 2}, "not_now"),
        ({"do": "format"}, "malformed"),
        ({}, "malformed"),
        ([], "malformed"),
        (None, "malformed"),
        ({"do": "undo", "position": "6"}, "malformed"),
        ({"do": "undo", "position": True}, "malformed"),
    ],
)
def test_what_does_not_fit_is_refused(action: object, reason: str) -> None:
    assert refusal_of(in_play("L7 L8"), action) == reason


def test_before_a_deal_nothing_can_be_corrected() -> None:
    controller = SessionController(Setup(GAME, (0, 1, 2, 3)), GERMAN)
    assert refusal_of(controller, {"do": "undo", "position": 0}) == "not_now"


WATTEN = {"target": 11, "kritisch": True}


def test_another_game_is_chosen_and_begun_by_phone() -> None:
    controller = new_controller()
    assert controller.handle_phone({"do": "game", "game": "watten", "players": 4, "rules": WATTEN}) == []
    (request,) = controller.take_requests()
    assert request.game.game == "watten"  # type: ignore[union-attr]
    assert controller.view.setup.game == "watten"
    assert dict(controller.view.setup.rules)["target"] == 11
    assert controller.view.setup.open == (), "no rule is asked again"


def test_the_first_game_begins_with_the_dealer_that_the_phone_names() -> None:
    controller = SessionController(Setup(GAME, (0, 1, 2, 3), evening="2026-11-25"), GERMAN)
    noted = events(controller.handle_phone({"do": "new_game", "dealer": 2, "count": 0}))
    assert noted == [EveningStarted("2026-11-25"), GameStarted(GAME, (0, 1, 2, 3), 2), DealStarted(2)]


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ({"do": "game", "game": "poker", "players": 4, "rules": {}}, "malformed"),
        ({"do": "game", "game": "watten", "players": 7, "rules": {}}, "malformed"),
        ({"do": "game", "game": "watten", "players": 4, "rules": {"target": 12}}, "malformed"),
        ({"do": "game", "game": "watten", "players": 4, "rules": {"nothing": True}}, "malformed"),
        ({"do": "new_game", "dealer": 0, "count": 2}, "not_now"),
        ({"do": "new_game", "dealer": 0, "count": 0}, "changed"),
    ],
)
def test_games_that_cannot_be(action: object, reason: str) -> None:
    assert refusal_of(new_controller(), action) == reason


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        ({"event": "announced", "seat": 0, "call": "play"}, Announced(0, "play")),
        ({"event": "announced", "seat": 2, "call": "play"}, "not_now"),
        ({"event": "announced", "seat": 0, "call": "sing"}, "not_now"),
        ({"event": "game_started", "game": GAME, "seats": [0, 2], "dealer": 0}, "not_now"),
        ({"event": "announced", "seat": 9, "call": "play"}, "malformed"),
        ({}, "malformed"),
    ],
)
def test_calls_by_phone_are_those_that_are_legal_now(fact: dict[str, Any], expected: object) -> None:
    controller = new_controller()
    go(controller, "E9")
    action = {"do": "announce", "fact": fact}
    if isinstance(expected, str):
        assert refusal_of(controller, action) == expected
    else:
        assert events(controller.handle_phone(action)) == [expected]


def test_the_health_checks_are_asked_for() -> None:
    controller = new_controller()
    assert controller.handle_phone({"do": "examine"}) == []
    assert controller.take_requests() == (Examine(),)


def test_what_the_settings_fix_stays() -> None:
    controller = new_controller()
    controller.view.appliance.fixed_steps = frozenset({"game"})
    assert refusal_of(controller, {"do": "game", "game": "watten", "players": 4, "rules": {}}) == "fixed"


@pytest.mark.parametrize(("players", "rules"), [(4, {}), (3, {}), (4, {"account_factor": 5})])
def test_a_game_chosen_by_phone_answers_all_questions_of_the_first_start_about_it(
    players: int, rules: dict[str, Any]
) -> None:
    controller = SessionController(Setup("bohemian-watten", (0, 1, 2, 3)), GERMAN)
    steps: frozenset[Step] = frozenset({"game", "rules", "players"})
    controller.view.appliance.onboarding = OnboardingSteps(steps, steps)
    controller.handle_phone({"do": "game", "game": "gras", "players": players, "rules": rules})
    assert controller.view.appliance.onboarding.next is None
    assert (controller.view.setup.game, len(controller.view.setup.seats)) == ("gras", players)
