"""The watcher on a paper table: what happens is told once, and nothing else is."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.tabletop import CARDS, PixelReader, Tabletop, cloth, quad_at
from vision.sightings import CameraBumped, CardLanded, CardLifted, LightChanged, Sighting, TableCleared
from vision.watcher import Watcher

ONE, TWO, THREE, FOUR, FIVE = CARDS[:5]


def table(**how: object) -> Tabletop:
    return Tabletop(Watcher(PixelReader()), **how)  # type: ignore[arg-type]


def landed(sightings: list[Sighting]) -> list[tuple[str, int | None]]:
    return [(str(s.happening.reading.card), s.happening.seat) for s in sightings if isinstance(s.happening, CardLanded)]


def kinds(sightings: list[Sighting]) -> list[str]:
    return [type(sighting.happening).__name__ for sighting in sightings]


@pytest.mark.parametrize(
    ("seat", "x", "y", "degrees"),
    [
        pytest.param(0, 480, 380, 0, id="bottom"),
        pytest.param(1, 330, 270, 80, id="left"),
        pytest.param(2, 480, 160, 190, id="top upside down"),
        pytest.param(3, 640, 270, 100, id="right"),
    ],
)
def test_a_card_that_lands_is_told_once_with_its_seat(seat: int, x: float, y: float, degrees: float) -> None:
    scene = table()
    assert scene.still() == []
    sightings = scene.lay(seat, ONE, quad_at(x, y, degrees)) + scene.still(1.0)
    assert landed(sightings) == [(str(ONE), seat)]
    assert kinds(sightings) == ["CardLanded"]


def test_the_quad_of_a_landed_card_is_exact_to_some_pixels() -> None:
    scene = table()
    scene.still()
    quad = quad_at(500, 300, 17)
    (sighting,) = scene.lay(0, ONE, quad)
    assert isinstance(sighting.happening, CardLanded)
    found = sighting.happening.reading.quad
    distances = np.linalg.norm(found[:, None] - quad[None], axis=2).min(axis=1)
    assert distances.max() < 3


def test_a_trick_with_overlap_is_read_card_by_card_and_gathered() -> None:
    scene = table()
    scene.still()
    quads = [quad_at(480, 330, 5), quad_at(420, 270, 85), quad_at(490, 220, 170), quad_at(550, 275, 95)]
    for seat, (card, quad) in enumerate(zip((ONE, TWO, THREE, FOUR), quads, strict=True)):
        assert landed(scene.lay(seat, card, quad)) == [(str(card), seat)]
    (cleared,) = scene.take(2, (ONE, TWO, THREE, FOUR))
    assert cleared.happening == TableCleared(2, 4)
    assert scene.watcher.lying == []


def test_the_card_under_another_is_still_known_when_the_upper_one_is_lifted() -> None:
    scene = table()
    scene.still()
    scene.lay(0, ONE, quad_at(480, 300, 5))
    scene.lay(1, TWO, quad_at(500, 320, 70))
    (lifted,) = scene.take(1, (TWO,))
    assert lifted.happening == CardLifted(TWO)
    assert [card for card, _ in scene.watcher.lying] == [ONE]


def test_a_nudged_card_is_no_new_card() -> None:
    scene = table()
    scene.still()
    scene.lay(0, ONE, quad_at(480, 300, 5))
    sightings = scene.arm(0, 480, 300)
    scene.lying = [(ONE, quad_at(497, 291, 14))]
    sightings += scene.arm_leaves(0, 480, 300) + scene.still()
    assert sightings == []
    ((card, quad),) = scene.watcher.lying
    assert card == ONE
    assert np.abs(quad.mean(axis=0) - [497, 291]).max() < 2


def test_an_arm_that_goes_over_the_table_is_nothing() -> None:
    scene = table()
    scene.still()
    scene.lay(0, ONE, quad_at(480, 300, 5))
    assert scene.arm(1, 520, 260) + scene.arm_leaves(1, 520, 260) + scene.still() == []


def test_while_a_hand_rests_on_a_card_nothing_is_told() -> None:
    scene = table()
    scene.still()
    scene.lay(0, ONE, quad_at(400, 300, 5))
    scene.arm(2, 600, 250)
    scene.lying.append((TWO, quad_at(600, 250, 20)))
    resting = [sighting for _ in range(12) for sighting in scene._show((2, 600, 230, 1.0))]
    assert resting == []
    assert landed(scene.arm_leaves(2, 600, 230) + scene.still()) == [(str(TWO), 2)]


def test_a_hand_that_rests_on_a_lying_card_does_not_take_it() -> None:
    scene = table()
    scene.still()
    scene.lay(0, ONE, quad_at(480, 300, 5))
    sightings = scene.arm(3, 480, 300)
    sightings += [sighting for _ in range(12) for sighting in scene._show((3, 480, 300, 1.0))]
    assert sightings + scene.arm_leaves(3, 480, 300) + scene.still() == []
    assert [card for card, _ in scene.watcher.lying] == [ONE]


def test_two_cards_that_land_at_once_are_both_told() -> None:
    scene = table()
    scene.still()
    scene.arm(0, 480, 300)
    scene.lying = [(ONE, quad_at(400, 300, 5)), (TWO, quad_at(560, 280, 30))]
    assert sorted(landed(scene.arm_leaves(0, 480, 300) + scene.still())) == sorted([(str(ONE), 0), (str(TWO), 0)])


def test_cards_that_lie_there_from_the_start_are_told() -> None:
    scene = table(lying=[(ONE, quad_at(400, 300, 5)), (TWO, quad_at(600, 250, 100))])
    assert {card for card, _ in landed(scene.still())} == {str(ONE), str(TWO)}
    assert landed(scene.lay(2, THREE, quad_at(480, 150, 3))) == [(str(THREE), 2)]


def test_a_trick_is_gathered_beside_a_card_that_stays() -> None:
    scene = table(lying=[(FIVE, quad_at(880, 270, 0))])
    scene.still()
    scene.lay(0, ONE, quad_at(480, 330, 5))
    scene.lay(1, TWO, quad_at(400, 270, 85))
    (cleared,) = scene.take(1, (ONE, TWO))
    assert cleared.happening == TableCleared(1, 2)
    assert [card for card, _ in scene.watcher.lying] == [FIVE]


def test_gathering_and_the_next_lead_before_the_scene_settles_are_told_in_order() -> None:
    scene = table()
    scene.still()
    scene.lay(0, ONE, quad_at(480, 330, 5))
    scene.lay(1, TWO, quad_at(400, 270, 85))
    scene.arm(0, 450, 300)
    scene.lying = [(THREE, quad_at(600, 350, 10))]
    assert kinds(scene.arm_leaves(0, 500, 300) + scene.still()) == ["TableCleared", "CardLanded"]


@pytest.mark.parametrize("grey", [pytest.param(30, id="a phone"), pytest.param(235, id="a blank card")])
def test_a_thing_that_is_no_card_of_the_pack_is_not_told(grey: int) -> None:
    scene = table()
    scene.still()
    scene.arm(0, 480, 300)
    scene.objects = [(quad_at(480, 300, 20), grey)]
    assert scene.arm_leaves(0, 480, 300) + scene.still() == []
    assert landed(scene.lay(1, ONE, quad_at(250, 270, 85))) == [(str(ONE), 1)]


def test_a_knock_at_the_camera_moves_the_cards_along() -> None:
    scene = table(bare=cloth(seed=3))
    scene.bare[::45] = 200  # planks
    scene.bare[:, ::160] = 30
    scene.still()
    scene.lay(0, ONE, quad_at(480, 300, 5))
    scene.shift = (14, -9)
    sightings = scene.still(1.2)
    assert kinds(sightings) == ["CameraBumped"]
    assert isinstance(sightings[0].happening, CameraBumped)
    assert sightings[0].happening.shift == pytest.approx(np.hypot(14, 9) * 640 / 960, abs=1.0)
    assert landed(scene.lay(1, TWO, quad_at(300, 270, 85))) == [(str(TWO), 1)]


@pytest.mark.parametrize("light", [pytest.param(0.7, id="darker"), pytest.param(1.35, id="brighter")])
def test_another_light_is_told_and_the_cards_stay(light: float) -> None:
    scene = table()
    scene.still()
    scene.lay(0, ONE, quad_at(480, 300, 5))
    scene.light = light
    sightings = scene.still(1.2)
    assert kinds(sightings) == ["LightChanged"]
    assert isinstance(sightings[0].happening, LightChanged)
    assert sightings[0].happening.factor == pytest.approx(light, rel=0.15)
    assert landed(scene.lay(1, TWO, quad_at(300, 270, 85))) == [(str(TWO), 1)]


def test_the_same_frames_give_the_same_sightings() -> None:
    def played() -> list[str]:
        scene = table()
        scene.still()
        scene.lay(0, ONE, quad_at(480, 330, 5))
        return [repr(sighting) for sighting in scene.lay(1, TWO, quad_at(420, 270, 85))]

    assert played() == played()
