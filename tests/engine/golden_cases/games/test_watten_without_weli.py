"""Watten with 32 cards, German and French: reasoned from the rule book before any code was read.

A Bavarian pack has no Weli, so bells have eight cards as every suit, there are eight strikers, and the second Critical
is the seven of bells. French suits stand for the German ones.
"""

import pytest

from engine import game
from engine.games import all_games
from tests.support.records import finding_lines, play_record

rule = pytest.mark.rule
case = pytest.param

GERMAN = {"pack": "bavarian32"}
FRENCH = {"pack": "french32"}
PRESETS = tuple(all_games()["watten"].book.presets)


@rule("WA1", "WA2", "3.4", "3.9", "3.10", "DECISIONS E3", "DECISIONS WA9")
@pytest.mark.parametrize(
    ("rules", "trump", "trick", "takes"),
    [
        case(GERMAN, "S 9", "EA S7 EK EO", "S7", id="the-seven-is-the-lowest-bell"),
        case(GERMAN, "H 9", "HA S9 H9 E9", "H9", id="right-over-left"),
        case({**GERMAN, "kritisch": True}, "H 9", "H9 S7 E7 HA", "S7", id="Belli-over-right-and-Spitz"),
        case({**GERMAN, "kritisch": True}, "H 9", "S7 E7 HK H9", "HK", id="Maxi-over-Belli"),
        case(GERMAN, "L 9", "EA S7 EK E10", "EA", id="no-Belli-in-normal-Watten"),
        case({**GERMAN, "kritisch": True, "wander": True}, "S 8", "S8 S9 E8 SA", "S9", id="Wanderkritt"),
        case({**GERMAN, "kritisch": True, "wander": True}, "S A", "SA S7 HA EA", "S7", id="over-the-Sau-Belli-anyway"),
        case({**GERMAN, "weli_always_trump": True}, "L 9", "L7 S7 SA EA", "L7", id="no-Weli-that-could-be-trump"),
        case(FRENCH, "H 9", "HA C9 H9 S9", "H9", id="French-right"),
        case(FRENCH, "C J", "SA DJ CA HJ", "DJ", id="French-first-left"),
        case(FRENCH, "D Q", "SA SK S10 S9", "SA", id="French-plain"),
        case({**FRENCH, "kritisch": True}, "S 8", "S8 D7 C7 SA", "D7", id="French-Belli"),
        case({**FRENCH, "kritisch": True}, "S 8", "C7 D7 HK SA", "HK", id="French-Maxi"),
    ],
)
def test_best_card_of_a_trick_takes_it(rules: dict[str, object], trump: str, trick: str, takes: str) -> None:
    watten = game("watten", rules)
    assert str(watten.best(trick, trump)) == takes


@rule("WA1", "3.5")
@pytest.mark.parametrize(
    ("lines", "rules", "expected"),
    [
        case(
            "say 1 striker 9 | say 0 trump H | play 1:S6", "pack=bavarian32", ["foreign_card WA1 @4 1 S6"],
            id="Weli-laid",
        ),
        case("say 1 striker 6", "pack=bavarian32", ["call_not_allowed WA11 @2 1 None"], id="Weli-as-striker"),
        case("say 1 striker U", "pack=french32", ["call_not_allowed WA11 @2 1 None"], id="no-Unter-among-French-cards"),
        case("say 1 striker J | say 0 trump E", "pack=french32", ["call_not_allowed WA11 @3 0 None"], id="no-acorns"),
        case(
            "say 1 striker J | say 0 trump D | play 1:D9 2:CA 3:D7 0:D8 >1 | play 1:H9 2:DK", "pack=french32",
            ["revoke 3.5 @5 2 CA"], id="a-trump-withheld",
        ),
        case(
            "say 1 striker 9 | say 0 trump S | play 1:S8 2:S9 3:SA 0:S7 >2", "pack=bavarian32", [], id="right-takes",
        ),
    ],
)  # fmt: skip
def test_plays_without_the_weli_become_findings(lines: str, rules: str, expected: list[str]) -> None:
    assert finding_lines(play_record(f"deal 0 | {lines}", rules, "0 1 2 3", name="watten")[1]) == expected


@rule("WA1", "WA30", "3.1")
@pytest.mark.parametrize("pack", ["bavarian32", "french32"])
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_played_with_32_cards(preset: str, pack: str) -> None:
    chosen, usual = game("watten", {"pack": pack}, preset), game("watten", None, preset)
    assert len(chosen.pack) == 32
    assert {**dict(usual.rules.choices), "pack": pack} == dict(chosen.rules.choices), "nothing else changes"


@rule("WA30", "WA31")
@pytest.mark.parametrize("target", [9, 11, 13, 15, 18])
def test_the_inn_without_the_weli(target: int) -> None:
    inn = game("watten", preset=f"ohne-weli-{target}")
    assert (inn.rules["target"], inn.pack.name) == (target, "bavarian32")
