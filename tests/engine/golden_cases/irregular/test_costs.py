"""What a misdeed costs is told before it is counted, and is what counting it then costs."""

import pytest

from engine.games import all_games
from engine.text import Words
from tests.support.deals_in_play import play_in_deal
from tests.support.records import finding_lines, play_record
from tests.support.watten_tables import ANNOUNCED

rule = pytest.mark.rule
case = pytest.param

BW = "bohemian-watten"
BOHEMIAN = (
    "deal 0 | upcard {upcard} | say 1 play | say 2 play | say 3 play"
    " | exchange 1 0 | exchange 2 0 | exchange 3 0 | exchange 0 0 | play 1:L9 2:S8 3:L8 0:L10 >0 | play 0:E9 1:E10 2:L7"
)
LEAVES, HEARTS = BOHEMIAN.format(upcard="E8"), BOHEMIAN.format(upcard="H8")
WATTEN = f"{ANNOUNCED} | play 1:H7 2:EA 3:HA 0:H8 >3 | play 3:LA 0:L8 1:L7 2:HO"
BAUERCHEN = "deal 3 | say 0 trump H | play 0:CA 1:DK 2:C10 3:CQ >0 | play 0:SA 1:CK"
NOTHING = Words("kostet nichts", "costs nothing")
BUMMERL = Words("kostet sofort das Bummerl", "costs the Bummerl at once")
HAND = Words("das Spiel ist 130:0 verloren", "the deal is lost 130:0")
TWO = Words("2 Punkte für die anderen", "2 points to the others")
THREE = Words("3 Punkte für die anderen", "3 points to the others")


@rule("DECISIONS BW13", "DECISIONS BA9", "GR9", "DECISIONS WA17", "WA7", "WA8", "WA26", "3.8")
@pytest.mark.parametrize(
    ("name", "lines", "rules", "cost"),
    [
        case(BW, LEAVES, "", NOTHING, id="the-source-has-no-penalty"),
        case(BW, LEAVES, "revoke_penalty=no_trick", Words("wie ohne Stich: +5", "as no trick: +5"), id="no-trick"),
        case(BW, HEARTS, "revoke_penalty=no_trick", Words("wie ohne Stich: +10", "as no trick: +10"),
             id="no-trick-with-hearts"),
        case(BW, LEAVES, "revoke_penalty=house revoke_points=7", Words("+7 Punkte", "+7 points"),
             id="the-house-has-its-own"),
        case(BW, LEAVES, "revoke_penalty=house revoke_points=1", Words("+1 Punkt", "+1 point"), id="the-house-has-one"),
        case(BW, LEAVES, "revoke_penalty=house revoke_points=0", NOTHING, id="the-house-has-none"),
        case(BW, LEAVES, "revoke_penalty=take_back", NOTHING, id="taken-back"),
        case(BW, "deal 0 | say 1 misdeal", "revoke_penalty=no_trick", NOTHING, id="a-misdeal-is-no-revoke"),
        case("bauerchen", BAUERCHEN, "", NOTHING, id="bauerchen"),
        case("bauerchen", BAUERCHEN, "revoke_penalty=hand_lost", HAND, id="hand-lost"),
        case("watten", WATTEN, "", BUMMERL, id="the-source-has-the-Bummerl"),
        case("watten", WATTEN, "revoke_penalty=two_points", TWO, id="two-points"),
        case("watten", f"{ANNOUNCED} | say 1 bid 3 | say 2 hold | {WATTEN[len(ANNOUNCED) + 3 :]}",
             "revoke_penalty=stake", THREE, id="what-is-bid"),
        case("watten", "deal 0 | say 3 peek", "", TWO, id="peeked"),
        case("watten", "deal 0 | say 3 sign", "", NOTHING, id="signs"),
        case("watten", "deal 0 | say 1 misdeal", "", TWO, id="misdeal"),
        case("watten", "deal 0 | say 1 misdeal", "misdeal=redeal", NOTHING, id="thrown-in"),
    ],
)  # fmt: skip
def test_cost_is_told_before_it_is_counted(name: str, lines: str, rules: str, cost: Words) -> None:
    table, findings = play_record(lines, rules, "0 1 2 3", name=name, dealer=int(lines[5]))
    reported = [
        table.current_game.cost(table.current_deal, finding)
        for finding in findings
        if finding.kind.value != "wrong_count"
    ]
    assert reported[-1] == cost


@rule("DECISIONS WA17", "WA7", "WA8")
@pytest.mark.parametrize(
    ("lines", "rules", "points"),
    [
        (WATTEN, "revoke_penalty=two_points", 2),
        ("deal 0 | say 1 misdeal", "", 2),
        ("deal 0 | say 1 misdeal", "misdeal=redeal", 0),
    ],
)
def test_what_is_told_is_what_is_written(lines: str, rules: str, points: int) -> None:
    _, findings = play_record(lines, rules, "0 1 2 3", name="watten")
    counted, _ = play_record(f"{lines} | rule {findings[-1].position} counted", rules, "0 1 2 3", name="watten")
    assert sum(counted.tallies.values()) == 2 * points, "each of the two partners has them"


@pytest.mark.parametrize("name", all_games())
def test_the_usual_rules_name_the_penalty_or_say_that_there_is_none(name: str) -> None:
    first = next(iter(all_games()[name].book.presets.values())).meaning
    assert "kostet" in first.german or "ohne Strafe" in first.german
    assert "costs" in first.english or "no penalty" in first.english


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
