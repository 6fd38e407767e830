"""Loads and saves enrolled packs, and makes readers of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.files.atomic_files import move_aside
from common.files.paths import pack_folder
from device.malloc_trim import trim_heap
from device.storage.packs.paths import names_of_packs, pack_file, pack_path
from vision.recognition.card_images import decode_card
from vision.recognition.embedder import Recogniser
from vision.recognition.pack_file import BadPack, load_pack, save_pack
from vision.recognition.reader import PackReader
from vision.types import BACK

if TYPE_CHECKING:
    from pathlib import Path

    from engine.cards import Card, Pack
    from vision.inference import Backend
    from vision.recognition.pack import EnrolledPack
    from vision.types import Image


def open_reader(pack: str, backend: Backend = "auto") -> PackReader:
    """Returns the reader for the name or file *pack*; *backend* runs the network.

    :raises BadPack: if there is no such pack, or this network cannot use it.
    :raises BrokenModel: if the network is missing or damaged.
    """
    recogniser = Recogniser(backend=backend)
    reader = PackReader(recogniser, open_pack(pack, recogniser))
    reader.prepare()
    trim_heap()  # loading the network takes most of the memory before the first reading
    return reader


def open_pack(pack: str, recogniser: Recogniser) -> EnrolledPack:
    path = pack_path(pack)
    if not path.is_file():
        known = ", ".join(names_of_packs()) or "none yet"
        raise BadPack(f"got pack {pack!r}, expected a file or one of: {known}; kiebitz enrol makes one")
    return load_pack(path, recogniser, renew=path.parent == pack_folder())


def known_packs(kind: Pack, recogniser: Recogniser, but: Path) -> list[EnrolledPack]:
    """Returns the complete packs of this kind on the device, except one file; unreadable ones are left out."""
    files = [pack_file(name) for name in names_of_packs()]
    packs = [usable_pack(file, recogniser) for file in files if file != but]
    return [pack for pack in packs if pack is not None and set(pack.cards) == set(kind.cards)]


def usable_pack(path: Path, recogniser: Recogniser) -> EnrolledPack | None:
    """Returns the pack in this file; None if there is none, or this network cannot use it."""
    try:
        return load_pack(path, recogniser, renew=path.parent == pack_folder())
    except BadPack:
        return None


def pictures_of_incomplete_pack(path: Path, kind: Pack, recogniser: Recogniser) -> dict[Card, list[Image]]:
    """Returns the pictures of an incomplete pack, so that only missing cards must be shown; else empty."""
    pack = usable_pack(path, recogniser)
    if pack is None or pack.kind != kind.name or set(pack.cards) == set(kind.cards):
        return {}
    return pictures_of(pack)


def pictures_of(pack: EnrolledPack) -> dict[Card, list[Image]]:
    """Returns the pictures of the cards of *pack*; empty if it holds none."""
    return {
        card: [decode_card(content) for content in contents]
        for card, contents in zip(pack.cards, pack.pictures[: len(pack.cards)], strict=bool(pack.pictures))
    }


def backs_of(pack: EnrolledPack) -> list[Image]:
    """Returns the pictures of the back of the cards of *pack*, if it was enrolled."""
    contents = pack.pictures[pack.known.index(BACK)] if BACK in pack.set_aside else ()
    return [decode_card(content) for content in contents]


def check_place(path: Path, kind: Pack, count: int, recogniser: Recogniser) -> None:
    """Checks that a pack of *count* cards of this kind may replace the one in the file.

    :raises BadPack: if that pack is of another kind or has more cards.
    """
    pack = usable_pack(path, recogniser)
    if pack is None:
        return
    if pack.kind != kind.name:
        raise BadPack(f"got {path}, a pack of {pack.kind}, expected {kind.name}; choose another name, or --replace it")
    if len(pack.cards) > count:
        raise BadPack(
            f"got {count} cards for {path}, which holds {len(pack.cards)}, expected no fewer; "
            "add the others, choose another name, or --replace it"
        )


def store_pack(pack: EnrolledPack, path: Path, recogniser: Recogniser) -> Path | None:
    """Saves a pack; returns the new name of a file that was in its place and is no usable pack.

    :raises OSError: if it cannot be written.
    """
    aside = move_aside(path) if path.is_file() and usable_pack(path, recogniser) is None else None
    save_pack(pack, path)
    return aside
