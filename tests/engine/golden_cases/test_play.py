"""What may be played and who takes, as a jury would ask: every answer was reasoned from the rules, then asked for.

Suits E acorns, L leaves, H hearts, S bells; the Criticals are HK, S7, E7, from the highest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine import Trick, game

if TYPE_CHECKING:
    from engine.events import RuleValue

    House = dict[str, RuleValue]

BOTH: House = {"critical_suit": "both"}
PRINTED: House = {"critical_led": "printed_suit"}
NOTHING: House = {"critical_led": "nothing"}
FREE: House = {"overtake": False}
FREE_IN_SUIT: House = {"overtake": False, "overtake_lifts": "suit"}
NO_UNDERTRUMP: House = {"undertrump": False}
NEITHER: House = {"undertrump": False, "overtake": False}
LITERAL: House = {"overtake_when_trumped": True}


def may(trump: str, trick: str, hand: str, legal: str, rule: str, house: House | None = None) -> object:
    """One row: on these cards lying, of this hand, only these may be played."""
    return pytest.param(trump, trick, hand, legal, house or {}, id=f"{rule}: {trick or 'lead'}, {trump}: {hand}")


@pytest.mark.rule("BW4", "BW5", "BW6", "1.6 lead", "1.6 (1)", "1.6 (2)", "1.6 (3)", "1.6 (4)", "1.6 (5)")
@pytest.mark.rule("DECISIONS BW1", "DECISIONS BW2", "DECISIONS BW4", "DECISIONS BW5", "DECISIONS BW6")
@pytest.mark.parametrize(
    ("trump", "trick", "hand", "legal", "house"),
    [
        # The lead is free, Criticals included.
        may("L", "", "HK E7 L7 SA", "HK E7 L7 SA", "1.6 lead"),
        # A plain suit is led: overtake in it.
        may("E", "L9", "L10 L8 EA", "L10", "1.6 (1)"),
        may("E", "L9", "L10 LA L8", "L10 LA", "1.6 (1) any that overtakes"),
        may("E", "L9 LK", "LO LA L7", "LA", "1.6 (1) the best lying counts"),
        may("E", "L9 L8 L10", "L7 LU", "LU", "1.6 (1) fourth to play"),
        may("E", "L9 SA", "L10 L8", "L10", "1.6 (1) a discard is not in the way"),
        may("E", "L10", "LU LO L9", "LU LO", "BW5 the ten below the Unter"),
        may("E", "LU", "L10 L7 EA", "L10 L7", "BW5 the ten cannot overtake an Unter"),
        may("E", "LK", "LA LO HK", "LA", "1.6 (1) no trumping instead"),
        # Follow without overtaking.
        may("E", "LK", "L7 L8 EA HK", "L7 L8", "1.6 (2)"),
        may("E", "LA", "LK S7", "LK", "1.6 (2) a Critical does not dispense"),
        may("E", "LO L9 LA", "LK EA SA", "LK", "1.6 (2)"),
        # The trick is trumped, the suit is held: any card of it (DECISIONS BW4).
        may("E", "L9 E8", "LA L7 EA", "LA L7", "DECISIONS BW4 trumped already"),
        may("S", "L9 E7", "LA L7 SA", "LA L7", "DECISIONS BW4 trumped by a Critical"),
        may("E", "L9 E8", "LA L7 EA", "LA", "DECISIONS BW4 literal", LITERAL),
        may("E", "LA E8", "LO L7", "LO L7", "DECISIONS BW4 literal, out of reach", LITERAL),
        may("E", "L9 E8 LO", "LU LK", "LK", "DECISIONS BW4 literal, best of the suit", LITERAL),
        may("E", "L9 E8 LO", "LU L10 L7", "LU L10 L7", "DECISIONS BW4 literal, best of the suit", LITERAL),
        # Void: trump; overtrump; undertrump.
        may("E", "L9", "E8 EA SK HK", "E8 EA HK", "1.6 (3) any trump beats a plain card"),
        may("E", "L9 SA", "S7 SK HA", "S7", "1.6 (3) a Critical alone"),
        may("E", "L9 EU", "E10 EO SA", "EO", "1.6 (3)"),
        may("E", "L9 E8 EK", "EO EA H9", "EA", "1.6 (3) the highest trump lying counts"),
        may("E", "L9 S7", "EA E7 HK", "HK", "1.6 (3) Maxi over Belli"),
        may("E", "L9 S7", "EA E7 SK", "EA E7", "1.6 (4) Spitz is below Belli"),
        may("E", "L9 EU", "E10 E9 SA", "E10 E9", "1.6 (4)"),
        may("E", "L9 E8 HK", "EA S7 SA", "EA S7", "1.6 (4) nothing beats Maxi"),
        may("E", "L9 EU", "E10 E9 SA", "E10 E9 SA", "DECISIONS BW5 no undertrumping", NO_UNDERTRUMP),
        may("E", "L9 EU", "EO E9 SA", "EO", "DECISIONS BW5 no undertrumping, but overtrumping", NO_UNDERTRUMP),
        may("E", "L9", "E8 SA HA", "E8", "DECISIONS BW5 no undertrumping, none lies", NO_UNDERTRUMP),
        may("E", "EA", "E9 SA", "E9", "DECISIONS BW5 trumps led are followed", NO_UNDERTRUMP),
        may("E", "L9 E9", "EA H8", "EA", "DECISIONS BW5 who can overtrump must trump", NEITHER),
        may("E", "L9 E9", "EA E8 H8", "EA E8", "DECISIONS BW5 but with any trump", NEITHER),
        may("E", "L9 E9", "E8 H8", "E8 H8", "DECISIONS BW5 who cannot overtrump is free", NEITHER),
        may("E", "L9 EU", "HA SK H7", "HA SK H7", "1.6 (5)"),
        # Trumps are led.
        may("E", "E9", "E10 E8 SA", "E10", "1.6 (1) trumps led"),
        may("E", "E9", "E8 HK SA", "HK", "1.6 (1) a Critical overtrumps"),
        may("E", "EA", "EK E7 S7", "E7 S7", "1.6 (1) either Critical"),
        may("E", "E9", "E8 LA", "E8", "1.6 (2) trumps led"),
        may("E", "E9", "LA HO SK", "LA HO SK", "1.6 (5) trumps led"),
        may("H", "H9", "HK H7 LA", "HK", "BW6 hearts trump, Maxi among them"),
        may("H", "HA", "HO HK S8", "HK", "BW6 Maxi over the Sau"),
        may("H", "HK", "HA H7 S9", "HA H7", "1.6 (2) Maxi led in hearts"),
        may("S", "SA", "S7 SK", "S7", "BW6 the seven of bells over the Sau"),
        may("S", "S7", "SA S8 HO", "SA S8", "1.6 (2) Belli led in bells"),
        may("E", "EA", "E7 E8", "E7", "BW6 the seven of acorns over the Sau"),
        # A Critical is a trump and nothing else (DECISIONS BW1) …
        may("L", "H9", "HK H7 EA", "H7", "DECISIONS BW1 Maxi is no heart"),
        may("L", "H9", "HK EA SA", "HK", "DECISIONS BW1 without another heart it must trump"),
        may("L", "H9", "HK L8 SA", "HK L8", "DECISIONS BW1 or another trump"),
        may("E", "SA", "S7 SK", "SK", "DECISIONS BW1 Belli is no bell"),
        may("E", "S9", "S7 SA", "SA", "DECISIONS BW1 Belli is no bell"),
        may("L", "E9 L8", "E7 EA", "EA", "DECISIONS BW1 Spitz is no acorn"),
        may("L", "L9", "HK L8 HA", "HK", "DECISIONS BW1 but always a trump"),
        # … or of its printed suit as well.
        may("L", "H9", "HK H7 EA", "HK", "DECISIONS BW1 both: Maxi is the overtaking heart", BOTH),
        may("L", "H9", "HK HA H7", "HK HA", "DECISIONS BW1 both: or another that overtakes", BOTH),
        may("L", "H9", "HK L8 SA", "HK", "DECISIONS BW1 both: the only heart", BOTH),
        may("L", "SA", "S7 SK EA", "S7", "DECISIONS BW1 both: Belli beats the Sau", BOTH),
        may("L", "E9", "E7 EA E8", "E7 EA", "DECISIONS BW1 both: Spitz beats the nine", BOTH),
        may("L", "E9 L8", "E7 EA", "E7", "DECISIONS BW1 both: an acorn that beats the trump", BOTH),
        may("L", "H9 S7", "HK H10", "HK", "DECISIONS BW1 both: a heart that beats Belli", BOTH),
        may("L", "H9 HK", "H7 S7 L9", "H7", "DECISIONS BW1 both: Belli is no heart", BOTH),
        may("L", "L9", "HK L8 HA", "HK", "DECISIONS BW1 both: still a trump", BOTH),
        may("L", "HK", "H8 L9", "L9", "DECISIONS BW1 both: led, it asks for trumps", BOTH),
        # A Critical is led: trumps (DECISIONS BW2), its printed suit, or nothing.
        may("L", "E7", "LA EA S7", "S7", "DECISIONS BW2 Spitz led"),
        may("L", "E7", "LA EA L7", "LA L7", "DECISIONS BW2 Spitz led, followed"),
        may("L", "E7", "EA HO SA", "EA HO SA", "DECISIONS BW2 Spitz led, no trump"),
        may("L", "HK", "L8 LA HA S7", "L8 LA S7", "DECISIONS BW2 Maxi led"),
        may("L", "S7 LA", "HK L9 S9", "HK", "DECISIONS BW2 Belli led"),
        may("L", "HK", "H8 L9 S7 EA", "H8", "DECISIONS BW2 printed: hearts", PRINTED),
        may("L", "HK", "L9 S7 EA", "L9 S7", "DECISIONS BW2 printed: void, trump", PRINTED),
        may("L", "S7", "SA HK L8", "SA", "DECISIONS BW2 printed: bells", PRINTED),
        may("L", "S7", "HK L8 EA", "HK", "DECISIONS BW2 printed: void, overtrump", PRINTED),
        may("E", "E7", "S7 E9 LA", "S7", "DECISIONS BW2 printed: the suit is trump", PRINTED),
        may("L", "HK", "L8 SA H7", "L8 SA H7", "DECISIONS BW2 nothing", NOTHING),
        may("L", "E7 LA", "L8 S7 HO", "L8 S7 HO", "DECISIONS BW2 nothing, third to play", NOTHING),
        may("L", "L9 E7", "LA S7 HO", "S7", "DECISIONS BW2 nothing, but not led", NOTHING),
        # Overtaking is not compulsory, and lifts overtrumping too (DECISIONS BW6) …
        may("E", "L9", "LA L8 EA", "LA L8", "DECISIONS BW6 follow only", FREE),
        may("E", "L9 EU", "EO E9 SA", "EO E9", "DECISIONS BW6 any trump", FREE),
        may("E", "E9", "EA E8 HK SA", "EA E8 HK", "DECISIONS BW6 trumps led", FREE),
        may("E", "L9 E8", "LA L7", "LA L7", "DECISIONS BW6 lifts the literal reading too", FREE | LITERAL),
        may("E", "L9 EU", "HA SA", "HA SA", "DECISIONS BW6 free", FREE),
        # … or not.
        may("E", "L9", "LA L8", "LA L8", "DECISIONS BW6 suit: follow only", FREE_IN_SUIT),
        may("E", "L9 EU", "EO E9 SA", "EO", "DECISIONS BW6 suit: overtrump", FREE_IN_SUIT),
        may("E", "E9", "EA E8 SA", "EA", "DECISIONS BW6 suit: trumps led", FREE_IN_SUIT),
    ],
)
def test_legal_cards_follow_from_the_ladder(trump: str, trick: str, hand: str, legal: str, house: House) -> None:
    bohemian = game("bohemian-watten", house)
    assert set(map(str, bohemian.legal(hand, trick, trump))) == set(legal.split())
    for card in hand.split():
        assert (bohemian.why_not(card, hand, trick, trump) is None) == (card in legal.split())


@pytest.mark.rule("1.6 (1)", "1.6 (2)", "1.6 (3)", "1.6 (4)")
@pytest.mark.parametrize(
    ("card", "hand", "trick", "trump", "house", "rung", "rule", "withheld"),
    [
        pytest.param("L8", "L8 LA LK", "L9", "E", {}, "overtake", "1.6 (1)", "LA LK", id="overtake"),
        pytest.param("EA", "EA L7 L8", "LA", "E", {}, "follow", "1.6 (2)", "L7 L8", id="follow"),
        pytest.param("SA", "SA E8 E7", "L9", "E", {}, "trump", "1.6 (4)", "E8 E7", id="trump"),
        pytest.param("E9", "E9 EO SA", "L9 EU", "E", {}, "overtrump", "1.6 (3)", "EO", id="overtrump"),
        pytest.param("SA", "SA E9", "L9 EU", "E", {}, "undertrump", "DECISIONS BW5", "E9", id="undertrump"),
        pytest.param("H8", "EA E8 H8", "L9 E9", "E", NEITHER, "trump", "1.6 (4)", "EA E8", id="trump-or-overtrump"),
        pytest.param("E8", "E8 HK SA", "E9", "E", {}, "overtrump", "1.6 (3)", "HK", id="overtrump-trumps-led"),
        pytest.param("SA", "SA E8", "E9", "E", {}, "follow", "1.6 (2)", "E8", id="follow-trumps-led"),
        pytest.param("HK", "HK H7", "H9", "L", {}, "follow", "1.6 (2)", "H7", id="Maxi-is-no-heart"),
        pytest.param("H7", "HK H7", "H9", "L", BOTH, "overtake", "1.6 (1)", "HK", id="Maxi-is-a-heart"),
        pytest.param("EA", "EA LA", "E7", "L", {}, "follow", "1.6 (2)", "LA", id="Spitz-led"),
        pytest.param("LA", "EA LA", "E7", "L", PRINTED, "follow", "1.6 (2)", "EA", id="Spitz-led-printed"),
        pytest.param("L7", "LA L7", "L9 E8", "E", LITERAL, "overtake", "1.6 (1)", "LA", id="overtake-when-trumped"),
    ],
)
def test_why_not_names_the_broken_duty(
    card: str, hand: str, trick: str, trump: str, house: House, rung: str, rule: str, withheld: str
) -> None:
    breach = game("bohemian-watten", house).why_not(card, hand, trick, trump)
    assert breach is not None
    assert (breach.rung, breach.rule) == (rung, rule)
    assert set(map(str, breach.withheld)) == set(withheld.split())
    assert str(breach.led) == trick.split(maxsplit=1)[0]


@pytest.mark.rule("BW4", "BW5", "BW6", "1.6 taker")
@pytest.mark.parametrize(
    ("cards", "trump", "takes", "house"),
    [
        pytest.param("L9 LK L10 LA", "E", "LA", {}, id="1.6-highest-of-the-suit-led"),
        pytest.param("L9 SA LK EA", "H", "LK", {}, id="1.6-a-discarded-Sau-takes-nothing"),
        pytest.param("L7 SA HA EA", "E", "EA", {}, id="1.6-trump-over-the-suit"),
        pytest.param("LA E8 SA HA", "E", "E8", {}, id="1.6-lowest-trump-over-a-Sau"),
        pytest.param("L9 E8 EK EU", "E", "EK", {}, id="1.6-highest-trump"),
        pytest.param("L10 LU LO L9", "H", "LO", {}, id="BW5-Ober-over-Unter-over-ten"),
        pytest.param("L10 LU L9", "H", "LU", {}, id="BW5-Unter-over-ten"),
        pytest.param("L7 S8 H9", "E", "L7", {}, id="1.6-nobody-follows"),
        pytest.param("LA E7 S7 HK", "L", "HK", {}, id="BW4-Maxi"),
        pytest.param("E7 S7 LA", "L", "S7", {}, id="BW4-Belli-over-Spitz"),
        pytest.param("LA E7", "L", "E7", {}, id="BW4-Spitz-over-the-trump-Sau"),
        pytest.param("EA E7 EK", "E", "E7", {}, id="BW6-Spitz-in-acorns"),
        pytest.param("S8 SA S7", "S", "S7", {}, id="BW6-Belli-in-bells"),
        pytest.param("HA HK", "H", "HK", {}, id="BW6-Maxi-in-hearts"),
        pytest.param("HA HK", "L", "HK", {}, id="DECISIONS-BW1-Maxi-trumps-hearts"),
        pytest.param("HA HK", "L", "HK", BOTH, id="DECISIONS-BW1-Maxi-overtakes-in-hearts"),
        pytest.param("HK HA LA", "L", "HK", PRINTED, id="DECISIONS-BW2-printed-Maxi-led-stays-Maxi"),
        pytest.param("E7 LA EA", "L", "E7", NOTHING, id="DECISIONS-BW2-nothing-Spitz-led-stays-a-trump"),
        pytest.param("E7 LA HK", "L", "HK", NOTHING, id="DECISIONS-BW2-nothing-Maxi-beats-Spitz"),
        pytest.param("L9 E8 LA", "E", "E8", LITERAL, id="DECISIONS-BW4-literal-the-trump-takes"),
    ],
)
@pytest.mark.parametrize(("seats", "leader"), [((0, 1, 2, 3), 2), ((0, 1, 3), 3), ((0, 2), 0)])
def test_taker_of_a_trick(
    cards: str, trump: str, takes: str, house: House, seats: tuple[int, ...], leader: int
) -> None:
    bohemian = game("bohemian-watten", house)
    lying = bohemian.cards(cards)
    assert str(bohemian.best(cards, trump)) == takes
    if len(lying) <= len(seats):
        at = (seats.index(leader) + cards.split().index(takes)) % len(seats)
        assert bohemian.taker(Trick.of(lying, leader, seats), trump) == seats[at]
