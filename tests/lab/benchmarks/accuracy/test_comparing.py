"""How readings are held against the truth of a picture, a photograph and a sequence."""

from pathlib import Path
from typing import cast

import numpy as np
import pytest

from engine.cards import Card
from lab.benchmarks.accuracy.photographs import PhotographCounts
from lab.benchmarks.accuracy.photographs import count_readings as count_photograph
from lab.benchmarks.accuracy.scenes import Tables, count_readings
from lab.benchmarks.appliance.idle import Still
from lab.benchmarks.datasets.labelled_photographs import LabelledPhotograph, SetOfPhotographs
from lab.benchmarks.stills.tabletop import Tabletop, VisibleCard
from lab.benchmarks.tracking.rendered_deals import expected_after, tricks_of
from simulator.choreography import parse_actions
from simulator.script import Expected
from simulator.table import RenderedFrame
from vision.recognition.reader import PackReader
from vision.types import Candidate, Image, Quad, Reading

HK, HO, E9, L10 = Card("H", "K"), Card("H", "O"), Card("E", "9"), Card("L", "10")
NOTHING = cast("Image", np.zeros((10, 10, 3), np.uint8))


def quad(x: float, y: float = 0.0) -> Quad:
    corners = np.array([[0, 0], [60, 0], [60, 100], [0, 100]], np.float32)
    return cast("Quad", corners + np.array([x, y], np.float32))


def reading(card: Card | None, where: Quad, nearest: Card = HK) -> Reading:
    return Reading(card, (Candidate(card or nearest, 0.9),), where, 1.0)


def table(*cards: tuple[Card, float, float]) -> Tabletop:
    return Tabletop(NOTHING, tuple(VisibleCard(card, quad(x), visible) for card, x, visible in cards))


def test_cards_are_counted_by_how_much_shows_of_them() -> None:
    tables = Tables()
    shown = table((HK, 0, 1.0), (HO, 100, 0.6), (E9, 200, 0.2), (L10, 300, 1.0))
    count_readings(tables, shown, [reading(HK, quad(3)), reading(E9, quad(104)), reading(HK, quad(204))])
    assert (tables.open.right, tables.open.missed) == (1, 1)
    assert (tables.partly.wrong, tables.least.wrong) == (1, 1)
    assert tables.tricks == 0


def test_a_trick_is_right_if_every_card_of_it_was_named_right() -> None:
    tables = Tables()
    shown = table((HK, 0, 1.0), (HO, 100, 0.5))
    count_readings(tables, shown, [reading(HK, quad(0)), reading(HO, quad(100))])
    count_readings(tables, shown, [reading(HK, quad(0)), reading(None, quad(100), HO)])
    assert (tables.tricks, tables.tricks_right) == (2, 1)


def test_a_card_named_where_none_lies_is_invented_and_one_asked_for_there_is_not() -> None:
    tables = Tables()
    count_readings(
        tables, table((HK, 0, 1.0)), [reading(HO, quad(300)), reading(None, quad(500)), reading(HK, quad(0))]
    )
    assert (tables.open.right, tables.open.invented) == (1, 1)


LOOSE, LOOSER, APART = 24.0, 30.0, 40.0
"""Px that a reading of a card of 60 px lies aside: it overlaps the card by 0.43, 0.33 and 0.2."""


@pytest.mark.parametrize(
    ("readings", "counts"),
    [
        pytest.param([(HO, LOOSE)], (0, 0, 1, 0), id="half of it with another name"),
        pytest.param([(HK, LOOSE)], (0, 1, 0, 0), id="half of it with its name"),
        pytest.param([(None, LOOSE)], (0, 1, 0, 0), id="half of it without a name"),
        pytest.param([(HK, 0), (HO, 2)], (1, 0, 1, 0), id="a second name over it"),
        pytest.param([(HO, 0), (HK, 2)], (1, 0, 1, 0), id="a second name over it that is nearer"),
        pytest.param([(HK, 0), (HO, LOOSER)], (1, 0, 1, 0), id="a second name over half of it"),
        pytest.param([(HO, 0), (E9, 2)], (0, 0, 2, 0), id="two other names"),
        pytest.param([(HK, 0), (HK, 2), (HK, LOOSE)], (1, 0, 0, 0), id="its name again and again"),
        pytest.param([(HK, 0), (None, 2)], (1, 0, 0, 0), id="asked for again"),
        pytest.param([(HK, 0), (HO, APART)], (1, 0, 0, 1), id="beside it"),
    ],
)
def test_no_name_is_dropped_and_none_counts_twice(
    readings: list[tuple[Card | None, float]], counts: tuple[int, int, int, int]
) -> None:
    reported, tables, found = [reading(card, quad(x)) for card, x in readings], Tables(), PhotographCounts("")
    count_readings(tables, table((HK, 0, 1.0)), reported)
    pack = type("Pack", (), {"cards": (HK, HO, E9)})()
    one = SetOfPhotographs("", cast("PackReader", type("Reader", (), {"pack": pack})()), ())
    count_photograph(found, LabelledPhotograph(Path("1.jpg"), ((HK, quad(0)),)), reported, one)
    for tally in (tables.open, found.open):
        assert (tally.right, tally.missed, tally.wrong, tally.invented) == counts
        assert tally.cards == 1
    assert tables.tricks_right == (counts[0] == 1 and counts[2] == 0)


def photograph_card(*readings: Reading, known: tuple[Card, ...] = (HK, HO, E9)) -> PhotographCounts:
    pack = type("Pack", (), {"cards": known})()
    one = SetOfPhotographs("a set", cast("PackReader", type("Reader", (), {"pack": pack})()), (), frozenset({E9}))
    labelled = LabelledPhotograph(
        Path("1.jpg"), ((HK, quad(0)), (E9, quad(100)), (L10, quad(200))), HO, frozenset({E9})
    )
    found = PhotographCounts("a set")
    count_photograph(found, labelled, list(readings), one)
    return found


def test_cards_that_no_eye_can_tell_are_counted_apart() -> None:
    found = photograph_card(reading(HK, quad(0)), reading(HK, quad(100)))
    assert (found.open.cards, found.open.right, found.alike.wrong) == (1, 1, 1)


def test_a_card_of_another_pack_must_not_be_named() -> None:
    assert photograph_card(reading(HK, quad(200))).open.invented == 1
    assert photograph_card(reading(None, quad(200))).open.invented == 0


def test_the_card_underneath_is_the_first_other_one_that_was_named() -> None:
    found = photograph_card(reading(HK, quad(0)), reading(None, quad(400)), reading(HO, quad(500)))
    assert (found.underneath.right, found.open.invented) == (1, 0)
    assert photograph_card(reading(HK, quad(0))).underneath.missed == 1


def test_cards_of_which_nobody_knows_where_they_lie_are_missed_and_may_be_read() -> None:
    found, pack = PhotographCounts(""), type("Pack", (), {"cards": (HK, HO, E9, L10)})()
    one = SetOfPhotographs("", cast("PackReader", type("Reader", (), {"pack": pack})()), (), frozenset({E9}))
    labelled = LabelledPhotograph(Path("1.jpg"), (), unplaced=(HK, E9, HK, HK))
    count_photograph(found, labelled, [reading(HK, quad(0)), reading(L10, quad(200))], one)
    assert (found.open.missed, found.alike.missed, found.open.right, found.open.invented) == (3, 1, 0, 1)
    count_photograph(found, LabelledPhotograph(Path("2.jpg"), (), unplaced=(HK, HO, HK, HO)), [], one)
    assert (found.open.missed, found.tricks, found.tricks_right) == (7, 1, 0)


def test_a_trick_holds_what_was_laid_and_not_lifted_before_it_was_gathered() -> None:
    text = "upcard S7\ntake 0\nlay 0 HK\nlay 1 HO\nlift HO\nlay 1 E9\npass 2\ngather 0\nlay 0 L10\ngather 1\nlay 2 SA\n"
    truth: list[Expected] = []
    for number, action in enumerate(parse_actions(text)):
        truth += expected_after(RenderedFrame(10 * number, number, NOTHING, (), False, action), truth)
    assert [[one.card for one in trick] for trick in tricks_of(truth)] == [["HK", "E9"], ["L10"]]
    assert [one.cards for one in truth if one.event == "trick_gathered"] == [2, 1]
    assert [one.card for one in truth if one.event == "card_lifted"] == ["S7", "HO"]
    assert [(one.card, one.seat) for one in truth if one.event == "card_laid"][:3] == [
        ("S7", None),
        ("HK", 0),
        ("HO", 1),
    ]


def test_idling_is_counted_from_when_the_table_has_been_read() -> None:
    camera = Still([NOTHING] * 5, [NOTHING[..., 0]] * 5, 0, made=False, used=[(2.0, 10.0), (2.5, 15.0)])
    assert camera.share() == pytest.approx(0.1)
