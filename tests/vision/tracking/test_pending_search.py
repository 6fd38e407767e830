"""What a look put off, kept with its own frame until a later look shows it again or it is searched there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision.tracking.background.changes import Region, regions_of, to_lab_map
from vision.tracking.settled_scene import Arrival, PendingSearch, SettledScene

if TYPE_CHECKING:
    from vision.types import Map

SHAPE = (540, 960, 3)
PLACE = (slice(200, 320), slice(400, 500))


def table(*places: tuple[slice, slice]) -> np.ndarray:
    image = np.full(SHAPE, 90, np.uint8)
    for place in places:
        image[place] = 220
    return image


def regions(now: Map) -> list[Region]:
    return regions_of((now[..., 0] > 150).astype(np.uint8) * 255, 10)


def look_at(image: np.ndarray) -> SettledScene:
    now = to_lab_map(image)
    look = SettledScene(7, 0.7, SHAPE[1::-1], now, regions=regions(now))
    look.deferred_regions = list(look.regions)
    return look


@pytest.mark.parametrize(
    ("place", "is_kept"),
    [
        pytest.param(PLACE, True, id="a change amid the table"),
        pytest.param((slice(400, 540), slice(400, 500)), False, id="a hand that reaches in from the rim"),
    ],
)
def test_it_keeps_what_was_put_off_but_for_hands(place: tuple[slice, slice], is_kept: bool) -> None:
    pending = PendingSearch.of(look_at(table(place)), table(place))
    assert (pending is not None) is is_kept


def test_its_frame_comes_back_from_memory_nearly_as_it_was() -> None:
    pending = PendingSearch.of(look_at(table(PLACE)), table(PLACE))
    assert pending is not None
    assert np.abs(pending.image().astype(int) - table(PLACE)).mean() < 2
    assert pending.picture.nbytes < table(PLACE).nbytes / 15


HAND, HAND_BELOW = (slice(180, 300), slice(0, 470)), (slice(400, 540), slice(400, 500))


@pytest.mark.parametrize(
    ("later", "expected"),
    [
        pytest.param(table(PLACE), True, id="it still shows"),
        pytest.param(table(), False, id="it has gone"),
        pytest.param(np.where(table(HAND) > 150, 160, table(PLACE)).astype(np.uint8), False, id="a hand covers it"),
    ],
)
def test_a_later_look_takes_it_over_if_it_shows_the_change_as_it_was(later: np.ndarray, expected: bool) -> None:
    pending = PendingSearch.of(look_at(table(PLACE)), table(PLACE))
    assert pending is not None
    now = to_lab_map(later)
    assert pending.is_superseded(now, regions(now), None) is expected


def test_a_later_look_does_not_take_it_over_while_something_moves_there() -> None:
    pending = PendingSearch.of(look_at(table(PLACE)), table(PLACE))
    assert pending is not None
    now = to_lab_map(table(PLACE))
    assert not pending.is_superseded(now, regions(now), np.full(now.shape[:2], 255, np.uint8))


OTHER = (slice(60, 160), slice(700, 800))


def test_a_hand_beside_a_change_is_left_out_of_what_is_searched() -> None:
    look = look_at(table(PLACE, HAND_BELOW))
    look.arrivals = [Arrival(np.zeros((4, 2), np.float32), [])]
    look.long_still = np.zeros(look.map.shape[:2], np.uint8)
    pending = PendingSearch.of(look, table(PLACE, HAND_BELOW))
    assert pending is not None
    (region,) = pending.scene.regions
    rows, columns = (axis.mean() * 2 for axis in np.nonzero(region.mask))
    assert (rows, columns) == pytest.approx((260, 450), abs=2)
    assert (pending.scene.number, pending.scene.time) == (7, 0.7)
    assert pending.scene.arrivals == []
    assert pending.scene.is_long_still(region), "by then it has been put off for long enough"
    assert look.arrivals, "the scene itself stays as it is"


@pytest.mark.parametrize("by_motion", [pytest.param(True, id="moves over it"), pytest.param(False, id="lies on it")])
@pytest.mark.parametrize(("part", "expected"), [(0.0, True), (0.2, True), (0.4, False)])
def test_a_later_look_takes_it_over_unless_something_hides_a_third_of_it(
    part: float, expected: bool, by_motion: bool
) -> None:
    pending = PendingSearch.of(look_at(table(PLACE)), table(PLACE))
    assert pending is not None
    rows, width = PLACE[0], round(100 * part)
    hidden = rows, slice(PLACE[1].start, PLACE[1].start + width)
    later, motion_mask = table(PLACE), np.zeros((270, 480), np.uint8)
    motion_mask[150:, 300:] = 255  # something moves elsewhere all the time
    if by_motion:
        motion_mask[rows.start // 2 : rows.stop // 2, hidden[1].start // 2 : hidden[1].stop // 2] = 255
    else:
        later[hidden] = 160
    now = to_lab_map(later)
    assert pending.is_superseded(now, regions(now), motion_mask) is expected


@pytest.mark.parametrize(
    ("later", "changed", "expected"),
    [
        pytest.param([PLACE, OTHER], [PLACE, OTHER], True, id="both"),
        pytest.param([PLACE, OTHER, HAND_BELOW], [PLACE, OTHER, HAND_BELOW], True, id="both and a hand"),
        pytest.param([PLACE], [PLACE], False, id="one has gone"),
        pytest.param([PLACE, OTHER], [PLACE], False, id="one counts as understood"),
    ],
)
def test_a_later_look_takes_two_changes_over_only_together(
    later: list[tuple[slice, slice]], changed: list[tuple[slice, slice]], expected: bool
) -> None:
    pending = PendingSearch.of(look_at(table(PLACE, OTHER)), table(PLACE, OTHER))
    assert pending is not None
    found = regions(to_lab_map(table(*changed)))
    assert pending.is_superseded(to_lab_map(table(*later)), found, None) is expected
