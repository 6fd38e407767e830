"""Bauerchen: partners, packets, who calls trumps, and the card that forehand flips instead."""

import pytest

from engine.events import Announced, UpcardTurned
from tests.support.bauerchen_tables import DEALT, run

rule = pytest.mark.rule


# Partners


# Dealing, and trumps


@rule("DECISIONS BA3", "DECISIONS BA14", "BA22")
def test_forehand_flips_the_last_card_instead_of_calling() -> None:
    table, findings = run("deal 0 | upcard CJ", "die_letzte=true")
    assert findings == []
    assert (table.trump, table.phase, table.turn) == ("C", "play", 1)
    assert run("deal 0 | upcard CJ", "die_letzte=true trump_after=5")[1] == ["call_not_allowed BA8 @2 1 CJ"]
    assert run(f"{DEALT} | upcard CJ", "die_letzte=true")[1] == ["call_not_allowed BA8 @3 1 CJ"]
    options = table.game.options(run("deal 0", "die_letzte=true")[0].deal) if table.game else ()  # type: ignore[arg-type]
    assert {type(option) for option in options} == {Announced, UpcardTurned}
    assert len(options) == 4 + 20


@rule("BA22")
def test_flipped_card_implies_two_bauern() -> None:
    one = (
        "deal 0 | upcard DA | play 1:CA 2:C10 3:CK 0:CQ >1 | play 1:SA 2:SQ 3:SK 0:D10 >0 "
        "| play 0:CJ 1:HJ 2:DQ 3:DK >0 | play 0:SJ 1:DA 2:HK 3:HQ >0 | play 0:DJ 1:S10"
    )
    assert run(one, "die_letzte=true")[1] == ["call_not_allowed BA22 @2 1 None"]
    two = (
        "deal 0 | upcard DA | play 1:CJ 2:DQ 3:DK 0:D10 >1 | play 1:SJ 2:HK 3:HQ 0:HJ >1 "
        "| play 1:CA 2:C10 3:CK 0:CQ >1 | play 1:SA 2:SQ 3:SK 0:S10 >1 | play 1:DA 2:HA 3:H10 0:DJ >0"
    )
    assert run(two, "die_letzte=true")[1] == []


@rule("BA22")
@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        pytest.param("show 1 HJ SQ S10 DA all", ["call_not_allowed BA22 @2 1 None"], id="one-bauer"),
        pytest.param("show 1 HJ DJ S10 DA all", [], id="two"),
        pytest.param("show 1 HJ SQ S10 DA", [], id="not-the-whole-hand"),
        pytest.param("show 2 HJ SQ S10 HQ all", [], id="another-seat"),
    ],
)
def test_whole_hand_proves_or_disproves_two_bauern(shown: str, expected: list[str]) -> None:
    lines = f"deal 0 | upcard DA | play 1:CA 2:CK 3:C10 0:CQ >1 | {shown}"
    assert run(lines, "die_letzte=true")[1] == expected
    later = f"{lines} | play 1:HJ" if expected else lines
    assert run(later, "die_letzte=true")[1].count("call_not_allowed BA22 @2 1 None") == len(expected), "told once"


@rule("BA22")
@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        pytest.param("HJ SQ S10 DJ", ["call_not_allowed BA22 @2 1 None"], id="one-and-the-flipped-one"),
        pytest.param("HJ SJ S10 DJ", [], id="two-and-the-flipped-one"),
    ],
)
def test_a_bauer_that_was_flipped_is_none_of_the_first_two(shown: str, expected: list[str]) -> None:
    lines = f"deal 0 | upcard DJ | play 1:CA 2:CK 3:C10 0:CQ >1 | show 1 {shown} all"
    assert run(lines, "die_letzte=true")[1] == expected


@rule("BA15", "BA22")
@pytest.mark.parametrize(("alone", "cards"), [(1, ()), (2, ()), (3, ("DA",))])
def test_the_flipped_card_is_in_no_hand_if_forehand_drops_out(alone: int, cards: tuple[str, ...]) -> None:
    table, findings = run(f"deal 0 | upcard DA | say {alone} ledig", "die_letzte=true")
    assert findings == []
    assert tuple(map(str, table.current_game.out_of_play(table.current_deal))) == cards
