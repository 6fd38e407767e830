"""The decks of a folder, by family: decks of a family share one artwork, and a family counts once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.cards import FRENCH_52, GERMAN_33, Card, UnknownCard
from vision.pack import enrol
from vision.reader import PackReader

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    from vision.recognise import Recogniser
    from vision.sightings import Image

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
"""Families whose decks are not prints of one artwork."""
LEARNED_FROM = ("fr_gnome", "fr_kde", "fr_npm", "fr_pysol", "ger_sax_gnome", "ger_sax_kde", "ger_sax_pysol")
"""How the names of free decks begin; the shipped network learned from these."""
CAMERA_PICTURES = "ger_bav_riggsel_photo"
"""Small and aslant, of the Munich type: `benchmarks.prints` reads them, they are no scans to enrol from."""


class NoDecks(ValueError):
    """Raised for a folder that holds no deck to measure with."""


@dataclass(frozen=True)
class Deck:
    """`pictures` show one card each, upright or upside down, and nothing else."""

    name: str
    family: str
    kind: str
    pictures: Mapping[Card, Image]

    def reader(self, recogniser: Recogniser) -> PackReader:
        pictures = {card: [picture] for card, picture in self.pictures.items()}
        return PackReader(recogniser, enrol(pictures, self.kind, recogniser, self.name))


def families_in(folder: Path) -> dict[str, list[str]]:
    """Returns the names of the decks to measure with; a deck that is not known here is a family of its own.

    :raises NoDecks: if there is none.
    """
    names = sorted(place.name for place in folder.iterdir() if place.is_dir()) if folder.is_dir() else []
    known = {name: family for family, decks in FAMILIES.items() for name in decks}
    families: dict[str, list[str]] = {family: [] for family in FAMILIES}
    for name in names:
        if not name.startswith(LEARNED_FROM) and name != CAMERA_PICTURES:
            families.setdefault(known.get(name, name), []).append(name)
    found = {family: decks for family, decks in families.items() if decks}
    if not found:
        example = "ger_fra_sauspiel_fn"
        raise NoDecks(f"got {folder} without a deck to measure with, expected folders such as {example}")
    return found


def load(folder: Path, family: str = "") -> Deck:
    """Reads one deck.

    :raises NoDecks: if the folder holds no picture that is named after a card.
    """
    pack = FRENCH_52 if folder.name.startswith("fr_") else GERMAN_33
    pictures = {}
    for path in sorted(folder.iterdir()):
        try:
            card = pack.card(path.stem)
        except UnknownCard:
            continue  # sixes of a deck of 36
        picture = cv2.imread(str(path))
        if picture is not None:
            pictures[card] = np.asarray(picture, np.uint8)
    if not pictures:
        raise NoDecks(f"got {folder} without a picture of a card, expected files such as HK.jpg")
    return Deck(folder.name, family or folder.name, pack.name, pictures)


def add_deck_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("decks", type=Path, help="folder of decks, one folder a deck, one picture a card")
    parser.add_argument("--family", nargs="+", metavar="NAME", help="only these families of benchmarks/decks.py")


def chosen_families(folder: Path, wanted: Sequence[str] | None) -> dict[str, list[str]]:
    """Returns those that are wanted, or all.

    :raises NoDecks: if a wanted family is not there.
    """
    families = families_in(folder)
    for name in wanted or ():
        if name not in families:
            raise NoDecks(f"got family {name!r}, expected one of: {'; '.join(families)}")
    return {name: families[name] for name in wanted or families}
