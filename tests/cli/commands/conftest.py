"""A drawn deck as a folder of pictures, and a state folder of its own."""

from pathlib import Path

import cv2
import pytest

from engine.cards import Card
from lab.card_art.packs import draw_pack
from tests.support.enrolment.folder import STYLE, outlines_once
from vision.enrolment.photographs import cropping
from vision.types import Image


@pytest.fixture(scope="module")
def drawn() -> dict[Card, Image]:
    return draw_pack("bavarian32", STYLE, 200)


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def folder(tmp_path: Path, drawn: dict[Card, Image], monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cropping, "find_outlines", outlines_once)
    folder = tmp_path / "deck"
    folder.mkdir()
    for card, picture in drawn.items():
        cv2.imwrite(str(folder / f"{card}.png"), picture)
    return folder


@pytest.fixture
def uncalibrated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enrols without threshold and rereading, three quarters of the time; `test_enrol_reading` has both."""
    monkeypatch.setattr("cli.enrolment.calibrate_acceptance", lambda pack, _: pack)
    monkeypatch.setattr("cli.enrolment.reread_pack", lambda *_: [])
