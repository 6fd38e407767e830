"""Real photographs: two-card tricks on green cloth, enrolled from photographs of the single cards."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.cards import FRENCH_20
from vision.enrolment.photographs.cropping import upright_cards
from vision.geometry.quads import overlap, portrait
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader
from vision.scene.still_scene import read_scene

PHOTOS = Path(__file__).parents[3].parent / "shared" / "photos" / "animano_berlin"
SUITS = {"Herz": "H", "Karo": "D", "Kreuz": "C", "Pik": "S"}
RANKS = {"Ass": "A", "Koenig": "K", "Dame": "Q", "Bube": "J", "Zehn": "10"}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not PHOTOS.is_dir(), reason="the photographs shared/photos/animano_berlin are not here"),
]


def labels() -> list[dict[str, Any]]:
    return json.loads((PHOTOS / "labels.json").read_text(encoding="utf-8")) if PHOTOS.is_dir() else []


@pytest.fixture(scope="module")
def reader() -> PackReader:
    singles = {entry["file"]: cv2.imread(str(PHOTOS / entry["file"])) for entry in labels() if "trick" not in entry}
    pictures = {}
    for file, upright in upright_cards(singles).cards.items():
        suit, rank = Path(file).stem.split("_")
        pictures[FRENCH_20.card(SUITS[suit] + RANKS[rank])] = [upright]
    recogniser = Recogniser()
    return PackReader(recogniser, enrol(pictures, FRENCH_20.name, recogniser, "berlin"))


@pytest.mark.parametrize("entry", [pytest.param(entry, id=entry["file"]) for entry in labels() if "trick" in entry])
def test_the_card_on_top_is_read_and_the_other_never_wrongly(entry: dict[str, Any], reader: PackReader) -> None:
    readings = read_scene(cv2.imread(str(PHOTOS / entry["file"])), reader)
    top = portrait(np.array(entry["cards"][0]["quad"], np.float32))
    on_top = max(readings, key=lambda reading: overlap(reading.quad, top))
    assert str(on_top.card) == entry["trick"]["on_top"]
    others = {str(reading.card) for reading in readings if reading is not on_top and reading.card is not None}
    assert others <= {entry["trick"]["underneath"]}
