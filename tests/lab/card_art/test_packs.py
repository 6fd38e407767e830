"""The drawn packs: every card is there, countable, told from every other, and drawn alike each time."""

from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import BAVARIAN_32, FRENCH_52, GERMAN_33, PACKS, Card, Pack
from lab.card_art import Style, UnknownStyle, draw_back, draw_card, draw_pack
from lab.card_art.faces import face
from lab.card_art.numerals import spots
from vision.types import Image

pytestmark = pytest.mark.slow

SEEDS = st.integers(0, 10_000)
BARE = replace(Style.default(), index="none", scenes=False, frame="none", divider="none", branches=False, pip_scale=0.5)
LOOKS = {"house": Style.default(), "doubled": Style.doubled(), "random": Style.random(8)}


def likeness(one: Image, other: Image) -> float:
    """Normalised correlation of two pictures at 96×144, the better of both ways up."""
    upright, turned, reference = (_normal(picture) for picture in (one, one[::-1, ::-1], other))
    return float(max(upright @ reference, turned @ reference))


def likenesses(cards: dict[Card, Image]) -> dict[tuple[str, str], float]:
    """The likeness of each pair of cards."""
    upright = np.stack([_normal(picture) for picture in cards.values()])
    turned = np.stack([_normal(picture[::-1, ::-1]) for picture in cards.values()])
    alike = np.maximum(upright @ upright.T, turned @ upright.T)
    pairs = combinations(range(len(cards)), 2)
    names = [str(card) for card in cards]
    return {(names[one], names[other]): round(float(alike[one, other]), 3) for one, other in pairs}


def _normal(picture: Image) -> np.ndarray:
    small = cv2.resize(picture, (96, 144), interpolation=cv2.INTER_AREA).astype(np.float32).ravel()
    small -= small.mean()
    return small / np.linalg.norm(small)


def patches(picture: Image, paper: tuple[int, int, int]) -> int:
    """Counts the patches at least as large as a thousandth of the card that are not paper (RGB)."""
    drawn = (np.abs(picture.astype(int) - paper[::-1]).max(axis=2) > 24).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(drawn)
    return int((stats[1:, cv2.CC_STAT_AREA] > drawn.size / 1000).sum())


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("kind", PACKS)
def test_every_card_of_a_pack_is_drawn_in_the_asked_size(kind: str, look: Style) -> None:
    cards = draw_pack(kind, look, 120)
    assert tuple(cards) == PACKS[kind].cards
    assert {picture.shape[0] for picture in cards.values()} == {120}
    assert {(picture.shape[1:], picture.dtype.name) for picture in cards.values()} == {
        ((next(iter(cards.values())).shape[1], 3), "uint8")
    }
    assert not any(picture.flags.writeable for picture in cards.values())


@pytest.mark.parametrize("seed", [0, 1, 17])
def test_the_same_style_gives_the_same_bytes(seed: int) -> None:
    once = {card: picture.tobytes() for card, picture in draw_pack("german33", Style.random(seed), 90).items()}
    draw_card.cache_clear()
    again = {card: picture.tobytes() for card, picture in draw_pack("german33", Style.random(seed), 90).items()}
    assert once == again


@given(SEEDS, st.sampled_from([GERMAN_33, FRENCH_52]), st.booleans())
def test_numerals_have_as_many_signs_as_they_say(seed: int, pack: Pack, doubled: bool) -> None:
    style = replace(Style.random(seed), double_headed=doubled)
    for card in pack.cards:
        what = face(pack, card, style)
        if card.rank.isdigit():
            own = [spot for spot in spots(what) if spot.sign is None]
            assert len({(spot.x, spot.y) for spot in own}) == int(card.rank)
            assert all(-1 <= spot.x <= 1 and -0.01 <= spot.y <= 1.01 for spot in own)
        elif card.rank in "KQJOU":
            assert what.count is None


def test_the_weli_shows_an_acorn_and_a_heart_among_its_bells() -> None:
    weli = spots(face(GERMAN_33, Card("S", "6"), Style.default()))
    assert sorted(spot.sign for spot in weli if spot.sign) == ["E", "H"]


@pytest.mark.parametrize("doubled", [False, True], ids=["single", "doubled"])
@pytest.mark.parametrize("suit", "ELHS")
def test_signs_can_be_counted_in_the_picture(suit: str, doubled: bool) -> None:
    style = replace(BARE, double_headed=doubled)
    counted = {
        rank: patches(draw_card(BAVARIAN_32, Card(suit, rank), style, 500), style.palette.paper)
        for rank in ("7", "8", "9", "10")
    }
    assert counted == {rank: int(rank) * (2 if doubled else 1) for rank in counted}


@pytest.mark.parametrize("look", ["house", "doubled"])
@pytest.mark.parametrize(
    ("kind", "most"),
    [("german33", 0.85), ("french20", 0.93), ("french52", 0.96)],
    # the same rank in clubs and spades differs little in any French deck
)
def test_no_two_cards_look_alike_either_way_up(kind: str, most: float, look: str) -> None:
    cards = draw_pack(kind, LOOKS[look], 200)
    assert {pair: alike for pair, alike in likenesses(cards).items() if alike > most} == {}


@pytest.mark.parametrize("seed", [None, 0, 1, 2, 3, 4, 5])
def test_a_back_does_not_tell_which_way_up_it_lies(seed: int | None) -> None:
    back = draw_back(Style.default() if seed is None else Style.random(seed), 300)
    turned = back[::-1, ::-1]
    assert np.array_equal(back, turned)
    assert back.std() > 10


@pytest.mark.parametrize(
    ("call", "says"),
    [
        pytest.param(lambda: draw_pack("tarot78", Style.default(), 100), "got pack 'tarot78'", id="unknown pack"),
        pytest.param(lambda: draw_pack("french20", Style.default(), 3), "at least 16", id="too small"),
        pytest.param(lambda: Style(aspect=2.0), "expected 0.4 to 0.9", id="too wide"),
    ],
)
def test_what_cannot_be_drawn_is_told(call: object, says: str) -> None:
    with pytest.raises(UnknownStyle, match=says):
        call()  # type: ignore[operator]
