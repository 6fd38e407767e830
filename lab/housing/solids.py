"""The parts as a laser with a kerf cuts them, and as solids for a 3D printer: an STL file a part, all as 3MF; in mm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import trimesh
from shapely import LineString, MultiPolygon, Point, Polygon, unary_union
from trimesh.creation import extrude_polygon

from lab.housing.outlines import PRECISION, Circle, Part, Rectangle, placed

GROOVE_DEPTH, GROOVE_WIDTH = 0.6, 0.8
"""Of what is engraved: three layers of 0.2 mm, and two widths of a nozzle of 0.4 mm."""
QUARTER_SEGMENTS = 8
"""Of the polygon that stands for a round hole: at most 0.06 mm beside it."""


def with_kerf(part: Part, kerf: float) -> Part:
    """Returns the part with its outline larger, and holes smaller, by what a laser burns away: *kerf* mm wide."""
    half = kerf / 2
    outline = Polygon(part.outline).buffer(half, join_style="mitre").exterior.coords[:-1]
    return replace(
        part,
        outline=tuple((round(x + half, PRECISION), round(y + half, PRECISION)) for x, y in outline),
        circles=tuple(Circle(hole.x + half, hole.y + half, hole.diameter - kerf) for hole in part.circles),
        cutouts=tuple(Rectangle(at.x + kerf, at.y + kerf, at.width - kerf, at.height - kerf) for at in part.cutouts),
        engraved=tuple(tuple((x + half, y + half) for x, y in line) for line in part.engraved),
    )


def solid(part: Part, thickness: float) -> trimesh.Trimesh:
    """Returns the part lying on the plate, with what is engraved as grooves in its upper side."""
    holes = [Point(hole.x, hole.y).buffer(hole.diameter / 2, quad_segs=QUARTER_SEGMENTS) for hole in part.circles]
    holes += [Polygon(cutout.corners) for cutout in part.cutouts]
    face = Polygon(part.outline).difference(unary_union(holes))
    if not part.engraved:
        return extrude_polygon(face, thickness)
    grooves = unary_union([LineString(line).buffer(GROOVE_WIDTH / 2, quad_segs=2) for line in part.engraved])
    upper = face.difference(grooves)
    islands = upper.geoms if isinstance(upper, MultiPolygon) else (upper,)
    layers = [extrude_polygon(face, thickness - GROOVE_DEPTH)]
    layers += [extrude_polygon(island, GROOVE_DEPTH) for island in islands]
    for layer in layers[1:]:
        layer.apply_translation((0, 0, thickness - GROOVE_DEPTH))
    return cast("trimesh.Trimesh", trimesh.util.concatenate(layers))


def solid_files(name: str, parts: Sequence[Part], thickness: float) -> dict[str, bytes]:
    """Returns the files: each part as STL, and all pieces beside one another as *name*.3mf."""
    files: dict[str, Any] = {
        f"{part.name.replace(' ', '-')}.stl": solid(part, thickness).export(file_type="stl") for part in parts
    }
    plate: Any = trimesh.Scene()  # whose export has no types
    for number, piece in enumerate(placed(parts)):
        mesh = solid(piece.part, thickness)
        mesh.apply_translation((piece.x, piece.y, 0))
        plate.add_geometry(mesh, geom_name=f"{piece.part.name} {number}")
    return files | {f"{name}.3mf": plate.export(file_type="3mf")}
