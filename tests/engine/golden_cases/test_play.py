"""What may be played and who takes, as a jury would ask: every answer was reasoned from the rules, then asked for.

Suits E acorns, L leaves, H hearts, S bells; the Criticals are HK, S7, E7, from the highest.
"""

import pytest

from engine import Trick
from tests.support.case_tables import CaseFile
from tests.support.records import game_by

cases = CaseFile(__file__)


@pytest.mark.rule("BW4", "BW5", "BW6", "1.6 lead", "1.6 (1)", "1.6 (2)", "1.6 (3)", "1.6 (4)", "1.6 (5)")
@pytest.mark.rule("DECISIONS BW1", "DECISIONS BW2", "DECISIONS BW4", "DECISIONS BW5", "DECISIONS BW6")
@cases.table
def test_legal_cards_follow_from_the_ladder(trump: str, trick: str, hand: str, legal: str, house: str) -> None:
    bohemian = game_by("bohemian-watten", house)
    assert set(map(str, bohemian.legal(hand, trick, trump))) == set(legal.split())
    for card in hand.split():
        assert (bohemian.why_not(card, hand, trick, trump) is None) == (card in legal.split())


@pytest.mark.rule("1.6 (1)", "1.6 (2)", "1.6 (3)", "1.6 (4)")
@cases.table
def test_why_not_names_the_broken_duty(
    card: str, hand: str, trick: str, trump: str, house: str, rung: str, rule: str, withheld: str
) -> None:
    breach = game_by("bohemian-watten", house).why_not(card, hand, trick, trump)
    assert breach is not None
    assert (breach.rung, breach.rule) == (rung, rule)
    assert set(map(str, breach.withheld)) == set(withheld.split())
    assert str(breach.led) == trick.split(maxsplit=1)[0]


@pytest.mark.rule("BW4", "BW5", "BW6", "1.6 taker")
@cases.table
@pytest.mark.parametrize(("seats", "leader"), [((0, 1, 2, 3), 2), ((0, 1, 3), 3), ((0, 2), 0)])
def test_taker_of_a_trick(cards: str, trump: str, takes: str, house: str, seats: tuple[int, ...], leader: int) -> None:
    bohemian = game_by("bohemian-watten", house)
    lying = bohemian.cards(cards)
    assert str(bohemian.best(cards, trump)) == takes
    if len(lying) <= len(seats):
        at = (seats.index(leader) + cards.split().index(takes)) % len(seats)
        assert bohemian.taker(Trick.of(lying, leader, seats), trump) == seats[at]
