"""What has changed on the table: cards, hands, crumbs, pieces of a drawing; and what of it is explained."""

import cv2
import numpy as np
import pytest

from tests.support.paper_table import quad_at
from vision.geometry.quads import mask_of_quads
from vision.tracking.background.background_model import BackgroundModel
from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.background.changes import MAP_WIDTH, Region, change_mask
from vision.tracking.evidence import changed_regions, unexplained_regions, without_shadows, without_table
from vision.types import Map, Quad

SHAPE = (270, MAP_WIDTH)
IMAGE = np.zeros((540, 2 * MAP_WIDTH, 3), np.uint8)
CARD, OTHER = quad_at(200, 130, 10, 42, 75), quad_at(360, 130, 10, 42, 75)
CUT = quad_at(300, 250, 0, 42, 75)


def _map(*things: tuple[Quad, int]) -> Map:
    view = np.full((*SHAPE, 3), (90, 128, 128), np.uint8)
    for quad, level in things:
        cv2.fillConvexPoly(view, np.round(quad).astype(np.int32), (level, 128, 128))
    return view


def _sizes(known: bool) -> CardSizes:
    sizes = CardSizes(IMAGE.shape[:2])
    if known:
        sizes.learn(quad_at(400, 260, 10, 84, 150))
    return sizes


def _changed(now: Map, known: bool = True, motion: np.ndarray | None = None) -> list[Region]:
    view = BackgroundModel.of(_map(), IMAGE.shape[1])
    return changed_regions(change_mask(now, view.last), _sizes(known), motion)


@pytest.mark.parametrize("known", [False, True], ids=["the first card", "cards were read"])
def test_each_thing_that_was_laid_is_a_region_and_what_reaches_in_is_told(known: bool) -> None:
    found = _changed(_map((CARD, 230), (OTHER, 230), (CUT, 230)), known)
    assert [region.at_rim for region in sorted(found, key=lambda one: one.area)] == [True, False, False]
    card = max(found, key=lambda one: one.mask[130, 200])
    assert card.area == pytest.approx(42 * 75, rel=0.1)
    assert card.mask[130, 200] > 0
    assert card.mask[130, 360] == 0


def test_beside_something_that_moves_a_region_may_go_on_under_it() -> None:
    motion = mask_of_quads([quad_at(240, 130, 0, 38, 200)], SHAPE)
    found = _changed(_map((CARD, 230), (OTHER, 230)), motion=motion)
    assert {region.mask[130, 200] > 0: region.at_rim for region in found} == {True: True, False: False}
    cut = _changed(_map((CUT, 230)), motion=mask_of_quads([OTHER], SHAPE))
    assert [region.at_rim for region in cut] == [True], "cut by the rim it is anyway"


@pytest.mark.parametrize(
    ("side", "known", "expected"),
    [(11, False, 0), (13, True, 0), (18, False, 1), (18, True, 0), (24, False, 1), (24, True, 1)],
)
def test_crumbs_are_left_out_by_the_size_of_a_card_if_it_is_known(side: int, known: bool, expected: int) -> None:
    assert len(_changed(_map((quad_at(200, 130, 0, side, side), 230)), known)) == expected


@pytest.mark.parametrize(
    ("now", "left"),
    [
        pytest.param(_map(), [], id="the table came to light"),
        pytest.param(_map((CARD, 150)), [0.9], id="another card lies there"),
        pytest.param(_map((quad_at(200, 115, 10, 42, 40), 150)), [0.5], id="a card lies on half of it"),
        pytest.param(_map((quad_at(200, 110, 10, 20, 18), 150)), [0.1], id="a small thing lies there now"),
        pytest.param(_map((quad_at(200, 110, 10, 4, 4), 150)), [], id="a crumb lies there now"),
    ],
)
def test_where_the_table_shows_again_nothing_has_arrived(now: Map, left: list[float]) -> None:
    view = BackgroundModel.of(_map(), IMAGE.shape[1])
    view.last = _map((CARD, 230))
    regions = changed_regions(change_mask(now, view.last), _sizes(known=True))
    found = without_table(regions, now, view)
    assert len(found) == len(left)
    for region, share in zip(found, left, strict=True):
        assert np.count_nonzero(region.mask) >= 0.7 * share * 42 * 75


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        pytest.param([], 2, id="nothing is known"),
        pytest.param([CARD], 1, id="a card was read"),
        pytest.param([CARD, OTHER], 0, id="both were read"),
        pytest.param([CARD + np.array((2, 1), np.float32), OTHER], 0, id="not quite where it lies"),
        pytest.param([quad_at(206, 131, 10, 42, 75), OTHER], 0, id="a seventh of it beyond the outline"),
        pytest.param([quad_at(211, 132, 10, 42, 75), OTHER], 1, id="a quarter of it beyond the outline"),
        pytest.param([CARD + np.array((20, 0), np.float32), OTHER], 1, id="half beside it"),
    ],
)
def test_what_known_cards_do_not_explain_is_open(known: list[Quad], expected: int) -> None:
    regions = _changed(_map((CARD, 230), (OTHER, 230)))
    assert len(unexplained_regions(regions, known)) == expected
    assert unexplained_regions([], known) == []


@pytest.mark.parametrize(
    ("blots", "joined"),
    [
        pytest.param([(-7, -7, 7), (7, -7, 7), (-7, 7, 7), (7, 7, 7)], False, id="crumbs within a seventh of a card"),
        pytest.param([(-10, -16, 9), (10, -16, 9), (0, 0, 9), (-10, 16, 9), (10, 16, 9)], True, id="a small drawing"),
        pytest.param([(0, -15, 26), (-10, 14, 9), (10, 14, 9)], True, id="one blot is large enough by itself"),
        pytest.param([(0, -60, 26), (-10, 14, 9), (10, 14, 9)], False, id="they lie too far apart"),
    ],
)
def test_blots_are_joined_if_they_may_be_a_drawing(blots: list[tuple[int, int, int]], joined: bool) -> None:
    found = _changed(_map(*((quad_at(200 + x, 130 + y, 0, side, side), 30) for x, y, side in blots)))
    holding_all = [region for region in found if all(region.mask[130 + y, 200 + x] > 0 for x, y, _ in blots)]
    assert len(holding_all) == joined


@pytest.mark.parametrize(
    ("length", "share"),
    [
        pytest.param(60, 1.0, id="most of the change is new"),
        pytest.param(36, 1.0, id="half of it is new"),
        pytest.param(22, 0.29, id="little of it is new"),
    ],
)
def test_a_change_is_cut_down_to_what_is_new_if_most_of_it_is_table(length: int, share: float) -> None:
    """Under the card that was taken another one may have come to light, or the rest of it been covered."""
    view = BackgroundModel.of(_map(), IMAGE.shape[1])
    view.last = _map((CARD, 230))
    now = _map((quad_at(200, 130, 10, 42, length), 150))
    (found,) = without_table(changed_regions(change_mask(now, view.last), _sizes(known=True)), now, view)
    assert np.count_nonzero(found.mask) / (42 * 75) == pytest.approx(share, abs=0.08)


@pytest.mark.parametrize("was_shadow", [False, True], ids=["a shadow has come", "a shadow has gone"])
def test_a_shadow_on_the_table_is_no_unknown_card(was_shadow: bool) -> None:
    """That of an arm that rested for long has become table; without this rule the bare table is asked about."""
    table, shadow = _grain(_map()), _map()[..., 0] * 0.0
    cv2.fillConvexPoly(shadow, np.round(CARD).astype(np.int32), (1.0,))
    in_shadow = table.copy()
    in_shadow[..., 0] = table[..., 0] * (1 - 0.25 * cv2.GaussianBlur(shadow, (0, 0), 6))
    before, now = (in_shadow, table) if was_shadow else (table, in_shadow)
    view = BackgroundModel.of(before, IMAGE.shape[1])
    regions = changed_regions(change_mask(now, view.last), _sizes(known=True))
    assert regions
    assert without_shadows(regions, now, view) == []


@pytest.mark.parametrize("level", [60, 120, 230])
def test_a_card_of_the_colour_of_the_table_may_be_an_unknown_card(level: int) -> None:
    table = _grain(_map())
    view = BackgroundModel.of(table, IMAGE.shape[1])
    now = table.copy()
    cv2.fillConvexPoly(now, np.round(CARD).astype(np.int32), (level, 128, 128))
    (region,) = without_shadows(changed_regions(change_mask(now, view.last), _sizes(known=True)), now, view)
    assert region.mask[130, 200] > 0


def _grain(view: Map) -> Map:
    """Returns the map with the grain of wood."""
    grain = cv2.GaussianBlur(np.random.default_rng(5).normal(0, 40, view.shape[:2]), (0, 0), 2)
    view = view.copy()
    view[..., 0] = (view[..., 0] + grain).clip(0, 255)
    return view
