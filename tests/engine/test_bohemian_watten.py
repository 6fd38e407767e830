"""Bohemian Watten, rule by rule, through the public questions of the game."""

from __future__ import annotations

import pytest

from engine.cards import BAVARIAN_32, Card, UnknownCard
from engine.games import game
from engine.games.bohemian_watten import BohemianWatten
from engine.house import Rules
from engine.tricks import Trick

rule = pytest.mark.rule
FOUR, THREE, TWO = (0, 1, 2, 3), (0, 1, 2), (0, 2)


def watten(**rules: object) -> BohemianWatten:
    return BohemianWatten(Rules(BohemianWatten.book.switches, rules))


def texts(cards: object) -> str:
    return " ".join(sorted(map(str, cards)))  # type: ignore[call-overload]


def same(cards: object, expected: str) -> bool:
    return texts(cards) == " ".join(sorted(expected.split()))


# Pack and ranks


@rule("BW1")
def test_two_to_four_play_each_for_himself() -> None:
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
def test_taker(trick: str, trump: str, best: str) -> None:
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
def test_legal_cards(rules: dict[str, object], hand: str, trick: str, trump: str, legal: str) -> None:
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
def test_why_not(card: str, hand: str, trick: str, rung: str, withheld: str) -> None:
    breach = watten().why_not(card, hand, trick, "E")
    assert breach is not None
    assert (breach.rung, texts(breach.withheld), str(breach.led)) == (rung, withheld, trick.split()[0])
    assert breach.rule


def test_why_not_is_silent_about_a_legal_card() -> None:
    assert watten().why_not("LA", "L7 LA", "L9 LK", "E") is None


@rule("1.6")
@pytest.mark.parametrize(
    ("card", "expected"), [("L9", "LA LK LO LU"), ("H8", "LA LK LO LU L10 L9 L8 L7 HK S7 E7 EA EK EO EU E10 E9 E8")]
)
def test_what_a_play_denies(card: str, expected: str) -> None:
    """The examples of REVOKE.md, 1."""
    assert same(watten().denied(card, "L10", "E"), expected)


@pytest.mark.parametrize("question", ["legal", "best", "trumps"])
def test_an_unknown_trump_is_an_error_that_lists_the_suits(question: str) -> None:
    ask = {
        "legal": lambda: watten().legal("LA", "LK", "X"),
        "best": lambda: watten().best("LK", "X"),
        "trumps": lambda: watten().trumps("X"),
    }[question]
    with pytest.raises(ValueError, match="got trump 'X', expected a suit: E L H S"):
        ask()


# Cutting and dealing


@rule("BW8")
@pytest.mark.parametrize(
    ("cuts", "seats"),
    [
        ({0: "LA", 1: "H10", 2: "SK", 3: "E8"}, (0,)),
        ({0: "LA", 1: "HK"}, (1,)),
        ({0: "E7", 1: "S7"}, (1,)),
        ({0: "L9", 1: "H9", 2: "S8"}, (0, 1)),
    ],
)
def test_the_highest_cut_deals_first(cuts: dict[int, str], seats: tuple[int, ...]) -> None:
    pack = BAVARIAN_32
    assert watten().highest_cut({seat: pack.card(card) for seat, card in cuts.items()}) == seats


@rule("BW9", "BW12")
@pytest.mark.parametrize(
    ("seats", "dealer", "cutter", "forehand"), [(FOUR, 0, 3, 1), (FOUR, 3, 2, 0), (THREE, 0, 2, 1), (TWO, 0, 2, 2)]
)
def test_cutter_sits_right_of_the_dealer_and_forehand_left(
    seats: tuple[int, ...], dealer: int, cutter: int, forehand: int
) -> None:
    assert watten().cutter(seats, dealer) == cutter
    assert watten().forehand(seats, dealer) == forehand


@rule("BW11")
def test_lifting_the_whole_pack_shows_its_bottom_card() -> None:
    pack = BAVARIAN_32.cards
    assert watten().cut_cards(pack, len(pack))[0] == pack[-1]


@rule("DECISIONS BW16")
def test_the_cut_shows_the_bottom_of_the_lifted_part_and_then_upwards() -> None:
    pack = BAVARIAN_32.parse("EA EK EO EU E10")
    assert texts(watten().cut_cards(pack, 2)[:1]) == "EK"
    assert [str(card) for card in watten().cut_cards(pack, 3)] == ["EO", "EK", "EA"]
    assert [str(card) for card in watten(cut_card="top_of_rest").cut_cards(pack, 3)] == ["EU", "E10"]


SCHLECK = [
    pytest.param("both", "HK", [], 3, id="the cutter takes the first", marks=rule("BW10")),
    pytest.param("both", "HK S7", [True], 0, id="then the dealer", marks=rule("BW10")),
    pytest.param("both", "HK S7 E7", [True, True], 3, id="then the cutter again", marks=rule("BW10")),
    pytest.param("both", "HK S7", [False], None, id="declined by the cutter", marks=rule("BW10")),
    pytest.param("both", "HK S7 E7", [True, False], None, id="declined by the dealer", marks=rule("BW10")),
    pytest.param("both", "HA", [], None, id="no Critical", marks=rule("BW10")),
    pytest.param("both", "HK HA", [True], None, id="the next is no Critical", marks=rule("BW10")),
    pytest.param("cutter_only", "HK", [], 3, id="the cutter alone", marks=rule("BW10a")),
    pytest.param("cutter_only", "HK S7", [True], None, id="not the dealer", marks=rule("BW10a")),
    pytest.param("cutter_in_a_row", "HK S7", [True], 3, id="two in a row", marks=rule("BW10a")),
    pytest.param("none", "HK", [], None, id="plain cut", marks=rule("BW10b")),
]


@pytest.mark.parametrize(("schleck", "shown", "answers", "seat"), SCHLECK)
def test_schleck_right(schleck: str, shown: str, answers: list[bool], seat: int | None) -> None:
    assert watten(schleck=schleck).schleck_right(shown, answers, FOUR, dealer=0) == seat


@rule("BW10")
def test_schleck_right_wants_an_answer_for_each_card_before() -> None:
    with pytest.raises(ValueError, match="got 0 answers for 2 cards shown, expected 1"):
        watten().schleck_right("HK S7", [], FOUR, dealer=0)


@rule("BW12", "BW13")
@pytest.mark.parametrize(
    ("schlecked", "first"),
    [
        ({}, ((1, 3), (2, 3), (3, 3), (0, 3))),
        ({3: 1}, ((1, 3), (2, 3), (3, 2), (0, 3))),
        ({3: 2, 0: 1}, ((1, 3), (2, 3), (3, 1), (0, 2))),
    ],
)
def test_packets(schlecked: dict[int, int], first: tuple[tuple[int, int], ...]) -> None:
    packets = watten().packets(schlecked, FOUR, dealer=0)
    assert packets.first == first
    assert packets.second == ((1, 2), (2, 2), (3, 2), (0, 2))
    given = dict(packets.first)
    assert all(given[seat] + 2 + schlecked.get(seat, 0) == 5 for seat in FOUR)


@rule("BW13")
def test_nobody_takes_three_criticals() -> None:
    with pytest.raises(ValueError, match=r"got Criticals taken \{3: 3\}"):
        watten().packets({3: 3}, FOUR, dealer=0)


@rule("BW14")
@pytest.mark.parametrize(("players", "stock"), [(4, 11), (3, 16), (2, 21)])
def test_stock_after_hands_and_upcard(players: int, stock: int) -> None:
    assert watten().stock_size(players) == stock


# Play or fold


@rule("BW16", "DECISIONS BW14")
def test_declaring_goes_clockwise_from_forehand_and_the_dealer_is_last() -> None:
    assert watten().declaring_order(FOUR, 2) == (3, 0, 1, 2)


BARS = [
    pytest.param({}, (), id="may fold", marks=rule("BW16")),
    pytest.param({"first_deal": True}, ("BW17a",), id="first deal", marks=rule("BW17", "DECISIONS BW17")),
    pytest.param({"trump": "H"}, ("BW17b",), id="hearts", marks=rule("BW17", "BW22")),
    pytest.param({"tally": 5}, ("BW17c",), id="five points", marks=rule("BW17")),
    pytest.param({"tally": 6}, (), id="six points", marks=rule("BW17")),
    pytest.param({"sat_out": True}, ("BW17d",), id="sat out", marks=rule("BW17", "DECISIONS BW19")),
    pytest.param({"seat": 0}, ("BW17e",), id="dealer", marks=rule("BW16", "BW17")),
    pytest.param({"seat": 3, "folded": (1, 2)}, ("BW17f", "BW18"), id="cutter, all out", marks=rule("BW17", "BW18")),
    pytest.param({"seat": 3, "folded": (1,)}, (), id="cutter, one still in", marks=rule("BW17")),
    pytest.param({"seat": 2, "folded": (1, 3)}, ("BW18",), id="two must stay", marks=rule("BW18")),
    pytest.param({"seats": TWO, "seat": 2}, ("BW17f", "BW18"), id="two players", marks=rule("DECISIONS BW18", "BW18")),
    pytest.param(
        {"trump": "H", "tally": 3, "first_deal": True},
        ("BW17a", "BW17b", "BW17c"),
        id="all reasons",
        marks=rule("BW17"),
    ),
]


@pytest.mark.parametrize(("case", "expected"), BARS)
def test_fold_bars(case: dict[str, object], expected: tuple[str, ...]) -> None:
    given: dict[str, object] = {"seats": FOUR, "dealer": 0, "trump": "L", "tally": 12, "seat": 1} | case
    seat = given.pop("seat")
    bars = watten().fold_bars(seat, **given)  # type: ignore[arg-type]
    assert bars == expected
    assert all(watten().book.reasons[bar].german for bar in bars)


# Exchange

EXCHANGE = [
    pytest.param({}, False, 11, 3, id="three", marks=rule("BW19")),
    pytest.param({}, True, 11, 2, id="dealer two", marks=rule("BW20")),
    pytest.param({"dealer_exchange": 3}, True, 11, 3, id="dealer three", marks=rule("BW20a")),
    pytest.param({"dealer_exchange": 3}, True, 2, 2, id="stock", marks=rule("DECISIONS BW9")),
    pytest.param({}, False, 0, 0, id="empty stock", marks=rule("DECISIONS BW9")),
    pytest.param(
        {"dealer_exchange": 3, "stock_shortage": "reshuffle"}, True, 2, 3, id="shuffled", marks=rule("DECISIONS BW9")
    ),
]


@pytest.mark.parametrize(("rules", "is_dealer", "stock", "limit"), EXCHANGE)
def test_exchange_limit(rules: dict[str, object], is_dealer: bool, stock: int, limit: int) -> None:
    assert watten(**rules).exchange_limit(is_dealer=is_dealer, stock=stock) == limit


@rule("DECISIONS BW9")
def test_base_limits_use_up_the_stock_of_four_players_exactly() -> None:
    bw = watten()
    stock = bw.stock_size(4)
    for seat in bw.declaring_order(FOUR, 0):
        stock -= bw.exchange_limit(is_dealer=seat == 0, stock=stock)
    assert stock == 0


@rule("DECISIONS BW11")
def test_the_next_player_leads_if_forehand_folded() -> None:
    assert watten().first_leader(FOUR, 0) == 1
    assert watten().first_leader(FOUR, 0, folded={1}) == 2
    assert watten().first_leader(FOUR, 0, folded={1, 2}) == 3


# Score

SCORES = [
    pytest.param({}, {0: 2, 1: 3, 2: 0}, "L", (), {0: -2, 1: -3, 2: 5}, id="plain", marks=rule("BW7", "BW22")),
    pytest.param({}, {0: 2, 1: 3, 2: 0}, "H", (), {0: -4, 1: -6, 2: 10}, id="hearts", marks=rule("BW7", "BW22")),
    pytest.param({}, {0: 5, 2: 0}, "S", (1,), {0: -5, 2: 5, 1: 0}, id="folded", marks=rule("DECISIONS BW10")),
    pytest.param(
        {"folded_score": "plus5"},
        {0: 5, 2: 0},
        "S",
        (1,),
        {0: -5, 2: 5, 1: 5},
        id="plus5",
        marks=rule("DECISIONS BW10"),
    ),
]


@pytest.mark.parametrize(("rules", "tricks", "trump", "folded", "changes"), SCORES)
def test_score(
    rules: dict[str, object], tricks: dict[int, int], trump: str, folded: tuple[int, ...], changes: dict[int, int]
) -> None:
    assert watten(**rules).score(tricks, trump, folded) == changes


END = [
    pytest.param({}, {0: 3, 1: 20}, {0: -2, 1: -3}, {0: 1, 1: 17}, (), (), id="goes on", marks=rule("BW23")),
    pytest.param({}, {0: 3, 1: 20}, {0: -3, 1: -2}, {0: 0, 1: 18}, (0,), (1,), id="at zero", marks=rule("BW23")),
    pytest.param(
        {},
        {0: 2, 1: 3, 2: 9},
        {0: -2, 1: -3, 2: 5},
        {0: 0, 1: 0, 2: 14},
        (0, 1),
        (2,),
        id="two win",
        marks=rule("BW23"),
    ),
    pytest.param({}, {0: 2, 1: 1}, {0: -3, 1: -2}, {0: -1, 1: -1}, (), (), id="nobody can lose", marks=rule("BW23")),
    pytest.param({}, {0: 2, 1: 2}, {0: -3, 1: -2}, {0: -1, 1: 0}, (0,), (1,), id="one must lose", marks=rule("BW23")),
    pytest.param(
        {}, {0: 3, 1: 20}, {0: -4, 1: -1}, {0: -1, 1: 19}, (0,), (1,), id="overshoot wins", marks=rule("BW24a")
    ),
    pytest.param(
        {"overshoot": "added"},
        {0: 3, 1: 20},
        {0: -4, 1: -1},
        {0: 4, 1: 19},
        (),
        (),
        id="added",
        marks=rule("BW24b", "DECISIONS BW8"),
    ),
    pytest.param(
        {"overshoot": "added"},
        {0: 3, 1: 20},
        {0: -3, 1: -2},
        {0: 0, 1: 18},
        (0,),
        (1,),
        id="exact",
        marks=rule("BW24b"),
    ),
    pytest.param(
        {"overshoot": "back_to_20"},
        {0: 3, 1: 20},
        {0: -4, 1: -1},
        {0: 21, 1: 19},
        (),
        (),
        id="back",
        marks=rule("DECISIONS BW8"),
    ),
    pytest.param(
        {"overshoot": "bounce"},
        {0: 3, 1: 20},
        {0: -4, 1: -1},
        {0: 1, 1: 19},
        (),
        (),
        id="bounce",
        marks=rule("DECISIONS BW8"),
    ),
    pytest.param(
        {"overshoot": "not_counted"},
        {0: 3, 1: 20},
        {0: -4, 1: -1},
        {0: 3, 1: 19},
        (),
        (),
        id="not counted",
        marks=rule("DECISIONS BW8"),
    ),
    pytest.param({}, {0: 45, 1: 20}, {0: 5, 1: -5}, {0: 50, 1: 15}, (), (), id="no fifty", marks=rule("BW25")),
    pytest.param(
        {"plus50": True}, {0: 45, 1: 20}, {0: 5, 1: -5}, {0: 50, 1: 15}, (0,), (1,), id="fifty", marks=rule("BW25")
    ),
    pytest.param(
        {"plus50": True},
        {0: 45, 1: 4},
        {0: 10, 1: -5},
        {0: 55, 1: -1},
        (0, 1),
        (),
        id="fifty and zero: both",
        marks=rule("BW25", "DECISIONS BW7"),
    ),
    pytest.param(
        {"plus50": True, "plus50_exactly": True},
        {0: 45, 1: 20},
        {0: 10, 1: -5},
        {0: 55, 1: 15},
        (),
        (),
        id="exactly",
        marks=rule("DECISIONS BW7"),
    ),
]


@pytest.mark.parametrize(("rules", "before", "changes", "tallies", "winners", "losers"), END)
def test_end_of_game(
    rules: dict[str, object],
    before: dict[int, int],
    changes: dict[int, int],
    tallies: dict[int, int],
    winners: tuple[int, ...],
    losers: tuple[int, ...],
) -> None:
    result = watten(**rules).result(before, changes)
    assert (result.tallies, result.winners, result.losers) == (tallies, winners, losers)
    assert result.over == bool(winners)


@rule("BW15", "DECISIONS BW12")
@pytest.mark.parametrize(
    ("switch", "tricks", "dealer"),
    [("rotate", {0: 5, 1: 0}, 1), ("winner", {0: 0, 1: 1, 2: 4}, 2), ("winner", {0: 2, 1: 1, 2: 2}, 2)],
)
def test_next_dealer(switch: str, tricks: dict[int, int], dealer: int) -> None:
    assert watten(next_dealer=switch).next_dealer(THREE, 0, tricks) == dealer


@rule("DECISIONS BW13")
@pytest.mark.parametrize(
    ("rules", "trump", "change"),
    [
        ({}, "L", -3),
        ({"revoke_penalty": "take_back"}, "L", -3),
        ({"revoke_penalty": "no_trick"}, "L", 5),
        ({"revoke_penalty": "no_trick"}, "H", 10),
        ({"revoke_penalty": "house", "revoke_points": 2}, "L", -1),
    ],
)
def test_penalty_by_house_rule(rules: dict[str, object], trump: str, change: int) -> None:
    assert watten(**rules).penalty(-3, trump) == change


@rule("DECISIONS BW20")
def test_the_criticals_have_their_names_from_both_texts() -> None:
    assert watten().trumps("L")[:3] == (Card("H", "K"), Card("S", "7"), Card("E", "7"))


def test_the_game_is_found_by_name() -> None:
    assert isinstance(game("bohemian-watten"), BohemianWatten)
