"""The pictures on the cards: numerals, aces, courts and the Weli. Doubled cards are drawn whole and joined later."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from vision.simulator.drawing.canvas import mix
from vision.simulator.drawing.costume import costume
from vision.simulator.drawing.figures import draw_figure
from vision.simulator.drawing.frames import index_height
from vision.simulator.drawing.layouts import branch_layout, column_layout, french_layout, weli_layout
from vision.simulator.drawing.letters import write
from vision.simulator.drawing.motifs import MOTIFS
from vision.simulator.drawing.paths import ribbon, smooth
from vision.simulator.drawing.pips import draw_pip
from vision.simulator.drawing.scenes import THINGS, draw_meadow, draw_scene

if TYPE_CHECKING:
    from vision.simulator.drawing.canvas import Canvas
    from vision.simulator.drawing.face import Face
    from vision.simulator.drawing.layouts import Spot

_RAISED = ("raised", "brandish", "out")
_HOUSE_MOTIFS = {"E": "barrel", "L": "vase", "H": "target", "S": "boar"}


def draw_face(canvas: Canvas, face: Face) -> None:
    if face.family == "german" and face.card.rank == "6":
        _draw_weli(canvas, face)
    elif face.count is not None:
        _draw_numeral(canvas, face)
    elif face.card.rank == "A":
        _draw_ace(canvas, face)
    else:
        _draw_court(canvas, face)


def spots(face: Face) -> tuple[Spot, ...]:
    """Returns where the suit signs of a numeral card stand; in a doubled card, those of one half."""
    count = face.count
    if count is None:
        raise ValueError(f"got {face.card}, expected a numeral card")
    if face.family == "french":
        return french_layout(count)
    if face.sign in "EL":
        return branch_layout(count, lying=_lying(face))
    return column_layout(count, face.style.rng("columns", face.sign) if face.style.own_courts else None)


def _lying(face: Face) -> bool:
    return face.sign == "E" and (not face.style.own_courts or face.style.rng("lying").random() < 0.75)


def _draw_numeral(canvas: Canvas, face: Face) -> None:
    style, middle = face.style, face.width / 2
    if face.family == "french":
        _draw_french_numeral(canvas, face)
        return
    top = style.margin + (9.0 if style.index in ("centre", "roman") else 7.5)
    scene = style.scenes and not face.doubled
    bottom = 42.5 if face.doubled else 72.0 if scene else 91.0
    count = face.count or 0
    field = {7: 0.84, 8: 0.94, 9: 0.96}.get(count, 1.0)
    bottom = top + (bottom - top) * field
    size = style.pip_scale * (10.8 if face.doubled else 15.0)
    reach = face.width * (0.2 if style.index == "none" else 0.185) + (3.0 if _lying(face) else 0.0)
    if face.sign in "HS":
        reach = face.width * (0.27 if style.index.startswith("letters") else 0.29)
    if scene:
        things = list(permutations(THINGS, 2))
        style.rng("scenes").shuffle(things)
        pair = things["ELHS".index(face.sign) * 4 + count - 7]
        draw_scene(canvas, style.palette, style.rng("scene", face.card), pair, face.width)
    placed = [
        (middle + spot.x * reach, top + size * 0.3 + spot.y * (bottom - top - size * 0.6), spot) for spot in spots(face)
    ]
    if face.sign in "EL" and style.branches:
        _draw_branch(canvas, face, [(x, y) for x, y, _ in placed], size, bottom)
    for x, y, spot in placed:
        draw_pip(canvas, style, spot.sign or face.sign, x, y, size, spot.turn)


def _draw_branch(canvas: Canvas, face: Face, places: list[tuple[float, float]], size: float, bottom: float) -> None:
    colours, middle = face.style.palette, face.width / 2
    wood = colours.yellow if face.sign == "L" else colours.brown
    foot = min(bottom + (4 if face.doubled else 6), 49.5 if face.doubled else 94)
    top = min(y for _, y in places)
    canvas.fill(ribbon([(middle, foot), (middle + 0.5, (foot + top) / 2), (middle, top)], (1.7, 1.3, 0.8)), wood)
    hang = 0.0 if _lying(face) else size * 0.42
    for x, y in places:
        if abs(x - middle) > 1:
            side = 1 if x > middle else -1
            end = x - side * (size * 0.35 if _lying(face) else 0)
            twig = [
                (middle, y + hang + size * 0.3),
                (middle + (end - middle) * 0.5, y + hang + size * 0.18),
                (end, y + hang),
            ]
            canvas.fill(ribbon(twig, (1.2, 1.0, 0.8)), wood)
            if side > 0:
                canvas.fill(
                    smooth(
                        [
                            (middle, y + hang - 2.0),
                            (middle + 1.1, y + hang - 0.4),
                            (middle, y + hang + 1.2),
                            (middle - 1.1, y + hang - 0.4),
                        ],
                        steps=3,
                    ),
                    colours.red,
                )


def _draw_french_numeral(canvas: Canvas, face: Face) -> None:
    style = face.style
    count = face.count or 0
    size = style.pip_scale * (30.0 if count == 1 else 15.5 if count < 9 else 14.5)
    top = style.margin + 11.5
    reach = face.width * (0.22 if style.index != "none" else 0.26)
    for spot in french_layout(count):
        x, y = face.width / 2 + spot.x * reach, top + spot.y * (100 - 2 * top)
        draw_pip(canvas, style, face.sign, x, y, size, spot.turn)


def _draw_weli(canvas: Canvas, face: Face) -> None:
    style, middle = face.style, face.width / 2
    top, bottom, size = 21.0, (44.0 if face.doubled else 62.0), (10.0 if face.doubled else 14.0)
    write(canvas, "WELI", middle, style.margin + 6.5, 7.0, canvas.ink, "serif")
    if not face.doubled:
        draw_meadow(canvas, style.palette, 4.5, face.width - 4.5, 95.5, 9)
        with canvas.moved(middle, 90, 24):
            THINGS["church"](canvas, style.palette)
    for spot in weli_layout():
        x, y = middle + spot.x * face.width * 0.27, top + spot.y * (bottom - top - size * 0.4)
        draw_pip(canvas, style, spot.sign or face.sign, x, y, size)


def _draw_ace(canvas: Canvas, face: Face) -> None:
    style, middle = face.style, face.width / 2
    names = list(MOTIFS)
    if style.own_courts:
        style.rng("aces").shuffle(names)
    name = names["ELHS".index(face.sign)] if style.own_courts else _HOUSE_MOTIFS[face.sign]
    top = style.margin + 9.5
    size = (15.0 if face.doubled else 22.0) * min(style.pip_scale, 1.05)
    x = face.width * 0.19
    y = top + (1.5 if face.doubled else 5.0)
    if style.index != "none":
        y += 2.0
    colours = style.palette
    if not face.doubled:
        draw_meadow(canvas, colours, 4.5, face.width - 4.5, 95.5, 8)
    for side in (-1, 1):
        stalk = [
            (middle, y + size * 0.7),
            (middle + side * x * 0.7, y + size * 0.55),
            (middle + side * x, y + size * 0.3),
        ]
        canvas.fill(ribbon(stalk, (1.8, 1.5, 1.1)), mix(colours.green, colours.yellow, 0.3))
        leaf = [(0, -2.2), (1.5, 0), (0, 2.2), (-1.5, 0)]
        with canvas.moved(middle + side * x * 0.4, y + size * 0.72, turn=60 * side):
            canvas.fill(smooth(leaf), colours.green)
        draw_pip(canvas, style, face.sign, middle + side * x, y, size, 20.0 * side)
    extent = min(face.width * 0.66, 31.0 if face.doubled else 44.0)
    with canvas.moved(middle, 34.5 if face.doubled else 68.0, extent):
        MOTIFS[name](canvas, colours)


def _draw_court(canvas: Canvas, face: Face) -> None:
    style = face.style
    figure = costume(style, face.sign, face.card.rank)
    low = face.card.rank == "U"
    aside = (figure.left in _RAISED) and figure.right not in _RAISED
    side = 1 if aside and not low and face.family == "german" else -1
    size = (11.0 if face.family == "german" else 12.5) if face.doubled else 12.4
    shift = -side * face.width * (0.05 if face.family == "german" else 0.03)
    y = style.margin + size * (1.28 if face.doubled else 1.36)
    if not face.doubled:
        draw_meadow(canvas, style.palette, 4.5, face.width - 4.5, 95.5, 8 if style.scenes else 5)
    draw_figure(canvas, style, figure, face.width / 2 + shift, y, size)
    _draw_court_sign(canvas, face, low, side)


def _draw_court_sign(canvas: Canvas, face: Face, low: bool, side: int) -> None:
    style = face.style
    size = (13.0 if face.doubled else 15.5) * min(style.pip_scale, 1.1)
    inset = style.margin + size * 0.5 + 1.5
    top = style.margin + size * 0.5 + 2.0 + (index_height(face) if style.index.startswith("letters") else 0.0)
    if style.index == "letters and pips":
        inset, top = inset + 4.0, top - index_height(face) * 0.4
    y = (43.0 if face.doubled else 84.0) if low else top
    draw_pip(canvas, style, face.sign, inset if side < 0 else face.width - inset, y, size)
