"""Bauerchen: card points of a deal, its game points, what misdeeds cost, revokes, and when a round ends."""

import pytest

from engine.rules.findings import Kind
from tests.support.bauerchen_tables import DEALT, TEN, WHOLE, bauerchen, run, tallies

rule = pytest.mark.rule

# Card points


@pytest.mark.parametrize(
    ("lines", "expected", "findings"),
    [
        pytest.param("tricks 0:60 1:70", (0, 1), [], id="one seat of each side", marks=rule("BA16")),
        pytest.param("tricks 0:30 2:30 1:50 3:20", (0, 1), [], id="by seat", marks=rule("BA16")),
        pytest.param("tricks 0:65 1:65", (2, 0), [], id="65 each", marks=rule("BA16", "DECISIONS BA6")),
        pytest.param("tricks 0:5 1:5", (0, 0), ["wrong_count BA5 @3 None None"], id="not 130", marks=rule("BA5")),
        pytest.param(
            "say 0 double | say 3 double | tricks 0:20 1:110", (0, 8), [], id="doubled", marks=rule("BA14", "BA19")
        ),
        pytest.param("tricks 0:20 1:110 | say 0 meld C | say 2 meld H", (3, 2), [], id="melded", marks=rule("BA12")),
        pytest.param("tricks 0:70 1:60 trump S | say 1 meld S", (2, 2), [], id="trump told", marks=rule("BA12")),
    ],
)
def test_card_points_entered_by_hand(lines: str, expected: tuple[int, int], findings: list[str]) -> None:
    start = "deal 0" if "trump" in lines else DEALT
    assert run(f"{start} | {lines}")[1] == findings
    assert tallies(f"{start} | {lines}") == expected


@rule("BA8")
def test_score_waits_for_the_trump_call() -> None:
    table, _ = run(f"deal 0 | {WHOLE}")
    assert (table.step.phase, table.turn, table.score) == ("announce", 1, None)
    table, _ = run(f"deal 0 | {WHOLE} | say 1 trump H")
    assert table.tallies == {0: 0, 1: 2, 2: 0, 3: 2}


# Misdeeds


@rule("DECISIONS BA9")
def test_misdeed_is_penalised_only_by_ruling() -> None:
    revoke = f"{DEALT} | play 1:CA 2:DK 3:C10 0:CQ >1 | play 1:SA 2:HK"
    for rules in ("", "revoke_penalty=hand_lost"):
        table, findings = run(revoke, rules)
        assert findings == ["revoke 2.2 (1) / 2.2 (3) @4 2 DK"]
        assert table.score is None
    assert run(f"{revoke} | rule 4 counted")[0].score is None
    assert tallies(f"{revoke} | rule 4 counted", "revoke_penalty=hand_lost") == (0, 3)
    assert tallies(f"{DEALT} | say 0 double | play 1:CA 2:CK | rule 4 counted", "revoke_penalty=hand_lost") == (8, 0)


@rule("DECISIONS BA9")
def test_a_misdeal_is_dealt_again_by_the_same_dealer() -> None:
    table, findings = run(f"{DEALT} | say 1 misdeal")
    assert findings == ["misdeal DECISIONS BA9 @3 0 None"], "whoever says it, the dealer did it"
    assert (table.phase, table.turn, table.score) == ("deal", 0, None)


TRICKS = WHOLE.split(" | ")
"""They are worth 28, 11, 26, 35 and 20, and the last one 10 more."""


@rule("BA5")
@pytest.mark.parametrize(
    ("lines", "points"),
    [
        pytest.param(["play 1:CA 2:CK 3:C10"], {}, id="a card is missing"),
        pytest.param(["play 1:CA 2:CK 3:C10 0:CQ"], {1: 28}, id="a full trick that lies there"),
        pytest.param(TRICKS[:1], {1: 28}, id="gathered"),
        pytest.param([*TRICKS[:1], "play 1:CJ 2:HQ 3:DJ"], {1: 28}, id="the second begun"),
        pytest.param(TRICKS[:4], {0: 26, 1: 39, 3: 35}, id="four tricks"),
        pytest.param([*TRICKS[:4], "play 3:SK 0:DK 1:SJ"], {0: 26, 1: 39, 3: 35}, id="the last begun"),
        pytest.param([*TRICKS[:4], "play 3:SK 0:DK 1:SJ 2:H10"], {0: 26, 1: 69, 3: 35}, id="the last lies there"),
    ],
)
def test_a_trick_counts_from_its_last_card_on(lines: list[str], points: dict[int, int]) -> None:
    table, findings = run(" | ".join([DEALT, *lines]))
    assert findings == []
    assert table.deal is not None
    assert bauerchen().points_taken(table.deal) == dict.fromkeys(range(4), 0) | points


# The round


@rule("BA20", "DECISIONS BA1")
@pytest.mark.parametrize(("rules", "over"), [("", True), ("target=31", False)])
def test_a_round_ends_with_the_target(rules: str, over: bool) -> None:
    lines = f"{TEN} | deal 3 | say 0 trump H | tricks 0:60 1:70"
    table, _ = run(lines, rules)
    assert table.tallies == {0: 0, 1: 12, 2: 0, 3: 12}
    assert table.result.is_over is over
    assert table.result.winners == ((1, 3) if over else ())
    assert not run(TEN)[0].result.is_over


@rule("BA20")
def test_result_names_winners_at_the_target() -> None:
    four = bauerchen()
    before = {0: 10, 1: 8, 2: 10, 3: 8}
    won = four.result(before, {0: 2, 1: 0, 2: 2, 3: 0})
    assert (won.winners, won.losers, won.tallies) == ((0, 2), (1, 3), {0: 12, 1: 8, 2: 12, 3: 8})
    assert not four.result(before, {0: 1, 2: 1}).is_over
    assert four.result(before, {0: 2, 1: 6, 2: 2, 3: 6}).winners == (1, 3)


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
