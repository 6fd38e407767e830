"""Sets of labelled photographs, and the pack with which each is read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from engine.cards import PACKS, Card, UnknownCard
from lab.benchmarks.datasets.decks import NOT_COUNTED, training_deck_of
from vision.detection.contours import detect_outlines
from vision.enrolment.photographs.cropping import upright_cards
from vision.geometry.quads import area, portrait, shared_area
from vision.geometry.rectify import rectify
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader
from vision.types import Image, Quad

BERLIN_NAMES = {"Herz": "H", "Karo": "D", "Kreuz": "C", "Pik": "S"}
BERLIN_RANKS = {"Ass": "A", "Koenig": "K", "Dame": "Q", "Bube": "J", "Zehn": "10"}


class BadPhotographs(ValueError):
    """Raised for a photograph that cannot be read."""


OUR_PLACES = "places from our own finder, as the labels have none; in no total and no target:"
"""The reason why a set is not counted: its positions are those of the measured finder, which hides missed cards."""


@dataclass(frozen=True)
class LabelledPhotograph:
    """One photograph: `cards` are fully visible, `underneath` partly; `also` are partly visible and may be read or not.

    `unplaced` are fully visible without a labelled position: they count as missed, whatever is read.
    """

    path: Path
    cards: tuple[tuple[Card, Quad], ...]
    underneath: Card | None = None
    also: frozenset[Card] = frozenset()
    unplaced: tuple[Card, ...] = ()

    @property
    def file(self) -> str:
        return self.path.name


@dataclass(frozen=True)
class SetOfPhotographs:
    """`alike` are indistinguishable cards of the deck; `apart` is the reason why the set counts for no total."""

    title: str
    reader: PackReader
    photographs: tuple[LabelledPhotograph, ...]
    alike: frozenset[Card] = frozenset()
    apart: str = ""


class Source(NamedTuple):
    """The photographs of a set (empty: all), and the most similar deck of scans (None: its own photographs)."""

    folder: str
    files: tuple[str, ...] = ()
    deck: str = ""
    kind: str = ""


SETS = (
    Source("animano_berlin"),
    Source("handdrawn_tricks", ("game1",)),
    Source("handdrawn_tricks", ("game2",)),
    Source("handdrawn_tricks", ("game3",)),
    Source("oldcardgames_german", ("66.jpg", "constancejass.jpg", "decks.jpg"), "ger_salz_piiit", "german33"),
    Source("oldcardgames_german", ("wenz.jpg",), "ger_bav_ass_nunn1", "bavarian32"),
    Source("oldcardgames_german", ("britsch.jpg",), "ger_bav_schmid_gumbi", "bavarian32"),
    Source("oldcardgames_french", ("oregon.jpg",), "fr_fltk_english", "french52"),
    Source("alkenderesi_french", (), "fr_fltk_english", "french52"),
)


def sets_of(photos: Path, decks: Path, recogniser: Recogniser, number: int) -> SetOfPhotographs | None:
    """Returns the set with this number in `SETS`; None if its photographs or scans are missing."""
    source = SETS[number]
    folder = photos / source.folder
    if not (folder / "labels.json").is_file() or (source.deck and not (decks / source.deck).is_dir()):
        return None
    if source.deck:
        return _from_scans(folder, source, decks, recogniser)
    if source.folder == "animano_berlin":
        # The two-card tricks, enrolled from the single cards; their artwork is a redrawing of aisleriot_berlin
        reader = reader_of({card: [picture] for card, picture in berlin_cards(folder).items()}, "french20", recogniser)
        tricks = []
        for file, label in labels(folder).items():
            if trick := label.get("trick"):
                cards = tuple((card_named(trick["on_top"]), _quad(card)) for card in label["cards"])
                tricks.append(LabelledPhotograph(folder / file, cards, card_named(trick["underneath"])))
        return SetOfPhotographs("animano_berlin; its 20 single cards", reader, tuple(tricks), apart=NOT_COUNTED)
    return _hand_drawn(folder, source.files[0], recogniser)


def left_out(photos: Path) -> Iterator[str]:
    """Yields labelled photographs that no set uses, for lack of a position or a deck."""
    for folder in sorted(file.parent for file in photos.glob("*/labels.json")):
        sets = [source.files for source in SETS if source.folder == folder.name]
        is_read = {file: any(file.startswith(files or "") for files in sets) for file in labels(folder)}
        if unread := [entry for file, entry in labels(folder).items() if not is_read[file]]:
            cards = sum(len(entry["cards"]) for entry in unread)
            yield f"{folder.name}, {cards} labelled cards in {len(unread)} photographs"


def load_picture(path: Path) -> Image:
    """:raises BadPhotographs: if it cannot be read."""
    picture = cv2.imread(str(path))
    if picture is None:
        raise BadPhotographs(f"got {path}, which cannot be read, expected a whole picture, replace or remove it")
    return np.asarray(picture, np.uint8)


def card_named(text: str) -> Card:
    return Card(text[0], text[1:])


def reader_of(
    pictures: Mapping[Card, list[Image]], kind: str, recogniser: Recogniser, length: float | None = None
) -> PackReader:
    """Returns the reader of a deck, without the cards that its pack does not have."""
    own = {card: shown for card, shown in pictures.items() if card in PACKS[kind]}
    return PackReader(recogniser, enrol(own, kind, recogniser, kind, length))


def berlin_cards(folder: Path) -> dict[Card, Image]:
    """Returns the twenty cards, each cropped from its own photograph."""
    singles = {file: load_picture(folder / file) for file, label in labels(folder).items() if "trick" not in label}
    named = ((Path(file).stem.split("_"), card) for file, card in upright_cards(singles).cards.items())
    return {Card(BERLIN_NAMES[suit], BERLIN_RANKS[rank]): card for (suit, rank), card in named}


@cache
def labels(folder: Path) -> dict[str, dict[str, Any]]:
    entries = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    return {entry["file"]: entry for entry in entries}


def _quad(card: dict[str, Any]) -> Quad:
    return portrait(np.array(card["quad"], np.float32))


def _hand_drawn(folder: Path, game: str, recogniser: Recogniser) -> SetOfPhotographs:
    """Returns one game, enrolled from cards cropped from the tricks of the other two."""
    enrolled: dict[Card, list[Image]] = {}
    own: list[LabelledPhotograph] = []
    for labelled in _hand_drawn_tricks(folder):
        if labelled.file.startswith(game):
            own.append(labelled)
            continue
        picture = load_picture(labelled.path)
        for card, quad in labelled.cards:
            enrolled.setdefault(card, []).append(rectify(picture, quad, (432, 288)))
    alike = frozenset(card for card in PACKS["french52"].cards if card.rank in {"6", "9"})
    reader = reader_of(enrolled, "french52", recogniser)
    return SetOfPhotographs(f"handdrawn_tricks, {game}; the other two games", reader, tuple(own), alike, OUR_PLACES)


@cache
def _hand_drawn_tricks(folder: Path) -> tuple[LabelledPhotograph, ...]:
    """Returns the tricks with cards labelled by seat; if our finder does not find four, none has a position."""
    tricks = []
    for file, label in labels(folder).items():
        cards = tuple(card_named(card[0] + card[1:].replace("0", "10")) for card in label["cards"])
        quads = outlines(load_picture(folder / file))
        if len(quads) == len(cards) == 4:
            placed = tuple(zip(cards, south_east_north_west(quads), strict=True))
            tricks.append(LabelledPhotograph(folder / file, placed))
        else:
            tricks.append(LabelledPhotograph(folder / file, (), unplaced=cards))
    return tuple(tricks)


def south_east_north_west(quads: Sequence[Quad]) -> list[Quad]:
    """Returns the quads of the four cards of a trick, by seat."""
    south = max(quads, key=lambda quad: float(quad[:, 1].mean()))
    north = min(quads, key=lambda quad: float(quad[:, 1].mean()))
    between = (quad for quad in quads if quad is not south and quad is not north)
    west, east = sorted(between, key=lambda quad: float(quad[:, 0].mean()))
    return [south, east, north, west]


def outlines(image: Image) -> list[Quad]:
    """Returns the quads of a trick before its pack is known: those of one size that cover the largest area."""
    sure = [outline for outline in detect_outlines(image) if outline.confidence >= 0.75]
    sure.sort(key=lambda outline: (round(outline.confidence, 1), area(outline.quad)), reverse=True)
    apart: list[Quad] = []
    for outline in sure:
        if all(shared_area(outline.quad, other) < 0.3 * min(area(outline.quad), area(other)) for other in apart):
            apart.append(outline.quad)
    sets = [[other for other in apart if 1 <= area(other) / area(one) * 1.01 < 2] for one in apart]
    return max(sets, key=lambda cards: sum(map(area, cards)), default=[])


def _from_scans(folder: Path, source: Source, decks: Path, recogniser: Recogniser) -> SetOfPhotographs:
    scans = {file.name: load_picture(file) for file in sorted((decks / source.deck).glob("*.jpg"))}
    pictures = {}
    _, cards, length, *_ = upright_cards(scans)
    for name, picture in cards.items():
        try:
            pictures[PACKS[source.kind].card(Path(name).stem)] = [picture]
        except UnknownCard:
            continue  # a card that the pack does not have
    photographs = []
    for file, label in labels(folder).items():
        if not source.files or file in source.files:
            named = tuple((card_named(card["card"]), _quad(card)) for card in label["cards"])
            also = frozenset(map(card_named, label["also_partly_visible"]))
            photographs.append(LabelledPhotograph(folder / file, named, also=also))
    title = f"{folder.name} {' '.join(source.files)}; scans {source.deck}".replace(" ;", ";")
    reader = reader_of(pictures, source.kind, recogniser, length)
    apart = NOT_COUNTED if training_deck_of(source.deck) else ""
    return SetOfPhotographs(title, reader, tuple(photographs), apart=apart)
