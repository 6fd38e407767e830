"""What is remembered of the view: whether a place looks like the card that lay there, or like the table."""

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32, Card
from vision.geometry.quads import mask_of_quads
from vision.tracking.background.background_model import BackgroundModel, visible_part
from vision.tracking.background.changes import MAP_WIDTH
from vision.types import Candidate, Mask, Quad, Reading

PLACE = np.array([[100, 80], [160, 80], [160, 180], [100, 180]], np.float32)
PLACE_ROWS, PLACE_COLUMNS = slice(80, 180), slice(100, 160)
STEP = 20.0
PALE = 235
PALE_MAP = np.full((270, MAP_WIDTH, 3), (PALE, 128, 128), np.uint8)


def table(inside: int | None = None, blot: int | None = None) -> np.ndarray:
    """A pale table, with something at the card's place, and a drawing on a fifth of that."""
    view = np.full((270, MAP_WIDTH, 3), (PALE, 128, 128), np.uint8)
    for grey, reach in ((inside, 0), (blot, 17)):
        if grey is not None:
            cv2.rectangle(view, (100 + reach, 80 + reach), (160 - reach, 180 - 3 * reach), (grey, 128, 128), cv2.FILLED)
    return view


@pytest.mark.parametrize("before", [pytest.param(PALE, id="laid"), pytest.param(90, id="turned over")])
def test_a_white_card_that_left_a_white_table_is_known_by_its_drawing(before: int) -> None:
    view = BackgroundModel.of(table(), MAP_WIDTH)
    view.understand(table(before), np.full((270, MAP_WIDTH), 255, np.uint8))
    view.add(Reading(BAVARIAN_32.cards[0], (), PLACE, 1.0), table(PALE, 60), 0)
    (card,) = view.cards
    where = mask_of_quads([PLACE], (270, MAP_WIDTH), 0.95)
    like_card, like_table = view.likeness(card, table(), where, STEP)
    assert like_card < 0.1
    assert like_table > 0.9
    like_card, like_table = view.likeness(card, table(PALE, 60), where, STEP)
    assert like_card > 0.9
    assert like_table < 0.1


def test_in_dim_light_a_card_that_is_within_a_step_of_the_table_is_the_nearer_of_the_two() -> None:
    view = BackgroundModel.of(table(40), MAP_WIDTH)
    view.add(Reading(BAVARIAN_32.cards[0], (), PLACE, 1.0), table(40 + int(STEP) - 2), 0)
    (card,) = view.cards
    where = mask_of_quads([PLACE], (270, MAP_WIDTH), 0.95)
    for now, lies in ((table(41), False), (table(40 + int(STEP) - 4), True)):
        like_card, like_table = view.likeness(card, now, where, STEP)
        assert (like_card > 0.9, like_table > 0.9) == (lies, not lies)


def test_a_card_that_is_read_again_where_it_lay_has_the_table_under_it_not_itself() -> None:
    view = BackgroundModel.of(table(), MAP_WIDTH)
    reading, lain = Reading(BAVARIAN_32.cards[0], (), PLACE, 1.0), table(90)
    view.add(reading, lain, 0)
    view.understand(lain, np.full((270, MAP_WIDTH), 255, np.uint8))
    (lay,) = view.cards
    view.cards.clear()
    view.add(reading, table(110), 0, previous=lay)
    (card,) = view.cards
    where = mask_of_quads([PLACE], (270, MAP_WIDTH), 0.95)
    like_card, like_table = view.likeness(card, lain, where, STEP)
    assert like_card > 0.9
    assert like_table < 0.1


SHAPE = (270, MAP_WIDTH)
EVERYWHERE = np.full(SHAPE, 255, np.uint8)
ONE, TWO = BAVARIAN_32.cards[:2]


def lying(card: Card = ONE, quad: Quad = PLACE) -> Reading:
    return Reading(card, (Candidate(card, 0.9),), quad, 1.0)


def place_mask(quad: Quad = PLACE) -> Mask:
    return mask_of_quads([quad], SHAPE)


def test_what_is_understood_becomes_the_view_and_the_table_but_for_the_places_of_cards() -> None:
    view = BackgroundModel.of(table(), MAP_WIDTH)
    view.add(lying(), table(90), 0)
    left = EVERYWHERE.copy()
    left[:, 240:] = 0
    now = table(90)
    now[200:260] = 60  # something below the card, also where nothing is understood
    view.understand(now, left)
    assert (view.last[:, :240] == now[:, :240]).all()
    assert (view.last[:, 240:] == PALE_MAP[:, 240:]).all()
    assert (view.background[PLACE_ROWS, PLACE_COLUMNS] == PALE_MAP[PLACE_ROWS, PLACE_COLUMNS]).all()
    assert (view.background[210:250, :240] == 60).all()
    assert (view.previous_background[210:250, :240] == PALE_MAP[210:250, :240]).all()
    assert (view.initial[210:250, :240] == PALE_MAP[210:250, :240]).all()


def test_a_card_pushed_under_others_lies_below_those_it_touches() -> None:
    view = BackgroundModel.of(table(), MAP_WIDTH)
    beside, upon = PLACE + np.float32((200, 0)), PLACE + np.float32((20, 20))
    for card, quad in zip(BAVARIAN_32.cards[:2], (beside, PLACE), strict=True):
        view.add(lying(card, quad), table(90), 0)
    view.add(lying(BAVARIAN_32.cards[2], upon), table(90), 0, is_below=True)
    view.add(lying(BAVARIAN_32.cards[3], upon), table(90), 0)
    assert [BAVARIAN_32.cards.index(card.card) for card in view.cards if card.card] == [0, 2, 1, 3]


def test_the_table_under_cards_that_lay_there_first_is_guessed_from_around_them() -> None:
    view = BackgroundModel.of(table(90), MAP_WIDTH)
    view.add(lying(), table(90), 0)
    assert not view.cards[0].table_is_guess
    view.guess_background()
    (card,) = view.cards
    assert card.table_is_guess
    for background in (*view.backgrounds, card.background.over(table(90))):
        assert np.abs(background.astype(int) - PALE_MAP).max() <= 8
    assert view.likeness(card, table(), place_mask(), STEP).table > 0.9


def test_what_looks_as_it_looked_before_is_unchanged() -> None:
    """Where a hand was, the table or the card under it shows again."""
    view = BackgroundModel.of(table(), MAP_WIDTH)
    view.add(lying(), table(90), 0)
    view.last = table(150)  # a hand over the card
    for now, unchanged in ((table(90), True), (table(150), True), (table(), True), (table(20), False)):
        inside = view.unchanged_mask(now)[PLACE_ROWS, PLACE_COLUMNS] > 0
        assert inside.all() == inside.any() == unchanged


def test_after_a_knock_cards_and_table_lie_elsewhere() -> None:
    view = BackgroundModel.of(table(None), MAP_WIDTH)
    view.add(lying(), table(90), 0)
    view.add(lying(TWO, PLACE + np.float32((330, 0))), table(90), 0)
    view.last = table(90)
    motion = np.array([[1, 0, 40], [0, 1, 0], [0, 0, 1]], np.float64)
    now = np.roll(table(90), 40, axis=1)
    view.follow(motion, now)
    assert [card.card for card in view.cards] == [ONE], "the other one is out of view"
    (card,) = view.cards
    assert card.quad == pytest.approx(PLACE + np.float32((40, 0)), abs=0.1)
    where = place_mask(card.quad)
    assert view.likeness(card, now, where, STEP).card > 0.9
    assert view.likeness(card, table(), where, STEP).table > 0.9
    assert (view.last == now).mean() > 0.99


@pytest.mark.parametrize(("across", "part"), [(0, 0.0), (30, 0.36), (100, 0.83)])
def test_how_much_of_a_card_shows_beside_another(across: float, part: float) -> None:
    shown, share = visible_part(PLACE, [PLACE + np.float32((across, 0))], SHAPE)
    assert share == pytest.approx(part, abs=0.05)
    assert np.count_nonzero(shown) == pytest.approx(share * 60 * 100, rel=0.02, abs=1)
    assert visible_part(PLACE, [], SHAPE)[1] > 0.8


def test_the_look_of_a_covered_card_is_kept_and_that_of_the_upper_one_refreshed() -> None:
    upper = PLACE + np.array((20, 20), np.float32)
    view, now = BackgroundModel.of(table(), MAP_WIDTH), table(90)
    view.add(lying(), now, 0)
    now = cv2.rectangle(now.copy(), (120, 100), (180, 200), (150, 128, 128), cv2.FILLED)
    view.add(lying(TWO, upper), now, 0)
    view.understand((now - np.array([4, 0, 0], np.uint8)).astype(np.uint8), EVERYWHERE)
    below, above = view.cards
    assert (below.appearance.over(PALE_MAP)[100:175, 125:158, 0] == 90).all()
    assert (below.appearance.over(PALE_MAP)[82:92, 105:158, 0] == 86).all()
    assert (above.appearance.over(PALE_MAP)[110:190, 130:170, 0] == 146).all()


@pytest.mark.parametrize(
    ("across", "down", "stays"),
    [
        *[(-115, 0, True), (-140, 0, False), (340, 0, True), (365, 0, False)],
        *[(0, -120, True), (0, -140, False), (0, 130, True), (0, 150, False)],
    ],
)
def test_a_card_is_kept_after_a_knock_while_its_middle_is_in_view(across: int, down: int, stays: bool) -> None:
    view = BackgroundModel.of(table(), MAP_WIDTH)
    view.add(lying(), table(90), 0)
    motion = np.array([[1, 0, across], [0, 1, down], [0, 0, 1]], np.float64)
    view.follow(motion, table())
    assert bool(view.cards) is stays


def test_places_are_told_in_pixels_of_the_picture() -> None:
    """The map is a quarter as wide here."""
    view = BackgroundModel.of(table(), 4 * MAP_WIDTH)
    quad = (PLACE + 0.5) * 4 - 0.5
    assert view.on_map(quad) == pytest.approx(PLACE)
    view.add(lying(quad=quad), table(90), 0)
    assert view.cards[0].appearance.picture.shape[:2] == (101, 61)
    assert (view.cards[0].appearance.left, view.cards[0].appearance.top) == (100, 80)
    motion = np.array([[1, 0, 10], [0, 1, -5], [0, 0, 1]], np.float64)
    assert view.warp_quad(quad, motion) == pytest.approx(quad + np.array((40, -20), np.float32), abs=0.01)
