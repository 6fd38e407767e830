"""A folder of pictures of cards, one file a card, named in card notation; every slip in it is told in one line."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.errors import CommandError
from device.small_files import LARGEST_PICTURE, read_small
from engine.cards import FRENCH_52, PACKS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from engine.cards import Card, Pack
    from vision.sightings import Image

_SUFFIXES = {".jpg", ".jpeg", ".png", ".webp"}
_UNREAD = {".heic", ".heif", ".avif", ".tif", ".tiff", ".bmp", ".gif", ".dng", ".pdf"}
_NAME = re.compile(r"(?P<card>[A-Z](?:10|[A-Z2-9]))(?:[_-]\w+)?")
_SIXES = ("E6", "L6", "H6", "S6")
_MOST_NAMED = 8


class BadFolder(CommandError):
    """Raised for a folder that no pack can be enrolled from."""


@dataclass(frozen=True)
class CardFiles:
    """The picture files of each card, in the order of the pack, and the files that were left aside."""

    files: dict[Card, list[Path]]
    left_aside: list[Path]
    missing: list[Card]


def card_files(folder: Path, pack: Pack, *, partial: bool = False) -> CardFiles:
    """Sorts the picture files of *folder* by the card that their names tell.

    :raises BadFolder: if cards are missing, are shown twice under one name, or are not of this pack.
    """
    if not folder.is_dir():
        raise BadFolder(f"got {folder}, expected a folder of card pictures, check the path")
    files = sorted(path for path in folder.iterdir() if path.suffix.lower() in _SUFFIXES and path.is_file())
    if not files:
        raise BadFolder(f"got {_instead_of_pictures(folder)}, expected one picture a card such as {pack.cards[0]}.jpg")
    found: dict[str, list[Path]] = {}
    for path in files:
        found.setdefault(_card_text(path), []).append(path)
    names = {str(card): card for card in pack.cards}
    strange = [text for text in found if text not in names]
    _check_names(folder, pack, found, strange)
    shown = {card: found[text] for text, card in names.items() if text in found}
    missing = [card for card in pack.cards if card not in shown]
    if missing and not partial:
        lacking = f"without {listed([str(card) for card in missing])}"
        if len(missing) > len(shown):
            lacking = f"with {listed([str(card) for card in shown])} alone"
        raise BadFolder(
            f"got {folder} {lacking}, expected one picture of each of "
            f"the {len(pack)} cards of {pack.name}, add the others or enrol with --partial"
        )
    _check_doubles(shown)
    return CardFiles(shown, [path for text in strange for path in found[text]], missing)


def _instead_of_pictures(folder: Path) -> str:
    """Returns what was got instead of pictures: telephones write HEIC, and people put folders into folders."""
    others = sorted(path for path in folder.iterdir() if path.suffix.lower() in _UNREAD and path.is_file())
    if others:
        return f"{others[0].name} and no jpg, png or webp in {folder} (save them as JPEG)"
    inner = sorted(path for path in folder.iterdir() if path.is_dir())
    return f"{folder} without pictures" + (f" but with the folder {inner[0].name} in it" if inner else "")


def _card_text(path: Path) -> str:
    """Returns the notation in a file name, or the whole stem if there is none."""
    written = _NAME.fullmatch(path.stem.upper())
    return written["card"] if written else path.stem


def _check_names(folder: Path, pack: Pack, found: dict[str, list[Path]], strange: list[str]) -> None:
    """Cards of a larger pack and backs may lie in the folder as well; anything else is a slip or another pack.

    :raises BadFolder: telling the first slip, or the kind of pack that these names fit.
    """
    fitting = {name: len({str(card) for card in other.cards} & set(found)) for name, other in PACKS.items()}
    larger = {str(card) for card in FRENCH_52.cards} if "C" in pack.suits else set(_SIXES)
    if max(fitting.values()) > fitting[pack.name] and not larger.issuperset(strange):
        best = [name for name, count in fitting.items() if count == max(fitting.values())]
        example = next(found[text][0].name for text in strange if text not in larger)
        kinds = " or ".join(best)
        raise BadFolder(
            f"got {folder} with pictures such as {example}, expected {pack.name}, enrol with --kind {kinds}"
        )
    for text in strange:
        if text not in larger and not text.lower().startswith(("back", "joker")):
            raise BadFolder(
                f"got {found[text][0].name}, expected the name of a card of {pack.name} such as {pack.cards[0]}.jpg "
                f"(suit {' '.join(pack.suits)}, then rank {' '.join(pack.ranks)}), rename it or take it away"
            )


def _check_doubles(shown: dict[Card, list[Path]]) -> None:
    """:raises BadFolder: if one name stands on two pictures, or one picture under two cards."""
    pictures: dict[str, tuple[Card, Path]] = {}
    for card, files in shown.items():
        stems = {path.stem.upper(): path for path in files}
        for path in files:
            if stems[path.stem.upper()] != path:
                raise BadFolder(
                    f"got both {path.name} and {stems[path.stem.upper()].name}, expected one, take one away"
                )
            same = hashlib.sha256(read_small(path, LARGEST_PICTURE)).hexdigest()
            other_card, other = pictures.setdefault(same, (card, path))
            if other_card != card:
                raise BadFolder(
                    f"got the same picture in {other.name} and {path.name}, expected two cards, replace one"
                )


class Pictures(Mapping[str, "Image"]):
    """Those of *shown* by the names of their files, loaded as they are asked for: all at once would fill the memory."""

    def __init__(self, shown: CardFiles) -> None:
        self._files = {file.name: file for files in shown.files.values() for file in files}

    def __getitem__(self, name: str) -> Image:
        return _load(self._files[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def _load(path: Path) -> Image:
    import cv2
    import numpy as np

    content = np.frombuffer(read_small(path, LARGEST_PICTURE), np.uint8)
    try:
        picture = cv2.imdecode(content, cv2.IMREAD_COLOR) if content.size else None
    except cv2.error:
        picture = None
    if picture is None or min(picture.shape[:2]) < 16:
        raise BadFolder(f"got {path.name}, which cannot be read as a picture, expected jpg, png or webp, replace it")
    return picture.astype(np.uint8)


def listed(names: list[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
