"""What the deck in use lacks for a game, and whether it can be completed at the table."""

import pytest

from common.texts.words import words_for
from device.session.controller import SessionController
from device.settings.table_setup import Setup
from device.state.appliance_state import ApplianceState, OnboardingSteps, Step
from device.state.table_view import View
from engine.cards import FRENCH_32, FRENCH_52, Card
from engine.events import TricksEntered
from engine.games import PackFit
from tests.support.session_script import new_controller

LOW = tuple(card for card in FRENCH_52.cards if card not in FRENCH_32.cards)
"""The twenty cards below the seven."""


def view_with(deck: str, fixed: frozenset[Step] = frozenset(), *, postponed: bool = False) -> View:
    steps = OnboardingSteps(deck=deck, misfit_postponed=postponed)
    setup = Setup("watten", (0, 1, 2, 3))
    return View(setup, words_for("en", "bavarian"), appliance=ApplianceState(steps, fixed))


@pytest.mark.parametrize(
    ("deck", "missing", "fixed", "can_show"),
    [
        pytest.param("french32", LOW[:1], frozenset(), True, id="one card"),
        pytest.param("french32", LOW[:8], frozenset(), True, id="eight, as two ranks of every suit"),
        pytest.param("french32", LOW[:9], frozenset(), False, id="nine: it is another deck"),
        pytest.param("bavarian32", LOW[:1], frozenset(), False, id="a card of other suits"),
        pytest.param("french32", LOW[:1], frozenset({"deck"}), False, id="the settings name the deck"),
        pytest.param("", LOW[:1], frozenset(), False, id="no deck is known"),
    ],
)
def test_few_missing_cards_of_the_decks_suits_can_be_added(
    deck: str, missing: tuple[Card, ...], fixed: frozenset[Step], can_show: bool
) -> None:
    assert view_with(deck, fixed).can_show_missing(PackFit(missing)) is can_show


@pytest.mark.parametrize(
    ("deck", "postponed", "missing"),
    [
        pytest.param("bavarian32", False, "S6", id="the Weli"),
        pytest.param("german33", False, None, id="nothing is missing"),
        pytest.param("bavarian32", True, None, id="the table has put it off"),
        pytest.param("", False, None, id="no deck is known"),
    ],
)
def test_what_a_deck_lacks_for_watten(deck: str, postponed: bool, missing: str | None) -> None:
    fit = view_with(deck, postponed=postponed).pack_misfit
    assert (None if fit is None else " ".join(map(str, fit.missing))) == missing


@pytest.mark.parametrize(
    ("dealer", "seats", "expected"),
    [
        pytest.param(1, (0, 1, 2, 3), 2, id="the next one"),
        pytest.param(1, (0, 1, 3), 3, id="who is next does not play"),
        pytest.param(2, (0, 1, 2), 0, id="nor does anybody after"),
        pytest.param(2, (1, 2), 1, id="seat 0 pauses as well"),
    ],
)
def test_the_next_dealer_is_one_of_those_who_play(dealer: int, seats: tuple[int, ...], expected: int) -> None:
    view = new_controller(4, dealer).view
    view.table.observe(TricksEntered(((0, 3), (1, 2)), "L"))
    assert view.dealer_among(seats) == expected


def test_another_deck_is_held_against_the_game_although_the_last_one_was_put_off() -> None:
    controller = SessionController(Setup("watten", (0, 1, 2, 3)), words_for("en", "bavarian"))
    controller.view.appliance.onboarding = OnboardingSteps(deck="german33", misfit_postponed=True)
    controller.use_deck("bavarian32")
    assert controller.view.pack_misfit is not None
