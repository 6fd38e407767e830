"""The next deal begins with a card while the score is shown."""

from dataclasses import replace

import pytest

from engine.events import CardLaid, DealStarted, TricksEntered
from tests.support.session_script import new_controller, observation
from vision.types import CardLanded


@pytest.mark.parametrize(
    ("seen", "near", "begins"),
    [
        pytest.param("E9>0", True, True, id="a card"),
        pytest.param("E9/E7>0", True, True, id="one of two cards"),
        pytest.param("E9/E7>0", False, False, id="the edge of a stock"),
    ],
)
def test_only_a_card_begins_the_next_deal(seen: str, near: bool, begins: bool) -> None:
    controller = new_controller(game="gras")
    controller.table.observe(TricksEntered(((0, 3), (1, 2)), "E"))
    landed = observation(seen)
    assert isinstance(landed, CardLanded)
    noted = controller.handle_sighting(replace(landed, reading=replace(landed.reading, is_of_pack=near)))
    assert any(isinstance(each.event, DealStarted) for each in noted) is begins
    assert not any(isinstance(each.event, CardLaid) for each in noted)
