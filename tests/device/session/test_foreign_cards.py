"""Cards that the deck has and the game has not: nobody minds them until one is laid to a trick."""

import pytest

from device.menus.deal.questions import FindingMenu
from engine.rules.findings import Kind
from tests.support.session_script import card, events, go, in_play, new_controller


@pytest.mark.parametrize("script", ["S6", "S6>3", "?S6", "S6 S6>1"])
def test_before_play_it_is_ignored(script: str) -> None:
    """Such as a Weli that lies beside the stock in Bohemian Watten."""
    controller = new_controller()
    assert events(go(controller, script)) == []
    assert not controller.table.findings


def test_after_the_deal_it_begins_no_other_one() -> None:
    controller = in_play()
    go(controller, "DOWN DOWN")
    deals = [fact for _, fact in controller.table.facts if type(fact).__name__ == "DealStarted"]
    go(controller, "S6")
    assert [fact for _, fact in controller.table.facts if type(fact).__name__ == "DealStarted"] == deals


@pytest.mark.parametrize("script", ["S6>0", "L9>0 S6>1", "L9>0 S6"])
def test_laid_to_a_trick_it_is_asked_about(script: str) -> None:
    controller = in_play()
    go(controller, script)
    assert [finding.kind for finding in controller.table.findings] == [Kind.FOREIGN_CARD]
    assert isinstance(controller.menu, FindingMenu)
    text = getattr(controller.screen, "text", "")
    assert "Weli" in text or str(controller.view.words.token(card("S6"))) in text
    go(controller, "PLAY")
    assert not controller.table.findings, "it was no card of the trick"
    assert card("S6") not in controller.view.deal.trick.cards
