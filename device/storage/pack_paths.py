"""Paths of packs and the choice of the one in use.

`device.storage.packs` reads packs; it takes longer to import.
"""

import json
import zipfile
from importlib import resources
from pathlib import Path

from common.files.durable_files import write_atomically
from common.files.paths import pack_folder
from engine.cards import PACKS, Pack

SUFFIX = ".npz"
_IN_USE = "in-use"
"""The file with the name of the pack in use, in the folder of the packs."""
SHIPPED = {"house-german": PACKS["german33"], "house-french": PACKS["french52"]}
"""The packs in `models`: of the deck that `kiebitz sheet` draws. They have the cards of every other kind, too."""
SAMPLE, SAMPLE_PACK = "sample.jpg", "house-german"
"""The photograph beside them, and the pack of its cards."""


def pack_file(name: str) -> Path:
    return pack_folder() / f"{name}{SUFFIX}"


def pack_path(pack: str) -> Path:
    """Returns the file of a pack given by its name or its path; an enrolled one precedes a shipped one of its name."""
    path = Path(pack)
    if path.is_file() or path.name != pack or pack.endswith(SUFFIX):
        return path
    enrolled = pack_file(pack)
    return shipped_folder() / f"{pack}{SUFFIX}" if pack in SHIPPED and not enrolled.is_file() else enrolled


def shipped_folder() -> Path:
    """Returns the folder of the shipped packs, and of the photograph for which `kiebitz read --sample` uses one."""
    return Path(str(resources.files("models"))) / "house_deck"


def shipped_pack(kind: Pack) -> str:
    """Returns the name of the shipped pack that has the cards of *kind*."""
    return next(name for name, shipped in SHIPPED.items() if set(kind.cards) <= set(shipped.cards))


def has_pack(pack: str) -> bool:
    """Returns whether the file of the pack exists, readable or not."""
    return bool(pack) and pack_path(pack).is_file()


def names_of_packs() -> list[str]:
    """Returns the names of the packs that can be used: the enrolled ones, then the shipped ones."""
    enrolled = sorted(file.stem for file in pack_folder().glob(f"*{SUFFIX}"))
    return [*enrolled, *(name for name in SHIPPED if name not in enrolled)]


def pack_in_use() -> str:
    """Returns the name of the pack that was chosen at the table; empty if none was."""
    try:
        return (pack_folder() / _IN_USE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def use_pack(name: str) -> None:
    """Stores which pack is in use.

    :raises OSError: if it cannot be written.
    """
    write_atomically(pack_folder() / _IN_USE, f"{name}\n".encode())


_DESCRIPTION = "about.npy"
_HEADER_BYTES = 10
"""Bytes before the header of an array: magic, version, and two for the length of the header."""
MAX_BYTES = 1 << 20


def kind_of_pack(pack: str) -> str:
    """Returns the kind of cards of a pack, by its name or path; empty if there is none, or a damaged one."""
    try:
        with zipfile.ZipFile(pack_path(pack)) as archive:
            if archive.getinfo(_DESCRIPTION).file_size > MAX_BYTES:
                return ""
            content = archive.read(_DESCRIPTION)
        begin = _HEADER_BYTES + int.from_bytes(content[8:_HEADER_BYTES], "little")
        kind = json.loads(content[begin:])["kind"]
    except Exception:  # a damaged archive fails in zipfile, zlib or json, each in its own way
        return ""
    return kind if kind in PACKS else ""
