"""Bauerchen's score as a jury reasoned it from the rules: spritzen, game points, Ledig, rounds, knoddel and stein.

Seats 0 to 3, seat 3 deals, seat 0 is forehand: 0 and 2 are at home, 1 and 3 away. Hearts are trumps. Numbers entered by
hand are card points.
"""

from functools import partial

import pytest

from engine.games.bauerchen.game import Bauerchen
from tests.support.bauerchen_tables import sides
from tests.support.case_tables import CaseFile
from tests.support.records import finding_lines, game_of, play_record

rule = pytest.mark.rule
FOUR = (0, 1, 2, 3)
CALLED = "deal 3 | say 0 trump H"
THREE = "say 0 trump H | say 1 double | say 2 double | say 3 double"
cases = CaseFile(__file__)


bauerchen = partial(game_of, Bauerchen)


BAUERCHEN = bauerchen()


replay = partial(play_record, seats="0 1 2 3", dealer=3, name="bauerchen")


# Spritzen and the score of a hand


@rule("BA14", "DECISIONS BA12")
@cases.table
def test_spritzen_doubles_the_hand(lines: str, doubles: int, expected: list[str]) -> None:
    table, findings = replay(f"{CALLED} | {lines}")
    assert (BAUERCHEN.doubles(table.current_deal), finding_lines(findings)) == (doubles, expected)
    assert [BAUERCHEN.doubles_next(count) for count in range(3)] == ["away", "home", "away"]


DOUBLED = ("", "say 1 double | ", "say 1 double | say 0 double | ", "say 1 double | say 0 double | say 1 double | ")


@rule("BA16", "BA17", "BA18", "BA19", "DECISIONS BA6", "DECISIONS BA7", "DECISIONS BA11")
@pytest.mark.parametrize(
    ("home", "doubles", "rules", "points"),
    [
        pytest.param(66, 0, "", (1, 0), id="BA16-sixty-six"),
        pytest.param(65, 0, "", (0, 2), id="BA16-DECISIONS-BA6-split"),
        pytest.param(64, 0, "", (0, 2), id="BA18-away"),
        pytest.param(99, 0, "", (1, 0), id="BA17-thirty-one"),
        pytest.param(100, 0, "", (2, 0), id="BA17-thirty-is-schneider"),
        pytest.param(122, 0, "", (2, 0), id="BA17-eight"),
        pytest.param(130, 0, "", (3, 0), id="BA17-naked"),
        pytest.param(31, 0, "", (0, 2), id="BA18-thirty-one"),
        pytest.param(30, 0, "", (0, 3), id="BA18-schneider"),
        pytest.param(0, 0, "", (0, 4), id="BA18-naked"),
        pytest.param(66, 1, "", (2, 0), id="BA19-spritz"),
        pytest.param(66, 2, "", (4, 0), id="BA19-retour"),
        pytest.param(100, 2, "", (8, 0), id="BA19-schneider-retour"),
        pytest.param(64, 1, "", (0, 4), id="DECISIONS-BA7-the-bonus-is-doubled"),
        pytest.param(65, 1, "", (0, 4), id="DECISIONS-BA7-split"),
        pytest.param(30, 1, "", (0, 6), id="DECISIONS-BA7-schneider"),
        pytest.param(64, 3, "target=31", (0, 16), id="BA19-three-times"),
        pytest.param(98, 0, "schneider_limit=33_of_130", (2, 0), id="DECISIONS-BA11-thirty-two-of-33"),
        pytest.param(97, 0, "schneider_limit=33_of_130", (1, 0), id="DECISIONS-BA11-thirty-three"),
    ],
)
def test_the_score_of_a_hand(home: int, doubles: int, rules: str, points: tuple[int, int]) -> None:
    table, findings = replay(f"{CALLED} | {DOUBLED[doubles]}tricks 0:{home} 1:{130 - home}", rules)
    assert (finding_lines(findings), sides(table)) == ([], points)
    if "limit" not in rules:
        assert BAUERCHEN.hand_score(home, 130 - home, doubles) == points


@rule("DECISIONS BA11", "BA5")
@pytest.mark.parametrize(
    ("home", "points"),
    [(61, (1, 0)), (60, (0, 2)), (89, (1, 0)), (90, (2, 0)), (120, (3, 0)), (30, (0, 3)), (31, (0, 2))],
)
def test_a_hundred_and_twenty_points_without_the_last_trick(home: int, points: tuple[int, int]) -> None:
    table, findings = replay(f"{CALLED} | tricks 0:{home} 1:{120 - home}", "schneider_limit=31_of_120")
    assert (finding_lines(findings), sides(table)) == ([], points)
    assert bauerchen(schneider_limit="31_of_120").last_trick_points == 0


@rule("BA8", "BA10", "BA16", "BA18")
@pytest.mark.parametrize(
    ("home", "points"), [pytest.param(66, (0, 1), id="without-bonus"), pytest.param(64, (2, 0), id="forehand-is-away")]
)
def test_whoever_called_trumps_is_at_home_if_the_table_lets_it_stand(home: int, points: tuple[int, int]) -> None:
    table, _ = replay(f"deal 3 | say 1 trump H | rule 2 stands | tricks 0:{130 - home} 1:{home}")
    assert sides(table) == points


WHOLE = (
    "play 0:CA 1:CQ 2:CK 3:C10 >0 | play 0:SA 1:SK 2:SQ 3:S10 >0 | play 0:DA 1:DK 2:DQ 3:D10 >0"
    " | play 0:HA 1:HJ 2:HQ 3:DJ >1 | play 1:CJ 2:HK 3:H10 0:SJ"
)


@rule("BA5", "BA10", "BA16")
def test_a_deal_card_by_card() -> None:
    """Home: 28 and 28 and 28. Away: HA HJ HQ DJ 18, CJ HK H10 SJ 18, and 10 for the last trick."""
    table, findings = replay(f"{CALLED} | {WHOLE}")
    assert BAUERCHEN.points(table.current_deal) == {0: 84, 1: 46, 2: 0, 3: 0}
    assert (finding_lines(findings), sides(table)) == ([], (1, 0))


# Ledig, rounds, knoddel and stein


SWEEP = "play 0:CJ 1:HQ 3:HK >0 | play 0:SJ 1:CQ 3:CK >0 | play 0:HJ 1:SQ 3:SK >0 | play 0:DJ 1:DQ 3:DK >0"


@rule("BA15", "DECISIONS BA10", "BA20")
@pytest.mark.parametrize(
    ("lines", "rules", "expected", "points"),
    [
        pytest.param(f"say 0 ledig | {SWEEP} | play 0:HA 1:C10 3:D10", "", [], (12, 0), id="BA15-all-tricks"),
        pytest.param(f"say 0 ledig | {SWEEP} | play 0:C10 1:CA 3:D10", "", [], (0, 12), id="BA15-the-last-is-lost"),
        pytest.param("say 1 ledig | play 0:CQ 1:CA 2:CJ", "", [], (12, 0), id="BA15-a-defender-fails"),
        pytest.param("say 3 ledig | tricks 0:0 3:130", "", [], (0, 12), id="BA15-a-defender-makes-it"),
        pytest.param("say 0 ledig | tricks 0:119 1:11", "", [], (0, 12), id="by-hand-one-trick-lost"),
        pytest.param("say 0 ledig | tricks 0:120 1:0", "", [], (12, 0), id="by-hand-without-the-partners-cards"),
        pytest.param("say 0 ledig | tricks 0:130 1:0", "target=31", [], (12, 0), id="BA15-the-round-to-31-ends-too"),
        pytest.param(
            "say 0 ledig | say 1 double | tricks 0:130 1:0", "", ["call_not_allowed DECISIONS BA10 @4 1 None"], (12, 0),
            id="DECISIONS-BA10-not-doubled",
        ),
        pytest.param("say 1 double | say 0 ledig | tricks 0:130 1:0", "", [], (12, 0), id="doubled-before-still-12"),
    ],
)  # fmt: skip
def test_ledig_is_played_alone_for_all_tricks(
    lines: str, rules: str, expected: list[str], points: tuple[int, int]
) -> None:
    table, findings = replay(f"{CALLED} | {lines}", rules)
    assert (finding_lines(findings), sides(table), table.phase) == (expected, points, "over")


@rule("BA15", "DECISIONS BA10")
@cases.table
def test_active_seats_in_a_ledig(lines: str, turn: int, expected: list[str]) -> None:
    table, findings = replay(f"{CALLED} | {lines}")
    assert (table.turn, finding_lines(findings)) == (turn, expected)


def won_by(*winners: int) -> str:
    """Returns rounds won by a Ledig; seat 3 deals the first, and forehand the next."""
    lines = []
    for number, seat in enumerate(winners):
        dealer = (3 + number) % 4
        forehand = (dealer + 1) % 4
        lines.append(f"deal {dealer} | say {forehand} trump H | say {seat} ledig | tricks {seat}:130")
    return " | ".join(
        line + ("" if number + 1 == len(lines) else f" | game bauerchen seats 0 1 2 3 dealer {number}")
        for number, line in enumerate(lines)
    )


@rule("BA21", "BA10", "DECISIONS BA2")
@pytest.mark.parametrize(
    ("winners", "knoddel", "stein", "gehampelter"),
    [
        pytest.param((0,), (0, 1), (0, 0), False, id="one-knoddel-to-the-losers"),
        pytest.param((1,), (1, 0), (0, 0), False, id="the-others"),
        pytest.param((0, 2), (0, 0), (1, 0), False, id="two-rounds-are-a-stein"),
        pytest.param((0, 1), (1, 1), (0, 0), True, id="Gehampelter"),
        pytest.param((0, 1, 1), (0, 0), (0, 1), False, id="the-Gehampelter-decides"),
        pytest.param((0, 0, 1), (1, 0), (1, 0), False, id="anew-after-a-stein"),
        pytest.param((0, 0, 1, 1), (0, 0), (1, 1), False, id="a-stein-each"),
    ],
)
def test_knoddel_and_stein(
    winners: tuple[int, ...], knoddel: tuple[int, int], stein: tuple[int, int], gehampelter: bool
) -> None:
    table, findings = replay(won_by(*winners))
    assert findings == []
    assert tuple(table.standing["knoddel"][seat] for seat in FOUR) == knoddel * 2
    assert tuple(table.standing["stein"][seat] for seat in FOUR) == stein * 2
    assert BAUERCHEN.gehampelter(table.standing, FOUR) == gehampelter


@rule("BA20", "BA21", "BA22")
@pytest.mark.parametrize(
    ("rules", "before", "after"),
    [
        pytest.param("", (16, 0), (0, 0), id="what-is-over-is-lost"),
        pytest.param("carry_forward=true", (16, 0), (4, 0), id="BA22-carried-forward"),
        pytest.param("target=31", (16, 0), None, id="BA20-sixteen-of-31"),
    ],
)
def test_the_next_round(rules: str, before: tuple[int, int], after: tuple[int, int] | None) -> None:
    lines = f"deal 3 | {THREE} | tricks 0:100 1:30"
    assert sides(replay(lines, rules)[0]) == before
    assert replay(lines, rules)[0].phase == ("scored" if after is None else "over")
    if after is not None:
        table, _ = replay(
            f"{lines} | game bauerchen seats 0 1 2 3 dealer 0 rules {rules}".removesuffix(" rules "), rules
        )
        assert sides(table) == after


@rule("BA15", "BA22")
def test_ledig_below_the_target_carries_nothing_forward() -> None:
    rules = "target=31 carry_forward=true"
    table, findings = replay(f"{won_by(0)} | game bauerchen seats 0 1 2 3 dealer 0 rules {rules}", rules)
    assert (findings, sides(table)) == ([], (0, 0))


@rule("BA15", "DECISIONS BA13")
def test_ledig_ends_the_round_although_a_meld_of_the_others_reached_the_target() -> None:
    """Home stands at 11 and melds a twenty; seat 3 plays alone for all tricks and takes them."""
    eleven = f"deal 3 | {THREE} | tricks 0:70 1:60 | deal 0 | tricks 0:100 1:30 trump H"
    table, findings = replay(f"{eleven} | deal 1 | say 2 trump H | say 3 ledig | tricks 3:120 2:0 | say 0 meld C")
    assert (findings, sides(table), table.phase) == ([], (12, 12), "over")
    assert table.result.winners == (1, 3)


@rule("BA22")
def test_no_ledig_in_the_gehampelter() -> None:
    rules = "no_ledig_in_gehampelter=true"
    last = f"game bauerchen seats 0 1 2 3 dealer 2 rules {rules} | deal 2 | say 3 trump H | say 3 ledig"
    for winners, expected in (((0, 1), ["call_not_allowed BA22"]), ((0, 0), [])):
        _, findings = replay(f"{won_by(*winners)} | {last}")
        assert [f"{one.kind} {one.rule}" for one in findings if one.kind != "wrong_dealer"] == expected
