"""How `lab.benchmarks.accuracy.detection` counts what is found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from lab.benchmarks.accuracy.detection import Count, print_counts

if TYPE_CHECKING:
    from vision.types import Quad


def box(x: float, width: float = 100) -> Quad:
    return np.array([[x, 0], [x + width, 0], [x + width, 160], [x, 160]], np.float32)


@pytest.mark.parametrize(
    ("visible", "proposals", "found", "false"),
    [
        (1.0, [box(0)], [1, 0, 0, 0], 0),
        (0.96, [box(10)], [0, 1, 0, 0], 0),
        (0.35, [box(25)], [0, 0, 0, 0], 0),  # overlaps by 0.6: neither found nor false
        (0.35, [box(5), box(8)], [0, 0, 1, 0], 0),
        (0.2, [], [0, 0, 0, 0], 0),
        (1.0, [box(300), box(0)], [1, 0, 0, 0], 1),
        (0.1, [box(1)], [0, 0, 0, 0], 0),  # too little shows to count
    ],
)
def test_a_card_is_found_where_a_proposal_overlaps_it(
    visible: float, proposals: list[Quad], found: list[int], false: int
) -> None:
    count = Count()
    count.count([(box(0), visible)], proposals)
    assert (count.found, count.false) == (found, false)
    assert sum(count.there) == (visible >= 0.15)


def test_an_empty_table_makes_every_proposal_false() -> None:
    count = Count()
    count.count([], [box(0), box(200)])
    assert (count.false, sum(count.there)) == (2, 0)


def test_families_are_printed_together_by_finder_and_kind(capsys: pytest.CaptureFixture[str]) -> None:
    counts = []
    for proposals in ([box(0)], []):
        count = Count(times=[5.0])
        count.count([(box(0), 1.0)], proposals)
        counts.append({"a finder": {"apart": count}})
    print_counts(counts)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("a finder")
    assert lines[3].split()[:2] == ["apart", "1/2"]
    assert lines[4].split()[0] == "all"
