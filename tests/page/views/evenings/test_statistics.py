"""Series, comebacks and plots."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from page.views.evenings.plot import HEIGHT, LEAST_GAP, WIDTH, Line, line_plot
from page.views.evenings.statistics import longest_run


@pytest.mark.parametrize(
    ("happened", "expected"),
    [([], 0), ([False, False], 0), ([True, True, False, True], 2), ([False, True, True, True], 3)],
)
def test_longest_run(happened: list[bool], expected: int) -> None:
    assert longest_run(happened) == expected


LINES = [Line("Toni & Sepp", (20, 15, 12, 12)), Line("<Vroni>", (20, 22, 12, 13)), Line("a" * 60, (20, 20, -5, 11))]


def test_a_plot_is_a_picture_within_its_edges() -> None:
    svg = line_plot(LINES, 'A "title" & more')
    root = ET.fromstring(svg)
    assert root.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"
    assert root.get("aria-label") == 'A "title" & more'
    points = [
        tuple(map(float, point.split(","))) for line in root.iter("polyline") for point in line.attrib["points"].split()
    ]
    assert len(points) == 12
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points)
    assert "style=" not in svg


def test_names_at_the_ends_do_not_cover_one_another() -> None:
    labels = re.findall(r'class="label[^>]* y="([\d.-]+)"', line_plot(LINES, ""))
    heights = sorted(map(float, labels))
    assert len(heights) == 3
    assert all(after - before >= LEAST_GAP - 0.01 for before, after in pairwise(heights))


@pytest.mark.parametrize("lines", [[], [Line("one", (5,))], [Line("flat", (3, 3, 3))], [Line("far", (0, 100000))]])
def test_plots_of_little_and_much(lines: list[Line]) -> None:
    ET.fromstring(line_plot(lines, "t"))
