"""Grounds, frames, indices and backs of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lab.card_art.canvas import Canvas, Colour, box, ellipse, mix, rounded, smooth, star
from lab.card_art.letters import text_width, write
from lab.card_art.pips import draw_pip

if TYPE_CHECKING:
    from lab.card_art.style import Face, Style


_INDEX_HEIGHT = {"german": 5.0, "french": 7.5}


def index_height(face: Face) -> float:
    return _INDEX_HEIGHT[face.family] if face.index != "none" else 0.0


def draw_ground(canvas: Canvas, face: Face) -> None:
    style, width = face.style, face.width
    colour = style.palette.colour_named(style.rng("ground").choice(("yellow", "blue", "green", "red")))
    pale = mix(style.palette.paper, colour, 0.16)
    if style.ground == "plain":
        return
    margin = style.margin
    area = box(margin, margin, width - margin, 100 - margin)
    if style.ground == "tint":
        canvas.fill(area, pale, outlined=False)
        return
    with canvas.clipped(area):
        if style.ground == "rays":
            for turn in np.radians(np.arange(0, 360, 15)):
                reach = np.array([[0, 0], [np.cos(turn), np.sin(turn)], [np.cos(turn + 0.13), np.sin(turn + 0.13)]])
                canvas.fill(reach * 90 + (width / 2, 50), pale, outlined=False)
        elif style.ground == "dots":
            for row, y in enumerate(np.arange(margin, 100, 5.0)):
                for x in np.arange(margin + 2.5 * (row % 2), width, 5.0):
                    canvas.dot(float(x), float(y), 0.8, pale)
        elif style.ground == "waves":
            for y in np.arange(0.0, 104.0, 4.0):
                wave = np.linspace(0, width, 30)
                canvas.line(np.column_stack([wave, y + 1.2 * np.sin(wave / 4)]), pale, 3)
        else:
            canvas.hatch(area, 60, 5.0, pale, 2.5)
            canvas.hatch(area, -60, 5.0, pale, 2.5)


def draw_frame(canvas: Canvas, face: Face) -> None:
    style, width = face.style, face.width
    margin = style.margin
    near, far_x, far_y = margin, width - margin, 100 - margin
    if style.frame == "none":
        return
    if style.frame == "line":
        canvas.line(box(near, near, far_x, far_y), closed=True)
    elif style.frame == "double":
        canvas.line(box(near, near, far_x, far_y), width=1.6, closed=True)
        canvas.line(box(near + 1.2, near + 1.2, far_x - 1.2, far_y - 1.2), width=0.7, closed=True)
    elif style.frame == "rounded":
        canvas.line(rounded(near, near, far_x, far_y, 3.6), closed=True)
    elif style.frame == "notched":
        corners = ((far_x, near, 90), (far_x, far_y, 180), (near, far_y, 270), (near, near, 0))
        bites = [ellipse(x, y, 4.0, None, end, end + 90, 8)[::-1] for x, y, end in corners]
        canvas.line(np.vstack(bites), closed=True)
    else:
        colour = style.palette.colour_named(style.rng("frame").choice(("red", "green", "blue", "yellow", "black")))
        canvas.line(rounded(near, near, far_x, far_y, 2.5), colour, 1.2 / canvas.weight, closed=True)


def draw_index(canvas: Canvas, face: Face) -> None:
    """Writes the index into the corners, the lower ones upside down."""
    style, caption = face.style, face.caption
    if not caption or (face.family == "german" and face.card.rank == "6"):
        return
    upright = face.family == "german" and not face.doubled and style.scenes
    for upside_down in (False,) if upright else (False, True):
        with canvas.moved(face.width if upside_down else 0, 100 if upside_down else 0, turn=180 if upside_down else 0):
            if face.index in ("centre", "roman"):
                height = index_height(face)
                y = style.margin + 1.6 + height / 2
                write(canvas, caption, face.width / 2, y, height, canvas.ink, style.lettering)
            else:
                _write_corner(canvas, face, right=False)
                if style.index_right:
                    _write_corner(canvas, face, right=True)


def _write_corner(canvas: Canvas, face: Face, right: bool) -> None:
    style, caption = face.style, face.caption
    height = index_height(face)
    colour = canvas.ink
    if face.family == "french":
        colour = style.palette.red if face.card.suit in "HD" else style.palette.black
    span = text_width(caption) * height
    narrow = min(1.0, height * 0.95 / span)
    inset = style.margin + 1.2 + max(height * 0.32, span * narrow / 2)
    x = face.width - inset if right else inset
    top = style.margin + 1.6
    if face.count is None:
        patch = height * 0.42
        canvas.fill(box(x - patch, top - 0.6, x + patch, top + height + 0.5), style.palette.paper, outlined=False)
    write(canvas, caption, x, top + height / 2, height, colour, style.lettering, narrow)
    if face.index == "letters and pips":
        draw_pip(canvas, style, face.sign, x, top + height * 1.6, height * 0.8)


_KINDS = ("lozenges", "scales", "stars", "chequers", "flowers")


def draw_back_picture(canvas: Canvas, style: Style, width: float) -> None:
    rng = style.rng("back")
    own = style.own_courts
    colour = style.palette.colour_named(rng.choice(("red", "blue", "green", "brown", "purple")) if own else "blue")
    kind = rng.choice(_KINDS) if own else "lozenges"
    margin = max(style.margin, 3.0)
    area = box(margin, margin, width - margin, 100 - margin)
    canvas.fill(area, colour, outlined=False)
    pale = mix(colour, style.palette.paper, 0.75)
    gap = rng.uniform(5.0, 9.0) if own else 7.0
    with canvas.clipped(area):
        columns, rows = int(width / gap / 2) + 2, int(50 / gap) + 2
        for row in range(-rows, rows + 1):
            for column in range(-columns, columns + 1):
                with canvas.moved(width / 2 + column * gap, 50 + row * gap, gap):
                    _ornament(canvas, kind, colour, pale, (row + column) % 2 == 0)
    canvas.line(area, style.palette.paper, 1.0 / canvas.weight, closed=True)
    inner = rounded(margin + 1.6, margin + 1.6, width - margin - 1.6, 98.4 - margin, 2.0)
    canvas.line(inner, pale, 0.6 / canvas.weight, closed=True)


def _ornament(canvas: Canvas, kind: str, colour: Colour, pale: Colour, even: bool) -> None:
    if kind == "lozenges":
        canvas.line([(0, -0.5), (0.5, 0), (0, 0.5), (-0.5, 0)], pale, 1.6, closed=True)
        canvas.fill([(0, -0.22), (0.22, 0), (0, 0.22), (-0.22, 0)], pale, outlined=False)
        canvas.dot(0, 0, 0.07, colour)
    elif kind == "scales":
        for radius in (0.5, 0.3):
            canvas.line(ellipse(0, 0, radius), pale, 1.4, closed=True)
    elif kind == "stars":
        canvas.fill(star(0, 0, 0.42 if even else 0.22, 0.16 if even else 0.09, 8), pale, outlined=False)
    elif kind == "chequers":
        if even:
            canvas.fill(box(-0.5, -0.5, 0.5, 0.5), pale, outlined=False)
        canvas.dot(0, 0, 0.2, colour if even else pale)
    else:
        petal = smooth([(0, -0.06), (0.14, -0.28), (0, -0.48), (-0.14, -0.28)], steps=3)
        for turn in np.arange(0.0, 360.0, 90.0):
            with canvas.moved(0, 0, turn=float(turn) + (45 if even else 0)):
                canvas.fill(petal, pale, outlined=False)
