"""Packs on disk: one file, `.npz` without pickle. A file may come from anywhere, so everything in it is checked."""

from __future__ import annotations

import io
import json
import os
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.cards import PACKS
from vision.pack import EnrolledPack, Thresholds

if TYPE_CHECKING:
    from pathlib import Path

    from engine.cards import Card

SUFFIX = ".npz"
_FORMAT = 1
_LARGEST_FILE = 64 << 20
_ENTRIES = {"about.npy", "prototypes.npy"}


class BadPack(ValueError):
    """Raised for a pack file that is missing, broken, or made for another network."""


def save_pack(pack: EnrolledPack, path: Path) -> None:
    """Writes the pack; a reader never meets half a file."""
    about = {
        "format": _FORMAT,
        "name": pack.name,
        "kind": pack.kind,
        "cards": [str(card) for card in pack.cards],
        "near": pack.thresholds.near,
        "apart": pack.thresholds.apart,
        "foreign": pack.thresholds.foreign,
        "version": pack.version,
    }
    content = io.BytesIO()
    text = np.frombuffer(json.dumps(about).encode(), np.uint8)
    np.savez_compressed(content, about=text, prototypes=pack.prototypes)
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_suffix(".part")
    with half.open("wb") as file:
        file.write(content.getvalue())
        file.flush()
        os.fsync(file.fileno())
    half.replace(path)


def load_pack(path: Path, version: str) -> EnrolledPack:
    """Returns the pack in *path*, which must have been enrolled with the network called *version*.

    :raises BadPack: if there is no pack for this network.
    """
    about, prototypes = _content(path)
    try:
        found_format, made_for = about["format"], str(about["version"])
        kind, name = str(about["kind"]), str(about["name"])
        thresholds = Thresholds(float(about["near"]), float(about["apart"]), float(about["foreign"]))
        texts = [str(text) for text in about["cards"]]
    except (KeyError, TypeError, ValueError) as error:
        raise BadPack(f"got {path} without a whole description ({error}); enrol the deck again") from error
    if found_format != _FORMAT:
        raise BadPack(f"got {path} of format {found_format}, expected {_FORMAT}; enrol the deck again")
    if made_for != version:
        raise BadPack(f"got {path}, made for the network {made_for}, expected {version}; enrol the deck again")
    cards = _cards(path, kind, texts)
    if not all(-1 <= value <= 1 for value in (thresholds.near, thresholds.apart, thresholds.foreign)):
        raise BadPack(f"got {path} with thresholds outside -1 to 1; enrol the deck again")
    _check_prototypes(path, prototypes, len(cards))
    return EnrolledPack(name, kind, cards, prototypes, thresholds, made_for)


def _content(path: Path) -> tuple[dict[str, Any], np.ndarray[Any, np.dtype[Any]]]:
    if not path.is_file():
        raise BadPack(f"got no pack at {path}, expected one made by kiebitz enrol")
    try:
        with zipfile.ZipFile(path) as archive:
            sizes = {entry.filename: entry.file_size for entry in archive.infolist()}
        if set(sizes) != _ENTRIES or sum(sizes.values()) > _LARGEST_FILE:
            raise BadPack(f"got {path} holding {', '.join(sorted(sizes)[:4]) or 'nothing'}, expected a pack of kiebitz")
        with np.load(path, allow_pickle=False) as stored:
            about = json.loads(stored["about"].astype(np.uint8).tobytes().decode())
            prototypes = stored["prototypes"]
    except BadPack:
        raise
    except Exception as error:  # a damaged archive fails in zipfile, zlib, numpy or json, each in its own way
        if isinstance(error, MemoryError):
            raise
        raise BadPack(f"got a damaged file {path}, expected a pack of kiebitz; enrol the deck again") from error
    if not isinstance(about, dict):
        raise BadPack(f"got {path} without a description, expected a pack of kiebitz; enrol the deck again")
    return about, prototypes


def _cards(path: Path, kind: str, texts: list[str]) -> tuple[Card, ...]:
    if kind not in PACKS:
        raise BadPack(f"got {path} of kind {kind!r}, expected one of {', '.join(PACKS)}")
    try:
        cards = tuple(PACKS[kind].card(text) for text in texts)
    except ValueError as error:
        raise BadPack(f"got {path} with a card that is not of {kind}: {error}") from error
    if not cards or len(set(cards)) != len(cards):
        raise BadPack(f"got {path} with {len(texts)} cards, expected each card of {kind} at most once")
    return cards


def _check_prototypes(path: Path, prototypes: np.ndarray[Any, np.dtype[Any]], count: int) -> None:
    shaped = prototypes.ndim == 3 and prototypes.shape[0] == count and prototypes.shape[1] % 2 == 0
    if not shaped or prototypes.dtype != np.float32 or not prototypes.size:
        raise BadPack(f"got {path} with prototypes of shape {prototypes.shape}, expected {count}×V×D of float32")
    lengths = np.linalg.norm(prototypes, axis=2)
    if not np.isfinite(lengths).all() or not np.allclose(lengths, 1, atol=1e-3):
        raise BadPack(f"got {path} with prototypes that are no directions; enrol the deck again")
