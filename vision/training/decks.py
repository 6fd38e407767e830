"""Folders of decks for training: one folder a deck, one picture a card named in card notation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import cv2

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from vision.sightings import Image

PICTURE_HEIGHT = 256
HELD_OUT_DRAWN = "held_out"
"""In the names of drawn decks that only measure."""
_COURTS = {"U", "O", "K", "J", "Q"}
_SUFFIXES = {".png", ".jpg", ".jpeg", ".webp"}


class NoDecks(ValueError):
    """Raised for a folder that holds no deck."""


@dataclass(frozen=True)
class Deck:
    """The cards of one artwork; `names[i]` names `pictures[i]`, which is `PICTURE_HEIGHT` px high."""

    name: str
    names: tuple[str, ...]
    pictures: tuple[Image, ...]
    backs: tuple[Image, ...] = ()

    @property
    def courts(self) -> list[Image]:
        return [picture for name, picture in zip(self.names, self.pictures, strict=True) if name[1:] in _COURTS]


def load_decks(folders: Iterable[Path], smallest: int = 8) -> list[Deck]:
    """Returns the decks under *folders* that have at least *smallest* cards, in the order of their names.

    :raises NoDecks: if there is none.
    """
    decks = []
    for folder in folders:
        for place in sorted(path for path in folder.iterdir() if path.is_dir()):
            deck = load_deck(place)
            if len(deck.names) >= smallest:
                decks.append(deck)
    if not decks:
        raise NoDecks("got no deck, expected folders of card pictures; run python -m vision.training.gather first")
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


def is_german(deck: Deck) -> bool:
    """Tells whether the deck has Ober and Unter."""
    return any(name[1:] in {"U", "O"} for name in deck.names)


def _scaled(picture: Image) -> Image:
    height, width = picture.shape[:2]
    size = (max(round(width * PICTURE_HEIGHT / height), 1), PICTURE_HEIGHT)
    how = cv2.INTER_AREA if height > PICTURE_HEIGHT else cv2.INTER_LINEAR
    return cast("Image", cv2.resize(picture, size, interpolation=how))
