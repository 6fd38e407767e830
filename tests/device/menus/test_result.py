"""The numbers of the result of a match."""

import msgspec
import pytest

from device.screens.connections import ResultScreen
from device.session.controller import SessionController
from device.settings.tournament import StoredTournament
from device.state.tournament import Tournament
from tests.support.screens.tournament import OWN, PAIRING, match
from tests.support.session_script import GERMAN


@pytest.mark.parametrize(
    ("winners", "numbers", "text"),
    [
        pytest.param("lrlrl", (("12", "0", "12", "0", "12"), ("0", "12", "0", "12", "0")), None, id="five games"),
        pytest.param("lrlrlr", (("3", "36"), ("3", "36")), "result_sums_text", id="six: those won, and the sum"),
    ],
)
def test_many_games_are_summed_up(winners: str, numbers: tuple[tuple[str, ...], ...], text: object) -> None:
    pairing = msgspec.structs.replace(PAIRING, games=len(winners))
    controller = SessionController(OWN, GERMAN, match(winners, pairing))
    controller.view.tournament = Tournament(StoredTournament(True, pairing, (True, True)))
    controller.view.camera.watched = "by_hand"
    screen = controller.screen
    assert isinstance(screen, ResultScreen)
    assert tuple(row.numbers for row in screen.rows) == numbers
    assert screen.text == text
