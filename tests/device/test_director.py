"""The script of a deal: what the hands do and which buttons are pressed, in the order of the menus."""

import pytest

from device.director import Step, script
from engine.cards import Card
from engine.events import Announced, CardLaid, CardTaken, DealStarted, Event, Exchanged, TrickGathered, UpcardTurned
from vision.simulator.choreography import ClearStock, Exchange, Gather, Lay, TakeUpcard, TurnUpcard

SEATS = (0, 1, 2, 3)
TEN = Card("E", "10")
KING = Card("H", "K")
CLEAR = ClearStock(0)


@pytest.mark.parametrize(
    ("events", "steps"),
    [
        pytest.param([DealStarted(2)], ["down", "down", "play", ClearStock(2)], id="the dealer is chosen"),
        pytest.param([UpcardTurned(TEN)], [TurnUpcard(TEN, 0), CLEAR], id="upcard"),
        pytest.param([Announced(1, "fold"), Announced(2, "play")], ["fold", "play", CLEAR], id="fold and play"),
        pytest.param([Exchanged(1, 2)], [Exchange(1, 2), "up", "up", "play", CLEAR], id="exchange, then its count"),
        pytest.param([Exchanged(1, 0)], ["play", CLEAR], id="nothing exchanged, no hand moves"),
        pytest.param([Exchanged(0, 0)], ["play", "fold", CLEAR], id="the dealer leaves the upcard"),
        pytest.param(
            [Exchanged(0, 1), CardTaken(0, TEN, "upcard")],
            [Exchange(0, 1), "up", "play", TakeUpcard(0), "play", CLEAR],
            id="the dealer takes the upcard",
        ),
        pytest.param([CardLaid(3, KING), TrickGathered(1)], [Lay(3, KING), Gather(1), CLEAR], id="cards and trick"),
    ],
)
def test_script(events: list[Event], steps: list[Step]) -> None:
    assert list(script(events, SEATS)) == steps
