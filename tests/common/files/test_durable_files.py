"""The order of syncs and renames when a file is replaced."""

import os
from pathlib import Path

import numpy as np
import pytest

from common.files.durable_files import copy_synced, replace_synced, write_atomically
from engine.cards import FRENCH_20
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.pack_file import save_pack


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What was synced and renamed, in order."""
    happened: list[tuple[str, str]] = []
    fsync, replace = os.fsync, Path.replace

    def fsync_noted(descriptor: int) -> None:
        happened.append(("sync", Path(f"/proc/self/fd/{descriptor}").readlink().name))
        fsync(descriptor)

    def replace_noted(file: Path, target: Path) -> Path:
        happened.append(("rename", file.name))
        return replace(file, target)

    monkeypatch.setattr(os, "fsync", fsync_noted)
    monkeypatch.setattr(Path, "replace", replace_noted)
    return happened


def test_a_file_is_synced_before_its_name_and_the_folder_after_it(tmp_path: Path, calls: list[tuple[str, str]]) -> None:
    write_atomically(tmp_path / "one", b"content")
    assert calls == [("sync", "one.part"), ("rename", "one.part"), ("sync", tmp_path.name)]
    replace_synced(tmp_path / "one", tmp_path / "two")
    assert calls[3:] == [("sync", "one"), ("rename", "one"), ("sync", tmp_path.name)]
    copy_synced(tmp_path / "two", tmp_path / "three")
    assert calls[6:] == [("sync", "three"), ("sync", tmp_path.name)]
    assert (tmp_path / "three").read_bytes() == b"content"


def test_a_pack_is_on_the_disk_with_its_name(tmp_path: Path, calls: list[tuple[str, str]]) -> None:
    noise = np.random.default_rng(0).integers(0, 256, (2, 180, 120, 3), np.uint8)
    pictures = {card: [picture] for card, picture in zip(FRENCH_20.cards, noise, strict=False)}
    save_pack(enrol(pictures, "french20", Recogniser(), "adler"), tmp_path / "adler.npz")
    assert calls == [("sync", "adler.npz.part"), ("rename", "adler.npz.part"), ("sync", tmp_path.name)]
