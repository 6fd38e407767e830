"""How well cards in real photographs are read: python benchmarks/photographs.py PHOTOS DECKS

PHOTOS holds folders of photographs with a labels.json each, DECKS folders of scans, one a card. Each set is enrolled
from what its line names, never from the photographs that are read. Printed: labelled cards that were read right, asked
for (the reader would rather ask), missed (not found), and read wrongly with confidence; and cards read with
confidence where the labels know none. Nothing here was trained on.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from engine.cards import PACKS, Card, UnknownCard
from vision.enrolment import upright_cards
from vision.find import find_cards
from vision.pack import enrol
from vision.quads import area, overlap, portrait, shared_area
from vision.reader import PackReader
from vision.recognise import Recogniser
from vision.rectify import rectify
from vision.scene import read_scene

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vision.sightings import Image, Quad, Reading

BERLIN_NAMES = {"Herz": "H", "Karo": "D", "Kreuz": "C", "Pik": "S"}
BERLIN_RANKS = {"Ass": "A", "Koenig": "K", "Dame": "Q", "Bube": "J", "Zehn": "10"}
FROM_SCANS = (
    ("oldcardgames_german", ("66.jpg", "constancejass.jpg", "decks.jpg"), "ger_salz_piiit", "german33"),
    ("oldcardgames_german", ("wenz.jpg",), "ger_bav_ass_nunn1", "bavarian32"),
    ("oldcardgames_german", ("britsch.jpg",), "ger_bav_schmid_gumbi", "bavarian32"),
    ("oldcardgames_french", ("oregon.jpg",), "fr_fltk_english", "french52"),
    ("alkenderesi_french", (), "fr_fltk_english", "french52"),
)
"""Set, its pictures (all if none are named), the deck of scans most like it, and its pack."""


@dataclass
class Tally:
    right: int = 0
    asked: int = 0
    missed: int = 0
    wrong: list[str] = field(default_factory=list)
    invented: list[str] = field(default_factory=list)

    @property
    def cards(self) -> int:
        return self.right + self.asked + self.missed + len(self.wrong)

    def count(self, picture: str, truth: str, reading: Reading | None) -> None:
        if reading is None:
            self.missed += 1
        elif reading.card is None:
            self.asked += 1
        elif str(reading.card) == truth:
            self.right += 1
        else:
            self.wrong.append(f"{picture}: {truth} read as {reading.card}")

    def row(self, name: str) -> str:
        numbers = f"{self.cards:6d}{self.right:7d}{self.asked:7d}{self.missed:8d}{len(self.wrong):7d}"
        return f"{name:64s}{numbers}{len(self.invented):10d}"


@dataclass(frozen=True)
class Photographs:
    """One folder of photographs with its labels, by file."""

    folder: Path
    labels: dict[str, dict[str, Any]]

    @staticmethod
    def of(folder: Path) -> Photographs:
        entries = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
        return Photographs(folder, {entry["file"]: entry for entry in entries})

    def picture(self, file: str) -> Image:
        return _load(self.folder / file)


def _load(path: Path) -> Image:
    picture = cv2.imread(str(path))
    if picture is None:
        raise SystemExit(f"cannot read {path}, expected a picture")
    return np.asarray(picture, np.uint8)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("photos", type=Path)
    parser.add_argument("decks", type=Path)
    arguments = parser.parse_args()
    recogniser = Recogniser()
    print(f"{'photographs, and what they were enrolled from':64s} cards  right  asked  missed  wrong  invented")
    tallies = []
    for name, tally in measured(arguments.photos, arguments.decks, recogniser):
        print(tally.row(name), flush=True)
        tallies.append(tally)
    for line in (line for tally in tallies for line in (*tally.wrong, *tally.invented)):
        print(f"  {line}")
    print("handdrawn_tricks: its labels call one and the same card S9 in games 1 and 3 but S6 in game2_round13, and")
    print("another H9 in game 1 but H6 in games 2 and 3; so one of these sets must come out wrong or asked")
    print("jackfurby_three_cards, edje_pinochle: no scan of their decks and too few repeats; not measurable")
    print("obind_hearts: one suit only; not measurable")
    return 0


def measured(photos: Path, decks: Path, recogniser: Recogniser) -> Iterator[tuple[str, Tally]]:
    yield from berlin(Photographs.of(photos / "animano_berlin"), recogniser)
    yield from hand_drawn(Photographs.of(photos / "handdrawn_tricks"), recogniser)
    for folder, files, deck, kind in FROM_SCANS:
        scans = {file.name: _load(file) for file in sorted((decks / deck).glob("*.jpg"))}
        named = {Path(name).stem: picture for name, picture in upright_cards(scans).items()}
        reader = reader_of({name: [picture] for name, picture in named.items()}, kind, recogniser)
        yield from_scans(Photographs.of(photos / folder), files, deck, reader)


def reader_of(pictures: dict[str, list[Image]], kind: str, recogniser: Recogniser) -> PackReader:
    pack = PACKS[kind]
    by_card: dict[Card, list[Image]] = {}
    for text, shown in pictures.items():
        try:
            by_card[pack.card(text)] = shown
        except UnknownCard:
            continue  # a card of a larger pack
    return PackReader(recogniser, enrol(by_card, kind, recogniser, kind))


def berlin(photographs: Photographs, recogniser: Recogniser) -> Iterator[tuple[str, Tally]]:
    """Two-card tricks, enrolled from the single cards; covered cards are counted apart."""
    singles = {file: photographs.picture(file) for file, label in photographs.labels.items() if "trick" not in label}
    cards = {_berlin_name(file): [card] for file, card in upright_cards(singles).items()}
    reader = reader_of(cards, "french20", recogniser)
    tops, covered = Tally(), Tally()
    for file, label in photographs.labels.items():
        if "trick" not in label:
            continue
        (top,) = [portrait(np.array(card["quad"], np.float32)) for card in label["cards"]]
        readings = read_scene(photographs.picture(file), reader)
        on_top = reading_at(top, readings)
        tops.count(file, label["trick"]["on_top"], on_top)
        rest = [reading for reading in readings if reading is not on_top]
        known = [reading for reading in rest if reading.card is not None]
        covered.count(file, label["trick"]["underneath"], next(iter(known or rest), None))
        covered.invented += [f"{file}: {reading.card}" for reading in known[1:]]
    yield "animano_berlin, cards on top; its 20 single cards", tops
    yield "animano_berlin, cards partly underneath; its 20 single cards", covered


def _berlin_name(file: str) -> str:
    suit, rank = Path(file).stem.split("_")
    return BERLIN_NAMES[suit] + BERLIN_RANKS[rank]


def hand_drawn(photographs: Photographs, recogniser: Recogniser) -> Iterator[tuple[str, Tally]]:
    """Every game enrolled from the cards of the other two, cut out of their tricks."""
    shown: dict[str, list[tuple[str, Quad]]] = {}
    for file, label in photographs.labels.items():
        names = [card[0] + card[1:].replace("0", "10") for card in label["cards"]]
        shown[file] = list(zip(names, south_east_north_west(outlines(photographs.picture(file))), strict=True))
    for game in ("game1", "game2", "game3"):
        cards: dict[str, list[Image]] = {}
        for file, quads in shown.items():
            if not file.startswith(game):
                picture = photographs.picture(file)
                for name, quad in quads:
                    cards.setdefault(name, []).append(rectify(picture, quad, (432, 288)))
        reader = reader_of(cards, "french52", recogniser)
        tally = Tally()
        for file in (file for file in shown if file.startswith(game)):
            compare(tally, file, shown[file], read_scene(photographs.picture(file), reader), set(cards))
        yield f"handdrawn_tricks, {game}; the other two games", tally


def south_east_north_west(quads: Iterable[Quad]) -> list[Quad]:
    found = list(quads)
    if len(found) != 4:
        raise SystemExit(f"found {len(found)} cards in a trick of four; its labels cannot be told apart")
    south = max(found, key=lambda quad: float(quad[:, 1].mean()))
    north = min(found, key=lambda quad: float(quad[:, 1].mean()))
    sides = sorted(
        (quad for quad in found if quad is not south and quad is not north), key=lambda q: float(q[:, 0].mean())
    )
    return [south, sides[1], north, sides[0]]


def outlines(image: Image) -> list[Quad]:
    """Returns the cards of a trick whose pack is not known yet: of the things of one size, those that cover most."""
    sure = [finding for finding in find_cards(image) if finding.confidence >= 0.75]
    sure.sort(key=lambda finding: (round(finding.confidence, 1), area(finding.quad)), reverse=True)
    apart: list[Quad] = []
    for finding in sure:
        if all(shared_area(finding.quad, other) < 0.3 * min(area(finding.quad), area(other)) for other in apart):
            apart.append(finding.quad)
    sets = [[other for other in apart if 1 <= area(other) / area(one) * 1.01 < 2] for one in apart]
    return max(sets, key=lambda cards: sum(map(area, cards)), default=[])


def from_scans(photographs: Photographs, files: tuple[str, ...], deck: str, reader: PackReader) -> tuple[str, Tally]:
    tally = Tally()
    known = {str(card) for card in reader.pack.cards}
    for file, label in photographs.labels.items():
        if files and file not in files:
            continue
        truth = [(card["card"], portrait(np.array(card["quad"], np.float32))) for card in label["cards"]]
        readings = read_scene(photographs.picture(file), reader)
        compare(tally, file, truth, readings, known, set(label["also_partly_visible"]))
    return f"{photographs.folder.name} {' '.join(files)}; scans {deck}", tally


def compare(
    tally: Tally,
    file: str,
    truth: list[tuple[str, Quad]],
    readings: list[Reading],
    known: set[str],
    also: frozenset[str] | set[str] = frozenset(),
) -> None:
    """Cards that the pack does not hold must not be read as others; they count if they are."""
    for name, quad in truth:
        reading = reading_at(quad, readings)
        if name in known:
            tally.count(file, name, reading)
        elif reading is not None and reading.card is not None:
            tally.invented.append(f"{file}: {name}, which was not enrolled, read as {reading.card}")
    for reading in readings:
        elsewhere = all(overlap(reading.quad, quad) < 0.3 for _, quad in truth)
        if elsewhere and reading.card is not None and str(reading.card) not in also:
            tally.invented.append(f"{file}: {reading.card} where no card is labelled")


def reading_at(quad: Quad, readings: Iterable[Reading]) -> Reading | None:
    best = max(readings, key=lambda reading: overlap(reading.quad, quad), default=None)
    return best if best is not None and overlap(best.quad, quad) > 0.5 else None


if __name__ == "__main__":
    sys.exit(main())
