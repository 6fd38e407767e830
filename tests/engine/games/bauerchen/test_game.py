"""Bauerchen, rule by rule: pack, trick play, dealing, who calls trumps, melds, Spritzen and Ledig."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.cards import FRENCH_20, UnknownCard
from engine.events import Announced, UpcardTurned
from engine.games import game
from engine.games.bauerchen.game import Bauerchen
from engine.notation.explain import sentence
from engine.rules.findings import Kind
from engine.rules.house_rules import Rules
from engine.rules.known_hands import Dealing
from engine.simulation.evening import simulation
from engine.tricks import Trick
from tests.support.records import seen, told

if TYPE_CHECKING:
    from engine.state.table import Table

rule = pytest.mark.rule
FOUR = (0, 1, 2, 3)
DEALT = "deal 0 | say 1 trump H"  # events 1 and 2: seat 1 is forehand and at home with seat 3; the next is 3


def bauerchen(**rules: object) -> Bauerchen:
    return Bauerchen(Rules(Bauerchen.book.switches, rules))


def played(lines: str, rules: str = "") -> tuple[Table, list[str]]:
    table, found = told(lines, rules, "0 1 2 3", name="bauerchen")
    return table, seen(found)


def same(cards: object, expected: str) -> bool:
    return sorted(map(str, cards)) == sorted(expected.split())  # type: ignore[call-overload]


# Pack and ranks


@rule("BA1")
def test_four_play_and_opposite_seats_are_partners() -> None:
    four = bauerchen()
    assert four.players == (4,)
    assert four.sides(FOUR) == ((0, 2), (1, 3))
    assert [four.partner(seat, FOUR) for seat in FOUR] == [2, 3, 0, 1]
    with pytest.raises(ValueError, match="expected 4 different ones for bauerchen"):
        told("deal 0", "", "0 1 2", name="bauerchen")


@rule("BA2")
def test_the_pack_has_20_french_cards() -> None:
    pack = bauerchen().pack
    assert pack is FRENCH_20
    assert len(pack) == 20
    with pytest.raises(UnknownCard, match="got card 'C9', expected one of french20"):
        pack.card("C9")


@rule("BA4")
@pytest.mark.parametrize("trump", FRENCH_20.suits)
def test_eight_trumps_with_the_bauern_on_top(trump: str) -> None:
    expected = f"CJ SJ HJ DJ {trump}A {trump}10 {trump}K {trump}Q"
    assert " ".join(map(str, bauerchen().trumps(trump))) == expected


@pytest.mark.parametrize(
    ("trick", "trump", "best"),
    [
        pytest.param("CK C10 CQ", "H", "C10", id="the ten is above the king", marks=rule("BA3")),
        pytest.param("CQ CK SA DA", "H", "CK", id="other suits take nothing", marks=rule("BA3")),
        pytest.param("C10 CA", "H", "CA", id="the ace is highest", marks=rule("BA3")),
        pytest.param("CA HQ C10", "H", "HQ", id="any trump takes", marks=rule("2.2")),
        pytest.param("CA HA DJ", "H", "DJ", id="the lowest Bauer is above the ace", marks=rule("BA4")),
        pytest.param("DJ HJ SJ CJ", "D", "CJ", id="clubs, spades, hearts, diamonds", marks=rule("BA4")),
        pytest.param("SJ SA S10", "H", "SJ", id="a Bauer led takes", marks=rule("BA4")),
    ],
)
def test_taker(trick: str, trump: str, best: str) -> None:
    four = bauerchen()
    assert str(four.best(trick, trump)) == best
    laid = Trick.of(four.cards(trick), leader=3, seats=FOUR)
    assert four.taker(laid, trump) == (3 + trick.split().index(best)) % 4


@rule("2.2")
def test_a_natural_trick_has_no_trump() -> None:
    assert bauerchen().natural_trick("CA CK DQ C10", "H")
    assert not bauerchen().natural_trick("CA CJ DQ C10", "H")
    assert not bauerchen().natural_trick("CA CK HQ C10", "H")


# What may be played (section 2.2)


@rule("2.2", "2.2 (1)", "2.2 (2)", "2.2 (3)", "DECISIONS BA4", "DECISIONS BA5")
@pytest.mark.parametrize(
    ("rules", "hand", "trick", "legal"),
    [
        pytest.param({}, "CA HQ CJ", "", "CA HQ CJ", id="the lead is free"),
        pytest.param({}, "CA CQ HA SA", "CK", "CA CQ", id="follow, without overtaking"),
        pytest.param({}, "CJ CQ SA", "CK", "CQ", id="a Bauer is no card of its suit"),
        pytest.param({}, "CJ HQ SA", "CK", "CJ HQ", id="void: trump, the Bauer counts"),
        pytest.param({}, "SA DA", "CK", "SA DA", id="void of suit and trumps: free"),
        pytest.param({}, "CA C10 HA", "CK HJ", "CA C10", id="trumped trick: still follow"),
        pytest.param({}, "HA DJ HQ SA", "CK HK", "HA DJ", id="trumped trick: overtrump"),
        pytest.param({}, "H10 HQ SA", "CK HA", "H10 HQ", id="trumped trick: undertrump"),
        pytest.param({}, "H10 SJ", "CK HA DQ", "SJ", id="beat the highest trump, not the last card"),
        pytest.param({}, "HA HQ CA", "HK", "HA", id="trumps led: overtrump"),
        pytest.param({}, "HQ CA", "HK", "HQ", id="trumps led: follow below"),
        pytest.param({}, "CA SA", "HK", "CA SA", id="trumps led, none held: free"),
        pytest.param({}, "DA HQ", "DJ", "HQ", id="a Bauer led is trumps"),
        pytest.param({}, "DJ H10 CA", "CJ", "DJ H10", id="nothing beats the highest Bauer"),
        pytest.param({"overtrump": "led"}, "HA DJ HQ SA", "CK HK", "HA DJ HQ", id="led only: any trump"),
        pytest.param({"overtrump": "led"}, "HA HQ CA", "HK", "HA", id="led only: trumps led"),
    ],
)
def test_legal_cards(rules: dict[str, object], hand: str, trick: str, legal: str) -> None:
    assert same(bauerchen(**rules).legal(hand, trick, "H"), legal)


@pytest.mark.parametrize(
    ("card", "hand", "trick", "rung", "rule_id"),
    [
        pytest.param("CJ", "CJ CQ", "CK", "follow", "2.2 (1)", marks=rule("2.2 (1)")),
        pytest.param("HQ", "HA HQ", "CK HK", "overtrump", "2.2 (2)", marks=rule("2.2 (2)")),
        pytest.param("SA", "HQ SA", "CK HK", "undertrump", "2.2 (3)", marks=rule("2.2 (3)")),
        pytest.param("SA", "HQ SA", "HK", "trump", "2.2 (3)", marks=rule("2.2 (3)")),
    ],
)
def test_why_not(card: str, hand: str, trick: str, rung: str, rule_id: str) -> None:
    breach = bauerchen().why_not(card, hand, trick, "H")
    assert breach is not None
    assert (breach.rung, breach.rule) == (rung, rule_id)


# Dealing, and trumps


@rule("BA6")
def test_the_cutter_sits_to_the_dealers_right() -> None:
    assert [bauerchen().cutter(FOUR, dealer) for dealer in FOUR] == [3, 0, 1, 2]


@rule("BA7")
def test_packets_of_two_and_three_deal_out_the_pack() -> None:
    four = bauerchen()
    order = (2, 3, 0, 1)
    assert four.packets(FOUR, dealer=1) == (tuple((seat, 2) for seat in order), tuple((seat, 3) for seat in order))
    table, _ = played("deal 1")
    assert table.deal is not None
    dealing = Dealing(Random(1), list(four.pack.cards))
    assert list(four.deal_out(table.deal, dealing)) == []
    assert same(dealing.hands[2], "CA C10 SQ SJ HA")
    assert dealing.stock == []


@rule("BA8", "BA10")
def test_forehand_calls_trumps_is_at_home_and_leads() -> None:
    table, found = played("deal 0")
    assert (table.step.phase, table.turn) == ("announce", 1)
    assert found == []
    table, found = played(DEALT)
    assert found == []
    assert (table.trump, table.phase, table.turn) == ("H", "play", 1)
    assert table.deal is not None
    assert (bauerchen().home(table.deal), bauerchen().away(table.deal)) == ((1, 3), (0, 2))


@rule("BA8")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param("deal 0 | say 2 trump H", ["call_out_of_turn BA8 @2 2 None"], id="not forehand"),
        pytest.param(f"{DEALT} | say 1 trump S", ["call_not_allowed BA8 @3 1 None"], id="twice"),
        pytest.param("deal 0 | say 1 trump X", ["call_not_allowed BA8 @2 1 None"], id="no suit"),
        pytest.param("deal 0 | upcard HA", ["call_not_allowed BA22 @2 1 HA"], id="nothing is flipped here"),
        pytest.param("deal 0 | say 1 hello", ["unknown_call BA8 @2 1 None"], id="unknown"),
    ],
)
def test_wrong_calls_of_trumps(lines: str, expected: list[str]) -> None:
    table, found = played(lines)
    assert found == expected
    assert table.trump == ("H" if lines.startswith(DEALT) else None)


@rule("BA8")
def test_trumps_told_late_hold_from_the_first_card() -> None:
    table, found = played("deal 0 | play 1:CK 2:CA 3:HQ 0:SA >3 | say 1 trump H")
    assert found == []
    assert table.turn == 3
    trick = "play 1:CK 2:SA 3:C10 0:CQ >3 | play 3:HQ 0:HK 1:H10 2:HA"
    assert played(f"deal 0 | {trick}")[1] == []
    assert played(f"deal 0 | {trick} | say 1 trump H")[1] == ["revoke 2.2 (3) @3 2 SA"]


@rule("BA9", "DECISIONS BA15")
def test_forehand_deals_next_and_anybody_deals_first() -> None:
    for dealer in FOUR:
        table, found = told(f"deal {dealer}", "", "0 1 2 3", dealer, "bauerchen")
        assert found == []
        assert table.deal is not None
        assert bauerchen().dealer_after(table.deal) == table.deal.forehand == (dealer + 1) % 4


@rule("DECISIONS BA3", "DECISIONS BA14", "BA22")
def test_forehand_flips_the_last_card_instead_of_calling() -> None:
    table, found = played("deal 0 | upcard CJ", "die_letzte=true")
    assert found == []
    assert (table.trump, table.phase, table.turn) == ("C", "play", 1)
    assert played("deal 0 | upcard CJ", "die_letzte=true trump_after=5")[1] == ["call_not_allowed BA8 @2 1 CJ"]
    assert played(f"{DEALT} | upcard CJ", "die_letzte=true")[1] == ["call_not_allowed BA8 @3 1 CJ"]
    options = table.game.options(played("deal 0", "die_letzte=true")[0].deal) if table.game else ()  # type: ignore[arg-type]
    assert {type(option) for option in options} == {Announced, UpcardTurned}
    assert len(options) == 4 + 20


@rule("BA22")
def test_the_flipped_card_is_known_to_be_in_forehands_hand() -> None:
    flipped = "deal 0 | upcard DA"
    _, found = played(f"{flipped} | play 1:CK 2:CA 3:DA", "die_letzte=true")
    assert "seen_twice BA2 @5 3 DA" in found
    _, found = played(f"{flipped} | play 1:CA 2:CK 3:CQ 0:C10 >1 | play 1:DJ 2:S10 3:SJ 0:HJ >3", "die_letzte=true")
    assert found == []
    thrown = f"{flipped} | play 1:CK 2:CA 3:CQ 0:C10 >2 | play 2:SA 3:SK 0:S10 1:HA"
    assert played(thrown, "die_letzte=true")[1] == ["revoke 2.2 (3) @11 1 HA"]


@rule("BA22")
def test_who_flips_was_dealt_two_bauern() -> None:
    one = (
        "deal 0 | upcard DA | play 1:CA 2:C10 3:CK 0:CQ >1 | play 1:SA 2:SQ 3:SK 0:D10 >0 "
        "| play 0:CJ 1:HJ 2:DQ 3:DK >0 | play 0:SJ 1:DA 2:HK 3:HQ >0 | play 0:DJ 1:S10"
    )
    assert played(one, "die_letzte=true")[1] == ["call_not_allowed BA22 @2 1 None"]
    two = (
        "deal 0 | upcard DA | play 1:CJ 2:DQ 3:DK 0:D10 >1 | play 1:SJ 2:HK 3:HQ 0:HJ >1 "
        "| play 1:CA 2:C10 3:CK 0:CQ >1 | play 1:SA 2:SQ 3:SK 0:S10 >1 | play 1:DA 2:HA 3:H10 0:DJ >0"
    )
    assert played(two, "die_letzte=true")[1] == []


# Melds

KING_LED = f"{DEALT} | play 1:CK"  # event 3; seat 1 may hold the queen


@rule("BA11", "BA12", "DECISIONS BA8")
@pytest.mark.parametrize(
    ("lines", "rules", "expected"),
    [
        pytest.param(f"{KING_LED} | say 1 meld C", "", [], id="after laying the king"),
        pytest.param(f"{DEALT} | play 1:CA 2:CQ | say 2 meld C", "", [], id="not only when leading"),
        pytest.param(f"{DEALT} | say 1 meld C | play 1:CQ", "", [], id="before laying"),
        pytest.param(f"{DEALT} | play 1:CA | say 2 meld C | play 2:CK", "", [], id="before following"),
        pytest.param(
            f"{DEALT} | play 1:CA 2:C10 3:CJ 0:CK >3 | say 0 meld C", "", [], id="until the next card, gathered or not"
        ),
        pytest.param(
            f"{KING_LED} 2:CA | say 1 meld C", "", ["call_not_allowed DECISIONS BA8 @5 1 None"], id="a card later"
        ),
        pytest.param(
            f"{DEALT} | play 1:CA | say 3 meld C", "", ["call_not_allowed DECISIONS BA8 @4 3 None"], id="not his turn"
        ),
        pytest.param(
            f"{KING_LED} | say 1 meld C | say 1 meld C", "", ["call_not_allowed DECISIONS BA8 @5 1 None"], id="once"
        ),
        pytest.param(f"{KING_LED} | say 1 meld X", "", ["call_not_allowed BA11 @4 1 None"], id="no suit"),
        pytest.param("deal 0 | say 1 meld C", "", ["call_not_allowed BA8 @2 1 None"], id="before trumps"),
        pytest.param(f"{KING_LED} | say 1 meld C", "meld_lead_only=true", [], id="lead only, led"),
        pytest.param(f"{DEALT} | say 1 meld C | play 1:CK", "meld_lead_only=true", [], id="lead only, to lead"),
        pytest.param(
            f"{DEALT} | play 1:CA 2:CQ | say 2 meld C", "meld_lead_only=true",
            ["call_not_allowed DECISIONS BA8 @5 2 None"], id="lead only, followed",
        ),
        pytest.param(
            f"{DEALT} | play 1:CA | say 2 meld C", "meld_lead_only=true",
            ["call_not_allowed DECISIONS BA8 @4 2 None"], id="lead only, to follow",
        ),
    ],
)  # fmt: skip
def test_who_may_meld(lines: str, rules: str, expected: list[str]) -> None:
    assert played(lines, rules)[1] == expected


@rule("BA11", "BA12")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param(f"{KING_LED} 2:CQ | say 1 meld C", ["false_meld BA11 @5 1 None"], id="the queen lies"),
        pytest.param(f"{KING_LED} | say 1 meld C | play 2:CQ", ["false_meld BA11 @4 1 None"], id="the queen comes"),
        pytest.param(
            f"{DEALT} | play 1:HK | say 1 meld H | play 2:HA 3:DJ 0:HQ", ["false_meld BA12 @4 1 None"], id="a forty"
        ),
        pytest.param(f"{DEALT} | say 1 meld C | play 1:CA", ["false_meld BA11 @3 1 None"], id="neither is played"),
        pytest.param(f"{KING_LED} | say 1 meld C | show 3 CQ", ["false_meld BA11 @4 1 None"], id="laid open elsewhere"),
        pytest.param(f"{KING_LED} | say 1 meld C | show 3 CK", ["seen_twice BA2 @5 3 CK"], id="the king lies there"),
        pytest.param(f"{KING_LED} | say 1 meld C | play 2:CQ?C10", [], id="a doubtful card accuses nobody"),
        pytest.param(
            f"{KING_LED} 2:CQ?C10 | say 1 meld C", ["call_not_allowed DECISIONS BA8 @5 1 None"], id="nor one before"
        ),
        pytest.param(
            f"{DEALT} | say 1 meld D | play 1:DA?DK 2:D10 3:HQ 0:HK >0 | play 0:SA 1:SK", [], id="nor his own before"
        ),
        pytest.param(
            f"{DEALT} | play 1:CA 2:C10 3:CK | say 0 meld D | play >1 | play 1:SA 2:SK 3:SQ 0:S10",
            ["short_trick 2.2 @7 1 None"], id="nor while his own was missed",
        ),
        pytest.param(
            f"{DEALT} | play 1:CK 2:CA 3:C10 0:CQ >2 | play 2:SA 3:SQ 0:SK | say 1 meld D | play 1:SQ",
            ["seen_twice BA2 @12 1 SQ"], id="nor one seen twice",
        ),
        pytest.param(f"{KING_LED} | say 1 meld C | play 0:CQ", ["out_of_turn 2.2 @5 0 CQ"], id="nor a doubtful seat"),
        pytest.param(
            f"{DEALT} | play 1:CA 2:CQ 3:C10 0:CJ >0 | play 0:DA 1:DK | say 1 meld D | play 2:DQ 3:D10",
            ["false_meld BA11 @10 1 None"], id="in a later trick",
        ),
    ],
)  # fmt: skip
def test_melds_without_the_pair(lines: str, expected: list[str]) -> None:
    table, found = played(lines)
    assert found == expected
    for finding in (one for one in table.findings if one.kind is Kind.FALSE_MELD):
        assert table.game is not None
        assert "without the pair" in sentence(finding, table.game).english


@rule("BA11")
def test_a_meld_of_a_lonely_player_is_false_when_the_queen_lies_with_the_partner() -> None:
    lines = (
        f"{DEALT} | say 1 ledig | play 1:CJ 2:HQ 0:HK >1 | play 1:SJ 2:H10 0:HA >1 | play 1:HJ 2:DA 0:DK >1 "
        "| play 1:CK | say 1 meld C | play 2:D10 0:DQ >1"
    )
    assert played(lines)[1] == []
    assert played(f"{lines} | play 1:CQ 2:SA 0:SK >1")[1] == []
    assert played(f"{lines} | play 1:DJ 2:SA 0:SK >1")[1] == ["false_meld BA11 @17 1 None"]


@rule("BA11")
def test_who_melds_is_known_to_hold_the_other_card() -> None:
    start, meld = f"{DEALT} | play 1:CK", " | say 1 meld C"
    rest = " | play 2:CA 3:HQ 0:HA >0 | play 0:SA 1:SK 2:HK 3:S10 >2 | play 2:C10 3:H10 0:HJ 1:DK"
    assert played(start + rest)[1] == []
    assert played(start + meld + rest)[1] == ["revoke 2.2 (1) @17 1 DK"]


@rule("BA11")
def test_a_meld_proves_an_earlier_revoke() -> None:
    lines = f"{DEALT} | play 1:SA 2:D10 3:S10 0:SJ >0 | play 0:CA 1:C10 | say 2 meld S"
    assert played(lines)[1] == ["revoke 2.2 (1) @4 2 D10"]


# Spritzen and Ledig


@rule("BA14", "DECISIONS BA12")
@pytest.mark.parametrize(
    ("lines", "expected", "doubles"),
    [
        pytest.param("say 0 double", [], 1, id="away first"),
        pytest.param("say 1 double", ["call_out_of_turn BA14 @3 1 None"], 0, id="home first"),
        pytest.param("say 0 double | say 2 double", ["call_out_of_turn BA14 @4 2 None"], 1, id="away twice"),
        pytest.param(
            "say 0 double | say 3 double | say 2 double | say 1 double | say 0 double", [], 5, id="any height"
        ),
        pytest.param("play 1:CK 2:CA 3:C10 0:CQ | say 2 double", [], 1, id="at the end of the first trick"),
        pytest.param(
            "play 1:CK 2:CA 3:C10 0:CQ >2 | say 2 double", ["call_not_allowed DECISIONS BA12 @8 2 None"], 0, id="late"
        ),
    ],
)
def test_spritzen(lines: str, expected: list[str], doubles: int) -> None:
    table, found = played(f"{DEALT} | {lines}")
    assert found == expected
    assert table.deal is not None
    assert bauerchen().doubles(table.deal) == doubles
    assert [bauerchen().doubles_next(count) for count in range(3)] == ["away", "home", "away"]


@rule("BA15", "DECISIONS BA10")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param("say 2 ledig", [], id="anybody"),
        pytest.param("play 1:CK | say 1 ledig", ["call_not_allowed DECISIONS BA10 @4 1 None"], id="too late"),
        pytest.param("say 1 ledig | say 2 ledig", ["call_not_allowed DECISIONS BA10 @4 2 None"], id="one only"),
        pytest.param("say 1 ledig | say 0 double", ["call_not_allowed DECISIONS BA10 @4 0 None"], id="not doubled"),
        pytest.param(
            "say 1 ledig | play 1:CJ 2:HQ 3:HA", ["acted_after_folding BA15 @6 3 HA"], id="the partner is out"
        ),
    ],
)
def test_ledig(lines: str, expected: list[str]) -> None:
    assert played(f"{DEALT} | {lines}")[1] == expected


@rule("BA15", "DECISIONS BA10")
def test_the_partner_drops_out_and_forehand_or_the_next_leads() -> None:
    table, _ = played(f"{DEALT} | say 1 ledig")
    assert table.deal is not None
    assert (table.turn, bauerchen().active(table.deal), table.hand_size(3)) == (1, (0, 1, 2), 0)
    table, _ = played(f"{DEALT} | say 3 ledig")
    assert table.turn == 2
    table, found = played(f"{DEALT} | say 1 ledig | play 1:CJ 2:HQ 0:HK >1 | play 1:SJ 2:HA 0:H10 >1")
    assert (found, table.turn) == ([], 1)


# Revokes


@rule("2.2 (1)", "2.2 (2)", "2.2 (3)")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param("play 1:HA 2:CA 3:SA 0:DA", ["revoke_among 2.2 (2) @4 None CA"], id="joint, at the fourth play"),
        pytest.param("play 1:HA 2:CA 3:SA 0:HQ", [], id="two discarders can be right"),
        pytest.param("play 1:CA 2:DK 3:C10 0:CQ >1 | play 1:SA 2:HK", ["revoke 2.2 (3) @4 2 DK"], id="a later trump"),
        pytest.param("play 1:CA 2:HK 3:HQ 0:CQ >2 | play 2:SA 3:H10", ["revoke 2.2 (2) @5 3 HQ"], id="undertrumped"),
        pytest.param("play 1:CA 2:HK 3:C10 0:CQ >2 | play 2:CK", ["revoke 2.2 (1) @4 2 HK"], id="trumped a suit held"),
    ],
)
def test_revokes(lines: str, expected: list[str]) -> None:
    assert played(f"{DEALT} | {lines}")[1] == expected


@rule("2.2 (3)")
def test_the_joint_proof_names_all_three() -> None:
    (finding,) = played(f"{DEALT} | play 1:HA 2:CA 3:SA 0:DA")[0].findings
    assert finding.kind is Kind.REVOKE_AMONG
    assert (finding.seat, set(finding.seats)) == (None, {0, 2, 3})
    assert {str(entry.card) for entry in finding.evidence} >= {"CA", "SA", "DA"}


# The game as others ask for it


def test_it_is_found_by_its_name() -> None:
    assert isinstance(game("bauerchen", {"target": 31}), Bauerchen)
    assert simulation("bauerchen", seed=3).game.name == "bauerchen"


@rule("BA11")
def test_a_false_meld_spoils_no_proof() -> None:
    """Seat 1 melds without the pair, and seat 2 revokes: both come to light."""
    lines = f"{DEALT} | play 1:CK | say 1 meld C | play 2:CQ 3:C10 0:CA >0 | play 0:SA 1:SQ 2:D10 3:SK >0"
    assert played(lines)[1] == ["false_meld BA11 @4 1 None"]
    assert played(f"{lines} | play 0:HQ 1:HK 2:HJ")[1] == ["false_meld BA11 @4 1 None", "revoke 2.2 (3) @11 2 D10"]


@rule("BA11")
def test_what_rests_on_a_false_meld_is_withdrawn() -> None:
    lines = (
        f"{DEALT} | play 1:CK | say 1 meld C | play 2:CA 3:HQ 0:HA >0 | play 0:SA 1:SK 2:HK 3:S10 >2 "
        "| play 2:C10 3:H10 0:HJ 1:DK >0"
    )
    table, found = played(lines)
    assert seen(table.findings) == found == ["revoke 2.2 (1) @17 1 DK"]
    table, found = played(f"{lines} | show 2 CQ")
    assert found == ["revoke 2.2 (1) @17 1 DK", "false_meld BA11 @4 1 None"]
    assert seen(table.findings) == ["false_meld BA11 @4 1 None"]
