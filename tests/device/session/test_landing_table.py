"""Each row of the table of a card that has landed decides on a card, and the documentation has the same rows."""

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

import engine.games
from device.menus.deal.questions import FindingMenu
from device.session.controller import SessionController
from device.session.landing_table import GOES_ON, LANDINGS
from engine.events import Announced, Event, TricksEntered
from engine.games.bauerchen.game import Bauerchen
from engine.rules.deal import Deal
from engine.rules.findings import Kind
from engine.rules.game import OtherPhase, Phase, Step
from engine.rules.known_hands import KnownHands
from tests.support.session_script import card, card_laid, events, go, in_play, in_record, new_controller, observation
from vision.types import BACK, CardLanded, KeepsMoving

Begin: TypeAlias = Callable[[], SessionController]

FLOWS = Path(__file__).parents[3] / "docs" / "flows.md"
GATHERED = "L7>0@1 L8>1@2 L10>2@3 LA>3@4 clear>3"
ONE_INSERTED = "L7>0@1.0 !L9>2@3.0 PLAY PLAY"
"""The table names the card of seat 1, which was missed: the first of those offered, `L8`."""


def after(script: str) -> Begin:
    return lambda: in_play(script)


def scored() -> SessionController:
    controller = new_controller(game="gras")
    controller.table.observe(TricksEntered(((0, 3), (1, 2)), "E"))
    controller.handle_sighting(KeepsMoving(3.0))  # the table is watched
    return controller


def thrown_in() -> SessionController:
    """Returns the controller of a deal that is decided while all still hold cards."""
    controller = new_controller(4, game="watten")
    go(controller, "UP UP UP UP UP PLAY PLAY EA>0 E8>1 H8>2 H9>3 clear>0 EK>0 E9>1 H10>2 S10>3 clear>0")
    go(controller, "EO>0 E10>1 HU>2 SU>3")
    return controller


@pytest.fixture(autouse=True)
def own_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that no other test shares, since one of them gets another class."""
    monkeypatch.setattr(engine.games, "_with_rules", lambda kind, rules: kind(rules))


def upcard_of_an_added_game() -> SessionController:
    """Returns the controller of a game that has a phase of its own before the play, and an upcard that nobody takes."""

    class Added(Bauerchen):
        place_of = KnownHands.place_of

        def step(self, deal: Deal) -> Step:
            step = super().step(deal)
            return Step(OtherPhase("double"), step.seats) if step.phase == Phase.PLAY else step

    controller = new_controller(4, game="bauerchen", rules=(("die_letzte", True),))
    controller.view.game.__class__ = Added
    go(controller, "CQ>0")
    return controller


def landed(word: str) -> CardLanded:
    """Returns a card: of `session_script`, or `bare:L7` without a hand, `there:L7` there before, `back` face down."""
    seen = observation(word.removeprefix("bare:").removeprefix("there:").replace("back", "L7"))
    assert isinstance(seen, CardLanded)
    if word.startswith("back"):
        return replace(seen, reading=replace(seen.reading, card=None, not_in_play=BACK))
    confidence = 0.4 if word.startswith(("bare:", "there:")) else seen.seat_confidence
    return replace(seen, seat_confidence=confidence, was_present=word.startswith("there:"))


def upcard_taken() -> SessionController:
    return in_play("PLAY PLAY PLAY PLAY PLAY", upcard="L9")


def critical_of_the_cut() -> SessionController:
    controller = new_controller()
    go(controller, "HK")
    return controller


def open_card_to_come() -> SessionController:
    """Returns the controller of Watten in which a card of the rest lies open; seat 3 deals, and nobody has spoken."""
    return new_controller(4, game="watten", rules=(("open_card", True), ("better", "none")))


def face_down_bid() -> SessionController:
    """Returns the controller of Watten in which a card added face down is a bid; seat 0 has led."""
    controller = new_controller(4, game="watten", rules=(("face_down_bid", True),))
    go(controller, "PLAY PLAY LA>0")
    return controller


def lying_lead() -> SessionController:
    controller = in_play()
    controller.handle_sighting(landed("there:L9"))
    return controller


CASES: tuple[tuple[str, Begin, str, str], ...] = (
    ("card added face down as a call, any, when a card may be laid, asks about the call", face_down_bid, "back>1", ""),
    ("no card of the pack, any, any, nothing", in_play, "back", ""),
    ("card that the game lacks, any, until a card is turned, nothing", new_controller, "S6>0", ""),
    ("card that the game lacks, not the leader, while no card may be laid, nothing", in_play, "S6>1", ""),
    ("card in view before, no hand, any, nothing", after("L7>0 L8>1"), "bare:L7", ""),
    ("card in view before, no hand, any, nothing", after("L7>0 L8>1"), "bare:E9", ""),
    ("lay there and is known, no hand, any, nothing", after("L7>0 L8>1"), "there:L7/L9", ""),
    ("lay there and is known, no hand, any, nothing", after(GATHERED), "there:L10", ""),
    ("lay there, no hand, between deals, nothing", scored, "there:LA", ""),
    ("lifted card of the trick, any, any, was moved", after("L7>0 L8>1 lift:L8"), "L8>2", ""),
    ("card inserted as missed, any, any, nothing", after(ONE_INSERTED), "!{inserted}>1@2", ""),
    (
        "doubtful card like one inserted, none still to play, any, nothing",
        after(ONE_INSERTED),
        "!LK/{inserted}>1@2.0",
        "",
    ),
    ("lay there, any, any, may be a play", after("L7>0"), "there:L9", ""),
    ("card of a gathered trick, any, any, is shown", after(GATHERED), "LA>3@9", ""),
    ("any, any, any, proves earlier cards", lying_lead, "S7>1", "play 0?:L9~ | play 1:S7"),
    (
        "any, any, when the menu asks for a card, answers the menu",
        after("L7>0 L8>1 L10>2 clear"),
        "LK>3",
        "insert 9: play 3:LK",
    ),
    ("any, any, after the last card, nothing", thrown_in, "L8>0", ""),
    ("like none of the pack, any, until a card is turned, nothing", new_controller, "?L9/L7", ""),
    ("like none of the pack, perhaps a leader, between tricks, may be the lead", in_play, "?L7>0", ""),
    ("like none of the pack, any, between tricks, nothing", in_play, "?L7>1", ""),
    ("any, any, any, implies an answer", critical_of_the_cut, "L7>0", "upcard HK | play 0:L7"),
    ("any, any, between deals, begins the next deal", scored, "E9>0", "deal 0 | upcard E9"),
    ("any, any, while a card may be turned, is the upcard", new_controller, "L9>3", "upcard L9"),
    (
        "card that a call may name, dealer who does not lead, while no card may be laid, lies open",
        open_card_to_come,
        "E7>3",
        "say 3 open_card E7",
    ),
    (
        "upcard before the first lead, not the holder of the upcard, when a card may be laid, nothing",
        upcard_taken,
        "L9>1",
        "",
    ),
    ("upcard before the first lead, any, while players declare or exchange, nothing", in_play, "E9>3", ""),
    ("upcard that nobody took, any, while no card may be laid, nothing", upcard_of_an_added_game, "CQ>0", ""),
    ("card surely read, any, any, is laid", after("L7>0"), "L8>1", "play 1:L8"),
    ("any, any, when a card may be laid, is laid", after("L7>0"), "L8/L9>1", "play 1:L8?L9"),
    ("any, leader, any, is laid", in_play, "L7/L8>0", "play 0:L7?L8"),
    ("any, any, any, nothing", in_play, "L7/L8>2", ""),
)
"""A row, the controller before a card, the card, and what is recorded of it, in lines of a record."""


@pytest.mark.parametrize(("row", "begin", "word", "expected"), CASES, ids=[f"{each[0]}: {each[2]}" for each in CASES])
def test_each_row_is_used_for_a_card(
    row: str, begin: Begin, word: str, expected: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The last row that was used decides; the log has all."""
    controller = begin()
    lying = controller.view.deal.trick.cards
    with caplog.at_level(logging.DEBUG, "kiebitz"):
        noted = controller.handle_sighting(landed(word.format(inserted=lying[1] if lying[1:] else "")))
    assert in_record(noted) == expected
    used = [", ".join(record.args[1:]) for record in caplog.records]  # type: ignore[index, arg-type]
    goes_on = row.rpartition(", ")[2].upper().replace(" ", "_") in {then.name for then in GOES_ON}
    assert row in used if goes_on else row == used[-1]


def test_the_card_that_lies_open_is_no_play() -> None:
    """WB25: neither as it is put down nor when it is seen again; the leader's card is one."""
    controller = open_card_to_come()
    go(controller, "E7>3")
    assert events(controller.handle_sighting(landed("bare:E7"))) == []
    assert events(controller.handle_sighting(landed("LA>0"))) == [card_laid(0, "LA")]
    assert controller.table.findings == ()


@pytest.mark.parametrize(
    ("press", "laid", "said", "phase"),
    [
        pytest.param("FOLD", "E7>1", [], Phase.PLAY, id="no bid"),
        pytest.param("PLAY", "", [Announced(1, "bid", "3")], OtherPhase("answer"), id="the others may hold or go"),
        pytest.param("PLAY", "E7>1", [Announced(1, "bid", "3")], Phase.PLAY, id="whoever turns it up holds"),
        pytest.param("PLAY", "E7>2", [Announced(1, "bid", "3")], Phase.PLAY, id="whoever lays a card holds"),
    ],
)
def test_a_card_added_face_down_may_be_a_bid(
    press: str, laid: str, said: list[Event], phase: Phase | OtherPhase
) -> None:
    controller = face_down_bid()
    controller.handle_sighting(landed("back>1"))
    assert events(go(controller, press)) == said
    go(controller, laid)
    assert controller.table.phase == phase
    assert controller.table.findings == () or laid == "E7>2"


@pytest.mark.parametrize(
    ("rules", "before", "word"),
    [
        pytest.param((), "LA>0", "back>1", id="not agreed"),
        pytest.param((("face_down_bid", True),), "", "back>0", id="a trick put away lies so too"),
        pytest.param((("face_down_bid", True),), "LA>0", "back", id="nobody surely laid it"),
        pytest.param((("face_down_bid", True),), "LA>0", "back>2", id="not his turn"),
    ],
)
def test_a_card_face_down_is_no_bid_otherwise(rules: tuple[tuple[str, bool], ...], before: str, word: str) -> None:
    controller = new_controller(4, game="watten", rules=rules)
    go(controller, f"PLAY PLAY {before}")
    controller.handle_sighting(landed(word))
    assert controller.open_menu is None


def test_each_row_has_a_test() -> None:
    assert [", ".join(row.words) for row in LANDINGS] == list(dict.fromkeys(row for row, *_ in CASES))


def test_the_documentation_has_the_rows() -> None:
    rows = ["".join(f"| {cell} " for cell in row.words) + "|" for row in LANDINGS]
    assert "\n".join(rows) in FLOWS.read_text(encoding="utf-8")


def test_after_the_deal_it_begins_no_other_one() -> None:
    controller = in_play()
    go(controller, "DOWN DOWN")
    deals = [fact for _, fact in controller.table.facts if type(fact).__name__ == "DealStarted"]
    go(controller, "S6")
    assert [fact for _, fact in controller.table.facts if type(fact).__name__ == "DealStarted"] == deals


@pytest.mark.parametrize("script", ["S6>0", "L9>0 S6>1", "L9>0 S6"])
def test_laid_to_a_trick_it_is_asked_about(script: str) -> None:
    controller = in_play()
    go(controller, script)
    assert [finding.kind for finding in controller.table.findings] == [Kind.FOREIGN_CARD]
    assert isinstance(controller.menu, FindingMenu)
    text = getattr(controller.screen, "text", "")
    assert "Weli" in text or str(controller.view.words.token(card("S6"))) in text
    go(controller, "PLAY")
    assert not controller.table.findings, "it was no card of the trick"
    assert card("S6") not in controller.view.deal.trick.cards
