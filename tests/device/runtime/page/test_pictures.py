"""Crops of the cards of a finding: off by default, bounded, forgotten with the deal, asked for by position alone."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pytest

from device.runtime.page.pictures import HEIGHT_PX, MAX_BYTES, MAX_CROPS, MAX_UNNAMED, WIDTH_PX, CardCrops
from device.session.controller import SessionController
from device.session.loop import SessionLoop
from device.state.table_view import View
from tests.support.paper_table import card_picture, paste, quad_at
from tests.support.scripted_tracker import Storage
from tests.support.session_script import card, in_play, observation
from vision.tracking.settled_scene import SceneTrace
from vision.types import CardLanded, Frame, Image, Quad, Sighting

REVOKE = "L7>3 S9>0 L10>1 LA>2 clear LK>2 L9>3 L8>0"
"""The last card proves that the second one was a revoke."""


class Table:
    """A table whose cards are seen by the camera, each at a place of its own."""

    def __init__(self, is_on: bool = True) -> None:
        self.crops = CardCrops()
        self.crops.switch(is_on)
        self.controller: SessionController = in_play()
        self.loop = SessionLoop(self.controller, Storage(), listeners=[self.crops.listen])
        self.count = 0

    def do(self, script: str) -> None:
        for word in script.split():
            seen = observation(word)
            if isinstance(seen, CardLanded):
                self.count += 1
                quad = quad_at(300 + 12 * self.count, 250, self.count)
                seen = replace(seen, reading=replace(seen.reading, quad=quad))
                self.crops.see_scene(scene_of(seen))
            self.loop.handle_sightings([Sighting(0, 0.0, seen)])

    def shown(self, is_settled: bool = False) -> tuple[int, ...]:
        return self.crops.update(self.controller.view, is_settled)


def scene_of(seen: CardLanded) -> SceneTrace:
    assert seen.reading.card is not None
    image = np.full((540, 960, 3), 80, np.uint8)
    paste(image, card_picture(seen.reading.card), seen.reading.quad)
    return SceneTrace(Frame(0, 0.0, image, image[..., 0]), (Sighting(0, 0.0, seen),), ())


def test_the_cards_of_a_finding_are_shown_and_no_others() -> None:
    table = Table()
    table.do(REVOKE)
    view = table.controller.view
    evidence = {entry.position for finding in view.table.findings for entry in finding.evidence}
    assert len(evidence) >= 2
    assert set(table.shown()) == evidence < set(view.plays()), "they are some of the plays"
    for position in evidence:
        jpeg = table.crops.crop(position)
        assert len(jpeg) <= MAX_BYTES
        picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert picture.shape == (HEIGHT_PX, WIDTH_PX, 3)
    other = next(position for position in view.plays() if position not in evidence)
    with pytest.raises(ValueError, match="expected one of"):
        table.crops.crop(other)


def test_without_a_finding_there_is_nothing_to_ask_for() -> None:
    table = Table()
    table.do("L7>3 LA>2")
    assert table.shown() == ()
    assert table.crops.size_bytes > 0


def test_off_nothing_is_kept() -> None:
    table = Table(is_on=False)
    table.do(REVOKE)
    assert (table.shown(), table.crops.size_bytes) == ((), 0)
    table.crops.switch(True)
    assert table.shown() == (), "what was laid before is not known"


def test_switched_off_all_is_forgotten() -> None:
    table = Table()
    table.do(REVOKE)
    position = table.shown()[0]
    table.crops.switch(False)
    assert table.crops.size_bytes == 0
    with pytest.raises(ValueError, match="expected one of"):
        table.crops.crop(position)


def test_the_next_deal_forgets_the_last_one() -> None:
    table = Table()
    table.do(REVOKE)
    assert table.shown()
    table.loop.start(2)
    assert (table.shown(), table.crops.size_bytes) == ((), 0)


@pytest.mark.parametrize(("is_settled", "is_kept"), [(True, False), (False, True)])
def test_a_deal_that_is_over_is_forgotten_unless_a_finding_waits(is_settled: bool, is_kept: bool) -> None:
    table = Table()
    table.do(REVOKE)
    assert table.shown(is_settled), "the deal goes on"
    over = cast("View", SimpleNamespace(table=table.controller.table, is_between_deals=True))
    assert bool(table.crops.update(over, is_settled)) == is_kept
    assert bool(table.crops.size_bytes) == is_kept


def test_memory_is_bounded() -> None:
    crops = CardCrops()
    crops.switch(True)
    landed = observation("L7>3")
    assert isinstance(landed, CardLanded)
    for number in range(3 * MAX_UNNAMED):
        quad: Quad = quad_at(300 + number, 250, 0)
        crops.see_scene(scene_of(replace(landed, reading=replace(landed.reading, quad=quad))))
    assert 0 < crops.size_bytes <= MAX_UNNAMED * MAX_BYTES
    assert (MAX_UNNAMED + MAX_CROPS) * MAX_BYTES == 1_310_720, "as docs/privacy.md says"


@pytest.mark.parametrize("corners", [[[0, 0]] * 4, [[np.nan, 0], [1, 0], [1, 1], [0, 1]]])
def test_what_is_no_card_has_no_picture(corners: list[list[float]]) -> None:
    crops = CardCrops()
    crops.switch(True)
    landed = observation("L7>3")
    assert isinstance(landed, CardLanded)
    image: Image = np.zeros((90, 160, 3), np.uint8)
    seen = replace(landed, reading=replace(landed.reading, quad=np.array(corners, np.float32), card=card("L7")))
    crops.see_scene(SceneTrace(Frame(0, 0.0, image, image[..., 0]), (Sighting(0, 0.0, seen),), ()))
    assert crops.size_bytes == 0
