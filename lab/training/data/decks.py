"""Folders of decks for training: one folder a deck, one picture a card named in card notation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import cv2

from lab.training.data.options import PART, deck_folders
from lab.training.data.provenance import recorded
from vision.types import Image

PICTURE_HEIGHT = 256
HELD_OUT_DRAWN = "held_out"
"""Part of the names of drawn decks that are used for measurements only."""
_HELD_OUT = ("aisleriot_berlin", "aisleriot_tigullio", "pysol_fantasy", "pysol_rivers_banks", "pysol_warwick")
_TWINS = (
    "pysol_xskat_french",  # of aisleriot_berlin
    "pysol_xskat_french_large",
    "pysol_ukiyoe_fuji_tarock",  # of pysol_ukiyoe_fuji, under other names
)
"""Decks with the same artwork as others; training on twins of held-out decks would falsify measurements."""
_COURTS = {"U", "O", "K", "J", "Q"}
_WITHOUT_PICTURES = {"aisleriot_minimum", "aisleriot_minimum_dark", "aisleriot_simplistic", "pysol_momoko"}
"""Decks whose courts are letters, most of them inside a suit sign."""
_SUFFIXES = {".png", ".jpg", ".jpeg", ".webp"}


class NoDecks(ValueError):
    """Raised if there are no decks, or too few."""


@dataclass(frozen=True)
class Deck:
    """The cards of one artwork; `names[i]` names `pictures[i]`, which is `PICTURE_HEIGHT` px high."""

    name: str
    names: tuple[str, ...]
    pictures: tuple[Image, ...]
    backs: tuple[Image, ...] = ()

    @property
    def courts(self) -> list[Image]:
        """The pictures of courts; none if the deck has letters instead."""
        if self.name in _WITHOUT_PICTURES:
            return []
        return [picture for name, picture in zip(self.names, self.pictures, strict=True) if name[1:] in _COURTS]


def chosen_decks(folders: Sequence[Path] | None) -> list[Deck]:
    """Returns the decks in *folders*; without any folder, those that were gathered and drawn.

    :raises NoDecks: if there is none, or no such folder.
    """
    if folders:
        return load_decks(folders)
    free, drawn = deck_folders()
    return load_all([*recorded(free), *_places([drawn])])


def load_decks(folders: Iterable[Path]) -> list[Deck]:
    """Returns the decks under *folders*, in the order of their names.

    :raises NoDecks: if there is none, or no such folder.
    """
    return load_all(_places(folders))


def _places(folders: Iterable[Path]) -> list[Path]:
    """Returns the folders of all complete decks."""
    places: list[Path] = []
    for folder in folders:
        if not folder.is_dir():
            raise NoDecks(f"got no folder {folder}, expected decks in it; run lab.training.data.gather first")
        places += sorted(path for path in folder.iterdir() if path.is_dir() and path.suffix != PART)
    return places


def load_all(places: Iterable[Path], smallest: int = 8) -> list[Deck]:
    """Returns the decks in the folders *places* that have at least *smallest* cards.

    :raises NoDecks: if there is none.
    """
    decks = [deck for deck in map(load_deck, places) if len(deck.names) >= smallest]
    if not decks:
        raise NoDecks("got no deck, expected folders of card pictures; run python -m lab.training.data.gather first")
    return decks


def load_deck(folder: Path) -> Deck:
    """Returns the deck in *folder*; files called `back…` are its backs."""
    names, pictures, backs = [], [], []
    for path in sorted(folder.iterdir()):
        picture = cv2.imread(str(path)) if path.suffix.lower() in _SUFFIXES else None
        if picture is None:
            continue
        picture = _scaled(cast("Image", picture))
        if path.stem.startswith("back"):
            backs.append(picture)
        else:
            names.append(path.stem)
            pictures.append(picture)
    return Deck(folder.name, tuple(names), tuple(pictures), tuple(backs))


def held_out(decks: Sequence[Deck]) -> tuple[list[Deck], list[Deck]]:
    """Splits *decks* into training and held-out decks, without twins."""
    decks = [deck for deck in decks if deck.name not in _TWINS]
    apart = [deck for deck in decks if deck.name in _HELD_OUT or HELD_OUT_DRAWN in deck.name] or list(decks[:1])
    return [deck for deck in decks if deck not in apart], apart


def is_german(deck: Deck) -> bool:
    """Tells whether the deck has Ober and Unter."""
    return any(name[1:] in {"U", "O"} for name in deck.names)


def _scaled(picture: Image) -> Image:
    height, width = picture.shape[:2]
    size = (max(round(width * PICTURE_HEIGHT / height), 1), PICTURE_HEIGHT)
    how = cv2.INTER_AREA if height > PICTURE_HEIGHT else cv2.INTER_LINEAR
    return cast("Image", cv2.resize(picture, size, interpolation=how))
