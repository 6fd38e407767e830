"""Finds an enrolled pack by its name or its file, and makes the reader of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from device.pack_files import names_of_packs, pack_file
from device.paths import pack_folder
from vision.kept import card_of
from vision.pack import enrol
from vision.packfile import BadPack, load_pack, save_pack
from vision.reader import PackReader
from vision.recognise import Recogniser

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.cards import Card, Pack
    from vision.pack import EnrolledPack
    from vision.sightings import Image


def open_reader(pack: str) -> PackReader:
    """Returns the reader of the pack called *pack*, or of the file *pack*.

    :raises BadPack: if there is no such pack, or none that this network can use.
    :raises BrokenModel: if the network is missing or damaged.
    """
    recogniser = Recogniser()
    return PackReader(recogniser, open_pack(pack, recogniser))


def open_pack(pack: str, recogniser: Recogniser) -> EnrolledPack:
    path = Path(pack)
    if not path.is_file():
        path = pack_file(pack)
    if not path.is_file():
        known = ", ".join(names_of_packs()) or "none yet"
        raise BadPack(f"got pack {pack!r}, expected a file or one of: {known}; kiebitz enrol makes one")
    return load_pack(path, recogniser, renew=path.parent == pack_folder())


def known_packs(kind: Pack, recogniser: Recogniser, but: str = "") -> list[EnrolledPack]:
    """Returns the whole packs of this kind on the device; what cannot be read is left out."""
    packs = []
    for name in names_of_packs():
        try:
            pack = open_pack(str(pack_file(name)), recogniser)
        except BadPack:
            continue
        if name != but and set(pack.cards) == set(kind.cards):
            packs.append(pack)
    return packs


def shown_before(path: Path, kind: Pack, recogniser: Recogniser) -> dict[Card, list[Image]]:
    """Returns the pictures of an enrolment that stopped in the middle; none if there is no such file, or all are in it.

    :raises BadPack: if the file is broken, or a pack of another kind.
    """
    if not path.is_file():
        return {}
    pack = load_pack(path, recogniser)
    if pack.kind != kind.name:
        raise BadPack(f"got {path}, a pack of {pack.kind}, expected {kind.name}; choose another name")
    if set(pack.cards) == set(kind.cards):
        return {}
    return {
        card: [card_of(content) for content in contents]
        for card, contents in zip(pack.cards, pack.pictures, strict=bool(pack.pictures))
    }


def keep_shown(pictures: Mapping[Card, Sequence[Image]], kind: Pack, recogniser: Recogniser, path: Path) -> bool:
    """Saves what was shown, in the order of the pack; half a pack never takes the place of a whole one."""
    if not pictures:
        return False
    if len(pictures) < len(kind) and path.is_file():
        try:
            before = load_pack(path, recogniser)
        except BadPack:
            before = None
        if before is not None and len(before.cards) > len(pictures):
            return False
    in_order = {card: pictures[card] for card in kind.cards if card in pictures}
    save_pack(enrol(in_order, kind.name, recogniser, path.stem), path)
    return True
