"""Bauerchen: which card proves which revoke, and whom a joint proof names."""

from __future__ import annotations

import pytest

from engine.rules.findings import Kind
from tests.support.bauerchen_tables import DEALT, run

rule = pytest.mark.rule


@rule("2.2 (1)", "2.2 (2)", "2.2 (3)")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param("play 1:HA 2:CA 3:SA 0:DA", ["revoke_among 2.2 (1) @4 None CA"], id="joint, at the fourth play"),
        pytest.param("play 1:HA 2:CA 3:SA 0:HQ", [], id="two discarders can be right"),
        pytest.param(
            "play 1:CA 2:DK 3:C10 0:CQ >1 | play 1:SA 2:HK", ["revoke 2.2 (1) / 2.2 (3) @4 2 DK"], id="a later trump"
        ),
        pytest.param(
            "play 1:CA 2:HK 3:HQ 0:CQ >2 | play 2:SA 3:H10", ["revoke 2.2 (1) / 2.2 (2) @5 3 HQ"], id="undertrumped"
        ),
        pytest.param("play 1:CA 2:HK 3:C10 0:CQ >2 | play 2:CK", ["revoke 2.2 (1) @4 2 HK"], id="trumped a suit held"),
    ],
)
def test_revokes_become_findings(lines: str, expected: list[str]) -> None:
    assert run(f"{DEALT} | {lines}")[1] == expected


@rule("2.2 (3)")
def test_the_joint_proof_names_all_three() -> None:
    (finding,) = run(f"{DEALT} | play 1:HA 2:CA 3:SA 0:DA")[0].findings
    assert finding.kind is Kind.REVOKE_AMONG
    assert (finding.seat, set(finding.seats)) == (None, {0, 2, 3})
    assert {str(entry.card) for entry in finding.evidence} >= {"CA", "SA", "DA"}
