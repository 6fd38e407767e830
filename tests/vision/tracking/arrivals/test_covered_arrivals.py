"""Cards that have come to lie partly under others: what one of them shows is no part of another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from engine.cards import Card
from tests.support.paper_table import quad_at
from vision.geometry.quads import mask_of_quads, scaled
from vision.recognition.place import Place
from vision.scene.covered_outlines import CoveredOutline, SearchedImage
from vision.tracking.arrivals import partial_arrivals
from vision.tracking.arrivals.partial_arrivals import PartialArrivalFinder
from vision.tracking.background.background_model import BackgroundModel
from vision.tracking.background.changes import Region, regions_of, to_lab_map
from vision.tracking.settled_scene import Arrival, SettledScene
from vision.types import Candidate, Image, Map, Mask, Quad, Reading

IMAGE: Image = np.zeros((540, 960, 3), np.uint8)
TOP, FIRST, CROSSWISE, BESIDE = quad_at(300, 270, 0), quad_at(380, 270, 0), quad_at(390, 280, 90), quad_at(800, 270, 0)
D7, D10 = Card("D", "7"), Card("D", "10")


def read_below_top(
    monkeypatch: pytest.MonkeyPatch, quads: Sequence[Quad], names: Sequence[Card | None]
) -> tuple[list[Card | None], list[list[Quad]]]:
    """Returns the names that are found below `TOP`, and for each reading the quads that cover the card."""
    readings = iter(names)
    occluders: list[list[Quad]] = []

    def read_covered(place: Any) -> Reading:
        occluders.append(place.occlusion)
        return Reading(next(readings), (Candidate(D7, 0.9),), place.quad, 0.4)

    monkeypatch.setattr(partial_arrivals, "occlusion_by", lambda _image, tops, _plane: list(tops))
    monkeypatch.setattr(partial_arrivals, "read_covered", read_covered)
    reader: Any = SimpleNamespace(length=None)
    covered = [CoveredOutline(quad, 1.0, 0.4) for quad in quads]
    found = PartialArrivalFinder(reader, reader)._read_covered(IMAGE, covered, [TOP], [])
    return [reading.card for reading in found], occluders


@pytest.mark.parametrize(
    ("quads", "names", "covering"),
    [
        pytest.param([FIRST, CROSSWISE], [D10, D7], [[TOP], [TOP, FIRST]], id="across a named card"),
        pytest.param([FIRST, CROSSWISE], [None, D7], [[TOP], [TOP]], id="across a card without a name"),
        pytest.param([FIRST, BESIDE], [D10, D7], [[TOP], [TOP]], id="beside it"),
        pytest.param([FIRST, FIRST], [D10, D7], [[TOP]], id="another outline of it"),
    ],
)
def test_a_named_card_covers_what_is_read_across_it(
    quads: list[Quad], names: list[Card | None], covering: list[list[Quad]], monkeypatch: pytest.MonkeyPatch
) -> None:
    found, occluders = read_below_top(monkeypatch, quads, names)
    assert found == names[: len(covering)]
    assert [[quad.tolist() for quad in each] for each in occluders] == [[q.tolist() for q in each] for each in covering]


class Told:
    """Reads arrivals as it is told by their places."""

    def __init__(self, names: Sequence[tuple[Quad, Card]]) -> None:
        self.names = names

    def reading(self, arrival: Arrival) -> Reading:
        name = next((card for quad, card in self.names if quad is arrival.quad), None)
        return Reading(name, (Candidate(name or D7, 0.9),), arrival.quad, 1.0)


def table_with(*quads: Quad) -> Map:
    image = np.full((540, 960, 3), 60, np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(image, np.round(quad).astype(np.int32), (230, 230, 230))
    return to_lab_map(image)


def region_at(quad: Quad, *, at_rim: bool = False) -> Region:
    (region,) = regions_of(mask_of_quads([scaled(quad, 0.5)], (270, 480)), 1)
    return replace(region, at_rim=at_rim)


@dataclass
class Search:
    """What is searched and read below the cards: by stubs, since the tests of `vision.scene` read real pictures."""

    covered: list[CoveredOutline] = field(default_factory=list)
    shown: Callable[[Place], Reading | None] = lambda place: Reading(D7, (Candidate(D7, 0.9),), place.quad, 0.5)
    tops: list[Quad] = field(default_factory=list)
    read: list[Place] = field(default_factory=list)

    def find_covered_outlines(
        self, _searched: SearchedImage, _reader: Any, tops: Sequence[Quad], where: Mask
    ) -> list[CoveredOutline]:
        assert where.any()
        self.tops = list(tops)
        return self.covered

    def read_covered(self, place: Place) -> Reading | None:
        assert place.image is IMAGE
        self.read.append(place)
        return self.shown(place)


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> Search:
    stub = Search()
    monkeypatch.setattr(partial_arrivals, "find_covered_outlines", stub.find_covered_outlines)
    monkeypatch.setattr(partial_arrivals, "read_covered", stub.read_covered)
    return stub


def view_of(*lying: tuple[Card, Quad]) -> BackgroundModel:
    view = BackgroundModel.of(table_with(), 960)
    for card, quad in lying:
        view.add(Reading(card, (Candidate(card, 0.9),), quad, 1.0), table_with(quad), 0)
    return view


def add_occluded(
    arrivals: list[Arrival],
    named: Sequence[tuple[Quad, Card]] = (),
    regions: Sequence[Region] = (),
    view: BackgroundModel | None = None,
    now: Map | None = None,
) -> list[Arrival]:
    view = view_of() if view is None else view
    now = view.last if now is None else now
    scene = SettledScene(0, 0.0, (960, 540), now, arrivals=arrivals, open_regions=regions)
    reader: Any = SimpleNamespace(length=None)
    votes: Any = Told(named)
    return list(PartialArrivalFinder(reader, votes).with_covered(SearchedImage(IMAGE), scene, view))


SLIVER = region_at(quad_at(383, 270, 0, 78, 150))
"""What shows of `FIRST` beside `TOP`."""


@pytest.mark.parametrize(
    ("region", "visible", "is_found"),
    [
        pytest.param(SLIVER, 0.5, True, id="what shows of it has changed"),
        pytest.param(region_at(quad_at(419, 270, 0, 5, 150)), 0.5, False, id="hardly anything of it has changed"),
        pytest.param(region_at(quad_at(419, 270, 0, 5, 150)), 0.2, True, id="as much as half of what shows of it"),
        pytest.param(region_at(BESIDE), 0.5, False, id="the change lies elsewhere"),
        pytest.param(replace(SLIVER, at_rim=True), 0.5, False, id="a hand that may reach in there"),
        pytest.param(None, 0.5, False, id="all changes are explained"),
    ],
)
def test_a_card_that_arrived_below_another_is_searched_where_the_view_changed(
    search: Search, region: Region | None, visible: float, is_found: bool
) -> None:
    top = Arrival(TOP, [])
    search.covered = [CoveredOutline(FIRST, 1.0, visible)]
    found = add_occluded([top], [(TOP, D10)], [] if region is None else [region])
    assert found[-1] is top
    assert [one.quad is FIRST for one in found[:-1]] == [True] * is_found


@pytest.mark.parametrize(
    ("at", "is_searched"),
    [pytest.param(TOP, True, id="beside the change"), pytest.param(BESIDE, False, id="elsewhere")],
)
def test_a_card_may_have_been_pushed_below_one_that_lay_beside_the_change(
    search: Search, at: Quad, is_searched: bool
) -> None:
    search.covered = [CoveredOutline(FIRST, 1.0, 0.5)]
    regions = [region_at(quad_at(600, 470, 0, 40, 40)), SLIVER]
    found = add_occluded([], regions=regions, view=view_of((D10, at)), now=table_with(at))
    assert [top is at for top in search.tops] == [True] * is_searched
    assert len(found) == is_searched


@pytest.mark.parametrize(
    ("shown", "lying", "is_found"),
    [
        pytest.param(Reading(D7, (Candidate(D7, 0.9),), FIRST, 0.5), (), True, id="a card"),
        pytest.param(Reading(None, (Candidate(D7, 0.6),), FIRST, 0.5), (), True, id="a card in doubt"),
        pytest.param(Reading(None, (Candidate(D7, 0.6),), FIRST, 0.5, is_of_pack=False), (), False, id="a stranger"),
        pytest.param(None, (), False, id="no card"),
        pytest.param(Reading(None, (Candidate(D7, 0.6),), FIRST, 0.5), ((D7, BESIDE),), False, id="one in view"),
        pytest.param(Reading(D7, (Candidate(D7, 0.9),), FIRST, 0.5), ((D10, FIRST),), False, id="known at its place"),
        pytest.param(Reading(D7, (Candidate(D7, 0.9),), FIRST, 0.5), ((D10, BESIDE),), True, id="others are in view"),
    ],
)
def test_only_a_card_of_the_pack_that_is_not_in_view_has_arrived_below(
    search: Search, shown: Reading | None, lying: Sequence[tuple[Card, Quad]], is_found: bool
) -> None:
    search.covered, search.shown = [CoveredOutline(FIRST, 1.0, 0.5)], lambda _: shown
    now = table_with(*(quad for _, quad in lying))
    found = add_occluded([Arrival(TOP, [])], [(TOP, D10)], [SLIVER], view_of(*lying), now)
    assert [one.partial_reading for one in found] == ([shown] if is_found else []) + [None]


@pytest.mark.parametrize(
    ("name", "before", "is_same"),
    [
        pytest.param(D7, quad_at(460, 270, 0), True, id="by its name"),
        pytest.param(D7, BESIDE, True, id="by its name, from afar"),
        pytest.param(None, quad_at(460, 270, 0), True, id="the likeliest one near by"),
        pytest.param(None, BESIDE, False, id="in doubt from afar"),
        pytest.param(D10, quad_at(460, 270, 0), False, id="another card"),
    ],
)
def test_a_card_that_left_its_place_may_have_been_pushed_below(
    search: Search, name: Card | None, before: Quad, is_same: bool
) -> None:
    search.covered = [CoveredOutline(FIRST, 1.0, 0.5)]
    search.shown = lambda place: Reading(name, (Candidate(name or D7, 0.9),), place.quad, 0.5)
    view = view_of((D7, before))
    found = add_occluded([Arrival(TOP, [])], [(TOP, D10)], [SLIVER], view)
    assert found[0].previous is (view.cards[0] if is_same else None)


UPPER = quad_at(330, 270, 0)
"""It covers 34 of the 84 px of `FIRST`."""
NEARLY_FIRST = FIRST + np.array((8, 0), np.float32)


@pytest.mark.parametrize(
    ("is_named", "upper_at", "is_card", "expected"),
    [
        pytest.param(True, UPPER, True, ["read below", "upper"], id="it is read by the part that shows"),
        pytest.param(True, UPPER, False, ["as it was", "upper"], id="that part is no card: the votes decide"),
        pytest.param(True, NEARLY_FIRST, False, ["upper"], id="it is another outline of the named one"),
        pytest.param(False, UPPER, True, ["as it was", "upper"], id="the upper one is in doubt as well"),
        pytest.param(True, BESIDE, True, ["as it was", "upper"], id="they do not touch"),
    ],
)
def test_a_doubtful_arrival_below_a_named_one_is_read_by_what_shows_of_it(
    search: Search, is_named: bool, upper_at: Quad, is_card: bool, expected: list[str]
) -> None:
    lower, upper = Arrival(FIRST, []), Arrival(upper_at, [])
    if not is_card:
        search.shown = lambda _: None
    found = add_occluded([lower, upper], [(upper_at, D10)] if is_named else [])
    assert ["as it was" if one is lower else "upper" if one is upper else "read below" for one in found] == expected
    if upper_at is UPPER:
        assert [place.visible for place in search.read] == pytest.approx([1 - 34 / 84] if is_named else [], abs=0.05)


@pytest.mark.parametrize(
    ("shows", "is_itself", "is_below"),
    [
        pytest.param(True, False, True, id="it shows there"),
        pytest.param(False, False, False, id="the table shows there"),
        pytest.param(True, True, False, id="it is the card itself, which was moved"),
    ],
)
def test_a_doubtful_arrival_may_lie_below_a_card_in_view(
    search: Search, shows: bool, is_itself: bool, is_below: bool
) -> None:
    view = view_of((D10, UPPER))
    late = Arrival(FIRST, [], view.cards[0] if is_itself else None)
    found = add_occluded([late], view=view, now=table_with(UPPER) if shows else table_with())
    assert [one is late for one in found] == [not is_below]
    assert len(search.read) == is_below
