"""The decks of a folder, by family: decks of a family have the same artwork, and each family has the same weight.

Training decks are left out; a family with the artwork of a training deck is measured, but not counted.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from device.camera.recorded import PICTURE_ENDINGS
from engine.cards import FRENCH_52, GERMAN_33, Card, Pack, UnknownCard
from lab.training.data.drawn_packs import is_drawn
from lab.training.data.provenance import load_record
from vision.enrolment.photographs.cropping import median_aspect
from vision.recognition.acceptance_calibration import calibrate_acceptance
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader
from vision.types import Image

FAMILIES = {
    "Bavarian, Munich": ("ger_bav_schmid_gumbi", "ger_bav_schmid_gluecks"),
    "Bavarian, redrawn": ("ger_bav_sauspiel_by", "ger_bav_loewe_pips"),
    "Bavarian, Stralsund": ("ger_bav_ass_nunn1",),
    "Franconian": ("ger_fra_sauspiel_fn",),
    "Salzburg": ("ger_salz_piiit",),
    "Salzburg, cartoon": ("ger_salz_hebab_cartoon",),
    "Tell, Hungary": ("ger_tell_zsir_piatnik", "ger_tell_piatnik_hun", "ger_tell_lesti", "ger_tell_jskat"),
    "Tell, Slovak": ("ger_tell_tomasdrus",),
    "Tell, Czech": ("ger_tell_mariasek",),
    "Tell, mixed": ("ger_tell_adit_mixed",),
    "Tell, redrawn": ("ger_tell_sauspiel_dd",),
    "Tell, themed": ("ger_tell_jabra_tortenelmi",),
    "Bohemian": ("ger_boh_mariasek",),
    "Saxon, redrawn": ("ger_sax_sauspiel_de", "ger_sax_fltk"),
    "French, Turnier": ("fr_sauspiel_turnier4c",),
    "French, Vienna": ("fr_sauspiel_vienna",),
    "French, Aguilar": ("fr_fltk_aguilar",),
    "French, English": ("fr_fltk_english",),
    "French, Furby": ("fr_jackfurby",),
}
TWO_DRAWINGS = frozenset({"Bavarian, redrawn", "Saxon, redrawn"})
"""Families with more than one artwork."""
ARTWORK_LEARNED = {
    "Saxon, redrawn": "pysol_xskat_german, kde_french and aisleriot_xskat",
    "French, Turnier": "aisleriot_berlin and pysol_xskat_french",
    "French, Aguilar": "npm_cardsjs",
    "French, English": "aisleriot_anglo_modern",
    "French, Furby": "aisleriot_atlasnye",
}
"""Families with artwork, also redrawn, of the training decks of these names. They are measured and printed separately,
and count for no total and no target. Found by grey-level correlation of their court cards with those of every training
deck (0.54 and more, all others below 0.49), and by eye.
"""
NOT_COUNTED = "artwork that the network learned from in another deck; in no total and no target:"
LEARNED_FROM = (
    *("fr_gnome", "fr_kde", "fr_npm", "fr_pysol", "ger_sax_gnome", "ger_sax_kde", "ger_sax_pysol"),
    *("aisleriot_", "kde_", "npm_", "pysol_"),
)
"""Prefixes of the names of the free decks of `lab.training.data.gather`, which are training decks."""
PACKS = (GERMAN_33, FRENCH_52)
CAMERA_PICTURES = "ger_bav_riggsel_photo"
"""Small, slanted camera pictures of the Munich type, for `lab.benchmarks.accuracy.prints`; they are no scans to enrol
from."""


class NoDecks(ValueError):
    """Raised for a folder without a deck that can be measured."""


@dataclass(frozen=True)
class Deck:
    """`pictures` show one card each, upright or upside down, and nothing else."""

    name: str
    family: str
    kind: str
    pictures: Mapping[Card, Image]

    def reader(self, recogniser: Recogniser) -> PackReader:
        """Returns the reader of the deck as `kiebitz enrol` makes it of its scans."""
        pictures = {card: [picture] for card, picture in self.pictures.items()}
        pack = enrol(pictures, self.kind, recogniser, self.name, median_aspect(self.pictures.values()))
        return PackReader(recogniser, calibrate_acceptance(pack, recogniser))


class FolderContent(NamedTuple):
    """The decks to measure by family; the names of training decks, and of folders without cards."""

    families: dict[str, list[str]]
    learned_from: list[str]
    bare: list[str]


def scan_folder(folder: Path) -> FolderContent:
    """Sorts the decks in *folder*; an unknown deck is its own family."""
    names = sorted(place.name for place in folder.iterdir() if place.is_dir()) if folder.is_dir() else []
    gathered = {entry.deck for entry in load_record(folder).entries}
    families: dict[str, list[str]] = {family: [] for family in FAMILIES}
    found = FolderContent(families, [], [])
    for name in names:
        if name in gathered or is_learned_from(name):
            found.learned_from.append(name)
        elif not _pictures_in(folder / name):
            found.bare.append(name)
        elif name != CAMERA_PICTURES:
            families.setdefault(family_of(name), []).append(name)
    return found._replace(families={family: decks for family, decks in families.items() if decks})


def families_in(folder: Path) -> dict[str, list[str]]:
    """Returns the names of the decks to measure, by family.

    :raises NoDecks: if there is none.
    """
    found = scan_folder(folder)
    if found.families:
        return found.families
    example = "folders such as ger_fra_sauspiel_fn"
    if found.learned_from:
        raise NoDecks(f"got {folder} with decks that the network learned from only, expected others, {example}")
    raise NoDecks(f"got {folder} without a deck to measure with, expected {example}")


def is_learned_from(name: str) -> bool:
    """Returns whether this is a training deck, gathered or drawn."""
    return name.startswith(LEARNED_FROM) or is_drawn(name)


def family_of(name: str) -> str:
    return next((family for family, decks in FAMILIES.items() if name in decks), name)


def training_deck_of(name: str) -> str:
    """Returns the training deck with the artwork of this one; empty if there is none."""
    return name if is_learned_from(name) else ARTWORK_LEARNED.get(family_of(name), "")


def load(folder: Path, family: str = "") -> Deck:
    """Reads one deck, French or German by the names of its files; other files are left out.

    :raises NoDecks: if no picture is named after a card, or one cannot be read.
    """
    files = _pictures_in(folder)
    if not files:
        raise NoDecks(f"got {folder} without a picture of a card, expected files such as HK.jpg")
    # The pack with more cards among the file names; German if as many
    pack, pictures = max(PACKS, key=lambda pack: sum(_card_of(path, pack) is not None for path in files)), {}
    for path in files:
        if (card := _card_of(path, pack)) is None:
            continue  # such as the sixes of a 36-card deck
        picture = cv2.imread(str(path))
        if picture is None:
            raise NoDecks(f"got {path}, which cannot be read, expected a whole picture of {card}, replace or remove it")
        pictures[card] = np.asarray(picture, np.uint8)
    return Deck(folder.name, family or folder.name, pack.name, pictures)


def _pictures_in(folder: Path) -> list[Path]:
    """Returns the pictures named after a card of either pack."""
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    pictures = [path for path in files if path.suffix.lower() in PICTURE_ENDINGS]
    return [path for path in pictures if any(_card_of(path, pack) is not None for pack in PACKS)]


def _card_of(path: Path, pack: Pack) -> Card | None:
    try:
        return pack.card(path.stem)
    except UnknownCard:
        return None


def add_deck_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("decks", type=Path, help="folder of decks, one folder a deck, one picture a card")
    parser.add_argument("--family", nargs="+", metavar="NAME", help="only these, of lab/benchmarks/datasets/decks.py")


def select_families(folder: Path, wanted: Sequence[str] | None) -> dict[str, list[str]]:
    """Returns the selected families, or all.

    :raises NoDecks: if a selected family is not there.
    """
    families = families_in(folder)
    for name in wanted or ():
        if name not in families:
            raise NoDecks(f"got family {name!r}, expected one of: {'; '.join(families)}")
    return {name: families[name] for name in wanted or families}
