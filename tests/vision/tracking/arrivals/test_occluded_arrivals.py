"""Cards that have come to lie partly under others: what one of them shows is no part of another."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from engine.cards import Card
from tests.support.paper_table import quad_at
from vision.scene.hypotheses import CardHypothesis
from vision.tracking.arrivals import occluded_arrivals
from vision.tracking.arrivals.occluded_arrivals import OccludedArrivalFinder
from vision.types import Candidate, Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.types import Image, Quad

IMAGE: Image = np.zeros((540, 960, 3), np.uint8)
TOP, FIRST, CROSSWISE, BESIDE = quad_at(300, 270, 0), quad_at(380, 270, 0), quad_at(390, 280, 90), quad_at(800, 270, 0)
D7, D10 = Card("D", "7"), Card("D", "10")


def read_below_top(
    monkeypatch: pytest.MonkeyPatch, quads: Sequence[Quad], names: Sequence[Card | None]
) -> tuple[list[Card | None], list[list[Quad]]]:
    """Returns the names that are found below `TOP`, and for each reading the quads that cover the card."""
    readings = iter(names)
    occluders: list[list[Quad]] = []

    def read_occluded(_image: Image, _reader: Any, covered: CardHypothesis, occlusion: list[Quad]) -> Reading:
        occluders.append(occlusion)
        return Reading(next(readings), (Candidate(D7, 0.9),), covered.quad, covered.visible)

    monkeypatch.setattr(occluded_arrivals, "occlusion_by", lambda _image, tops, _plane: list(tops))
    monkeypatch.setattr(occluded_arrivals, "read_occluded", read_occluded)
    reader: Any = SimpleNamespace(length=None)
    view: Any = SimpleNamespace(cards=[])
    hypotheses = [CardHypothesis(quad, 0.4) for quad in quads]
    found = OccludedArrivalFinder(reader, reader)._read_occluded(IMAGE, view, hypotheses, [TOP])
    return [arrival.partial_reading.card for arrival in found if arrival.partial_reading is not None], occluders


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
