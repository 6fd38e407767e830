"""Depth order of overlapping cards: the card most similar to its kept picture lies on top, then the next one by its
visible part.

Outlines and scores confuse cards of equal brightness. A card is read again if
other cards turn out to lie on it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from vision.geometry.quads import lies_on, same_area, same_place
from vision.geometry.table_plane import fit_plane
from vision.recognition.place import Place
from vision.scene.masked_reading import occlusion_by, read_occluded
from vision.scene.thresholds import SCENE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.geometry.table_plane import TablePlane
    from vision.recognition.reader import Reader
    from vision.types import Image, Quad, Reading


class _Layer(NamedTuple):
    """A reading, and the place of its card; `place.occlusion` is None if nothing lies on it.

    `ncc` is the correlation of the visible part with the kept picture, or 1 without one, which keeps the order of
    detection.
    """

    reading: Reading
    place: Place
    ncc: float


def order_by_depth(
    image: Image, reader: Reader, readings: Sequence[Reading], objects: Sequence[Quad] = ()
) -> tuple[Reading, ...]:
    """Returns the readings from the top down, read again where their occlusion changed.

    *objects* are quads of the size of a card that are like none, such as the stock; they may cover a doubtful card.
    """
    quads = [reading.quad for reading in readings]
    if not _any_overlap(quads) and not any(_covering_objects(one, objects) for one in readings):
        return tuple(readings)
    plane = fit_plane(quads, image.shape, reader.length)
    left = [_layer(image, reader, reading, _covering_objects(reading, objects), plane) for reading in readings]
    done: list[Reading] = []
    while left:
        top = max(left, key=lambda layer: layer.ncc)
        left.remove(top)
        done.append(_without_repeated_name(_read_again(top), done))
        for index, layer in enumerate(left):
            if lies_on(done[-1].quad, layer.place.quad):
                tops = [*_covering_objects(layer.reading, objects), *(one.quad for one in done)]
                left[index] = _layer(image, reader, layer.reading, tops, plane)
    return tuple(done)


def _layer(image: Image, reader: Reader, reading: Reading, tops: Sequence[Quad], plane: TablePlane) -> _Layer:
    above = [quad for quad in tops if lies_on(quad, reading.quad)]
    place = Place(image, reader, reading.quad, occlusion_by(image, above, plane) if above else None)
    fit = place.align(reading.candidates[0].card)
    return _Layer(reading, place, 1.0) if fit is None else _Layer(reading, fit.place, fit.ncc)


def _read_again(layer: _Layer) -> Reading:
    reading, place = layer.reading, layer.place
    is_as_before = abs(place.visible - reading.visible) < SCENE.reread_min_change_of_visible_share
    if place.occlusion is None or (reading.card is not None and is_as_before):
        return reading
    return read_occluded(place) or replace(reading, card=None)


def _without_repeated_name(reading: Reading, done: Sequence[Reading]) -> Reading:
    """Returns the reading without its name if an upper card has that name: every card exists once."""
    return replace(reading, card=None) if any(reading.card == one.card for one in done) else reading


def _covering_objects(reading: Reading, objects: Sequence[Quad]) -> list[Quad]:
    if reading.card is not None or reading.visible < 1:
        return []
    same_sized = [thing for thing in objects if same_area(thing, reading.quad)]
    return [thing for thing in same_sized if lies_on(thing, reading.quad) and not same_place(thing, reading.quad)]


def _any_overlap(quads: Sequence[Quad]) -> bool:
    """Tells whether any of the quads lies on another."""
    return any(lies_on(one, other) for one in quads for other in quads if one is not other)
