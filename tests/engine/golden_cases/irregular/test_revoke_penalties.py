"""A revoke: its evidence, who is suspected, and what it costs by the ruling of the table."""

from __future__ import annotations

import pytest

from tests.support.deals_in_play import play_in_deal
from tests.support.records import finding_lines, play_record

rule = pytest.mark.rule

# A revoke: evidence, and what it costs

NO_EXCHANGE = "exchange 1 0 | exchange 2 0 | exchange 0 0"
THREE_TRICKS = "play 1:E9 2:EA 0:S8 >2 | play 2:EK 0:E8 1:E10 >2 | play 2:SA 0:SK 1:S9 >2"
REVOKES = {  # by trump; seat 0 lays S8 on acorns with event 8 and has E8 in trick 2
    "L": f"{NO_EXCHANGE} | {THREE_TRICKS} | play 2:HA 0:H9 1:H8 >2 | play 2:LK 0:LA 1:L8 >0",
    "H": f"{NO_EXCHANGE} | {THREE_TRICKS} | play 2:LA 0:L9 1:L8 >2 | play 2:HO 0:HA 1:H8 >0",
}
RULINGS = ["", "stands", "counted"]


@rule("1.6 (2)")
def test_the_evidence_can_be_replayed() -> None:
    _, (finding,) = play_in_deal("bohemian-watten", REVOKES["L"])
    assert finding_lines([finding]) == ["revoke 1.6 (2) @8 0 S8"]
    assert [(entry.position, str(entry.card), entry.trick) for entry in finding.evidence][-1] == (11, "E8", 2)
    assert finding.breach is not None
    assert (finding.breach.rung, str(finding.breach.led), finding.breach.withheld) == (
        "follow", "E9", tuple(play_record("deal 0")[0].game.cards("E8")),  # type: ignore[union-attr]
    )  # fmt: skip


@rule("DECISIONS BW13", "GR9")
@pytest.mark.parametrize(
    ("penalty", "trump", "counted"),
    [  # Seat 0 took one trick, seat 2 four: 19, 25, 16 of 20; in hearts 18, 30, 12
        ("announce", "L", 19),
        ("take_back", "L", 19),
        ("no_trick", "L", 25),
        ("house", "L", 24),
        ("house revoke_points=9", "L", 28),
        ("house revoke_points=0", "L", 19),
        ("no_trick", "H", 30),
        ("house", "H", 23),
    ],
)
@pytest.mark.parametrize("ruling", RULINGS)
def test_a_revoke_in_bohemian_watten(penalty: str, trump: str, counted: int, ruling: str) -> None:
    """Without a ruling nothing is ever scored otherwise; counted, only the offender's score is another one."""
    rules = f"revoke_penalty={penalty}"
    lines = f"deal 0 | upcard {trump}10 | {REVOKES[trump]}"
    table, findings = play_record(lines + (f" | rule 8 {ruling}" if ruling else ""), rules)
    assert finding_lines(findings) == ["revoke 1.6 (2) @8 0 S8"]
    usual = {"L": {0: 19, 1: 25, 2: 16}, "H": {0: 18, 1: 30, 2: 12}}[trump]
    assert table.tallies == (usual | {0: counted} if ruling == "counted" else usual)


BAUERCHEN_REVOKE = (  # seat 1 lays SA on clubs with event 4 and has CK in trick 2; home wins 77 to 53
    "play 0:CQ 1:SA 2:CA 3:C10 >2 | play 2:DA 3:DQ 0:DK 1:CK >2 | play 2:D10 3:CJ 0:SQ 1:SJ >3"
)


@rule("DECISIONS BA9")
@pytest.mark.parametrize(
    ("rules", "lines", "points"),
    [
        pytest.param("", "rule 4 counted | tricks 0:70 1:60", (1, 0), id="announced-only"),
        pytest.param("revoke_penalty=hand_lost", "tricks 0:70 1:60", (1, 0), id="never-by-itself"),
        pytest.param("revoke_penalty=hand_lost", "rule 4 stands | tricks 0:70 1:60", (1, 0), id="let-stand"),
        pytest.param("revoke_penalty=hand_lost", "rule 4 counted", (3, 0), id="counted-ends-the-hand"),
        pytest.param("revoke_penalty=hand_lost", "rule 4 counted | tricks 0:0 1:130", (3, 0), id="whatever-was-taken"),
    ],
)
def test_a_revoke_in_bauerchen(rules: str, lines: str, points: tuple[int, int]) -> None:
    table, findings = play_in_deal("bauerchen", f"{BAUERCHEN_REVOKE} | {lines}", rules)
    assert "revoke 2.2 (1) @4 1 SA" in finding_lines(findings)
    assert (table.tallies[0], table.tallies[1]) == points


@rule("DECISIONS BA9", "BA18")
def test_a_hand_lost_by_the_side_at_home_gives_the_away_bonus() -> None:
    table, _ = play_in_deal("bauerchen", "play 0:CA 1:CQ 2:SA 3:CK | rule 5 counted", "revoke_penalty=hand_lost")
    assert (table.tallies[0], table.tallies[1]) == (0, 4)


@rule("DECISIONS BA9")
@pytest.mark.parametrize(("first", "then", "points"), [(4, 5, (3, 0)), (5, 4, (0, 4))])
def test_of_two_misdeeds_the_one_counted_first_loses_the_hand(first: int, then: int, points: tuple[int, int]) -> None:
    """Event 4 is a card of seat 1, away, and event 5 one of seat 2, at home."""
    lines = f"play 0:CA 1:CK 2:SA | rule {first} counted | rule {then} counted"
    table, _ = play_in_deal("bauerchen", lines, "revoke_penalty=hand_lost")
    assert (table.tallies[0], table.tallies[1]) == points


ALONE_REVOKES = "say 1 ledig | play 0:CA 1:HA 2:CQ >1 | play 1:CK"  # HA is event 5
DEFENDER_REVOKES = "say 0 ledig | play 0:CA 1:SQ 3:CK >0 | play 0:SA 1:CQ"  # SQ is event 5


@rule("BA15", "DECISIONS BA9", "DECISIONS BA10")
@pytest.mark.parametrize(
    ("lines", "rules", "points", "phase"),
    [
        pytest.param(ALONE_REVOKES, "", (0, 0), "play", id="announced-only"),
        pytest.param(ALONE_REVOKES, "revoke_penalty=hand_lost", (12, 0), "over", id="by-who-plays-alone"),
        pytest.param(DEFENDER_REVOKES, "revoke_penalty=hand_lost", (12, 0), "over", id="by-a-defender"),
        pytest.param(
            f"{DEFENDER_REVOKES} 3:HK", "revoke_penalty=hand_lost", (12, 0), "over", id="whoever-took-a-trick"
        ),
        pytest.param("say 1 ledig | say 3 misdeal", "revoke_penalty=hand_lost", (3, 0), "scored", id="not-a-misdeal"),
    ],
)
def test_a_hand_lost_in_a_ledig_is_a_ledig_lost(lines: str, rules: str, points: tuple[int, int], phase: str) -> None:
    misdeed = 4 if "misdeal" in lines else 5
    table, _ = play_in_deal("bauerchen", f"{lines} | rule {misdeed} counted", rules)
    assert (table.tallies[0], table.tallies[1], table.phase) == (*points, phase)


# REVOKE 5b: with no stock it can be certain that somebody revoked before it is known who


@rule("2.2 (2)", "2.2 (3)")
@pytest.mark.parametrize(
    ("lines", "expected", "suspects"),
    [
        pytest.param("play 0:HA 1:CQ 2:CK", [], (), id="two-may-be-void"),
        pytest.param("play 0:HA 1:CQ 2:CK 3:SQ", ["revoke_among 2.2 (1) @4 None CQ"], (1, 2, 3), id="three-cannot"),
        pytest.param("play 0:HA 1:CQ 2:CK 3:HJ", [], (), id="the-third-has-a-trump"),
        pytest.param(
            "play 0:HA 1:CQ 2:CK 3:SQ >0 | play 0:CA 1:C10 2:SA",
            ["revoke_among 2.2 (1) @4 None CQ", "revoke_among 2.2 (1) @5 None CK"], (2, 3), id="narrowed",
        ),
        pytest.param(
            "play 0:HA 1:CQ 2:CK 3:SQ >0 | play 0:CA 1:HQ",
            ["revoke_among 2.2 (1) @4 None CQ", "revoke 2.2 (1) @4 1 CQ"], (1,), id="one-gives-himself-away",
        ),
    ],
)  # fmt: skip
def test_guilt_open_and_narrowed(lines: str, expected: list[str], suspects: tuple[int, ...]) -> None:
    table, findings = play_in_deal("bauerchen", lines)
    assert finding_lines(findings) == expected
    if findings:
        last = findings[-1]
        assert (last.seats or (last.seat,)) == suspects
    if suspects and len(suspects) > 1:
        assert all(table.verdict(position) != "certified" for position in (4, 5, 6)[-len(suspects) :])
