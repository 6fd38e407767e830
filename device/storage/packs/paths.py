"""Paths of packs and the choice of the one in use.

`device.storage.packs.store` reads packs; it takes longer to import.
"""

from __future__ import annotations

from pathlib import Path

from common.files.atomic_files import write_atomically
from common.files.paths import pack_folder

SUFFIX = ".npz"
_IN_USE = "in-use"
"""The file with the name of the pack in use, in the folder of the packs."""


def pack_file(name: str) -> Path:
    return pack_folder() / f"{name}{SUFFIX}"


def pack_path(pack: str) -> Path:
    """Returns the file of a pack given by its name or its path."""
    path = Path(pack)
    is_path = path.is_file() or path.name != pack or pack.endswith(SUFFIX)
    return path if is_path else pack_file(pack)


def has_pack(pack: str) -> bool:
    """Returns whether the file of the pack exists, readable or not."""
    return bool(pack) and pack_path(pack).is_file()


def names_of_packs() -> list[str]:
    return sorted(file.stem for file in pack_folder().glob(f"*{SUFFIX}"))


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
