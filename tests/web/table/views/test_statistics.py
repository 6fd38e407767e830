"""Series, comebacks and plots."""

from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from web.table.views.plot import MAX_DOTS, PLOT_HEIGHT, WIDTH, Line, line_plot
from web.table.views.records import longest_run


@pytest.mark.parametrize(
    ("happened", "expected"),
    [([], 0), ([False, False], 0), ([True, True, False, True], 2), ([False, True, True, True], 3)],
)
def test_longest_run_counts_true_values_in_a_row(happened: list[bool], expected: int) -> None:
    assert longest_run(happened) == expected


LINES = [Line("Toni & Sepp", (20, 15, 12, 12)), Line("<Vroni>", (20, 22, 12, 13)), Line("a" * 60, (20, 20, -5, 11))]


LONG = ("Maximilian-Ferdinand & Annemarie", "Bartholomäus & Kreszentia-Walburga")
NAMES = (("Toni & Vroni", "Sepp & Kathi"), LONG, ("Toni", "Vroni", "Sepp", "Kathi"), ("one", "Kreszentia-Walburga"))
LETTER_UNITS = 9.5
"""Units of a letter of the key, bold at 15 px, rather more than less."""


def plot_of(names: tuple[str, ...], deals: int) -> ET.Element:
    return ET.fromstring(line_plot([Line(name, tuple(range(deals + 1))) for name in names], "t").svg)


def points_of(line: ET.Element) -> list[tuple[float, ...]]:
    return [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]


def test_a_plot_is_a_picture_within_its_edges() -> None:
    root = ET.fromstring(line_plot(LINES, 'A "title" & more').svg)
    height = float(root.attrib["viewBox"].split()[3])
    assert root.get("viewBox") == f"0 0 {WIDTH} {height:.0f}"
    assert height > PLOT_HEIGHT
    assert root.get("aria-label") == 'A "title" & more'
    points = [point for line in root.iter("polyline") for point in points_of(line)]
    assert len(points) == 12 + 2 * len(LINES)
    assert all(0 <= x <= WIDTH and 0 <= y <= height for x, y in points)


@pytest.mark.parametrize("deals", [1, 2, 4, 20, 60])
@pytest.mark.parametrize("names", NAMES)
def test_no_line_crosses_a_name_and_no_name_another(names: tuple[str, ...], deals: int) -> None:
    root = plot_of(names, deals)
    labels = [
        (float(text.attrib["x"]), float(text.attrib["y"]), LETTER_UNITS * len(text.text or ""))
        for text in root.iter("text")
        if text.get("class") == "label"
    ]
    assert len(labels) == len(names)
    courses = [points_of(line) for line in root.iter("polyline")][len(names) :]
    lowest = max(y for _, y, _ in labels)
    assert all(y > lowest for points in courses for _, y in points)
    assert all(x + width <= WIDTH for x, _, width in labels)
    for (x, y, width), (other_x, other_y, _) in pairwise(labels):
        assert other_y - y >= 20 or other_x >= x + width


@pytest.mark.parametrize("deals", [1, 9, 10, 20, 60, 200])
def test_the_numbers_below_are_round_and_few(deals: int) -> None:
    root = plot_of(("one", "two"), deals)
    ticks = [int(text.text or "") for text in root.iter("text") if text.get("text-anchor") == "middle"]
    assert len(ticks) <= 11
    assert all(tick % (ticks[1] if len(ticks) > 1 else 1) == 0 for tick in ticks)
    assert len(list(root.iter("circle"))) == (2 * (deals + 1) if deals < MAX_DOTS else 2)


@pytest.mark.parametrize("lines", [[], [Line("one", (5,))], [Line("flat", (3, 3, 3))], [Line("far", (0, 100000))]])
def test_plots_of_little_and_much(lines: list[Line]) -> None:
    ET.fromstring(line_plot(lines, "t").svg)
