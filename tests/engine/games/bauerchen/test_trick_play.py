"""Bauerchen: pack, ranks, which card takes, and what may be played."""

from __future__ import annotations

import pytest

from engine.cards import FRENCH_20, UnknownCard
from engine.tricks import Trick
from tests.support.bauerchen_tables import FOUR, bauerchen

rule = pytest.mark.rule

# Pack and ranks


def same(cards: object, expected: str) -> bool:
    return sorted(map(str, cards)) == sorted(expected.split())  # type: ignore[call-overload]


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
def test_best_card_of_a_trick_takes_it(trick: str, trump: str, best: str) -> None:
    four = bauerchen()
    assert str(four.best(trick, trump)) == best
    laid = Trick.of(four.cards(trick), leader=3, seats=FOUR)
    assert four.taker(laid, trump) == (3 + trick.split().index(best)) % 4


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
def test_legal_cards_follow_from_the_ladder(rules: dict[str, object], hand: str, trick: str, legal: str) -> None:
    assert same(bauerchen(**rules).legal(hand, trick, "H"), legal)


@pytest.mark.parametrize(
    ("card", "hand", "trick", "rung", "rule_id"),
    [
        pytest.param("CJ", "CJ CQ", "CK", "follow", "2.2 (1)", marks=rule("2.2 (1)")),
        pytest.param("HQ", "HA HQ", "CK HK", "overtrump", "2.2 (2)", marks=rule("2.2 (2)")),
        pytest.param("SA", "HQ SA", "CK HK", "undertrump", "2.2 (3)", marks=rule("2.2 (3)")),
        pytest.param("SA", "HQ SA", "HK", "follow", "2.2 (1)", marks=rule("2.2 (1)")),
    ],
)
def test_why_not_names_the_broken_duty(card: str, hand: str, trick: str, rung: str, rule_id: str) -> None:
    breach = bauerchen().why_not(card, hand, trick, "H")
    assert breach is not None
    assert (breach.rung, breach.rule) == (rung, rule_id)
