"""The rendered table: what the truth says is what the picture shows."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from engine.cards import Card
from simulator.choreography import (
    Action,
    Bump,
    ChangeLight,
    ClearStock,
    Exchange,
    Gather,
    HandPasses,
    Lay,
    Lift,
    NothingThere,
    Nudge,
    SetStock,
    TakeUpcard,
    TurnUpcard,
    Wait,
)
from simulator.table import LightName, Look, RenderedFrame, RenderedTable
from vision.types import Image

pytestmark = pytest.mark.slow

SIZE = (640, 360)
COLOURS = {"EA": (0, 0, 255), "LK": (0, 220, 0), "HO": (255, 0, 0), "SU": (255, 0, 255), "E10": (255, 200, 0)}
"""BGR; no other thing on the table has one of these."""
EA, LK, HO, SU, E10 = (Card(text[0], text[1:]) for text in COLOURS)
DEAL = (Lay(0, EA), Lay(1, LK), Lay(2, HO), Lay(3, SU), Gather(1))


def coloured_deck() -> dict[Card, Image]:
    return {Card(text[0], text[1:]): np.full((180, 110, 3), colour, np.uint8) for text, colour in COLOURS.items()}


def plain_look(seed: int = 5) -> Look:
    """A white table in daylight, seen by a tilted camera."""
    look = Look.random(seed)
    camera = replace(look.camera, tilt=np.radians(6.0), barrel=-0.05)
    return replace(look, surface="white", light="daylight", camera=camera, focus=0.5, props=0)


def rendered(actions: tuple[Action, ...], look: Look, seed: int = 3) -> list[RenderedFrame]:
    return list(RenderedTable(coloured_deck(), look, seed, SIZE).play(actions))


@cache
def deal(seed: int) -> list[RenderedFrame]:
    return rendered(DEAL, plain_look(seed), seed)


def coloured(image: Image, card: Card) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Returns where the picture has the card's hue."""
    hue, saturation, _ = cv2.split(cv2.cvtColor(image, cv2.COLOR_BGR2HSV))
    pixel = np.full((1, 1, 3), COLOURS[str(card)], np.uint8)
    wanted = int(cv2.cvtColor(pixel, cv2.COLOR_BGR2HSV)[0, 0, 0])
    distance = np.abs(hue.astype(int) - wanted)
    return np.asarray((np.minimum(distance, 180 - distance) < 9) & (saturation > 100))


def filled(quad: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    mask = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return mask.astype(bool)


@pytest.mark.parametrize("seat", range(4))
def test_a_card_is_seen_where_its_quad_says(seat: int) -> None:
    frame = rendered((Lay(seat, EA),), plain_look(), seed=seat)[-1]
    (seen,) = frame.cards
    there, said = coloured(frame.image, EA), filled(seen.quad)
    assert np.count_nonzero(there & said) / np.count_nonzero(there | said) > 0.94


@pytest.mark.parametrize("seed", range(4))
def test_the_visible_fraction_is_what_the_picture_shows(seed: int) -> None:
    frame = next(frame for frame in deal(seed) if frame.completed == DEAL[3])
    assert [seen.card for seen in frame.cards] == [EA, LK, HO, SU]
    for seen in frame.cards:
        shown = np.count_nonzero(coloured(frame.image, seen.card)) / np.count_nonzero(filled(seen.quad))
        assert seen.visible == pytest.approx(shown, abs=0.05)
    assert frame.cards[-1].visible == 1.0


def test_some_of_these_deals_have_covered_cards() -> None:
    assert min(seen.visible for seed in range(4) for frame in deal(seed) for seen in frame.cards) < 0.85


def test_a_hand_over_a_card_hides_it() -> None:
    frames = rendered((Lay(0, EA), Nudge(EA)), plain_look())
    hidden = [frame for frame in frames if frame.moving and frame.cards]
    assert min(frame.cards[0].visible for frame in hidden) < 0.95
    assert all(frame.cards[0].visible == 1.0 for frame in frames if frame.cards and not frame.moving)


def test_nothing_moves_in_frames_that_are_called_still() -> None:
    previous: RenderedFrame | None = None
    for frame in deal(0):
        if previous is not None and not frame.moving and not previous.moving:
            difference = cv2.absdiff(frame.image, previous.image)
            assert cv2.blur(difference, (9, 9)).max() < 16
            assert difference.any(), "a camera's noise is never twice the same"
        previous = frame


def test_a_moving_hand_is_in_the_picture() -> None:
    frames = deal(0)
    empty = frames[-1]
    assert not empty.moving
    assert not empty.cards
    strongest = [int(cv2.blur(cv2.absdiff(frame.image, empty.image), (9, 9)).max()) for frame in frames if frame.moving]
    assert np.median(strongest) > 40
    assert np.mean(np.array(strongest) > 20) > 0.8


@pytest.mark.parametrize("seat", range(4))
def test_hands_come_in_from_the_edge_of_their_seat(seat: int) -> None:
    frames = rendered((HandPasses(seat),), plain_look())
    empty = frames[-1].image
    first = next(frame for frame in frames if frame.moving and _changed(frame.image, empty).any())
    rows, columns = np.nonzero(_changed(first.image, empty))
    edges = {0: SIZE[1] - 1 - rows.max(), 1: columns.min(), 2: rows.min(), 3: SIZE[0] - 1 - columns.max()}
    assert edges[seat] == min(edges.values())
    assert edges[seat] < 6


def _changed(image: Image, empty: Image) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    return np.asarray(cv2.blur(cv2.absdiff(image, empty), (7, 7)).max(axis=2) > 10)


STORY: tuple[tuple[Action, set[Card]], ...] = (
    (Wait(0.2), set()),
    (SetStock(2), set()),
    (TurnUpcard(E10, 2), {E10}),
    (Exchange(0, 2), {E10}),
    (Lay(0, EA), {E10, EA}),
    (HandPasses(1), {E10, EA}),
    (Nudge(EA), {E10, EA}),
    (Lay(1, LK), {E10, EA, LK}),
    (Lift(EA), {E10, LK}),
    (Lay(0, HO), {E10, LK, HO}),
    (Gather(0), {E10}),
    (TakeUpcard(2), set()),
    (ClearStock(2), set()),
)


def test_each_action_is_completed_once_and_leaves_the_right_cards() -> None:
    frames = rendered(tuple(action for action, _ in STORY), plain_look())
    reported = [(frame.completed, {seen.card for seen in frame.cards}) for frame in frames if frame.completed]
    assert reported == list(STORY)
    assert [frame.number for frame in frames] == list(range(len(frames)))
    assert not any(frame.moving for frame in frames if frame.completed)


def test_after_a_bump_the_truth_looks_through_the_moved_camera() -> None:
    before, *shaken, after = (frame for frame in rendered((Lay(0, EA), Bump()), plain_look()) if frame.cards)
    assert sum(frame.moving for frame in shaken if not np.array_equal(frame.cards[0].quad, before.cards[0].quad)) >= 2
    assert np.abs(after.cards[0].quad - before.cards[0].quad).max() > 4
    there, said = coloured(after.image, EA), filled(after.cards[0].quad)
    assert np.count_nonzero(there & said) / np.count_nonzero(there | said) > 0.94


@pytest.mark.parametrize("factor", [0.6, 1.2])
def test_light_changes_the_picture_by_its_factor(factor: float) -> None:
    before, *_, after = rendered((Wait(0.1), ChangeLight(factor)), plain_look())
    assert after.image.mean() / before.image.mean() == pytest.approx(factor, rel=0.05)


def test_a_stock_that_lies_already_is_not_set_down_again() -> None:
    look = plain_look()
    both = rendered((SetStock(2), TurnUpcard(E10, 2)), look)
    assert len(both) < len(rendered((SetStock(2),), look)) + len(rendered((TurnUpcard(E10, 2),), look))


def test_the_truth_names_seat_and_place() -> None:
    frame = rendered((TurnUpcard(E10, 2), Lay(3, EA)), plain_look())[-1]
    assert {(seen.card, seen.seat, seen.place) for seen in frame.cards} == {(E10, 2, "upcard"), (EA, 3, "trick")}


@pytest.mark.parametrize("light", ["good", "dim"])
def test_the_same_seed_gives_the_same_bytes(light: LightName) -> None:
    look = Look.random(9, light)
    first, again, other = (
        [frame.image.tobytes() for frame in rendered((Lay(0, EA),), look, seed)] for seed in (4, 4, 5)
    )
    assert first == again
    assert first != other


def test_dim_is_darker_and_noisier_than_good() -> None:
    good, dim = (
        [frame.image.astype(float) for frame in rendered((Wait(1.0),), replace(Look.random(3, light), props=0))]
        for light in ("good", "dim")
    )
    assert np.mean(dim) < 0.8 * np.mean(good)
    assert np.std(dim[0] - dim[1]) > 1.5 * np.std(good[0] - good[1])


@pytest.mark.parametrize("seed", range(6))
def test_every_look_renders(seed: int) -> None:
    frame = rendered((Lay(seed % 4, EA),), Look.random(seed, "dim" if seed % 2 else "good"))[-1]
    assert frame.image.shape == (SIZE[1], SIZE[0], 3)
    assert frame.image.dtype == np.uint8
    assert frame.image.std() > 3


@pytest.mark.parametrize(
    "action",
    [Gather(0), TakeUpcard(0), Lift(EA), Nudge(EA), ClearStock(0)],
    ids=["gather", "take", "lift", "nudge", "clear"],
)
def test_a_hand_cannot_take_what_is_not_there(action: Action) -> None:
    with pytest.raises(NothingThere, match=r"lie"):
        rendered((action,), plain_look())


def test_frames_may_be_full_hd() -> None:
    table = RenderedTable(coloured_deck(), plain_look(), 1, (1920, 1080))
    assert next(iter(table.play([Wait(0.1)]))).image.shape == (1080, 1920, 3)
