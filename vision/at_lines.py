"""Cards of unknown size whose outlines close nowhere: a side that shows from corner to corner tells the rest.

It is asked where nothing else was found: a card that lies on others, or on a white check, as bright as itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.corners import Corner, along_a_side
from vision.find import Finding, distinct, is_card_shaped, refined_findings
from vision.glance import rated
from vision.lines import corners_of
from vision.quads import scaled
from vision.repeated import repeated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.find import Workings
    from vision.reader import Reader
    from vision.sightings import Quad

USUAL_SIDE = 0.12
"""Of the picture's longer side, as a card's usually are; it tells only which lines are too short to be of one."""
LIKELY = 300
"""So many of those most like a card at a glance are drawn to their edges."""
STRAIGHT = 0.9995
"""Cosine: both legs may be off the side between two corners by so much, two degrees."""
SHOWN = 0.5
"""Of a side, that runs along lines at its ends."""
MOST = 40
"""Of these, those that are read."""


def find_at_lines(workings: Workings, reader: Reader) -> list[Finding]:
    """Returns what may be cards at the straight lines of a picture, those most like a card of the pack first."""
    everywhere = np.full(workings.planes.shape[:2], 255, np.uint8)
    corners = corners_of(workings.lines, USUAL_SIDE * max(everywhere.shape), everywhere)
    rough = [quad for quad in _with_a_side(corners) if is_card_shaped(quad, float(everywhere.size))]
    every = distinct(rough)
    at_once = np.argsort(-reader.glanced(workings.planes, every, everywhere), kind="stable")[:LIKELY]
    found = refined_findings(workings.edges, [every[index] for index in at_once])
    quads = [finding.quad for finding in found]
    alike = np.where(repeated(workings.planes, quads), 0.0, reader.glanced(workings.planes, quads, everywhere))
    ratings = [rated(finding.confidence, float(one)) for finding, one in zip(found, alike, strict=True)]
    back = 1 / workings.scale
    return [Finding(scaled(quads[index], back), found[index].confidence) for index in np.argsort(ratings)[::-1][:MOST]]


def _with_a_side(corners: Sequence[Corner]) -> Iterator[Quad]:
    """Yields what cards may have one of their sides between two corners whose legs run towards each other."""
    if not corners:
        return
    points = np.array([corner.point for corner in corners])
    legs = np.array([(corner.back, corner.forward) for corner in corners])
    shown = np.linalg.norm(legs, axis=2)
    directions = legs / shown[..., None]
    between = points - points[:, None]
    lengths = np.linalg.norm(between, axis=2)
    towards = np.einsum("nkd,nmd->nmk", directions, between) > STRAIGHT * np.maximum(lengths, 1e-6)[..., None]
    for one, other, which, other_which in np.argwhere(towards[:, :, :, None] & towards.transpose(1, 0, 2)[:, :, None]):
        if one < other and shown[one, which] + shown[other, other_which] > SHOWN * lengths[one, other]:
            side = between[one, other]
            first = Corner(points[one], legs[one, 1 - which], side, (-1, -1))
            yield from along_a_side(first, Corner(points[other], -side, legs[other, 1 - other_which], (-1, -1)))
