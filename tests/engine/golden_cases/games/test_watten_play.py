"""Watten: which card takes, what may be laid, whose turn it is; reasoned from the rule book before any code was read.

`H 9` means hearts as trumps and striker 9: H9 is the right, E9, L9 and S9 are the lefts. Four play, seat 0 deals and
seat 1 is forehand.
"""

from __future__ import annotations

import pytest

from engine import Trick, game
from tests.support.records import finding_lines, play_record

rule = pytest.mark.rule
case = pytest.param

NORMAL: dict[str, object] = {}
KRITISCH = {"kritisch": True}
WANDER = {"kritisch": True, "wander": True}
GUATE = {"guate": True}
WELI_TRUMP = {"weli_always_trump": True}
WELI_RIGHT = {"weli_striker": "right_always"}


@rule("WA1", "WA2", "3.4", "3.9", "3.10")
@rule("DECISIONS WA1", "DECISIONS WA5", "DECISIONS WA6", "DECISIONS WA8", "DECISIONS WA9", "DECISIONS WA23")
@pytest.mark.parametrize(
    ("rules", "trump", "trick", "takes"),
    [
        # Right, lefts, trumps, the suit led
        case(NORMAL, "H 9", "HA H9 HK HO", "H9", id="right-over-trump-ace"),
        case(NORMAL, "H 9", "E9 L9 S9 H7", "E9", id="WA1-first-left"),
        case(NORMAL, "H 9", "S9 L9 E9 HA", "S9", id="WA1-first-left-whatever-its-suit"),
        case(NORMAL, "H 9", "S9 L9 H9 HA", "H9", id="only-the-right-beats-a-left"),
        case(NORMAL, "H 9", "HA E9 H8 H7", "E9", id="left-over-trump-ace"),
        case(NORMAL, "H 9", "EA E9 L9 EK", "E9", id="left-on-plain"),
        case(NORMAL, "H 9", "EA HA L9 S9", "L9", id="left-over-a-trump-on-plain"),
        case(NORMAL, "H 9", "EA EK E10 E8", "EA", id="plain-ace-led"),
        case(NORMAL, "H 9", "E7 EK LA SA", "EK", id="higher-of-the-suit-led"),
        case(NORMAL, "H 9", "E7 LA SA LK", "E7", id="other-plain-suits-take-nothing"),
        case(NORMAL, "H 9", "EA H7 EK EO", "H7", id="lowest-trump-on-plain"),
        case(NORMAL, "H 9", "EA H7 H8 EO", "H8", id="higher-trump"),
        case(NORMAL, "E 6", "L7 L8 L9 L10", "L10", id="WA2-7-8-9-10"),
        case(NORMAL, "E 6", "L10 LU LO LK", "LK", id="WA2-10-U-O-K"),
        case(NORMAL, "E 6", "LU L10 L9 L8", "LU", id="WA2-U-over-10"),
        case(NORMAL, "E 6", "LO LK LA LU", "LA", id="WA2-A-over-K"),
        case(NORMAL, "H 9", "H10 HU HO HK", "HK", id="WA2-trumps-in-order"),
        case(NORMAL, "L 9", "EA HK E8 E10", "EA", id="HK-is-no-Kritischer-in-normal-Watten"),
        case(NORMAL, "L 9", "EA E7 EK E10", "EA", id="E7-is-no-Kritischer-in-normal-Watten"),
        case({"zusammenschauen": True}, "H 9", "HA H9 HK HO", "H9", id="WA15-Zusammenschauen-as-normal"),
        case({"deuten": True}, "H 9", "E9 L9 S9 H7", "E9", id="3.8-Deuten-as-normal"),
        # The Weli
        case(NORMAL, "H 9", "S6 S7 EA LA", "S7", id="Weli-is-the-lowest-bell"),
        case(NORMAL, "H 9", "S6 EA LA LK", "S6", id="Weli-led-and-nobody-follows"),
        case(NORMAL, "S 9", "EA S6 EK EO", "S6", id="Weli-a-trump-with-bells"),
        case(NORMAL, "S 9", "S6 S7 EA EK", "S7", id="Weli-the-lowest-trump"),
        case(NORMAL, "H 6", "HA S6 H7 H8", "S6", id="WA6-Weli-strikes-as-a-left"),
        case(NORMAL, "H 6", "H7 H8 HK HA", "HA", id="WA6-without-bells-no-right"),
        case(NORMAL, "S 6", "SA S6 S7 S8", "S6", id="WA6-with-bells-the-right"),
        case(WELI_RIGHT, "H 6", "HA S6 H7 H8", "S6", id="WA6-right-in-any-case"),
        case(WELI_TRUMP, "H 9", "EA S6 EK EO", "S6", id="WA5-always-a-trump"),
        case(WELI_TRUMP, "H 9", "EA S6 H7 EO", "H7", id="WA5-the-lowest-one"),
        # Kritisch
        case(KRITISCH, "H 9", "H9 E7 S6 HK", "HK", id="3.9-Bascht-highest"),
        case(KRITISCH, "H 9", "H9 E7 S6 HA", "S6", id="3.9-Weli-second"),
        case(KRITISCH, "H 9", "H9 E7 HA H8", "E7", id="3.9-Spitz-over-the-right"),
        case(KRITISCH, "H 9", "HK S6 E7 H9", "HK", id="3.9-Bascht-led"),
        case(KRITISCH, "H 9", "S6 E7 H9 HA", "S6", id="3.9-Weli-led"),
        case(KRITISCH, "H 9", "EA E7 EK EO", "E7", id="3.9-Spitz-on-plain"),
        case(KRITISCH, "L 9", "E9 HK HA LA", "HK", id="3.9-Kritischer-over-a-left"),
        case(KRITISCH, "H 9", "H9 E9 HA H8", "H9", id="3.9-right-over-left-as-ever"),
        case(KRITISCH, "H K", "HA EK LK HK", "HK", id="WA8-right-and-Kritischer"),
        case(KRITISCH, "H K", "HA EK LK HO", "EK", id="WA8-lefts-still-exist"),
        case(KRITISCH, "E 7", "L7 E7 S6 EA", "S6", id="WA8-Weli-over-a-right-that-is-Spitz"),
        case(KRITISCH, "E 7", "L7 E7 EA E8", "E7", id="WA8-right-and-Spitz"),
        case(KRITISCH, "H 7", "H7 E7 L7 HA", "E7", id="WA8-a-left-that-is-Spitz-beats-the-right"),
        case(KRITISCH, "H 8", "H8 H9 E8 L8", "H8", id="3.9-no-wanderer-without-Wanderkritt"),
        # Wanderkritt
        case(WANDER, "H 8", "H8 H9 E8 L8", "H9", id="3.10-H8-H9"),
        case(WANDER, "H 8", "H9 E7 H8 E8", "E7", id="WA9-Spitz-over-the-wanderer"),
        case(WANDER, "H 8", "H9 S6 H8 E8", "S6", id="WA9-Weli-over-the-wanderer"),
        case(WANDER, "H 8", "EA E8 H9 HA", "H9", id="3.10-over-a-left"),
        case(WANDER, "H A", "HA H7 EA LA", "H7", id="WA9-Sau-wanders-to-the-seven"),
        case(WANDER, "E A", "EA E8 S6 E7", "S6", id="WA9-seven-that-is-Spitz-stays-below-the-Weli"),
        case(WANDER, "H O", "HO S6 HK E7", "HK", id="WA9-king-that-is-Bascht-stays-highest"),
        case(WANDER, "L 7", "L7 L8 S7 LA", "L8", id="3.10-L7-L8"),
        case(WANDER, "L 9", "L9 L10 S9 LA", "L10", id="3.10-L9-L10"),
        case(WANDER, "L 10", "L10 LU E10 LA", "LU", id="3.10-L10-LU"),
        case(WANDER, "L U", "LU LO EU LA", "LO", id="3.10-LU-LO"),
        case(WANDER, "L K", "LK LA EK SK", "LA", id="3.10-LK-LA"),
        case(WANDER, "L 6", "L7 L8 L9 LA", "LA", id="WA6-no-right-no-wanderer"),
        case(GUATE, "H 8", "H8 H9 HK E7", "H9", id="WA23-Guater-without-Kritische"),
        case(GUATE, "H 8", "HK H9 E8 HA", "H9", id="WA23-king-of-hearts-a-mere-trump"),
    ],
)  # fmt: skip
def test_best_card_of_a_trick_takes_it(rules: dict[str, object], trump: str, trick: str, takes: str) -> None:
    watten = game("watten", rules)
    assert str(watten.best(trick, trump)) == takes
    seat = [str(card) for card in watten.cards(trick)].index(takes)
    assert watten.taker(Trick.of(watten.cards(trick), leader=0, seats=(0, 1, 2, 3)), trump) == seat


ALL = "all"


@rule("3.1", "3.5", "3.8", "3.9", "3.10")
@rule("DECISIONS WA2", "DECISIONS WA3", "DECISIONS WA4", "DECISIONS WA5", "DECISIONS WA6", "DECISIONS WA7")
@pytest.mark.parametrize(
    ("rules", "trump", "lying", "hand", "legal"),
    [
        case(NORMAL, "H 9", "", "HA H9 E9 EK S6", ALL, id="leader-is-free"),
        case(NORMAL, "H 9", "H7", "HA EK LO SA S8", "HA", id="trump-to-trump"),
        case(NORMAL, "H 9", "H7", "HA H8 H9 EK L9", "HA H8 H9", id="right-allowed"),
        case(NORMAL, "H 9", "H7", "H9 EK LO SA S8", ALL, id="right-exempt"),
        case(NORMAL, "H 9", "H9", "H8 EK LO SA S8", "H8", id="right-led-demands-trump"),
        case(NORMAL, "H 9", "H9", "EK LO SA S8 L9", ALL, id="right-led-no-trump"),
        case(NORMAL, "H 9", "EA", "EK H7 L9 SA H9", ALL, id="plain-led-demands-nothing"),
        case(NORMAL, "H 9", "E9", "EK H7 HA H9 LO", ALL, id="WA2-left-led-demands-nothing"),
        case(NORMAL, "H 9", "H7", "H8 E9 L10 SA EK", "H8", id="WA3-left-is-no-answer"),
        case({"left_on_trump": True}, "H 9", "H7", "H8 E9 L10 SA EK", "H8 E9", id="WA3-left-may-answer"),
        case({"left_on_trump": True}, "H 9", "H7", "E9 L10 SA EK LO", ALL, id="WA3-left-is-never-forced"),
        case({"right_exempt": False}, "H 9", "H7", "H9 EK LO SA S8", "H9", id="WA4-no-exemption"),
        case(NORMAL, "H 9", "H10", "H7 HA EK LO SA", "H7 HA", id="no-overtaking"),
        case(NORMAL, "H 9", "H7 HA L9", "H8 EK LO SA S8", "H8", id="the-first-card-decides"),
        case(NORMAL, "H 9", "EA H7 L9", "H8 EK LO SA S8", ALL, id="trumped-plain-demands-nothing"),
        case(NORMAL, "L 9", "HK", "HA H7 LA L7 S6", ALL, id="HK-plain-in-normal-Watten"),
        case({"zusammenschauen": True}, "H 9", "H7", "HA EK LO SA S8", "HA", id="WA15-Zusammenschauen-as-normal"),
        case({"deuten": True}, "H 9", "H7", "HA EK LO SA S8", "HA", id="3.8-Deuten-as-normal"),
        # The Weli
        case(NORMAL, "S 9", "S7", "S6 EA LO HA H8", "S6", id="Weli-follows-bells"),
        case(NORMAL, "H 9", "H7", "S6 EA LO EK E8", ALL, id="Weli-no-trump-with-hearts"),
        case(WELI_TRUMP, "H 9", "H7", "S6 EA LO EK E8", "S6", id="WA5-Weli-must-be-given"),
        case(WELI_TRUMP, "H 9", "S6", "H7 EA LO EK E8", "H7", id="WA5-Weli-led-demands-trump"),
        case(WELI_TRUMP, "H 9", "S7", "S6 H7 EA LO EK", ALL, id="WA5-bells-demand-nothing"),
        case(NORMAL, "H 6", "H7", "S6 EK LO SA EA", ALL, id="WA6-Weli-is-a-left"),
        case(NORMAL, "H 6", "H7", "S6 H8 LO SA EA", "H8", id="WA6-Weli-no-answer-to-trump"),
        case(NORMAL, "H 6", "S6", "H7 EK LO SA EA", ALL, id="WA6-left-Weli-led"),
        case(NORMAL, "S 6", "S7", "S6 EK LO HA EA", ALL, id="WA6-right-Weli-exempt"),
        case(NORMAL, "S 6", "S6", "S7 EK LO HA EA", "S7", id="WA6-right-Weli-led"),
        case(WELI_RIGHT, "H 6", "S6", "H7 EK LO SA EA", "H7", id="WA6-right-in-any-case-led"),
        case(WELI_RIGHT, "H 6", "H7", "S6 EK LO SA EA", ALL, id="WA6-right-in-any-case-exempt"),
        case(WELI_RIGHT, "H 6", "H7", "S6 H8 LO SA EA", "S6 H8", id="WA6-right-in-any-case-may-answer"),
        # Kritisch
        case(KRITISCH, "H 9", "H7", "HK EK LO SA S8", ALL, id="WA7-Bascht-never-forced"),
        case(KRITISCH, "H 9", "H7", "HK H8 EK LO SA", "HK H8", id="WA7-Bascht-always-playable"),
        case(KRITISCH, "H 9", "H7", "S6 E7 H8 LO SA", "S6 E7 H8", id="WA7-Weli-and-Spitz-always-playable"),
        case(KRITISCH, "H 9", "HK", "H8 HA EK LO SA", ALL, id="WA7-Bascht-demands-nothing"),
        case(KRITISCH, "S 9", "S6", "S8 SA EK LO HA", ALL, id="WA7-Weli-demands-nothing"),
        case(KRITISCH, "S 9", "S7", "S6 S8 EK LO EA", "S6 S8", id="WA7-Weli-with-bells"),
        case(KRITISCH, "E 9", "E8", "E7 LO LA SA HA", ALL, id="WA7-Spitz-with-acorns"),
        case(KRITISCH, "H 9", "H7", "H9 EK LO SA S8", ALL, id="3.9-right-exempt-as-ever"),
        case(KRITISCH, "H K", "HK", "HA EA LO SA S8", "HA", id="WA8-right-and-Bascht-led-demands-trump"),
        case(KRITISCH, "H K", "H7", "HK EA LO SA S8", ALL, id="WA8-right-and-Bascht-not-forced"),
        case(KRITISCH, "H K", "H7", "HK H8 LO SA S8", "HK H8", id="WA8-right-and-Bascht-may-answer"),
        # Wanderkritt
        case(WANDER, "H 8", "H7", "H9 EK LO SA S7", "H9", id="3.10-wanderer-is-a-trump-to-be-given"),
        case(WANDER, "H 8", "H9", "H7 EK LO SA S7", "H7", id="3.10-wanderer-led-demands-trump"),
        case(WANDER, "H 8", "H7", "H8 EK LO SA S7", ALL, id="3.10-right-exempt-as-ever"),
        case(GUATE, "H 8", "H7", "H9 EK LO SA S7", "H9", id="WA23-Guater-is-a-trump-to-be-given"),
        # Nobody looks
        case({"blind_play": True}, "H 9", "H7", "HA EK LO SA S8", ALL, id="WA13-top-card-only"),
    ],
)  # fmt: skip
def test_legal_cards_follow_from_the_ladder(
    rules: dict[str, object], trump: str, lying: str, hand: str, legal: str
) -> None:
    watten = game("watten", rules)
    held = watten.cards(hand)
    expected = frozenset(held if legal == ALL else watten.cards(legal))
    assert watten.legal(hand, lying, trump) == expected
    for card in held:
        breach = watten.why_not(card, hand, lying, trump)
        assert (breach is None) == (card in expected)
        if breach is not None:
            assert (breach.rule, frozenset(breach.withheld)) == ("3.5", expected)


ANNOUNCED = "deal 0 | say 1 striker 9 | say 0 trump H"  # events 1 to 3: the play begins with 4


@rule("3.5", "WA1", "WA3", "WA6", "WA9", "WA11", "DECISIONS WA1", "DECISIONS WA3", "DECISIONS WA4", "DECISIONS WA5")
@rule("DECISIONS WA7")
@pytest.mark.parametrize(
    ("lines", "rules", "expected", "still_open"),
    [
        # Revokes and what is no revoke
        case("play 1:H7 2:EA 3:HA 0:H8 >3 | play 3:LA 0:L8 1:L7 2:HO", "", ["revoke 3.5 @5 2 EA"], (), id="witness"),
        case("play 1:H7 2:EA 3:HA 0:H8 >3 | play 3:LA 0:L8 1:L7 2:H9", "", [], (5,), id="the-right-is-no-witness"),
        case("play 1:H7 2:EA 3:HA 0:H8 >3 | play 3:LA 0:L8 1:L7 2:E9", "", [], (5,), id="a-left-is-no-witness"),
        case("play 1:H7 2:EA", "", [], (5,), id="plain-on-trump-is-open"),
        case("play 1:H7 2:H8 3:HA 0:H10", "", [], (), id="trump-on-trump-is-certified"),
        case("play 1:E9 2:EA 3:SA 0:LA", "", [], (), id="WA2-nothing-open-on-a-left"),
        case("play 1:EA 2:LA 3:SA 0:H7", "", [], (), id="nothing-open-on-plain"),
        case("play 1:H9 2:EA 3:HA 0:H8 >1 | play 1:LA 2:H7", "", ["revoke 3.5 @5 2 EA"], (), id="right-led-witness"),
        case("play 1:H7 2:E9 3:HA 0:H8 >2 | play 2:HO", "", ["revoke 3.5 @5 2 E9"], (), id="WA3-left-on-trump"),
        case("play 1:H7 2:E9 3:HA 0:H8 >2 | play 2:HO", "left_on_trump=true", [], (), id="WA3-left-may-answer"),
        case(
            "play 1:H7 2:EA 3:HA 0:H8 >3 | play 3:LA 0:L8 1:L7 2:H9", "right_exempt=false",
            ["revoke 3.5 @5 2 EA"], (), id="WA4-no-exemption",
        ),
        case("play 1:H7 2:EA 3:HA 0:H8 >3 | play 3:LA 0:L8 1:L7 2:S6", "", [], (5,), id="Weli-no-witness"),
        case(
            "play 1:H7 2:EA 3:HA 0:H8 >3 | play 3:LA 0:L8 1:L7 2:S6", "weli_always_trump=true",
            ["revoke 3.5 @5 2 EA"], (), id="WA5-Weli-a-witness",
        ),
        case("play 1:H7 2:E7 3:HA 0:H8 >2 | play 2:HO", "kritisch=true", [], (), id="WA7-Spitz-on-trump"),
        case(
            "play 1:H7 2:EA 3:HA 0:H8 >3 | play 3:LA 0:L8 1:L7 2:HK", "kritisch=true", [], (5,),
            id="WA7-Bascht-is-no-witness",
        ),
        case(
            "play 1:H7 2:EA 3:HA 0:H8 >3 | play 3:HO 0:HU 1:H10 2:HK >2 | play 2:L7", "", ["revoke 3.5 @5 2 EA"], (),
            id="witness-on-the-next-trump-lead",
        ),
        case(
            "play 1:H7 2:EA 3:HA 0:H8 >3 | play 3:HO 0:HU 1:H10 2:EK >3 | play 3:HK", "", [], (),
            id="all-trumps-seen-elsewhere-closes-it",
        ),
        case("play 1:H7 2:EA 3:HA 0:H8 >3 | show 2 HO", "", ["revoke 3.5 @5 2 EA"], (), id="a-card-shown-is-a-witness"),
        case("play 1:H7 2:EA 3:HA 0:H8 >3 | show 2 EK LK LO L7 all", "", [], (), id="the-hand-shown-clears"),
        case("play 1:H7 2:EA 3:HA 0:H8 >3 | show 3 HO", "", [], (5,), id="another-hand-proves-nothing"),
        case(
            "play 1:H7 2:EA 3:LA 0:H8 >0 | play 0:E7 1:E8 2:HO 3:HK", "",
            ["revoke 3.5 @5 2 EA", "revoke 3.5 @6 3 LA"], (), id="two-revokers",
        ),
        # Turns
        case("play 2:EA", "", ["out_of_turn 3.5 @4 2 EA"], (), id="forehand-leads"),
        case("play 1:EA 3:EK", "", ["out_of_turn 3.5 @5 3 EK"], (), id="clockwise"),
        case("play 1:EA 2:E8 3:H7 0:EK >3 | play 1:LA", "", ["out_of_turn 3.5 @9 1 LA"], (), id="the-taker-leads"),
        case("play 1:EA 2:E8 3:H7 0:EK >1", "", ["wrong_taker 3.4 @8 1 None"], (), id="wrong-taker"),
        case("play 1:E9 2:E8 3:L9 0:EK >3", "", ["wrong_taker 3.4 @8 3 None"], (), id="WA1-the-later-left-takes-not"),
        # What cannot be with one pack
        case("play 1:H6", "", ["foreign_card WA1 @4 1 H6"], (), id="WA1-no-other-six"),
        case("play 1:S6", "", [], (), id="WA1-the-Weli"),
        case("play 1:EA 2:EA", "", ["seen_twice WA1 @5 2 EA"], (5,), id="WA1-seen-twice"),
    ],
)  # fmt: skip
def test_plays_against_a_duty_become_findings(
    lines: str, rules: str, expected: list[str], still_open: tuple[int, ...]
) -> None:
    table, findings = play_record(f"{ANNOUNCED} | {lines}", rules, "0 1 2 3", name="watten")
    assert finding_lines(findings) == expected
    assert table.open_plays() == still_open
    assert set(table.tallies.values()) == {0}  # nothing is ever applied by itself


@rule("3.5", "WA11")
@pytest.mark.parametrize(
    ("lines", "phase", "turn"),
    [
        case("", "play", 1, id="the-striker-caller-leads"),
        case("play 1:EA", "play", 2, id="clockwise"),
        case("play 1:EA 2:E8 3:H7 0:EK", "play", 3, id="full-trick"),
        case("play 1:EA 2:E8 3:H7 0:EK >3", "play", 3, id="the-taker-leads"),
        case("play 1:EA 2:E8 3:E7 0:EK >1 | play 1:LA 2:L8 3:L7 0:LK >1", "play", 1, id="two-tricks-go-on"),
        case(
            "play 1:EA 2:E8 3:E7 0:EK >1 | play 1:LA 2:L8 3:L7 0:LK >1 | play 1:SA 2:S8 3:S7 0:SK", "scored", None,
            id="third-trick-of-one-seat-ends-it",
        ),
        case(
            "play 1:EA 2:E8 3:H7 0:EK >3 | play 3:LA 0:L8 1:L7 2:LK >3 | play 3:SU 0:S8 1:SA 2:SK", "scored", None,
            id="WA3-third-trick-of-a-side-ends-it",
        ),
        case(
            "play 1:EA 2:E8 3:E7 0:EK >1 | play 1:L7 2:LA 3:L8 0:LK >2 | play 2:SA 3:S8 0:S7 1:SK >2", "play", 2,
            id="two-to-one-goes-on",
        ),
    ],
)  # fmt: skip
def test_turn_passes_clockwise_and_to_the_taker(lines: str, phase: str, turn: int | None) -> None:
    table, findings = play_record(" | ".join(filter(None, (ANNOUNCED, lines))), "", "0 1 2 3", name="watten")
    assert (table.phase, table.turn, findings) == (phase, turn, [])
