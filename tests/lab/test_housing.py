"""The drawings of housing and arm: closed outlines, and parts that fit."""

import io
import subprocess
import sys
from itertools import combinations, pairwise
from math import dist, hypot, pi, radians, tan
from pathlib import Path

import pytest
import trimesh

from lab.housing.__main__ import FOLDER, drawings, solids
from lab.housing.outlines import Part, Rectangle, placed, sheet_size, without
from lab.housing.parts import (
    BOARDS,
    BUTTON_Y,
    CAMERA_Y,
    COVER,
    COVER_PIVOT_Y,
    DISPLAYS,
    LENS_OPENING,
    PIVOT_Y,
    Parameters,
    arm,
    board_place,
    housing,
)
from lab.housing.solids import with_kerf
from lab.papers.geometry import LENSES
from tests.support.examples import one_in

MIN_WEB_MM = 2.0
"""Wood between two holes, or a hole and an edge, that does not break."""
ROOM_UNDER_BUTTON_MM = 45.0
"""A button of 24 mm with its receptacles and bent wires."""
PORTS_MM = {"pi": (11.2, 26.0, 39.5), "zero": (12.4, 41.4, 54.0)}
"""Middles of the sockets for power and screens, from the end of the memory card (mechanical drawings)."""
PLUG_MM, PORT_ABOVE_BOTTOM_MM = (12.0, 7.0), 8.0
"""Of a plug's handle; spacers of 5 mm, the board, and half of the socket."""
SHEET_MM = (400.0, 600.0)
ALL = [
    Parameters(display=display, board=board, thickness=thickness)
    for display in DISPLAYS
    for board in BOARDS
    for thickness in (3.0, 4.0, 6.0)
]


def named(parts: list[Part]) -> dict[str, Part]:
    return {part.name: part for part in parts}


def sides(points: tuple[tuple[float, float], ...]) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    return list(pairwise((*points, points[0])))


def cross(first: object, second: object) -> bool:
    """Whether two sides cross, by the turns of their ends."""
    (a, b), (c, d) = first, second  # type: ignore[misc]

    def turn(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def is_inside(x: float, y: float, outline: tuple[tuple[float, float], ...]) -> bool:
    crossings = 0
    for (x1, y1), (x2, y2) in sides(outline):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            crossings += 1
    return crossings % 2 == 1


def distance_to_edge(x: float, y: float, outline: tuple[tuple[float, float], ...]) -> float:
    nearest = float("inf")
    for (x1, y1), (x2, y2) in sides(outline):
        length = (x2 - x1) ** 2 + (y2 - y1) ** 2
        share = max(0.0, min(1.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length))
        nearest = min(nearest, hypot(x - x1 - share * (x2 - x1), y - y1 - share * (y2 - y1)))
    return nearest


@pytest.mark.parametrize("name", sorted(drawings(Parameters())))
def test_files_are_those_that_are_drawn(name: str) -> None:
    drawn = drawings(Parameters())[name].encode()
    assert (FOLDER / name).read_bytes() == drawn, "draw them anew: python -m lab.housing"


@pytest.mark.parametrize("measures", one_in(5, ALL), ids=str)
def test_outlines_are_closed_and_do_not_cross(measures: Parameters) -> None:
    for part in (*housing(measures), *arm(measures)):
        assert len(set(part.outline)) == len(part.outline) >= 4, part.name
        assert min(x for x, _ in part.outline) == min(y for _, y in part.outline) == 0
        for first, second in combinations(sides(part.outline), 2):
            assert not cross(first, second), part.name
            assert dist(*first) > 1


@pytest.mark.parametrize("measures", ALL, ids=str)
def test_holes_are_in_the_wood_and_apart(measures: Parameters) -> None:
    for part in (*housing(measures), *arm(measures)):
        for hole in part.circles:
            assert is_inside(hole.x, hole.y, part.outline), part.name
            assert distance_to_edge(hole.x, hole.y, part.outline) - hole.diameter / 2 >= MIN_WEB_MM, part.name
            for cutout in part.cutouts:
                apart = distance_to_edge(hole.x, hole.y, cutout.corners) - hole.diameter / 2
                assert not cutout.contains(hole.x, hole.y)
                assert apart >= MIN_WEB_MM, part.name
        for first, second in combinations(part.circles, 2):
            apart = hypot(first.x - second.x, first.y - second.y) - (first.diameter + second.diameter) / 2
            assert apart >= MIN_WEB_MM, part.name
        for cutout in part.cutouts:
            assert all(is_inside(x, y, part.outline) for x, y in cutout.corners), part.name


def material(part: Part, edge: str, along: float, depth: float) -> bool:
    """Whether there is wood *along* an edge, *depth* inside."""
    width, height = part.size
    x, y = {
        "bottom": (along, depth),
        "top": (along, height - depth),
        "left": (depth, along),
        "right": (width - depth, along),
    }[edge]
    return is_inside(x, y, part.outline)


JOINTS = [
    *((("top", edge), (panel, "top")) for edge, panel in (("bottom", "front"), ("top", "back"))),
    *((("bottom", edge), (panel, "bottom")) for edge, panel in (("bottom", "front"), ("top", "back"))),
    *((("top", edge), ("side", "top")) for edge in ("left", "right")),
    *((("bottom", edge), ("side", "bottom")) for edge in ("left", "right")),
    *(
        ((panel, edge), ("side", end))
        for panel in ("front", "back")
        for edge in ("left", "right")
        for end in ("left", "right")
    ),
]
"""Edges of the box that meet."""


@pytest.mark.parametrize("measures", one_in(12, ALL))
def test_joints_interlock(measures: Parameters) -> None:
    for one, other in JOINTS:
        check_joint(measures, one, other)


def check_joint(measures: Parameters, one: tuple[str, str], other: tuple[str, str]) -> None:
    """Wherever one panel has a finger the other has a gap, but for the corners, which belong to a third panel."""
    parts, t = named(housing(measures)), measures.thickness
    first, second = parts[one[0]], parts[other[0]]
    length = first.size[0] if one[1] in ("top", "bottom") else first.size[1]
    assert length == (second.size[0] if other[1] in ("top", "bottom") else second.size[1]), "they are equally long"
    steps = [t + 0.05 + 0.5 * step for step in range(int((length - 2 * t) * 2))]
    meeting = [(material(first, one[1], at, t / 2), material(second, other[1], at, t / 2)) for at in steps]
    assert all(a != b for a, b in meeting), (one, other)
    assert {a for a, _ in meeting} == {True, False}, (one, other)


@pytest.mark.parametrize("measures", ALL, ids=str)
def test_at_most_one_panel_has_a_corner(measures: Parameters) -> None:
    parts, t = named(housing(measures)), measures.thickness
    assert material(parts["top"], "bottom", t / 2, t / 2)
    for panel in ("front", "back", "side"):
        assert not material(parts[panel], "top", t / 2, t / 2)


@pytest.mark.parametrize("measures", ALL, ids=str)
def test_what_goes_into_the_housing_has_room(measures: Parameters) -> None:
    parts, t = named(housing(measures)), measures.thickness
    width, depth, height = measures.inside
    board = board_place(measures)
    assert board.x >= t
    assert board.x + board.width <= t + width - 5, "plugs for USB stand out"
    assert board.y + board.height <= t + depth
    assert all(board.contains(hole.x, hole.y) for hole in parts["bottom"].circles)
    assert board.y >= t + BUTTON_Y + measures.button_hole / 2, "the buttons are not above the board"
    assert height >= ROOM_UNDER_BUTTON_MM
    opening = parts["back"].cutouts[0]
    end = 2 * t + width - board.x  # of the memory card; from outside the board is at the right
    for port in PORTS_MM[measures.board]:
        assert opening.x <= end - port - PLUG_MM[0] / 2
        assert end - port + PLUG_MM[0] / 2 <= opening.x + opening.width
    assert opening.y - t <= PORT_ABOVE_BOTTOM_MM - PLUG_MM[1] / 2
    assert PORT_ABOVE_BOTTOM_MM + PLUG_MM[1] / 2 <= opening.y - t + opening.height


@pytest.mark.parametrize("measures", ALL, ids=str)
def test_foot_stands_in_the_base_and_holds_the_post(measures: Parameters) -> None:
    parts, t = named(arm(measures)), measures.thickness
    tab = [x for x, y in parts["foot"].outline if y == 0]
    low, high = parts["base"].cutouts
    assert low.width == high.width == max(tab) - min(tab)
    assert low.height == high.height == t
    assert high.y - low.y - t == measures.strip, "the post goes between"
    assert min(y for _, y in parts["foot"].outline if y > 0) == t, "the tab is as long as the base is thick"
    assert parts["foot"].count == parts["knee"].count == 2
    for part in (parts["foot"], parts["knee"]):
        upright = [hole for hole in part.circles if hole.x == measures.strip / 2]
        assert len(upright) == 2, "screws in the middle of the strip"


def test_camera_hangs_where_the_manual_says() -> None:
    measures = Parameters()
    under_beam = measures.thickness + measures.post_length - measures.strip  # the post stands on the base
    assert under_beam - measures.thickness == measures.camera_height, "the lens is at the plate's lower side"
    plate = named(arm(measures))["camera plate"]
    opening = plate.cutouts[0]
    beyond = opening.y + opening.height / 2 - 36
    assert measures.strip / 2 + measures.beam_length + beyond == pytest.approx(measures.reach)


@pytest.mark.parametrize("lens", LENSES, ids=lambda lens: lens.name)
def test_lens_cover_covers_and_clears(lens: object) -> None:
    half = LENS_OPENING[0] / 2, LENS_OPENING[1] / 2
    apart = CAMERA_Y - PIVOT_Y
    assert COVER[0] / 2 >= half[0]
    assert COVER[1] - COVER_PIVOT_Y >= apart + half[1], "over the opening"
    seen = 2 * Parameters().thickness * tan(radians(lens.down / 2))  # type: ignore[attr-defined]
    assert COVER[0] / 2 <= apart - half[1], "across, it is beside the opening"
    assert COVER[0] / 2 <= apart - seen - 3, "and beside what the lens sees through it"
    recess = 1.0  # mm of the lens behind the plate's lower side, on spacers of 4 mm
    assert recess * tan(radians(lens.across / 2)) < half[0] - 4  # type: ignore[attr-defined]


@pytest.mark.parametrize("kerf", [0.1, 0.3])
def test_a_part_is_larger_by_the_kerf_and_its_holes_smaller(kerf: float) -> None:
    for part in (*housing(Parameters()), *arm(Parameters())):
        cut = with_kerf(part, kerf)
        assert cut.size == pytest.approx([size + kerf for size in part.size], abs=0.002)
        assert len(cut.outline) == len(part.outline)
        for drawn, hole in zip(cut.circles, part.circles, strict=True):
            assert (drawn.x, drawn.y, drawn.diameter) == (hole.x + kerf / 2, hole.y + kerf / 2, hole.diameter - kerf)
        for drawn, hole in zip(cut.cutouts, part.cutouts, strict=True):
            assert (drawn.width, drawn.height) == (hole.width - kerf, hole.height - kerf)


def test_printed_parts_are_those_that_are_cut() -> None:
    """The files hold closed solids of the size of the parts, without their holes."""
    t, files = Parameters().thickness, solids(Parameters())
    for part in (*housing(Parameters()), *arm(Parameters())):
        file = f"{part.name.replace(' ', '-')}.stl"
        drawn, shipped = (
            trimesh.load_mesh(io.BytesIO(content), file_type="stl")
            for content in (files[file], (FOLDER / "solids" / file).read_bytes())
        )
        holes = sum(pi * (hole.diameter / 2) ** 2 for hole in part.circles)
        holes += sum(hole.width * hole.height for hole in part.cutouts)
        wood = (abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in sides(part.outline))) / 2 - holes) * t
        assert all(body.is_watertight for body in drawn.split()), file
        assert drawn.extents == pytest.approx([*part.size, t], abs=0.001), file
        assert 0.995 * wood < drawn.volume < 1.002 * wood, file
        assert shipped.volume == pytest.approx(drawn.volume, rel=1e-4), f"{file}: run python -m lab.housing --solids"
        assert shipped.extents == pytest.approx(drawn.extents, abs=0.001), file
    for name, count in (("housing", 8), ("arm", 7)):
        plate = trimesh.load_scene(io.BytesIO(files[f"{name}.3mf"]), file_type="3mf")
        assert len(plate.geometry) == count


def test_all_parts_come_from_one_board_and_none_lies_on_another() -> None:
    measures = Parameters()
    sheets = [placed(parts) for parts in (housing(measures), arm(measures))]
    sizes = [sheet_size(sheet) for sheet in sheets]
    assert max(width for width, _ in sizes) <= SHEET_MM[0]
    assert sum(height for _, height in sizes) <= SHEET_MM[1]
    for sheet in sheets:
        for one, other in combinations(sheet, 2):
            beside = one.x + one.part.size[0] <= other.x or other.x + other.part.size[0] <= one.x
            assert beside or one.y + one.part.size[1] <= other.y or other.y + other.part.size[1] <= one.y


def test_gaps_that_divide_a_part_are_told() -> None:
    with pytest.raises(ValueError, match="expected one piece"):
        without(Rectangle(0, 0, 10, 10), [Rectangle(4, 0, 2, 10)])


def test_command_draws_other_measures_with_python_alone(tmp_path: Path) -> None:
    """Without any library: `-S` leaves out site-packages."""
    command = [
        sys.executable,
        "-S",
        "-m",
        "lab.housing",
        "--to",
        str(tmp_path),
        "--display",
        "1.3",
        "--camera-height",
        "650",
    ]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True)
    assert "post 670 mm" in done.stdout
    assert {file.name for file in tmp_path.iterdir()} == set(drawings(Parameters()))
