"""The whole of seeing on a rendered table: drawn cards, real hands and lamps, the real network."""

import pytest

from device.camera.picture_file import low_resolution
from lab.card_art import Style, draw_pack
from simulator.choreography import parse_actions
from simulator.table import Look, RenderedTable
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader
from vision.tracking.tracker import CardTracker
from vision.types import CardLanded, Frame, TableCleared

TRICK = "wait 0.6\nlay 0 EO\nlay 1 S9\npass 3\nlay 2 HK\nnudge HK\nlay 3 L10\ngather 2\n"


@pytest.mark.slow
def test_a_trick_in_dim_light_is_told_card_by_card_and_nothing_else() -> None:
    """The demo plays whole deals in good light."""
    deck = draw_pack("bavarian32", Style.default(), 480)
    recogniser = Recogniser()
    pack = enrol({card: [shown] for card, shown in deck.items()}, "bavarian32", recogniser, "drawn")
    tracker = CardTracker(PackReader(recogniser, pack))
    table = RenderedTable(deck, Look.random(11, "dim"), 11)
    messages = []
    for frame in table.play(parse_actions(TRICK)):
        messages += tracker.process(Frame(frame.number, frame.time, frame.image, low_resolution(frame.image)))
    landed = [one.observation for one in messages if isinstance(one.observation, CardLanded)]
    assert [str(card.reading.card) for card in landed] == ["EO", "S9", "HK", "L10"]
    assert [card.seat for card in landed] == [0, 1, 2, 3]
    assert [one.observation for one in messages if not isinstance(one.observation, CardLanded)] == [TableCleared(2, 4)]
