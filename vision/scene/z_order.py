"""Which of the cards found lies on which: the one most like its picture lies on top, then the next by what is left.

Outlines and scores alone take one for the other where cards are as bright. Each card is read again if others than
were thought lie on it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vision.geometry.quads import area, same_place, shared_area
from vision.geometry.table_plane import fit_plane
from vision.recognition.verification import align
from vision.scene.hypotheses import Covered, share_of
from vision.scene.masked_reading import cover_of, read_occluded
from vision.scene.thresholds import SCENE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.geometry.table_plane import Cover, TablePlane
    from vision.recognition.reader import Reader
    from vision.types import Image, Quad, Reading


@dataclass(frozen=True, slots=True, eq=False)
class _Layer:
    """A reading and where its card lies; `cover` is None where nothing lies on it.

    `alike` goes by what shows; without kept pictures all are as alike, and lie in the order in which they were found.
    """

    reading: Reading
    quad: Quad
    cover: Cover | None
    alike: float


def order_by_depth(
    image: Image, reader: Reader, readings: Sequence[Reading], things: Sequence[Quad] = ()
) -> tuple[Reading, ...]:
    """Returns the readings, those on top first, each by what lies on it.

    On a doubtful card may also lie one of the *things* that are as large as a card and like none, such as the stock on
    an upcard.
    """
    lying = [reading.quad for reading in readings]
    if not _is_heap(lying) and not any(_as_large(one, things) for one in readings):
        return tuple(readings)
    plane = fit_plane(lying, image.shape, reader.length)
    left = [_layer(image, reader, reading, _as_large(reading, things), plane) for reading in readings]
    done: list[Reading] = []
    while left:
        top = max(left, key=lambda layer: layer.alike)
        left.remove(top)
        done.append(_once(_read_again(image, reader, top), done))
        for index, layer in enumerate(left):
            if laps(done[-1].quad, layer.quad):
                tops = [*_as_large(layer.reading, things), *(one.quad for one in done)]
                left[index] = _layer(image, reader, layer.reading, tops, plane)
    return tuple(done)


def _layer(image: Image, reader: Reader, reading: Reading, tops: Sequence[Quad], plane: TablePlane) -> _Layer:
    above = [quad for quad in tops if laps(quad, reading.quad)]
    cover = cover_of(image, above, plane) if above else None
    place = align(image, reader, reading.quad, reading.candidates[0].card, cover)
    if place is None:
        return _Layer(reading, reading.quad, cover, 1.0)
    return _Layer(reading, place.quad, cover, place.alike)


def _read_again(image: Image, reader: Reader, layer: _Layer) -> Reading:
    reading = layer.reading
    share = 1.0 if layer.cover is None else share_of(layer.quad, layer.cover.visible)
    if layer.cover is None or (
        reading.card is not None and abs(share - reading.visible) < SCENE.reread_min_visible_change
    ):
        return reading
    return read_occluded(image, reader, Covered(layer.quad, share), layer.cover) or replace(reading, card=None)


def _once(reading: Reading, done: Sequence[Reading]) -> Reading:
    """Every card is there once: where it is most like its picture."""
    return replace(reading, card=None) if any(reading.card == one.card for one in done) else reading


def _as_large(reading: Reading, things: Sequence[Quad]) -> list[Quad]:
    if reading.card is not None or reading.visible < 1:
        return []
    alike = (
        thing
        for thing in things
        if 1 / SCENE.thing_max_area_ratio < area(thing) / area(reading.quad) < SCENE.thing_max_area_ratio
    )
    return [thing for thing in alike if laps(thing, reading.quad) and not same_place(thing, reading.quad)]


def _is_heap(quads: Sequence[Quad]) -> bool:
    """Tells whether any of the cards lies on another; where all lie apart there is nothing to compare."""
    return any(laps(one, other) for one in quads for other in quads if one is not other)


def laps(upper: Quad, lower: Quad) -> bool:
    """Tells whether one lies on the other, rather than beside it."""
    return shared_area(upper, lower) > SCENE.laps_min_shared * area(lower)
