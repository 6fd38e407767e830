"""What a misdeed costs is told before it is counted, and is what counting it then costs."""

from __future__ import annotations

import pytest

from engine.games import all_games
from engine.text import Words
from tests.support.records import play_record
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
    assert table.game is not None
    assert table.deal is not None
    told = [table.game.cost(table.deal, finding) for finding in findings if finding.kind.value != "wrong_count"]
    assert told[-1] == cost


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
