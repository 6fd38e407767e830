"""kiebitz enrol: a pack from one picture a card."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from device.errors import CommandError

if TYPE_CHECKING:
    import argparse

    from engine.cards import Card, Pack
    from vision.pack import EnrolledPack, LookAlikes
    from vision.sightings import Image

SUMMARY = "learn the cards of a deck, from one picture of each"
_SUFFIXES = {".jpg", ".jpeg", ".png", ".webp"}
_NAME = re.compile(r"(?P<card>[A-Z](?:10|[A-Z2-9]))(?:[_-]\w+)?")
_SIXES = ("E6", "L6", "H6", "S6")
_MOST_NAMED = 8


class BadFolder(CommandError):
    """Raised for a folder that no pack can be enrolled from."""


@dataclass(frozen=True)
class Shown:
    """The picture files of each card, in the order of the pack, and the files that were left aside."""

    files: dict[Card, list[Path]]
    left_aside: list[Path]
    missing: list[Card]


def configure(parser: argparse.ArgumentParser) -> None:
    from engine.cards import PACKS

    parser.add_argument("--pack", required=True, metavar="P", help="the pack to make: a name, or a file ending in .npz")
    parser.add_argument("--kind", required=True, choices=list(PACKS), help="which cards the deck has")
    parser.add_argument("--partial", action="store_true", help="enrol although pictures of some cards are missing")
    parser.add_argument("--jsonl", action="store_true", help="say it as JSON Lines, as docs/packs.md tells")
    parser.add_argument(
        "folder", metavar="FOLDER", type=Path, help="pictures named in card notation: HK.jpg, E10_2.png"
    )


def run(arguments: argparse.Namespace) -> int:
    """:raises BadFolder: if the pictures are not those of such a pack."""
    from engine.cards import PACKS
    from vision.enrolment import upright_cards
    from vision.pack import enrol
    from vision.packfile import save_pack
    from vision.recognise import Recogniser

    target = _target(arguments.pack)
    pack = PACKS[arguments.kind]
    shown = shown_cards(arguments.folder, pack, partial=arguments.partial)
    recogniser = Recogniser()
    pictures = {path.name: _load(path) for files in shown.files.values() for path in files}
    upright = upright_cards(pictures)
    by_card = {card: [upright[path.name] for path in files] for card, files in shown.files.items()}
    enrolled = enrol(by_card, pack.name, recogniser, target.stem)
    save_pack(enrolled, target)
    if arguments.jsonl:
        _tell_lines(enrolled, shown, target)
    else:
        _tell_words(enrolled, shown, target)
    return 0


def shown_cards(folder: Path, pack: Pack, *, partial: bool = False) -> Shown:
    """Sorts the picture files of *folder* by the card that their names tell.

    :raises BadFolder: if cards are missing, are shown twice under one name, or are not of this pack.
    """
    if not folder.is_dir():
        raise BadFolder(f"got {folder}, expected a folder of card pictures, check the path")
    files = sorted(path for path in folder.iterdir() if path.suffix.lower() in _SUFFIXES and path.is_file())
    if not files:
        raise BadFolder(f"got {folder} without pictures, expected one a card such as {pack.cards[0]}.jpg")
    found: dict[str, list[Path]] = {}
    for path in files:
        found.setdefault(_card_text(path), []).append(path)
    names = {str(card): card for card in pack.cards}
    strange = [text for text in found if text not in names]
    _check_names(folder, pack, found, strange)
    shown = {card: found[text] for text, card in names.items() if text in found}
    missing = [card for card in pack.cards if card not in shown]
    if missing and not partial:
        raise BadFolder(
            f"got {folder} without {_listed([str(card) for card in missing])}, expected one picture of each of "
            f"the {len(pack)} cards of {pack.name}, add them or enrol with --partial"
        )
    _check_doubles(shown)
    return Shown(shown, [path for text in strange for path in found[text]], missing)


def _card_text(path: Path) -> str:
    """Returns the notation in a file name, or the whole stem if there is none."""
    written = _NAME.fullmatch(path.stem.upper())
    return written["card"] if written else path.stem


def _check_names(folder: Path, pack: Pack, found: dict[str, list[Path]], strange: list[str]) -> None:
    """Cards of a larger pack and backs may lie in the folder as well; anything else is a slip or another pack.

    :raises BadFolder: telling the first slip, or the kind of pack that these names fit.
    """
    from engine.cards import FRENCH_52, PACKS

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
                f"got {found[text][0].name}, expected the name of a card of {pack.name} such as {pack.cards[0]}.jpg, "
                "rename it or take it away"
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
            other_card, other = pictures.setdefault(hashlib.sha256(path.read_bytes()).hexdigest(), (card, path))
            if other_card != card:
                raise BadFolder(
                    f"got the same picture in {other.name} and {path.name}, expected two cards, replace one"
                )


def _target(pack: str) -> Path:
    from device.paths import pack_folder
    from vision.packfile import SUFFIX

    if pack.endswith(SUFFIX) or Path(pack).name != pack:
        if Path(pack).suffix != SUFFIX:
            raise BadFolder(f"got --pack {pack}, expected a plain name, or a file ending in {SUFFIX}")
        return Path(pack)
    if not re.fullmatch(r"[\w][\w .-]*", pack):
        raise BadFolder(f"got --pack {pack!r}, expected a name of letters and digits")
    return pack_folder() / f"{pack}{SUFFIX}"


def _load(path: Path) -> Image:
    import cv2
    import numpy as np

    content = np.frombuffer(path.read_bytes(), np.uint8)
    try:
        picture = cv2.imdecode(content, cv2.IMREAD_COLOR) if content.size else None
    except cv2.error:
        picture = None
    if picture is None or min(picture.shape[:2]) < 16:
        raise BadFolder(f"got {path.name}, which cannot be read as a picture, expected jpg, png or webp, replace it")
    return picture.astype(np.uint8)


def _tell_lines(enrolled: EnrolledPack, shown: Shown, target: Path) -> None:
    for pair in enrolled.look_alikes():
        print(json.dumps(_pair(pair)))
    about = {
        "event": "enrolled",
        "pack": enrolled.name,
        "kind": enrolled.kind,
        "file": str(target),
        "cards": [str(card) for card in enrolled.cards],
        "missing": [str(card) for card in shown.missing],
        "left_aside": [path.name for path in shown.left_aside],
        "pictures": sum(len(files) for files in shown.files.values()),
    }
    print(json.dumps(about))


def _pair(pair: LookAlikes) -> dict[str, object]:
    names = [str(pair.first), str(pair.second)]
    return {"event": "look_alikes", "cards": names, "cosine": round(pair.cosine, 3), "turned": pair.turned}


def _tell_words(enrolled: EnrolledPack, shown: Shown, target: Path) -> None:
    pictures = sum(len(files) for files in shown.files.values())
    print(f"{enrolled.name}: {len(enrolled.cards)} cards of {enrolled.kind} from {pictures} pictures, in {target}")
    if shown.missing:
        print(f"without {_listed([str(card) for card in shown.missing])}")
    if shown.left_aside:
        print(f"left aside {_listed([path.name for path in shown.left_aside])}: not of {enrolled.kind}")
    pairs = enrolled.look_alikes()
    if pairs:
        told = [f"{pair.first} and {pair.second}{' turned' if pair.turned else ''}" for pair in pairs]
        print(f"look alike, so that Kiebitz will ask more often: {_listed(told)}")


def _listed(names: list[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
