"""Finds an enrolled pack by its name or its file, and makes the reader of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from device.paths import pack_folder
from vision.packfile import SUFFIX, BadPack, load_pack
from vision.reader import PackReader
from vision.recognise import Recogniser

if TYPE_CHECKING:
    from vision.pack import EnrolledPack


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
        path = pack_folder() / f"{pack}{SUFFIX}"
    if not path.is_file():
        known = ", ".join(names_of_packs()) or "none yet"
        raise BadPack(f"got pack {pack!r}, expected a file or one of: {known}; kiebitz enrol makes one")
    return load_pack(path, recogniser, renew=path.parent == pack_folder())


def names_of_packs() -> list[str]:
    return sorted(file.stem for file in pack_folder().glob(f"*{SUFFIX}"))
