"""The kind of cards of a pack, read without numpy and OpenCV, which take long to import."""

from __future__ import annotations

import json
import zipfile

from device.storage.packs.paths import pack_path
from engine.cards import PACKS

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
