"""A folder of photographs of one card each, named HK.jpg, HK-2.jpg."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.enrolment.card_folder import BadFolder, card_files
from cli.exam.plan import draw_some
from cli.exam.scoring import NOT_IN_PLAY, Outcome, ReportedCard, TrueCard, compare_reports
from common.errors import raise_all
from device.camera.picture_file import read_file
from vision.types import SetAside

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from engine.cards import Card, Pack
    from vision.recognition.reader import PackReader
    from vision.types import Image, Reading

CONDITION = "picture"


@dataclass(frozen=True, slots=True)
class Still:
    path: Path
    laid: TrueCard


def stills_of(folder: Path, pack: Pack, count: int | None, seed: int) -> list[Still]:
    """Returns the photographs to read, in random order: all of them, or *count* that are drawn.

    :raises BadFolder: for a name that is no card's, a picture that cannot be read, or one that is there twice.
    """
    found = card_files(folder, pack)
    groups: list[tuple[Card | SetAside, list[Path]]] = [*found.files.items(), *found.set_aside.items()]
    faults = [BadFolder(slip) for slip in found.slips]
    faults += [fault for _, files in groups for fault in _doubles(files)]
    raise_all(faults)
    truths = {
        path.name: TrueCard(NOT_IN_PLAY if isinstance(card, SetAside) else str(card), CONDITION, picture=path.name)
        for card, files in groups
        for path in files
    }
    names = draw_some(list(truths), len(truths) if count is None else count, seed)
    return [Still(folder / name, truths[name]) for name in names]


def _doubles(files: Sequence[Path]) -> Iterator[BadFolder]:
    """Equal pictures are one reading of a card, not two."""
    seen: dict[str, Path] = {}
    for path in files:
        same = hashlib.sha256(read_file(path)).hexdigest()
        other = seen.setdefault(same, path)
        if other != path:
            yield BadFolder(f"got the same picture in {other.name} and {path.name}, expected two, take one away")


def read_still(still: Still, image: Image, reader: PackReader) -> list[Outcome]:
    from vision.scene.still_scene import read_scene

    reported = [reported_card(reading) for reading in read_scene(image, reader)]
    return compare_reports([still.laid], reported, CONDITION)


def reported_card(reading: Reading, image: Image | None = None) -> ReportedCard:
    card = NOT_IN_PLAY if reading.not_in_play is not None else None if reading.card is None else str(reading.card)
    return ReportedCard(card, tuple(str(one.card) for one in reading.in_play[:3]), image=image)
