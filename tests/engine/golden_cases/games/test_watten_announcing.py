"""Watten: the announcement of striker and suit (section 3.3); reasoned from the rule book before any code."""

import pytest

from engine import Finding, Table
from engine.events import Announced
from tests.support.case_tables import CaseFile
from tests.support.records import play_record
from tests.support.watten_tables import finding_texts, in_game

rule = pytest.mark.rule

ANNOUNCED = "say 1 striker 9 | say 0 trump H"
cases = CaseFile(__file__, ANNOUNCED=ANNOUNCED)


def announced(lines: str, rules: str = "") -> tuple[Table, list[Finding]]:
    return play_record(f"deal 0 | {lines}", rules, "0 1 2 3", name="watten")


@rule("WA10", "WA11", "WA12", "WA13", "WA14", "3.5", "DECISIONS WA22")
@cases.table
def test_announcements_set_phase_and_turn(lines: str, phase: str, turn: int) -> None:
    table, findings = announced(lines)
    assert (table.phase, table.turn, findings) == (phase, turn, [])


@rule("WA11", "WA12", "WA14", "DECISIONS WA6", "DECISIONS WA22")
@cases.table
def test_invalid_announcements_become_findings(lines: str, rules: str, findings: list[str]) -> None:
    _, found = announced(lines, rules)
    assert finding_texts(found) == findings


@rule("WA2", "WA11", "DECISIONS WA6")
def test_options_list_the_possible_announcements() -> None:
    table, _ = announced("say 1 striker 9")
    named = [said for said in in_game(table).options(table.current_deal) if isinstance(said, Announced)]
    assert [said.value for said in named if said.call == "trump"] == list("ELHS")
    assert in_game(table).strikers == ("A", "K", "O", "U", "10", "9", "8", "7", "6")
    table, _ = announced("say 1 striker 9", "weli_striker=forbidden")
    assert "6" not in in_game(table).strikers
