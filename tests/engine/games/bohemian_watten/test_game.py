"""Bohemian Watten, rule by rule, through the public questions of the game: cards and tricks."""

from __future__ import annotations

import pytest

from engine.cards import Card, UnknownCard
from engine.games import game
from engine.games.bohemian_watten.game import BohemianWatten
from engine.rules.house_rules import Rules
from engine.tricks import Trick

rule = pytest.mark.rule
FOUR, THREE = (0, 1, 2, 3), (0, 1, 2)


def watten(**rules: object) -> BohemianWatten:
    return BohemianWatten(Rules(BohemianWatten.book.switches, rules))


def texts(cards: object) -> str:
    return " ".join(sorted(map(str, cards)))  # type: ignore[call-overload]


def same(cards: object, expected: str) -> bool:
    return texts(cards) == " ".join(sorted(expected.split()))


# Pack and ranks


@rule("BW1")
def test_two_to_four_players_score_separately() -> None:
    assert watten().players == (2, 3, 4)
    assert watten().start(THREE) == {0: 20, 1: 20, 2: 20}


@rule("BW2", "BW3")
def test_the_pack_has_32_cards_in_four_suits_without_sixes() -> None:
    pack = watten().pack
    assert len(pack) == 32
    assert pack.suits == ("E", "L", "H", "S")
    with pytest.raises(UnknownCard, match="got card 'S6', expected one of bavarian32"):
        pack.card("S6")


@rule("BW4", "BW5", "BW6")
@pytest.mark.parametrize(
    ("trump", "expected"),
    [
        ("E", "HK S7 E7 EA EK EO EU E10 E9 E8"),
        ("L", "HK S7 E7 LA LK LO LU L10 L9 L8 L7"),
        ("H", "HK S7 E7 HA HO HU H10 H9 H8 H7"),
        ("S", "HK S7 E7 SA SK SO SU S10 S9 S8"),
    ],
)
def test_trumps_are_the_machine_and_the_suit_by_rank(trump: str, expected: str) -> None:
    assert " ".join(map(str, watten().trumps(trump))) == expected


@pytest.mark.parametrize(
    ("trick", "trump", "best"),
    [
        pytest.param("L10 LU", "E", "LU", id="the ten is below the Unter", marks=rule("BW5")),
        pytest.param("L9 LK L10 LA", "E", "LA", id="highest of the suit led", marks=rule("BW5")),
        pytest.param("L9 SA HA LK", "E", "LK", id="other suits take nothing", marks=rule("BW5")),
        pytest.param("LA E8 LK EU", "E", "EU", id="highest trump", marks=rule("BW6")),
        pytest.param("LA EA E7", "E", "E7", id="Spitz is above the Sau of trumps", marks=rule("BW4")),
        pytest.param("E7 S7 HK", "L", "HK", id="Maxi over Belli over Spitz", marks=rule("BW4")),
        pytest.param("HA HK", "L", "HK", id="a Critical takes whatever is trump", marks=rule("BW4", "BW6")),
        pytest.param("S7 SA LA", "L", "S7", id="a Critical led takes", marks=rule("BW4")),
    ],
)
def test_best_card_of_a_trick_takes_it(trick: str, trump: str, best: str) -> None:
    bw = watten()
    assert str(bw.best(trick, trump)) == best
    laid = Trick.of(bw.cards(trick), leader=2, seats=FOUR)
    assert bw.taker(laid, trump) == (2 + trick.split().index(best)) % 4


# What may be played (section 1.6)

LEGAL = [
    pytest.param({}, "LK H7 S7", "", "E", "LK H7 S7", id="the lead is free"),
    pytest.param({}, "LA LU L7 HA", "LK", "E", "LA", id="overtake in the suit"),
    pytest.param({}, "LU L7 HA EA", "LK", "E", "LU L7", id="follow if overtaking is impossible"),
    pytest.param({}, "HA EA E8 S7", "LK", "E", "EA E8 S7", id="void: any trump beats a plain card"),
    pytest.param({}, "HA EA E8 SK", "LK E9", "E", "EA", id="void: overtrump"),
    pytest.param({}, "HA E8 SK", "LK E9", "E", "E8", id="void: undertrump", marks=rule("DECISIONS BW5")),
    pytest.param({}, "HA SK", "LK E9", "E", "HA SK", id="void of suit and trumps: free"),
    pytest.param({}, "LA L7 EA", "L9 E8", "E", "LA L7", id="trumped trick: any card of the suit"),
    pytest.param({}, "EA E8 LA", "E9", "E", "EA", id="trump led: overtrump"),
    pytest.param({}, "E8 LA S9", "E9", "E", "E8", id="trump led: follow below"),
    pytest.param({}, "HK E8 LA", "S7", "E", "HK", id="a Critical led is trumps: overtrump"),
    pytest.param({}, "E8 SA S9", "S7", "E", "E8", id="a Critical led is trumps: follow with trumps"),
    pytest.param({}, "SA S9", "S7", "E", "SA S9", id="a Critical led, no trumps: bells are not demanded"),
]


@rule("1.6")
@pytest.mark.parametrize(("rules", "hand", "trick", "trump", "legal"), LEGAL)
def test_legal_cards_follow_from_the_ladder(
    rules: dict[str, object], hand: str, trick: str, trump: str, legal: str
) -> None:
    assert same(watten(**rules).legal(hand, trick, trump), legal)


SWITCHES = [
    pytest.param({}, "HK H7 EA", "H9", "L", "H7", id="Critical is a trump only", marks=rule("DECISIONS BW1")),
    pytest.param(
        {"critical_suit": "both"}, "HK H7 EA", "H9", "L", "HK", id="Critical overtakes", marks=rule("DECISIONS BW1")
    ),
    pytest.param(
        {"critical_suit": "both"}, "HK HA H7", "H9", "L", "HK HA", id="Critical or Sau", marks=rule("DECISIONS BW1")
    ),
    pytest.param({}, "HK EA", "H9", "L", "HK", id="only heart is Maxi", marks=rule("DECISIONS BW1")),
    pytest.param({"critical_suit": "both"}, "HK EA", "H9", "L", "HK", id="only heart", marks=rule("DECISIONS BW1")),
    pytest.param({}, "E8 SA", "S7", "E", "E8", id="Critical led: trumps", marks=rule("DECISIONS BW2")),
    pytest.param(
        {"critical_led": "printed_suit"}, "E8 SA S9", "S7", "E", "SA S9", id="its suit", marks=rule("DECISIONS BW2")
    ),
    pytest.param(
        {"critical_led": "printed_suit"}, "E8 HK LA", "S7", "E", "HK", id="void: overtrump", marks=rule("DECISIONS BW2")
    ),
    pytest.param(
        {"critical_led": "nothing"}, "E8 SA HK", "S7", "E", "E8 SA HK", id="nothing", marks=rule("DECISIONS BW2")
    ),
    pytest.param(
        {"overtake_when_trumped": True}, "LA L7 EA", "L9 E8", "E", "LA", id="literal", marks=rule("DECISIONS BW4")
    ),
    pytest.param({}, "LA L7 EA", "L9 E8", "E", "LA L7", id="idle", marks=rule("DECISIONS BW4")),
    pytest.param(
        {"overtake_when_trumped": True}, "L10 L7", "L9 E8 LK", "E", "L10 L7", id="cannot", marks=rule("DECISIONS BW4")
    ),
    pytest.param({}, "E8 SK", "LK E9", "E", "E8", id="undertrump", marks=rule("DECISIONS BW5")),
    pytest.param({"undertrump": False}, "E8 SK", "LK E9", "E", "E8 SK", id="need not", marks=rule("DECISIONS BW5")),
    pytest.param({"undertrump": False}, "E8 SK", "LK", "E", "E8", id="must trump", marks=rule("DECISIONS BW5")),
    pytest.param({"undertrump": False}, "E8 SK", "E9", "E", "E8", id="trump led", marks=rule("DECISIONS BW5")),
    pytest.param({"overtake": False}, "LA LU EA", "LK", "E", "LA LU", id="follow only", marks=rule("1.6")),
    pytest.param({"overtake": False}, "EA E8 HA", "LK E9", "E", "EA E8", id="lifted", marks=rule("DECISIONS BW6")),
    pytest.param({"overtake": False}, "EA E8 HA", "E9", "E", "EA E8", id="led, lifted", marks=rule("DECISIONS BW6")),
    pytest.param(
        {"overtake": False, "overtake_lifts": "suit"},
        "EA E8",
        "LK E9",
        "E",
        "EA",
        id="suit",
        marks=rule("DECISIONS BW6"),
    ),
    pytest.param(
        {"overtake": False, "overtake_lifts": "suit"}, "EA E8", "E9", "E", "EA", id="led", marks=rule("DECISIONS BW6")
    ),
    pytest.param(
        {"overtake": False, "overtake_lifts": "suit"},
        "LA L7",
        "LK",
        "E",
        "LA L7",
        id="free",
        marks=rule("DECISIONS BW6"),
    ),
]


@pytest.mark.parametrize(("rules", "hand", "trick", "trump", "legal"), SWITCHES)
def test_legal_cards_by_house_rule(rules: dict[str, object], hand: str, trick: str, trump: str, legal: str) -> None:
    assert same(watten(**rules).legal(hand, trick, trump), legal)


@rule("1.6")
@pytest.mark.parametrize(
    ("card", "hand", "trick", "rung", "withheld"),
    [
        ("L7", "L7 LA", "L9 LK", "overtake", "LA"),
        ("H7", "H7 LU", "L9 LK", "follow", "LU"),
        ("H7", "H7 E8 EA", "L9 E9", "overtrump", "EA"),
        ("H7", "H7 E8", "L9", "trump", "E8"),
        ("H7", "H7 E8", "L9 E9", "undertrump", "E8"),
        ("E8", "E8 EA", "E9", "overtrump", "EA"),
    ],
)
def test_why_not_names_the_broken_duty(card: str, hand: str, trick: str, rung: str, withheld: str) -> None:
    breach = watten().why_not(card, hand, trick, "E")
    assert breach is not None
    assert (breach.rung, texts(breach.withheld), str(breach.led)) == (rung, withheld, trick.split()[0])
    assert breach.rule


def test_why_not_returns_none_for_a_legal_card() -> None:
    assert watten().why_not("LA", "L7 LA", "L9 LK", "E") is None


@rule("1.6")
@pytest.mark.parametrize(
    ("card", "expected"), [("L9", "LA LK LO LU"), ("H8", "LA LK LO LU L10 L9 L8 L7 HK S7 E7 EA EK EO EU E10 E9 E8")]
)
def test_cards_excluded_by_a_play(card: str, expected: str) -> None:
    """What a legal play denies."""
    assert same(watten().excluded_cards(card, "L10", "E"), expected)


@pytest.mark.parametrize("question", ["legal", "best", "trumps"])
def test_an_unknown_trump_is_an_error_that_lists_the_suits(question: str) -> None:
    ask = {
        "legal": lambda: watten().legal("LA", "LK", "X"),
        "best": lambda: watten().best("LK", "X"),
        "trumps": lambda: watten().trumps("X"),
    }[question]
    with pytest.raises(ValueError, match="got trump 'X', expected a suit: E L H S"):
        ask()


@rule("DECISIONS BW20")
def test_the_criticals_have_their_names_from_both_texts() -> None:
    assert watten().trumps("L")[:3] == (Card("H", "K"), Card("S", "7"), Card("E", "7"))


def test_the_game_is_found_by_name() -> None:
    assert isinstance(game("bohemian-watten"), BohemianWatten)
