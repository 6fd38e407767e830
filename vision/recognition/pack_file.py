"""Packs on disk: one file, `.npz` without pickle. A file may come from anywhere, so everything in it is checked.

The prototypes in it save time, the pictures make it last: a pack that another network made is embedded again.
"""

from __future__ import annotations

import base64
import contextlib
import io
import json
import math
import re
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from common.files.durable_files import write_atomically
from engine.cards import PACKS, Card
from vision.geometry.thresholds import GEOMETRY
from vision.recognition.acceptance_calibration import calibrate_acceptance
from vision.recognition.card_images import (
    COARSER,
    MAX_PICTURE_BYTES,
    BadPicture,
    decode_picture,
    encode_coarsely,
    restore_picture,
)
from vision.recognition.embedder import Recogniser
from vision.recognition.naming import Acceptance, Thresholds
from vision.recognition.pack import (
    PICTURES,
    EnrolledPack,
    Pictures,
    embed_pictures,
    is_plausible_length,
    with_set_aside,
)
from vision.types import SetAside, set_aside_named

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

_FORMAT = 2
"""Files of format 1 held no pictures, and belong to a network that is no longer there."""
LARGEST_FILE = 16 << 20
_LARGEST_ENTRIES = {"about.npy": 64 << 10, "prototypes.npy": 8 << 20, "pictures.npy": 12 << 20}
"""Bytes, more than any pack needs."""
_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '([|<][uf][12])', 'fortran_order': False, 'shape': \(([0-9, ]{1,40})\), \} *\n",
    re.DOTALL,
)
"""Of an array as numpy writes those of a pack; its own reader takes the size that one says for granted."""
_MOST_VIEWS = 256
_ROOM_SET_ASIDE = 48 << 10
"""Bytes of text for the pictures of what was set aside. It stands in the description, which older programs read, and
of which they leave out what they do not know."""
_MOST_SET_ASIDE = 64
_NAME_SET_ASIDE = re.compile(r"[A-Z](?:10|[A-Z2-9])|joker|back")


class BadPack(ValueError):
    """Raised for a pack file that is missing, broken, or made for another network."""


def save_pack(pack: EnrolledPack, path: Path) -> None:
    """Writes the pack; a reader never meets half a file, also after a power cut."""
    write_atomically(path, _encode_pack(pack))


def _encode_pack(pack: EnrolledPack) -> bytes:
    """Returns the content of the file of a pack; what was set aside is kept by its pictures."""
    in_play, aside = pack.pictures[: len(pack.cards)], pack.pictures[len(pack.cards) :]
    about = {
        "format": _FORMAT,
        "name": pack.name,
        "kind": pack.kind,
        "cards": [str(card) for card in pack.cards],
        "version": pack.version,
        "length": pack.length,
        "pictures": [[len(picture) for picture in of_card] for of_card in in_play],
        "set_aside": dict(zip(map(str, pack.set_aside), _as_text(aside), strict=bool(aside))),
        "most_doubt": None if pack.acceptance is None else pack.acceptance.most_doubt,
    }
    content = io.BytesIO()
    text, pictures = json.dumps(about).encode(), b"".join(picture for of_card in in_play for picture in of_card)
    prototypes = pack.prototypes[: len(pack.cards)]
    np.savez_compressed(
        content,
        about=np.frombuffer(text, np.uint8),
        prototypes=prototypes.astype(np.float16),  # far finer than what light does to an embedding
        pictures=np.frombuffer(pictures, np.uint8),
    )
    return content.getvalue()


def load_pack(path: Path, recogniser: Recogniser, *, renew: bool = False) -> EnrolledPack:
    """Returns the pack in *path* for this network, embedded again if another network made it.

    With *renew* that is written back, so that it takes its time only once.

    :raises BadPack: if there is no pack, or one of another network and without pictures.
    """
    description = _read_description(path)
    version, kind, cards, pictures = description.version, description.kind, description.cards, description.pictures
    is_of_this_network = version == recogniser.version
    if not is_of_this_network and not pictures:
        raise BadPack(
            f"got {path} without pictures, made for the network {version[:40]}, expected {recogniser.version}; "
            "enrol the deck again"
        )
    prototypes = (
        _unit_prototypes(path, description.prototypes, len(cards), recogniser)
        if is_of_this_network
        else embed_pictures(pictures, recogniser)
    )
    thresholds = Thresholds.of(recogniser.calibration)
    pack = EnrolledPack(
        path.stem, kind, cards, prototypes, thresholds, recogniser.version, pictures, description.length
    )
    pack = with_set_aside(pack, description.set_aside, recogniser)
    as_it_is = is_of_this_network and not description.to_be_calibrated
    if not as_it_is and (description.to_be_calibrated or description.acceptance is not None):
        pack = calibrate_acceptance(pack, recogniser)
    elif is_of_this_network:
        pack = replace(pack, acceptance=description.acceptance)
    if renew and not as_it_is:
        with contextlib.suppress(OSError):  # a full or protected card costs time, not the game
            save_pack(pack, path)
    return pack


def checked_pack(path: Path) -> tuple[str, int]:
    """Returns the kind of a pack file and how many cards it holds, without asking the network.

    :raises BadPack: if there is no pack, or a damaged one.
    """
    description = _read_description(path)
    return description.kind, len(description.cards)


class _Description(NamedTuple):
    """A pack file that is what it says; the prototypes are not yet checked.

    It is `to_be_calibrated` if it has the two thresholds of before.
    """

    version: str
    kind: str
    cards: tuple[Card, ...]
    pictures: Pictures
    prototypes: Array
    length: float | None
    set_aside: dict[SetAside, tuple[bytes, ...]]
    acceptance: Acceptance | None
    to_be_calibrated: bool


def _read_description(path: Path) -> _Description:
    about, prototypes, content = _content(path)
    if about.get("format") != _FORMAT:
        format_found = repr(about.get("format"))[:40]
        raise BadPack(f"got {path} of format {format_found}, expected {_FORMAT}; enrol the deck again")
    try:
        version, kind = (str(about[key]) for key in ("version", "kind"))
        texts = [str(text) for text in about["cards"]]
        length = None if about.get("length") is None else float(about["length"])
        sizes = [[int(size) for size in of_card] for of_card in about["pictures"]]
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise BadPack(f"got {path} without a whole description ({error}); enrol the deck again") from error
    cards = _cards(path, kind, texts)
    if length is not None and not is_plausible_length(length):
        least, most = GEOMETRY.min_length_of_width, GEOMETRY.max_length_of_width
        raise BadPack(f"got {path} with cards {length:.2f} widths long, expected {least} to {most}")
    pictures = _pictures(path, content, sizes, len(cards))
    aside = _set_aside(path, about.get("set_aside") or {}, texts) if pictures else {}
    acceptance = _acceptance(path, about)
    before = acceptance is None and about.get("acceptance") is not None
    return _Description(version, kind, cards, pictures, prototypes, length, aside, acceptance, before)


def _as_text(pictures: Pictures) -> list[list[str]]:
    """Returns the pictures as text, the coarser the more there are: the description has little room."""
    texts = [[base64.b85encode(one).decode() for one in each] for each in pictures]
    for quality in COARSER:
        if sum(len(text) for each in texts for text in each) <= _ROOM_SET_ASIDE:
            break
        texts = [[base64.b85encode(encode_coarsely(each[0], quality)).decode()] for each in pictures]
    return texts


def _set_aside(path: Path, description: object, in_play: list[str]) -> dict[SetAside, tuple[bytes, ...]]:
    """Returns what was set aside, every picture of it unpacked once."""
    try:
        if not isinstance(description, dict) or len(description) > _MOST_SET_ASIDE:
            raise ValueError(f"{type(description).__name__} of what was set aside")
        pictures_set_aside = {}
        for name, texts in description.items():
            if not _NAME_SET_ASIDE.fullmatch(name) or name in in_play or not 1 <= len(texts) <= PICTURES:
                raise ValueError(f"{name[:20]!r} set aside")
            pictures = [base64.b85decode(text) for text in texts]
            pictures_set_aside[set_aside_named(name)] = tuple(restore_picture(picture) for picture in pictures)
    except (TypeError, ValueError) as error:
        raise BadPack(f"got {path} with {error}, expected pictures of cards; enrol the deck again") from error
    return pictures_set_aside


def _acceptance(path: Path, about: dict[str, Any]) -> Acceptance | None:
    most_doubt = about.get("most_doubt")
    if most_doubt is None:
        return None
    try:
        acceptance = Acceptance(float(most_doubt))
    except (TypeError, ValueError, OverflowError) as error:
        raise BadPack(f"got {path} without a whole threshold ({error}); enrol the deck again") from error
    if not 0 <= acceptance.most_doubt <= 1:
        raise BadPack(f"got {path} with the threshold {acceptance.most_doubt}, expected 0 to 1")
    return acceptance


def _content(path: Path) -> tuple[dict[str, Any], Array, Array]:
    """Returns description, prototypes and all pictures together, not yet checked."""
    if not path.is_file():
        raise BadPack(f"got no pack at {path}, expected one made by kiebitz enrol")
    try:
        with open_zip(path, LARGEST_FILE) as archive:
            entries = archive.infolist()
            if sorted(entry.filename for entry in entries) != sorted(_LARGEST_ENTRIES):
                names = ", ".join(entry.filename[:40] for entry in entries[:4])
                raise BadPack(f"got {path} holding {names or 'nothing'}, expected a pack of kiebitz")
            about, prototypes, pictures = (_array(archive, name) for name in _LARGEST_ENTRIES)
        about = json.loads(about.tobytes().decode())
    except BadPack:
        raise
    except Exception as error:  # a damaged archive fails in zipfile, zlib or json, each in its own way
        reason = str(error)[:80]
        raise BadPack(f"got {path} ({reason}), expected a pack of kiebitz; enrol the deck again") from error
    if not isinstance(about, dict):
        raise BadPack(f"got {path} without a description, expected a pack of kiebitz; enrol the deck again")
    return about, prototypes, pictures


def _array(archive: zipfile.ZipFile, name: str) -> Array:
    """Returns an array whose header, which could say anything, says what the zip does of its size.

    :raises ValueError: if it does not, or is not written as `save_pack` writes it.
    """
    size = archive.getinfo(name).file_size
    if size > _LARGEST_ENTRIES[name]:
        raise ValueError(f"{name} of {size} bytes")
    with archive.open(name) as file:
        content = file.read()
    header = _HEADER.match(content)
    if header is None or len(content) != size:
        raise ValueError(f"{name} without its header")
    kind, shape = header[1].decode(), tuple(int(number) for number in header[2].split(b",") if number.strip())
    array = np.frombuffer(content, np.dtype(kind), offset=header.end())
    if math.prod(shape) != len(array):
        raise ValueError(f"{name} of {len(array)} numbers that says {shape}")
    return array.reshape(shape)


def _cards(path: Path, kind: str, texts: list[str]) -> tuple[Card, ...]:
    if kind not in PACKS:
        raise BadPack(f"got {path} of kind {kind[:40]!r}, expected one of {', '.join(PACKS)}")
    try:
        cards = tuple(PACKS[kind].card(text) for text in texts)
    except ValueError as error:
        raise BadPack(f"got {path} with a card that is not of {kind}: {error}") from error
    if not cards or len(set(cards)) != len(cards):
        raise BadPack(f"got {path} with {len(texts)} cards, expected each card of {kind} at most once")
    return cards


def _pictures(path: Path, content: Array, sizes: list[list[int]], count: int) -> Pictures:
    """Every picture is unpacked once here, so that none fails in the middle of a game."""
    plausible = all(
        1 <= len(of_card) <= PICTURES and all(0 < size <= MAX_PICTURE_BYTES for size in of_card) for of_card in sizes
    )
    if not plausible or len(sizes) not in {0, count}:
        raise BadPack(f"got {path} with pictures of {len(sizes)} cards, expected up to {PICTURES} of each of {count}")
    total = sum(size for of_card in sizes for size in of_card)
    if content.ndim != 1 or content.dtype != np.uint8 or len(content) != total:
        raise BadPack(f"got {path} with pictures of {content.nbytes} bytes, expected {total}; enrol the deck again")
    stream = io.BytesIO(content.tobytes())
    pictures = tuple(tuple(stream.read(size) for size in of_card) for of_card in sizes)
    try:
        for of_card in pictures:
            for picture in of_card:
                decode_picture(picture)
    except BadPicture as error:
        raise BadPack(f"got {path} with a picture that cannot be used: {error}; enrol the deck again") from error
    return pictures


def _unit_prototypes(
    path: Path, prototypes: Array, count: int, recogniser: Recogniser
) -> np.ndarray[Any, np.dtype[np.float32]]:
    dimensions = recogniser.dimensions
    shaped = prototypes.ndim == 3 and prototypes.shape[::2] == (count, dimensions) and prototypes.shape[1] % 2 == 0
    if not shaped or prototypes.dtype != np.float16 or not 0 < prototypes.shape[1] <= _MOST_VIEWS:
        raise BadPack(
            f"got {path} with prototypes of shape {prototypes.shape} of {prototypes.dtype}, "
            f"expected {count}×V×{dimensions} of float16; enrol the deck again"
        )
    lengths = np.linalg.norm(prototypes.astype(np.float32), axis=2, keepdims=True)
    if not np.isfinite(lengths).all() or not np.allclose(lengths, 1, atol=1e-2):
        raise BadPack(f"got {path} with prototypes that are no directions; enrol the deck again")
    return np.asarray(prototypes / lengths, np.float32)


_LARGEST_DIRECTORY = 64 << 10
"""Bytes; of some hundred entries."""
_END, _LOCATOR = 22, 20
"""Bytes of the record at the end of a zip without a comment, and of the one before it in a zip of more than 4 GiB."""


def open_zip(path: Path, largest: int) -> zipfile.ZipFile:
    """Opens a zip of at most *largest* bytes, as Kiebitz writes them: without a comment, and with few entries.

    :raises zipfile.BadZipFile: if it is anything else.
    :raises OSError: if it cannot be read.
    """
    size = path.stat().st_size
    if size > largest:
        raise zipfile.BadZipFile(f"it has {size} bytes, expected at most {largest}")
    with path.open("rb") as file:
        file.seek(-min(size, _LOCATOR + _END), 2)
        end = file.read()
    record = end[-_END:]
    large = len(end) > _END and end.startswith(b"PK\x06\x07")
    if len(record) < _END or not record.startswith(b"PK\x05\x06") or large:
        raise zipfile.BadZipFile("it does not end as a zip of Kiebitz does")
    if int.from_bytes(record[12:16], "little") > _LARGEST_DIRECTORY:
        raise zipfile.BadZipFile("it holds too many files")
    return zipfile.ZipFile(path)
