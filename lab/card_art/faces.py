"""The faces of cards: what is on each, court cards, numerals and aces."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Card, Pack
from lab.card_art.canvas import Canvas, box, mix, ribbon, smooth
from lab.card_art.costume import Costume, costume
from lab.card_art.drawings import draw, names_of
from lab.card_art.figures import draw_figure
from lab.card_art.frames import index_height
from lab.card_art.numerals import draw_meadow, draw_numeral
from lab.card_art.pips import draw_pip
from lab.card_art.style import Face, Style

SIZES_MM = {"german": (56.0, 100.0), "french": (59.0, 91.0)}
"""Width and height of a card as sold."""


def face(pack: Pack, card: Card, style: Style) -> Face:
    """Returns the face of *card*.

    :raises UnknownCard: if *card* is not in *pack*.
    """
    pack.bit(card)
    width_mm, height_mm = SIZES_MM[pack.family]
    aspect = width_mm / height_mm if style.aspect is None else style.aspect
    return Face(style, pack.family, card, 100.0 * aspect)


_RAISED = ("raised", "brandish", "out")
_HOUSE_MOTIFS = {"E": "barrel", "L": "vase", "H": "target", "S": "boar"}


def draw_face(canvas: Canvas, face: Face) -> None:
    if face.count is not None:
        draw_numeral(canvas, face)
    elif face.card.rank == "A":
        _draw_ace(canvas, face)
    else:
        _draw_court(canvas, face)


def _draw_ace(canvas: Canvas, face: Face) -> None:
    style, middle = face.style, face.width / 2
    size = (14.0 if face.doubled else 22.0) * min(style.pip_scale, 1.05)
    y = style.margin + (10.5 if face.doubled else 14.5) + (2.0 if face.index != "none" else 0.0)
    if not face.doubled:
        draw_meadow(canvas, style.palette, face.width, 8)
    people = style.own_courts and style.rng("ace people").random() < 0.3
    if people:
        spread = face.width / 2 - style.margin - size * 0.6
        top = style.margin + size * 0.4 if face.doubled else 32.0
        figure = replace(costume(style, face.sign, "A"), look=0.0)
        draw_figure(canvas, style, figure, middle, top + 12.0, 9.0 if face.doubled else 9.5)
    else:
        spread = face.width * 0.19
        _draw_nosegay(canvas, face, y, size)
    for side in (-1, 1):
        draw_pip(canvas, style, face.sign, middle + side * spread, y, size, 20.0 * side)
    if not people:
        low, largest = (35.5, 29.0) if face.doubled else (69.0, 46.0)
        with canvas.moved(middle, low, min(face.width * 0.62, largest)):
            motifs = list(names_of("motifs"))
            style.rng("aces").shuffle(motifs)
            motif = motifs["ELHS".index(face.sign)] if style.own_courts else _HOUSE_MOTIFS[face.sign]
            draw(canvas, style.palette, "motifs", motif)


def _draw_nosegay(canvas: Canvas, face: Face, y: float, size: float) -> None:
    """Ties the two signs of an ace together: stalks that cross below them, leaves and a bow."""
    colours, middle, x = face.style.palette, face.width / 2, face.width * 0.19
    knot = y + size * 0.72
    for side in (-1, 1):
        stalk = [(side * x * 0.95, y + size * 0.4), (side * x * 0.4, y + size * 0.62), (0, knot), (-side * 3, knot + 4)]
        with canvas.moved(middle, 0):
            canvas.fill(ribbon(stalk, (1.0, 1.3, 1.4, 0.9)), mix(colours.green, colours.yellow, 0.3))
        with canvas.moved(middle + side * x * 0.5, knot + 1.2, turn=70 * side):
            canvas.fill(smooth([(0, -3.2), (1.7, 0), (0, 3.2), (-1.7, 0)]), colours.green)
    with canvas.moved(middle, knot):
        for side in (-1, 1):
            canvas.fill(smooth([(0, 0), (side * 2.6, -2.0), (side * 3.8, 0), (side * 2.6, 1.8)]), colours.red)
        canvas.dot(0, 0, 1.1, colours.red, outlined=True)


def _facing_sign(figure: Costume) -> Costume:
    """Turns a figure so that a raised hand does not cover the suit sign on the left."""
    if figure.left in _RAISED and figure.right not in _RAISED:
        turned = replace(figure, left=figure.right, right=figure.left, look=-figure.look)
        return replace(turned, left_prop=figure.right_prop, right_prop=figure.left_prop)
    return figure


def _draw_court(canvas: Canvas, face: Face) -> None:
    style, rng = face.style, face.style.rng("court place")
    german = face.family == "german"
    figure = _facing_sign(costume(style, face.sign, face.card.rank))
    size = (11.0 if german else 13.0) if face.doubled else 13.2
    shift = face.width * (0.06 if german else 0.04)
    if style.own_courts:
        size *= rng.uniform(0.88, 1.06)
        shift *= rng.uniform(0.3, 1.5)
    y = style.margin + size * (1.28 if face.doubled else 1.36)
    if not face.doubled:
        draw_meadow(canvas, style.palette, face.width, 10)
    if german:
        draw_figure(canvas, style, figure, face.width / 2 + shift, y, size)
        _draw_court_sign(canvas, face)
        return
    inset = panel_inset(face)
    panel = box(inset, face.style.margin + 3.0, face.width - inset, 97.0 - face.style.margin)
    with canvas.clipped(panel):
        draw_figure(canvas, style, figure, face.width / 2 + shift, y + 2, size)
        _draw_court_sign(canvas, face)
    if not style.own_courts or rng.random() < 0.6:
        canvas.line(panel, closed=True)


def panel_inset(face: Face) -> float:
    """Returns how far the picture of a French court keeps from the card's sides."""
    return face.style.margin + (8.5 if face.index.startswith("letters") else 1.2)


def _draw_court_sign(canvas: Canvas, face: Face) -> None:
    """The Unter's sign stands low, all others high: that is how Ober and Unter are told apart."""
    style = face.style
    size = (13.0 if face.doubled else 15.0) * min(style.pip_scale, 1.1)
    inset, top = style.margin + size * 0.5 + 1.2, style.margin + size * 0.5 + 2.0
    if face.family == "french":
        size *= 0.85
        inset, top = inset + (7.0 if face.index.startswith("letters") else 1.0), top + 2.0
    elif face.index == "letters":
        top += index_height(face)
    elif face.index == "letters and pips":
        inset, top = inset + 4.5, top + 1.0
    if face.sign == "E":
        size *= 1.15  # acorns are slim
    low = face.card.rank == "U"
    y = (42.5 if face.doubled else 86.0) if low else top
    draw_pip(canvas, style, face.sign, inset, y, size)
