"""The tracker on a paper table while somebody knocks the camera, or another lamp is lit."""

import cv2
import numpy as np
import pytest

from tests.support.paper_table import CARDS, HEIGHT, WIDTH, PixelReader, Tabletop, cloth, kinds, landed_cards, quad_at
from vision.tracking.tracker import CardTracker
from vision.types import CameraBumped, LightChanged, TableCleared

pytestmark = pytest.mark.slow

ONE, TWO, THREE, FOUR, FIVE, SIX = CARDS[:6]
PLACES = [quad_at(480, 330, 5), quad_at(420, 270, 85), quad_at(490, 220, 170), quad_at(550, 275, 95)]


def table(**how: object) -> Tabletop:
    return Tabletop(CardTracker(PixelReader()), **how)  # type: ignore[arg-type]


def planks() -> np.ndarray:
    bare = cloth(seed=3)
    bare[::45] = 200
    bare[:, ::160] = 30
    return bare


def knock(across: float = 0, down: float = 0, degrees: float = 0, scale: float = 1, tilt: float = 0) -> np.ndarray:
    turn = np.vstack([cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), degrees, scale), [0, 0, 1]])
    return np.matmul(np.array([[1, 0, across], [0, 1, down], [0, tilt / HEIGHT, 1]]), turn)


@pytest.mark.parametrize(
    "motion",
    [
        pytest.param(knock(14, -9), id="shifted"),
        pytest.param(knock(-8, 5, degrees=4), id="turned"),
        pytest.param(knock(6, 6, degrees=-20), id="turned far"),
        pytest.param(knock(scale=0.95), id="moved away"),
        pytest.param(knock(tilt=0.03), id="tilted"),
    ],
)
def test_a_knock_at_the_camera_moves_the_cards_along(motion: np.ndarray) -> None:
    scene = table(bare=planks())
    scene.still()
    scene.lay(0, ONE, quad_at(480, 300, 5))
    scene.lay(1, TWO, quad_at(330, 270, 85))
    before = scene.tracker.cards_in_view
    scene.knock = motion
    assert kinds(scene.still(1.2)) == ["CameraBumped"]
    for (_, quad), (_, found) in zip(before, scene.tracker.cards_in_view, strict=True):
        assert np.abs(found - cv2.perspectiveTransform(quad[None], motion)[0]).max() < 2
    assert landed_cards(scene.lay(2, THREE, quad_at(600, 250, 30))) == [(str(THREE), 2)]
    (cleared,) = scene.take(0, (ONE, TWO, THREE))
    assert cleared.observation == TableCleared(0, 3)


@pytest.mark.parametrize("scale", [0.85, 1.18])
def test_after_a_knock_cards_are_as_large_as_they_look_now(scale: float) -> None:
    scene = table(bare=planks())
    scene.still()
    quads = [quad_at(480, 330, 5), quad_at(420, 270, 85), quad_at(490, 220, 170), quad_at(550, 275, 95)]
    for seat, (card, quad) in enumerate(zip((ONE, TWO, THREE, FOUR), quads, strict=True)):
        scene.lay(seat, card, quad)
    scene.knock = knock(scale=scale)
    assert kinds(scene.still(1.2)) == ["CameraBumped"]
    scene.take(2, (ONE, TWO, THREE, FOUR))
    assert landed_cards(scene.lay(0, FIVE, quad_at(480, 330, 5))) == [(str(FIVE), 0)]
    assert landed_cards(scene.lay(1, SIX, quad_at(420, 270, 85))) == [(str(SIX), 1)]


def test_a_knock_tells_how_far_the_view_moved() -> None:
    scene = table(bare=planks())
    scene.still()
    scene.knock = knock(14, -9)
    (bumped,) = scene.still(1.2)
    assert isinstance(bumped.observation, CameraBumped)
    assert bumped.observation.shift == pytest.approx(np.hypot(14, 9) * 640 / 960, abs=1.0)


@pytest.mark.parametrize("light", [pytest.param(0.7, id="darker"), pytest.param(1.35, id="brighter")])
def test_another_light_is_told_and_the_cards_stay(light: float) -> None:
    scene = table()
    scene.still()
    scene.lay(0, ONE, quad_at(480, 300, 5))
    scene.light = light
    sightings = scene.still(1.2)
    assert kinds(sightings) == ["LightChanged"]
    assert isinstance(sightings[0].observation, LightChanged)
    assert sightings[0].observation.factor == pytest.approx(light, rel=0.15)
    assert landed_cards(scene.lay(1, TWO, quad_at(300, 270, 85))) == [(str(TWO), 1)]


def wood() -> np.ndarray:
    grain = np.random.default_rng(5).normal(0, 1, (HEIGHT, WIDTH)).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), sigmaX=60, sigmaY=2)
    return np.clip(np.array((60, 95, 140), np.float32) + (22 * grain / grain.std())[..., None], 0, 255).astype(np.uint8)


def trick_on_wood(count: int) -> Tabletop:
    scene = table(bare=wood())
    scene.still()
    for seat, (card, quad) in enumerate(zip(CARDS[:count], PLACES[:count], strict=True)):
        scene.lay(seat, card, quad)
    return scene


def test_a_knock_while_a_card_is_laid_is_followed() -> None:
    scene = trick_on_wood(1)
    scene.arm(1, 420, 270)
    scene.lying.append((TWO, PLACES[1]))
    scene.knock = knock(14, -9)
    sightings = scene.arm_leaves(1, 420, 270) + scene.still(1.2)
    assert kinds(sightings) == ["CameraBumped", "CardLanded"]
    assert landed_cards(sightings)[0][0] == str(TWO)
    assert landed_cards(scene.lay(2, THREE, PLACES[2])) == [(str(THREE), 2)]
    (cleared,) = scene.take(0, CARDS[:3])
    assert cleared.observation == TableCleared(0, 3)


def test_a_knock_while_a_trick_is_gathered_is_followed() -> None:
    scene = trick_on_wood(4)
    scene.arm(1, 480, 270)
    scene.lying = []
    scene.knock = knock(14, -9)
    sightings = scene.arm_leaves(1, 480, 270) + scene.still(1.2)
    assert kinds(sightings) == ["CameraBumped", "TableCleared"]
    assert [s.observation.card_count for s in sightings if isinstance(s.observation, TableCleared)] == [4]
    assert landed_cards(scene.lay(0, FIVE, PLACES[0]) + scene.lay(1, SIX, PLACES[1])) == [(str(FIVE), 0), (str(SIX), 1)]
