"""Watten: the announcement of striker and suit (section 3.3); reasoned from the rule book before any code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.events import Announced
from tests.support.records import play_record
from tests.support.watten_tables import finding_texts, in_game

if TYPE_CHECKING:
    from engine import Finding, Table

rule = pytest.mark.rule
case = pytest.param

ANNOUNCED = "say 1 striker 9 | say 0 trump H"


def announced(lines: str, rules: str = "") -> tuple[Table, list[Finding]]:
    return play_record(f"deal 0 | {lines}", rules, "0 1 2 3", name="watten")


@rule("WA10", "WA11", "WA12", "WA13", "WA14", "3.5", "DECISIONS WA22")
@pytest.mark.parametrize(
    ("lines", "phase", "turn"),
    [
        case("say 1 striker 9", "announce", 0, id="WA11-then-the-dealer"),
        case(ANNOUNCED, "play", 1, id="WA11-then-the-striker-caller-leads"),
        case("say 1 striker 6 | say 0 trump S", "play", 1, id="WA11-down-to-VI"),
        case("say 1 striker A", "announce", 0, id="WA13-three-strikers-may-be-named"),
        case("say 1 better", "announce", 0, id="WA12-forehand-asks-instead-of-the-striker"),
        case("say 1 better | say 0 accept", "announce", 1, id="WA12-agreed-and-begun-again"),
        case("say 1 better | say 0 refuse", "announce", 1, id="WA12-refused"),
        case(f"say 1 better | say 0 refuse | {ANNOUNCED}", "play", 1, id="WA12-refused-and-announced"),
        case("say 1 striker 9 | say 0 better", "announce", 1, id="WA12-the-dealer-asks-after-the-striker"),
        case("say 1 striker 9 | say 0 better | say 1 accept", "announce", 1, id="WA12-the-striker-is-void"),
        case("say 1 striker 9 | say 0 better | say 1 refuse", "announce", 0, id="WA12-the-suit-must-be-named"),
        case("say 1 better | say 0 accept | say 1 better | say 0 accept | say 1 better", "announce", 0,
             id="WA22-as-often-as-both-agree"),
        case("say 1 swap", "announce", 0, id="WA14-asked"),
        case("say 1 swap | say 0 accept", "announce", 0, id="WA14-the-dealer-names-the-striker"),
        case("say 0 swap | say 1 accept | say 0 striker 9", "announce", 1, id="WA14-forehand-names-the-suit"),
        case("say 1 swap | say 0 accept | say 0 striker 9 | say 1 trump H", "play", 0, id="3.5-the-dealer-leads"),
        case("say 1 swap | say 0 refuse", "announce", 1, id="WA14-refused"),
    ],
)  # fmt: skip
def test_announcements_set_phase_and_turn(lines: str, phase: str, turn: int) -> None:
    table, findings = announced(lines)
    assert (table.phase, table.turn, findings) == (phase, turn, [])


@rule("WA11", "WA12", "WA14", "DECISIONS WA6", "DECISIONS WA22")
@pytest.mark.parametrize(
    ("lines", "rules", "findings"),
    [
        case("say 0 striker 9", "", ["call_out_of_turn WA11 @2 0"], id="WA11-the-dealer-names-no-striker"),
        case("say 0 trump H", "", ["call_out_of_turn WA11 @2 0"], id="WA11-no-suit-before-the-striker"),
        case("say 2 striker 9", "", ["call_out_of_turn WA11 @2 2"], id="WA11-the-dealers-partner"),
        case("say 3 striker 9", "", ["call_out_of_turn WA11 @2 3"], id="WA11-forehands-partner"),
        case("say 1 striker 9 | say 1 trump H", "", ["call_out_of_turn WA11 @3 1"], id="WA11-not-both"),
        case("say 1 striker 9 | say 2 trump H", "", ["call_out_of_turn WA11 @3 2"], id="WA11-partner-names-the-suit"),
        case(f"{ANNOUNCED} | say 1 striker 8", "", ["call_not_allowed WA11 @4 1"], id="WA11-once"),
        case("say 1 striker 5", "", ["call_not_allowed WA11 @2 1"], id="WA11-no-five"),
        case("say 1 striker 9 | say 0 trump C", "", ["call_not_allowed WA11 @3 0"], id="WA11-no-clubs"),
        case("say 1 striker 6", "weli_striker=forbidden", ["call_not_allowed WA11 @2 1"], id="WA6-no-six-here"),
        case("say 2 better", "", ["call_out_of_turn WA12 @2 2"], id="WA12-a-blind-player-asks"),
        case("say 0 better", "", ["call_out_of_turn WA12 @2 0"], id="WA12-the-dealer-asks-too-early"),
        case("say 1 better | say 3 accept", "", ["call_out_of_turn WA12 @3 3"], id="WA12-a-blind-player-agrees"),
        case("say 0 accept", "", ["call_not_allowed WA12 @2 0"], id="WA12-nothing-was-asked"),
        case("say 1 better", "better=none", ["call_not_allowed WA12 @2 1"], id="WA22-not-at-this-table"),
        case("say 3 swap", "", ["call_out_of_turn WA14 @2 3"], id="WA14-a-blind-player-asks"),
        case("say 1 swap | say 2 refuse", "", ["call_out_of_turn WA14 @3 2"], id="WA14-a-blind-player-answers"),
        case("say 1 swap", "striker_swap=false", ["call_not_allowed WA14 @2 1"], id="WA14-not-at-this-table"),
        case(f"{ANNOUNCED} | say 1 better", "", ["call_not_allowed WA12 @4 1"], id="WA12-too-late"),
    ],
)  # fmt: skip
def test_invalid_announcements_become_findings(lines: str, rules: str, findings: list[str]) -> None:
    _, found = announced(lines, rules)
    assert finding_texts(found) == findings


@rule("WA2", "WA11", "DECISIONS WA6")
def test_options_list_the_possible_announcements() -> None:
    table, _ = announced("say 1 striker 9")
    assert table.deal is not None
    named = [said for said in in_game(table).options(table.deal) if isinstance(said, Announced)]
    assert [said.value for said in named if said.call == "trump"] == list("ELHS")
    assert in_game(table).strikers == ("A", "K", "O", "U", "10", "9", "8", "7", "6")
    table, _ = announced("say 1 striker 9", "weli_striker=forbidden")
    assert "6" not in in_game(table).strikers
