"""The controller from the start to the exchange: sightings and presses → events, screen."""

import pytest

from device.menus.deal.before_play import (
    ExchangeMenu,
    FoldBarredMenu,
)
from device.menus.deal.questions import DoubtfulCardMenu, FindingMenu
from engine.cards import Card
from engine.events import Amended, Announced, CardLaid, CardTaken, UpcardTurned
from engine.rules.findings import Kind
from engine.rules.game import Phase
from tests.support.case_tables import CaseFile
from tests.support.session_script import card, card_laid, cards, events, go, in_play, new_controller, recorded

cases = CaseFile(__file__)


@cases.table
def test_cut_and_upcard(script: str, expected: str, menu: str) -> None:
    controller = new_controller()
    assert recorded(controller, script) == expected
    assert type(controller.menu).__name__ == menu


@cases.table
def test_a_house_may_let_the_dealer_take_the_critical_that_he_turns(script: str, expected: str, menu: str) -> None:
    controller = new_controller(rules=(("schleck", "none"), ("upcard_critical", "dealer_may_take")))
    assert recorded(controller, script) == expected
    assert type(controller.menu).__name__ == menu


def test_laying_the_upcard_records_its_taking() -> None:
    """A card lifted from the table may have gone anywhere: only the play makes it certain."""
    controller = in_play("L7 L8", upcard="L9")
    assert events(go(controller, "lift:L9 L10")) == [card_laid(2, "L10")]
    noted = go(controller, "L9")
    assert events(noted) == [Amended(6, CardTaken(3, card("L9"), "upcard"), before=True), card_laid(3, "L9")]
    assert not any(note.findings for note in noted)


@pytest.mark.parametrize(
    ("script", "cards_of_trick"),
    [
        pytest.param("FOLD PLAY", "L7 L8 L10 LA", id="it was another card"),
        pytest.param("FOLD UP PLAY", "L7 L8 L10", id="it was no card"),
    ],
)
def test_inferred_taking_is_removed_with_its_play(script: str, cards_of_trick: str) -> None:
    """Else whoever never took the upcard would be accused of not playing it."""
    controller = in_play("L7>0 L8>1 L10>2 E9+LA>3")
    assert controller.view.deal.facts_of(CardTaken) == (CardTaken(3, card("E9"), "upcard"),)
    go(controller, script)
    assert controller.view.deal.facts_of(CardTaken) == ()
    assert controller.view.deal.trick.cards == cards(cards_of_trick)


def test_doubtful_play_gives_no_evidence_about_the_upcard_until_answered() -> None:
    controller = in_play("L7>0 L8>1 L10>2 E9/LA>3")
    assert controller.view.deal.facts_of(CardTaken) == ()
    go(controller, "DOWN PLAY")
    assert controller.view.deal.trick.cards[-1] == card("E9")
    assert controller.view.deal.facts_of(CardTaken) == (CardTaken(3, card("E9"), "upcard"),)
    assert not controller.table.findings


def test_only_the_barred_seat_can_insist_on_folding() -> None:
    controller = new_controller()
    assert events(go(controller, "L9>3 FOLD@1")) == [UpcardTurned(card("L9"))]
    assert isinstance(controller.menu, FoldBarredMenu)
    assert events(go(controller, "PLAY@2")) == [Announced(2, "play")]


def test_doubtful_upcard_is_a_question() -> None:
    controller = new_controller()
    go(controller, "L9/LO")
    assert isinstance(controller.menu, DoubtfulCardMenu)
    assert controller.screen.title == "which_upcard"  # type: ignore[attr-defined]
    assert controller.state == "question"
    go(controller, "L7 L8 L10 LA clear")
    assert isinstance(controller.menu, DoubtfulCardMenu), "and it comes back between tricks"


@pytest.mark.parametrize("script", ["L9 FOLD@3 PLAY@3", "L9 FOLD@0 FOLD@3", "L9 PLAY PLAY PLAY@3", "L9 UP PLAY@3"])
def test_buttons_of_an_empty_seat_are_ignored_in_a_deal(script: str) -> None:
    controller, without = new_controller(3), new_controller(3)
    go(controller, script)
    go(without, [word for word in script.split() if not word.endswith("@3")])
    assert controller.table.journal == without.table.journal
    assert controller.screen == without.screen


def test_between_deals_the_buttons_of_any_seat_go_on() -> None:
    played = "LA L7 L8 clear EA E7 E8 clear HA H7 H8 clear SA S7 S8 clear LK LO L10 clear"
    own, shared = in_play(played, players=3), in_play(played, players=3)
    assert own.table.phase == Phase.SCORED
    assert events(go(own, "PLAY@3")) == events(go(shared, "PLAY")) != []


@cases.table
def test_presses_enter_the_exchange(script: str, expected: str) -> None:
    controller = in_play(upcard="L9")
    assert isinstance(controller.menu, ExchangeMenu)
    assert recorded(controller, script) == expected


@pytest.mark.parametrize(
    ("landed", "is_laid"),
    [
        pytest.param("!L9>3", True, id="the dealer's hand, in haste"),
        pytest.param("L9>3", False, id="the dealer's hand, after a rest: no card was missed"),
        pytest.param("!L9^3", False, id="perhaps the dealer's hand"),
        pytest.param("!L9>1", False, id="another hand"),
        pytest.param("L9", False, id="no hand"),
    ],
)
def test_the_upcard_that_was_taken_is_laid_by_the_hand_that_has_it_if_a_lead_may_have_been_missed(
    landed: str, is_laid: bool
) -> None:
    """Before the first card it is else only moved; if it was laid, the lead was missed, which is asked about."""
    controller = in_play("PLAY PLAY PLAY PLAY PLAY", upcard="L9")
    assert controller.view.deal.facts_of(CardTaken)
    recorded = [event for event in events(go(controller, landed)) if isinstance(event, CardLaid)]
    assert recorded == [CardLaid(3, card("L9"), after_gap=True)] * is_laid
    assert isinstance(controller.menu, FindingMenu) is is_laid


@pytest.mark.parametrize(
    ("script", "leads"),
    [
        pytest.param("?L7>0 ?LO>0 L9>0", [(0, card("L9"))], id="forehand exchanges and leads"),
        pytest.param("?L7>1 ?LO>2 L9>0", [(0, card("L9"))], id="others exchange"),
        pytest.param("?L7 L9", [(0, card("L9"))], id="no hand was seen"),
        pytest.param("?L7>0 PLAY PLAY PLAY PLAY ?LO>3 L9>0", [(0, card("L9"))], id="after the presses"),
        pytest.param("?L7>0 L9>1", [(0, card("L7")), (1, card("L9"))], id="another print is led"),
        pytest.param("?L7 L9>1", [(0, card("L7")), (1, card("L9"))], id="another print is led by an unseen hand"),
    ],
)
def test_card_like_none_of_the_pack_before_the_first_trick_is_led_or_put_away(
    script: str, leads: list[tuple[int, Card]]
) -> None:
    controller = in_play()
    laid = [event for event in events(go(controller, script)) if isinstance(event, CardLaid)]
    assert [(event.seat, event.card) for event in laid] == leads
    assert {event.card for event in laid if event.doubts} <= {card("L7")}
    assert controller.table.findings == ()


def test_in_haste_a_card_like_none_of_the_pack_from_an_unseen_hand_is_asked_about_before_it_is_recorded() -> None:
    """A machine under load saw a card that was put away, and no rest before the ace that was led out of turn."""
    controller = in_play("!?E7/S7/SA/S8~1 !HA>1")
    assert list(controller.view.plays().values()) == [CardLaid(1, card("HA"), after_gap=True)]
    assert [found.kind for found in controller.table.findings] == [Kind.MISSED_CARD]
    assert isinstance(controller.menu, FindingMenu)


@pytest.mark.parametrize(
    ("script", "plays"),
    [
        pytest.param("?H8>2 S8>2 S9>3", [(2, "S8"), (3, "S9")], id="the taker's pile"),
        pytest.param("?H8>2 ?HO>2 S8>2 S9>3", [(2, "S8"), (3, "S9")], id="the taker straightens his pile"),
        pytest.param("?H8>1 S8>2 S9>3", [(2, "S8"), (3, "S9")], id="the pile of somebody who tidies up"),
        pytest.param("?H8 S8>2 S9>3", [(2, "S8"), (3, "S9")], id="no hand was seen"),
        pytest.param("?H8>2 S8>3 S9>0", [(2, "H8"), (3, "S8"), (0, "S9")], id="another print is led"),
    ],
)
@pytest.mark.parametrize("cleared", ["clear>2", "clear", ""], ids=["cleared by the taker", "cleared", "not cleared"])
def test_card_like_none_of_the_pack_between_tricks_is_a_pile_or_the_lead(
    cleared: str, script: str, plays: list[tuple[int, str]]
) -> None:
    controller = in_play(f"L7>0 L8>1 LA>2 H7>3 {cleared}")
    laid = [event for event in events(go(controller, script)) if isinstance(event, CardLaid)]
    assert [(event.seat, str(event.card)) for event in laid] == plays
    assert {str(event.card) for event in laid if event.doubts} <= {"H8"}
    assert controller.table.findings == ()
