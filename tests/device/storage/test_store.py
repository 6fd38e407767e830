"""A pack is opened by name or file, and reads its first card without computing anything more of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from device.storage.packs import open_reader
from engine.cards import BAVARIAN_32
from simulator.card_art import Style, draw_pack
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import EnrolledPack, enrol
from vision.recognition.pack_file import BadPack, save_pack
from vision.scene.still_scene import analyse_scene

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vision.types import Image

FEW = BAVARIAN_32.cards[:4]


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    deck = draw_pack(BAVARIAN_32.name, Style.default(), 200)
    path = tmp_path_factory.mktemp("packs") / "few.npz"
    save_pack(enrol({card: [deck[card]] for card in FEW}, BAVARIAN_32.name, Recogniser(), "few"), path)
    return path


def test_an_opened_pack_is_ready_for_the_first_card(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = open_reader(str(pack))

    def no_views(_: EnrolledPack) -> Iterator[list[Image]]:
        raise AssertionError("the pictures of the pack are looked at again")

    monkeypatch.setattr(EnrolledPack, "_middle_views", no_views)
    table = np.full((270, 480, 3), (60, 90, 60), np.uint8)
    assert analyse_scene(table, reader).all_readings == ()


def test_a_pack_that_is_not_there_is_told_with_what_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with pytest.raises(BadPack, match=r"got pack 'few', expected a file or one of: none yet; kiebitz enrol makes one"):
        open_reader("few")
