"""A folder of card pictures, one file for each card, named in card notation; each fault is reported in one line."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from common.errors import CommandError
from device.camera.picture_file import BadPictureFile, decode, read_file, read_picture
from engine.cards import FRENCH_52, PACKS, Card, Pack
from vision.types import Image, SetAside, set_aside_named

_SUFFIXES = {".jpg", ".jpeg", ".png", ".webp"}
_UNSUPPORTED = {".heic", ".heif", ".avif", ".tif", ".tiff", ".bmp", ".gif", ".dng", ".pdf"}
_NAME = re.compile(r"(?P<card>[A-Z](?:10|[A-Z2-9]))(?:[_-]\w+)?")
_SIXES = ("E6", "L6", "H6", "S6")
_OTHERS = {"joker": ("joker",), "back": ("back", "rückseite", "rueckseite", "ruckseite")}
_MIN_SIDE_PX = 16
"""px: least side of a picture."""
_MAX_NAMES_LISTED = 8
_UNREADABLE = "which cannot be read as a picture, expected jpg, png or webp, replace it"


class BadFolder(CommandError):
    """Raised for a folder that no pack can be enrolled from."""


@dataclass(frozen=True)
class CardFiles:
    """The picture files of each card in the order of the pack, and those of cards that are not in play.

    `slips` are lines about unusable files; a card without a file is `missing`.
    """

    files: dict[Card, list[Path]]
    set_aside: dict[SetAside, list[Path]]
    missing: list[Card]
    slips: list[str]


def card_files(folder: Path, pack: Pack) -> CardFiles:
    """Sorts the picture files of *folder* by the card in their names, without those that cannot be used.

    :raises BadFolder: if there are no pictures, or if they are of another pack.
    """
    return usable_files(named_files(folder, pack))


def named_files(folder: Path, pack: Pack) -> CardFiles:
    """Sorts the picture files of *folder* by the card in their names, without opening them.

    :raises BadFolder: if there are no pictures, or if they are of another pack.
    """
    if not folder.is_dir():
        raise BadFolder(f"got {folder}, expected a folder of card pictures, check the path")
    files = sorted(path for path in folder.iterdir() if path.suffix.lower() in _SUFFIXES and path.is_file())
    if not files:
        raise BadFolder(f"got {_instead_of_pictures(folder)}, expected one picture a card such as {pack.cards[0]}.jpg")
    files_by_text: dict[str, list[Path]] = {}
    for path in files:
        files_by_text.setdefault(_card_text(path), []).append(path)
    names = {str(card): card for card in pack.cards}
    unknown_names = [text for text in files_by_text if text not in names]
    _check_kind(folder, pack, files_by_text, unknown_names)
    aside = [text for text in unknown_names if _is_sold_with(text, pack)]
    slips = [
        f"got {path.name}, expected the name of a card of {pack.name} such as {pack.cards[0]}.jpg "
        f"(suit {' '.join(pack.suits)}, then rank {' '.join(pack.ranks)}), rename it or take it away"
        for text in unknown_names
        if text not in aside
        for path in files_by_text[text]
    ]
    slips += [
        f"got {path.name}, expected jpg, png or webp, save it as JPEG"
        for path in sorted(folder.iterdir())
        if path.suffix.lower() in _UNSUPPORTED and _card_text(path) in names.keys() - files_by_text.keys()
    ]
    files_by_card = {card: files_by_text[text] for text, card in names.items() if text in files_by_text}
    set_aside = {set_aside_named(text): files_by_text[text] for text in aside}
    return CardFiles(files_by_card, set_aside, [card for card in pack.cards if card not in files_by_card], slips)


def usable_files(named: CardFiles) -> CardFiles:
    """Returns the files without those that are ambiguous or no pictures, and further slips about these."""
    import cv2

    groups: list[tuple[Card, list[Path]]] = [*named.files.items(), *named.set_aside.items()]
    by_card = dict(groups)
    slips = [*named.slips, *_drop_doubles(by_card)]
    for card, files in by_card.items():
        by_card[card] = []
        for path in files:
            picture = decode(read_file(path), cv2.IMREAD_REDUCED_COLOR_8)  # an eighth of its size, to save time
            if picture is None or min(picture.shape[:2]) < _MIN_SIDE_PX // 8:
                slips.append(f"got {path.name}, {_UNREADABLE}")
            else:
                by_card[card].append(path)
    usable = {card: by_card[card] for card in named.files if by_card[card]}
    return CardFiles(usable, {card: by_card[card] for card in named.set_aside if by_card[card]}, named.missing, slips)


def missing_cards_text(folder: Path, pack: Pack, missing: list[Card], is_partial: bool) -> str:
    """Returns the line about cards without a picture, which a partial pack may lack."""
    there = [str(card) for card in pack.cards if card not in missing]
    lacks = f"without {join_names([str(card) for card in missing])}"
    if not there:
        lacks = "without a picture of any card"
    elif len(missing) > len(there):
        lacks = f"with {join_names(there)} alone"
    return (
        f"got {folder} {lacks}, expected one picture of each of the {len(pack)} cards of {pack.name}, "
        f"{'enrolling those there are' if is_partial else 'add the others or enrol with --partial'}"
    )


def _instead_of_pictures(folder: Path) -> str:
    """Returns a text about the content of the folder instead of pictures, such as HEIC files or further folders."""
    others = sorted(path for path in folder.iterdir() if path.suffix.lower() in _UNSUPPORTED and path.is_file())
    if others:
        return f"{others[0].name} and no jpg, png or webp in {folder} (save them as JPEG)"
    inner = sorted(path for path in folder.iterdir() if path.is_dir())
    return f"{folder} without pictures" + (f" but with the folder {inner[0].name} in it" if inner else "")


def _card_text(path: Path) -> str:
    """Returns the notation in a file name, `joker` or `back`, or without these the whole stem."""
    stem = path.stem.lower()
    for name, beginnings in _OTHERS.items():
        if stem.startswith(beginnings):
            return name
    written = _NAME.fullmatch(path.stem.upper())
    return written["card"] if written else path.stem


def _is_sold_with(text: str, pack: Pack) -> bool:
    """Returns whether cards of that name are sold together with the pack."""
    larger = {str(card) for card in FRENCH_52.cards} if "C" in pack.suits else set(_SIXES)
    return text in larger or text in _OTHERS


def _check_kind(folder: Path, pack: Pack, files_by_text: dict[str, list[Path]], unknown_names: list[str]) -> None:
    """:raises BadFolder: if another kind of pack fits these names better."""
    fitting = {name: len({str(card) for card in other.cards} & set(files_by_text)) for name, other in PACKS.items()}
    best = [name for name, count in fitting.items() if count == max(fitting.values())]
    theirs = {str(card) for name in best for card in PACKS[name].cards}
    others = [text for text in unknown_names if text in theirs and not _is_sold_with(text, pack)]
    if max(fitting.values()) > fitting[pack.name] and others:
        raise BadFolder(
            f"got {folder} with pictures such as {files_by_text[others[0]][0].name}, expected {pack.name}, "
            f"enrol with --kind {' or '.join(best)}"
        )


def _drop_doubles(files_by_card: dict[Card, list[Path]]) -> list[str]:
    """Removes and reports pictures of the same name, and equal pictures of different names, as both are ambiguous."""
    slips: list[str] = []
    pictures: dict[str, tuple[Card, Path]] = {}
    dropped: set[Path] = set()
    for card, files in files_by_card.items():
        stems: dict[str, Path] = {}
        for path in files:
            if (other := stems.setdefault(path.stem.upper(), path)) != path:
                slips.append(f"got both {other.name} and {path.name}, expected one, take one away")
                dropped |= {path, other}
            same = hashlib.sha256(read_file(path)).hexdigest()
            other_card, other = pictures.setdefault(same, (card, path))
            if other_card != card:
                slips.append(f"got the same picture in {other.name} and {path.name}, expected two cards, replace one")
                dropped |= {path, other}
    for card, files in files_by_card.items():
        files_by_card[card] = [path for path in files if path not in dropped]
    return slips


class FolderPictures(Mapping[str, "Image"]):
    """Pictures by file name, loaded on access to save memory."""

    def __init__(self, card_files: CardFiles) -> None:
        each = (*card_files.files.values(), *card_files.set_aside.values())
        self._files = {file.name: file for files in each for file in files}

    def __getitem__(self, name: str) -> Image:
        path = self._files[name]
        try:
            picture = read_picture(path).image
        except BadPictureFile as error:
            raise BadFolder(str(error)) from error
        if min(picture.shape[:2]) < _MIN_SIDE_PX:
            raise BadFolder(f"got {path.name}, {_UNREADABLE}")
        return picture

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def join_names(names: list[str]) -> str:
    more = len(names) - _MAX_NAMES_LISTED
    return ", ".join(names[:_MAX_NAMES_LISTED]) + (f" and {more} more" if more > 0 else "")
