"""Bohemian Watten before the play: cutting and dealing, and what the menus offer next, other than laying a card."""

import pytest

from engine.cards import BAVARIAN_32
from engine.events import Announced, CardTaken, Exchanged
from tests.engine.games.bohemian_watten.test_game import watten
from tests.support.records import play_record

rule = pytest.mark.rule

FIRST = "deal 3 | tricks 0:2 1:1 2:1 3:1 trump L"
"""Nobody may fold in the first deal (BW17)."""
ASK = "upcard_critical=dealer_may_take"
PLAYED = "say 1 play | say 2 play | say 3 play"
EXCHANGED = "exchange 1 3 | exchange 2 0 | exchange 3 1"


def offered(lines: str, rules: str = "") -> list[str]:
    """Returns what may come next in a deal of seat 0, the second of the game, to seats 0 to 3."""
    table, findings = play_record(f"{FIRST} | deal 0 | {lines}", rules, "0 1 2 3", dealer=3)
    assert findings == []
    messages = []
    for fact in table.current_game.options(table.current_deal):
        match fact:
            case Announced(seat, call):
                messages.append(f"{seat} {call}")
            case CardTaken(seat, card, source):
                messages.append(f"{seat} takes {source} {card}")
            case Exchanged(seat, count):
                messages.append(f"{seat} exchanges {count}")
    return messages


@rule("BW16", "BW17", "DECISIONS BW3")
@pytest.mark.parametrize(
    ("rules", "lines", "expected"),
    [
        pytest.param("", "upcard S9", ["1 play", "1 fold"], id="forehand declares first"),
        pytest.param("", "upcard S9 | say 1 play", ["2 play", "2 fold"], id="then the next"),
        pytest.param("", "upcard H9", ["1 play"], id="nobody folds at hearts"),
        pytest.param("", "upcard S7", ["1 play", "1 fold"], id="a Critical stays"),
        pytest.param(ASK, "upcard S9", ["1 play", "1 fold"], id="no Critical, nothing to take"),
        pytest.param(ASK, "upcard S7", ["1 play", "1 fold", "0 takes upcard S7"], id="the dealer may take a Critical"),
        pytest.param(ASK, "upcard S7 | take 0 S7 upcard | upcard L9", ["1 play", "1 fold"], id="he took it"),
        pytest.param(
            ASK, "upcard S7 | take 0 S7 upcard | upcard E7", ["1 play", "1 fold", "0 takes upcard E7"], id="a second"
        ),
        pytest.param(ASK, "upcard S7 | say 1 play", ["2 play", "2 fold"], id="too late once somebody declared"),
        pytest.param(ASK, "take 3 HK cut | upcard S7 | say 1 play", ["2 play", "2 fold"], id="also after a cut card"),
    ],
)  # fmt: skip
def test_who_declares_and_which_upcard_may_be_taken(rules: str, lines: str, expected: list[str]) -> None:
    assert offered(lines, rules) == expected


@rule("BW19", "BW20", "DECISIONS BW9")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param(PLAYED, [f"1 exchanges {count}" for count in range(4)], id="forehand up to three"),
        pytest.param(f"{PLAYED} | {EXCHANGED}", [f"0 exchanges {count}" for count in range(3)], id="the dealer two"),
        pytest.param(f"{PLAYED} | {EXCHANGED} | exchange 0 1", ["0 takes upcard S9"], id="and takes the upcard"),
        pytest.param(f"{PLAYED} | {EXCHANGED} | exchange 0 0", ["0 takes upcard S9"], id="even if he exchanged none"),
        pytest.param(f"{PLAYED} | {EXCHANGED} | exchange 0 1 | take 0 S9 upcard", [], id="once"),
        pytest.param(f"{PLAYED} | {EXCHANGED} | exchange 0 1 | play 1:L9", [], id="before the first card"),
    ],
)
def test_who_exchanges_and_when_the_dealer_takes_the_upcard(lines: str, expected: list[str]) -> None:
    assert offered(f"upcard S9 | {lines}") == expected


FOUR, THREE, TWO = (0, 1, 2, 3), (0, 1, 2), (0, 2)


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


@rule("BW10")
def test_schleck_right_wants_an_answer_for_each_card_before() -> None:
    with pytest.raises(ValueError, match="got 0 answers for 2 cards shown, expected 1"):
        watten().schleck_right("HK S7", [], FOUR, dealer=0)
