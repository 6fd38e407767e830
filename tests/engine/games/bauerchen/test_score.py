"""Bauerchen: card points of a deal, its game points, and what misdeeds cost."""

from __future__ import annotations

import pytest

from engine.cards import FRENCH_20
from tests.support.bauerchen_tables import DEALT, WHOLE, bauerchen, run, tallies

rule = pytest.mark.rule

# Card points


@rule("BA5")
def test_card_points_of_cards_and_of_a_deal() -> None:
    four = bauerchen()
    assert [four.card_points(card) for card in ("CA", "C10", "CK", "CQ", "CJ")] == [11, 10, 4, 3, 2]
    assert four.card_points(FRENCH_20.cards) == 120
    assert four.last_trick_points == 10
    assert four.entered_total == 130


@rule("BA5", "BA10", "BA16")
def test_points_of_a_deal_played() -> None:
    table, findings = run(f"{DEALT} | {WHOLE}")
    assert findings == []
    assert table.deal is not None
    # CA CK C10 CQ, CJ HQ DJ HK and SK DK SJ H10 with the last trick; SA S10 SQ HJ; DA D10 DQ HA
    assert bauerchen().points(table.deal) == {0: 26, 1: 28 + 11 + 20 + 10, 2: 0, 3: 35}
    assert bauerchen().points_taken(table.deal) == bauerchen().points(table.deal)
    lonely, _ = run(f"{DEALT} | say 1 ledig | play 1:CJ 2:HJ 0:DK >1")
    assert lonely.deal is not None
    assert bauerchen().points_taken(lonely.deal) == {}, "in a Ledig only tricks count"
    assert table.score is not None
    assert dict(table.score.changes) == {0: 0, 1: 2, 2: 0, 3: 2}
    assert table.phase == "scored"


@rule("BA16", "BA17", "BA18", "BA19", "DECISIONS BA6", "DECISIONS BA7")
@pytest.mark.parametrize(
    ("home", "away", "doubles", "score"),
    [
        pytest.param(66, 64, 0, (1, 0), id="a bare majority"),
        pytest.param(65, 65, 0, (0, 2), id="65 each: away, one and the bonus"),
        pytest.param(64, 66, 0, (0, 2), id="away"),
        pytest.param(99, 31, 0, (1, 0), id="31 is free"),
        pytest.param(100, 30, 0, (2, 0), id="30 is schneider"),
        pytest.param(129, 1, 0, (2, 0), id="1 is schneider"),
        pytest.param(130, 0, 0, (3, 0), id="naked"),
        pytest.param(30, 100, 0, (0, 3), id="schneider away"),
        pytest.param(0, 130, 0, (0, 4), id="naked away"),
        pytest.param(66, 64, 1, (2, 0), id="doubled"),
        pytest.param(100, 30, 2, (8, 0), id="doubled twice"),
        pytest.param(0, 130, 3, (0, 32), id="the bonus is doubled too"),
        pytest.param(65, 65, 1, (0, 4), id="65 each, doubled"),
    ],
)
def test_game_points_follow_from_card_points_and_doubles(
    home: int, away: int, doubles: int, score: tuple[int, int]
) -> None:
    assert bauerchen().hand_score(home, away, doubles) == score


@rule("DECISIONS BA11")
@pytest.mark.parametrize(
    ("limit", "lost", "points"),
    [
        ("31_of_130", 30, 2), ("31_of_130", 31, 1), ("33_of_130", 32, 2), ("33_of_130", 33, 1),
        ("31_of_120", 30, 2), ("31_of_120", 31, 1),
    ],
)  # fmt: skip
def test_schneider_limit_decides_the_game_points(limit: str, lost: int, points: int) -> None:
    four = bauerchen(schneider_limit=limit)
    assert four.hand_score(four.entered_total - lost, lost) == (points, 0)


@rule("DECISIONS BA11")
def test_without_points_for_the_last_trick() -> None:
    four = bauerchen(schneider_limit="31_of_120")
    assert (four.entered_total, four.last_trick_points) == (120, 0)
    table, _ = run(f"{DEALT} | {WHOLE}", 'schneider_limit="31_of_120"')
    assert table.deal is not None
    assert sum(four.points(table.deal).values()) == 120
    assert tallies(f"{DEALT} | {WHOLE}", 'schneider_limit="31_of_120"') == (0, 2)


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
