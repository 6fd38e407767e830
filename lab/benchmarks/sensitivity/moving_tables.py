"""Sequences of a few seconds for `lab.benchmarks.sensitivity.thresholds` and the rooms of tracking, rendered once.

For every seed a deal of Gras for two is refereed (ten cards, one every 0.6 to 1.0 s), and a sequence is tracked in
which a hand keeps moving beside the cards. Their decks are of different families in turn, as far as these have all
cards of the game.
"""

from __future__ import annotations

import time
import zlib
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from device.camera.picture_file import low_resolution
from lab.benchmarks.datasets.decks import load, select_families
from lab.benchmarks.flipbook.record import Sequence, compose
from lab.benchmarks.flipbook.restless import fidgeting
from lab.benchmarks.flipbook.scoring import score
from lab.benchmarks.sensitivity.variation import Figures
from lab.benchmarks.tracking.quick_deals import Job, StagedDeal, referee, stage_deal
from lab.benchmarks.tracking.refereed_table import Kind, pack_of
from lab.benchmarks.tracking.sequences import reader_of, reported_event
from simulator.stage.lights import LIGHTS
from simulator.stage.stage import FPS
from vision.tracking.tracker import CardTracker
from vision.types import Frame

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import numpy.typing as npt

    from vision.types import Image, Luma

KIND = Kind("gras", None, 2)
JPEG_QUALITY = 97
FAULTS = ("asked", "wrong", "missed", "invented")


class Film(NamedTuple):
    """The pictures of a sequence as JPEG, each with its number and luminance."""

    pictures: tuple[tuple[int, npt.NDArray[np.uint8], Luma], ...]

    @classmethod
    def of(cls, sequence: Sequence) -> Film:
        pictures = (
            (number, np.asarray(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1], np.uint8))
            for number, picture in enumerate(sequence.pictures())
            if sequence.arrives(number)
        )
        return cls(tuple((number, jpeg, low_resolution(_decode(jpeg))) for number, jpeg in pictures))

    def frames(self) -> Iterator[Frame]:
        for number, jpeg, luma in self.pictures:
            yield Frame(number, number / FPS, partial(_decode, jpeg), luma)


class MovingTables:
    """Counts right cards and seats in the sequences, and the results of the referee in the deals."""

    def __init__(self, decks: Path, families: tuple[str, ...], seeds: tuple[int, ...]) -> None:
        self._deals: list[tuple[StagedDeal, Film]] = []
        self._sequences: list[tuple[Sequence, Film]] = []
        for seed in seeds:
            place = _fitting_deck(decks, families, seed)
            deal = stage_deal(Job(KIND, place, seed))
            self._deals.append((deal, Film.of(deal.sequence)))
            light = list(LIGHTS)[(seed + 1) % len(LIGHTS)]
            sequence = compose(fidgeting.__name__, seed, deal.sequence.deck, light)
            self._sequences.append((sequence, Film.of(sequence)))
        self.run()  # fills the caches of the pack

    def run(self) -> Figures:
        start_time = time.process_time()
        counted, readings = Counter[str](), 0
        for sequence, film in self._sequences:
            tracker = CardTracker(reader_of(sequence.deck), sequence.seats)
            sightings = [sighting for frame in film.frames() for sighting in tracker.process(frame)] + tracker.finish()
            counts, _ = score(
                sequence.truth, [event for one in sightings if (event := reported_event(one)) is not None]
            )
            counted += counts
            readings = zlib.crc32(repr(sightings).encode(), readings)
        faults = sum(counted[name] for name in FAULTS)
        for deal, film in self._deals:
            counts, _, recorded = referee(deal, film.frames())
            counted += counts
            readings = zlib.crc32(repr(recorded).encode(), readings)
        names = ("right", "seats", "gathered", "recorded", "findings", "questions")
        seconds = time.process_time() - start_time
        return Figures({"faults": faults, **{name: counted[name] for name in names}}, seconds, readings)


def _fitting_deck(decks: Path, families: tuple[str, ...], seed: int) -> Path:
    """Returns a deck that has all cards of the game, of the first such family from that of the seed on.

    :raises ValueError: if no family has one.
    """
    names, needed = select_families(decks, families), pack_of(KIND).cards
    for at in range(len(families)):
        place = decks / names[families[(seed + at) % len(families)]][0]
        if all(card in load(place).pictures for card in needed):
            return place
    raise ValueError(f"got {len(families)} families of decks, expected one with all cards of {KIND}")


def _decode(jpeg: npt.NDArray[np.uint8]) -> Image:
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
