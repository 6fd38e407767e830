"""Tries out an environment before it is used: reads a drawn card, plays a deal, keeps it, draws a screen; no hardware.

The last line on standard error says what is wrong; the exit code is then 1. Some seconds on a Raspberry Pi.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from common.texts.phrases import Text
from common.texts.words import words_for
from device.screens.base import Notice, draw
from device.storage.journal import Journal
from engine.cards import PACKS
from engine.simulation.evening import simulation
from simulator.deck import table_card
from vision.detection.contours import detect_outlines
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader
from vision.scene.hypotheses import hypotheses_of, whole_cards

SHOWN = 2
"""Cards that are drawn and enrolled; the last one is laid on a table and read."""
TABLE = (900, 600)
TURNED = 20.0
BROWN = (45, 75, 110)


def read_a_card() -> None:
    """:raises RuntimeError: if the card is read wrongly, or not at all."""
    pack = PACKS["bavarian32"]
    some = list(pack.cards)[:: len(pack.cards) // SHOWN]
    drawn = {card: table_card(pack, card, 320) for card in some}
    recogniser = Recogniser()
    enrolled = enrol({card: [face] for card, face in drawn.items()}, pack.name, recogniser, "trial")
    reader = PackReader(recogniser, enrolled)
    card, face = list(drawn.items())[-1]
    height, width = face.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), TURNED, 0.8)
    turn[:, 2] += (TABLE[0] - width) / 2, (TABLE[1] - height) / 2
    scene = np.asarray(cv2.warpAffine(face, turn, TABLE, borderValue=BROWN), np.uint8)
    read = [card.answer.card for card in whole_cards(hypotheses_of(scene, reader, detect_outlines(scene, at_most=2)))]
    if read != [card]:
        raise RuntimeError(f"got {[str(card) for card in read]} read from a picture, expected {card}")


def keep_a_deal() -> None:
    """:raises RuntimeError: if the journal does not give back what was told."""
    played = simulation(seed=5)
    played.play_deal()
    with TemporaryDirectory(prefix="kiebitz-trial-") as folder:
        path = Path(folder) / "journal.sqlite"
        with Journal(path) as journal:
            for event in played.events:
                journal.append(event, 0.0)
        with Journal(path) as journal:
            if journal.events != list(played.events):
                raise RuntimeError(f"got {len(journal.events)} events from the journal, expected {len(played.events)}")


def fits_the_system() -> None:
    """:raises RuntimeError: if a library of the system was compiled against another numpy than the one in use."""
    asked = next(iter((Path(sys.prefix) / "constraints.txt").read_text().split()), "")
    if asked != f"numpy=={np.__version__}":
        raise RuntimeError(f"got numpy {np.__version__}, expected the system's, {asked}: picamera2 needs it")
    missing = [name for name in ("picamera2", "lgpio", "spidev") if find_spec(name) is None]
    if missing:
        raise RuntimeError(f"got no {', '.join(missing)}, expected the packages of the system in this environment")


if __name__ == "__main__":
    fits_the_system()
    read_a_card()
    keep_a_deal()
    draw(Notice(Text("Kiebitz"), Text("trial")), words_for("de", "bavarian", {}))
