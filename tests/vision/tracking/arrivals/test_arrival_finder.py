"""Cards that have arrived are found where the view changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32, Card
from tests.support.examples import one_in
from tests.support.paper_table import CARDS, InDoubt, PixelReader, card_picture, cloth, paste, quad_at
from vision.geometry.quads import overlap, portrait
from vision.scene.covered_outlines import SearchedImage
from vision.tracking.arrivals import arrival_finder
from vision.tracking.arrivals.arrival_finder import ArrivalFinder
from vision.tracking.arrivals.partial_arrivals import PartialArrivalFinder
from vision.tracking.arrivals.votes import VoteReader
from vision.tracking.background.background_model import BackgroundModel
from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.background.changes import Region, change_mask, to_lab_map
from vision.tracking.evidence import changed_regions
from vision.tracking.settled_scene import Arrival, SettledScene
from vision.types import Candidate, Image, Quad, Reading

PLACE = portrait(quad_at(480, 270, 25))


def look_at(image: np.ndarray) -> SettledScene:
    return SettledScene(0, 0.0, image.shape[1::-1], to_lab_map(image))


STRANGER = BAVARIAN_32.cards[20]
"""A card of which the reader knows no picture, as a court of another print."""
ELSEWHERE, RIGHT = portrait(quad_at(200, 300, 80)), portrait(quad_at(760, 250, 10))


def table_with(*lying: tuple[Card, Quad], colour: tuple[int, int, int] = (60, 90, 40)) -> Image:
    image = cloth(colour)
    for card, quad in lying:
        paste(image, card_picture(card), quad)
    return image


def find(
    image: Image,
    *,
    bare: Image | None = None,
    known: Sequence[tuple[Card, Quad]] = (),
    sized: bool = True,
    still: bool = True,
    at_rim: bool = False,
    regions: Sequence[Region] | None = None,
    reader: PixelReader | None = None,
) -> tuple[list[Arrival], SettledScene]:
    """Returns what has arrived since the *known* cards lay alone on the bare table."""
    bare = cloth() if bare is None else bare
    view, sizes = BackgroundModel.of(to_lab_map(bare), bare.shape[1]), CardSizes(image.shape[:2])
    before = bare.copy()
    for card, quad in known:
        paste(before, card_picture(card), quad)
        view.add(Reading(card, (Candidate(card, 0.99),), quad, 1.0), to_lab_map(before), 0)
        view.last = to_lab_map(before)
    for quad in (ELSEWHERE, RIGHT) if sized else ():
        sizes.learn(quad)
    look = look_at(image)
    changes = changed_regions(change_mask(look.map, view.last), sizes) if regions is None else regions
    look = replace(
        look,
        regions=[replace(one, at_rim=one.at_rim or at_rim) for one in changes],
        long_still=None if still else np.zeros(look.map.shape[:2], np.uint8),
    )
    reader = reader or PixelReader()
    searched = SearchedImage(image)
    look = ArrivalFinder(reader, sizes).find(searched, look, view)
    look = PartialArrivalFinder(reader, VoteReader(reader)).find(searched, look, view)
    return list(look.arrivals), look


def names(arrivals: Sequence[Arrival]) -> list[Card | None]:
    return [VoteReader(PixelReader()).reading(arrival).card for arrival in arrivals]


@pytest.mark.parametrize(("sized", "still"), [(False, False), (True, True)], ids=["quick", "thorough"])
def test_each_card_that_was_laid_is_found_where_it_lies(sized: bool, still: bool) -> None:
    laid = [(CARDS[0], PLACE), (CARDS[3], RIGHT)]
    found, look = find(table_with(*laid), sized=sized, still=still)
    by_name = dict(zip(names(found), found, strict=True))
    assert set(by_name) == {card for card, _ in laid}
    for card, quad in laid:
        assert overlap(by_name[card].quad, quad) > 0.9
        assert by_name[card].close_up is not None
    assert look.deferred_regions == []


@pytest.mark.parametrize(
    ("sized", "still", "at_rim", "is_asked_about"),
    [
        pytest.param(True, True, False, True, id="as large as the cards"),
        pytest.param(False, True, False, True, id="of the shape of a card, and no card was read yet"),
        pytest.param(True, True, True, False, id="a hand touches it"),
        pytest.param(True, False, False, False, id="it came to rest just now"),
    ],
)
def test_a_card_of_another_print_is_asked_about(sized: bool, still: bool, at_rim: bool, is_asked_about: bool) -> None:
    found, look = find(table_with((STRANGER, PLACE)), sized=sized, still=still, at_rim=at_rim)
    assert names(found) == [None] * is_asked_about
    assert all(overlap(one.quad, PLACE) > 0.9 for one in found)
    assert bool(look.deferred_regions) is not still


def test_a_doubtful_card_is_found_at_once_and_searched_again_after_a_rest() -> None:
    (arrival,), look = find(table_with((CARDS[0], PLACE)), still=False, reader=InDoubt([CARDS[0]]))
    assert overlap(arrival.quad, PLACE) > 0.9
    assert look.deferred_regions == look.regions


@pytest.mark.parametrize(
    ("colour", "is_asked_about"),
    one_in(
        4,
        [
            pytest.param(None, True, id="paper that the card does not explain"),
            pytest.param(
                (120, 150, 205), False, id="the colour of a hand: a part of the card, or what a hand did to it"
            ),
        ],
    ),
)
def test_a_strange_outline_upon_a_card_is_asked_about_if_it_is_paper(
    colour: tuple[int, int, int] | None, is_asked_about: bool
) -> None:
    upon = portrait(quad_at(500, 300, 25))
    image = table_with((CARDS[0], PLACE), (STRANGER, upon))
    if colour is not None:
        cv2.fillConvexPoly(image, np.round(upon).astype(np.int32), colour)
    found, _ = find(image, known=[(CARDS[0], PLACE)])
    assert any(overlap(one.quad, upon) > 0.9 for one in found) is is_asked_about


WHITE = (238, 238, 238)


@pytest.mark.parametrize(
    ("at_rim", "expected"), [pytest.param(False, [CARDS[0]], id="free"), pytest.param(True, [], id="a hand touches it")]
)
def test_a_card_on_a_table_as_white_as_itself_is_found_by_its_drawing(at_rim: bool, expected: list[Card]) -> None:
    image = table_with((CARDS[0], PLACE), colour=WHITE)
    found, _ = find(image, bare=table_with(colour=WHITE), at_rim=at_rim, still=False)
    assert names(found) == expected
    assert all(overlap(one.quad, PLACE) > 0.7 for one in found)


@pytest.mark.parametrize("shift", [(-30, 20), (0, 40)])
def test_a_card_on_a_pale_table_is_not_missed_if_a_shadow_comes_with_it(shift: tuple[int, int]) -> None:
    """The outline of what changed is that of both."""
    pale = (215, 222, 225)
    shadow = np.zeros((540, 960), np.float32)
    cv2.fillConvexPoly(shadow, np.round(PLACE + np.float32(shift)).astype(np.int32), (0.4,))
    light = 1 - cv2.GaussianBlur(shadow, (0, 0), 9)[..., None]
    image = (table_with((CARDS[0], PLACE), colour=pale) * light).astype(np.uint8)
    found, _ = find(image, bare=table_with(colour=pale))
    assert max((overlap(one.quad, PLACE) for one in found), default=0.0) > 0.8


@pytest.mark.parametrize(
    ("lies", "visible", "at_rim", "still", "expected"),
    [
        pytest.param(CARDS[0], 1.0, False, True, [CARDS[0]], id="a whole card"),
        pytest.param(None, 1.0, False, True, [], id="a card in doubt"),
        pytest.param(CARDS[0], 0.8, False, True, [], id="a covered card"),
        pytest.param(CARDS[0], 1.0, True, True, [CARDS[0]], id="its change reaches the rim, as with an arm's shadow"),
        pytest.param(CARDS[0], 1.0, True, False, [], id="something moves there"),
    ],
)
def test_the_first_card_on_such_a_table_is_one_that_the_still_picture_shows_where_it_changed(
    monkeypatch: pytest.MonkeyPatch, lies: Card | None, visible: float, at_rim: bool, still: bool, expected: list[Card]
) -> None:
    shown = [Reading(lies, (Candidate(CARDS[0], 0.9),), PLACE, visible), Reading(CARDS[3], (), RIGHT, 1.0)]
    searched: list[Image] = []

    def read_scene(image: Image, _reader: object) -> list[Reading]:
        searched.append(image)
        return shown

    monkeypatch.setattr(arrival_finder, "read_scene", read_scene)
    image = table_with((CARDS[0], PLACE), colour=WHITE)
    found, _ = find(image, bare=table_with(colour=WHITE), sized=False, at_rim=at_rim, still=still)
    assert names(found) == expected
    assert len(searched) == still, "it takes many times as long"


def test_a_card_that_was_pushed_is_known_again() -> None:
    beside = portrait(quad_at(520, 320, 25))
    found, _ = find(table_with((CARDS[0], beside)), known=[(CARDS[0], PLACE)])
    (arrival,) = found
    assert arrival.previous is not None
    assert arrival.previous.quad is PLACE
    assert overlap(arrival.quad, beside) > 0.9


def test_where_a_card_was_taken_nothing_has_arrived() -> None:
    table = table_with()
    view = BackgroundModel.of(to_lab_map(table), 960)
    view.last = to_lab_map(table_with((CARDS[0], PLACE)))
    look, sizes = look_at(table), CardSizes((540, 960))
    look = replace(look, regions=changed_regions(change_mask(look.map, view.last), sizes))
    assert look.regions
    assert ArrivalFinder(PixelReader(), sizes).find(SearchedImage(table), look, view).arrivals == []
