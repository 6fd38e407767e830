"""kiebitz enrol: what a pack enrolled from a folder reads, with its threshold: cards, tricks and a quiz."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from cli.main import main
from device.storage.packs import open_reader
from engine.cards import BAVARIAN_32, FRENCH_20
from tests.support.command_line import CommandLine
from tests.support.enrolment.folder import enrol, read_image

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("state")]


def test_sixes_and_backs_are_known_and_not_in_play(
    folder: Path, tmp_path: Path, kiebitz: CommandLine, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = np.random.default_rng(2)
    for name in ("E6", "Rückseite"):
        coarse = chance.integers(0, 256, (20, 12, 3)).astype(np.uint8)
        cv2.imwrite(str(folder / f"{name}.jpg"), cv2.resize(coarse, (120, 200), interpolation=cv2.INTER_NEAREST))
    assert enrol(folder) == 0
    assert "set aside E6, back: known, and not in play" in capsys.readouterr().out
    pack = open_reader("ours").pack
    assert [str(card) for card in pack.set_aside] == ["E6", "back"]
    assert pack.cards == BAVARIAN_32.cards
    assert pack.acceptance is not None
    assert main(["read", "--pack", "ours", "--jsonl", str(folder / "E6.jpg")]) == 0
    cards = json.loads(capsys.readouterr().out)["cards"]
    assert [(card["card"], card["not_in_play"]) for card in cards] == [(None, "E6")]
    assert "E6 (not in play)" in kiebitz.prints("read", "--pack", "ours", folder / "E6.jpg")


_GERMAN_SUITS = {"Herz": "H", "Karo": "D", "Kreuz": "C", "Pik": "S"}
_GERMAN_RANKS = {"Ass": "A", "Koenig": "K", "Dame": "Q", "Bube": "J", "Zehn": "10"}


def test_the_photographed_deck_reads_its_real_tricks(tmp_path: Path) -> None:
    """Twenty real photographs enrol the pack; the cards on top of seven real tricks are read from it."""
    photographs = Path(__file__).parents[3].parent / "shared" / "photos" / "animano_berlin"
    if not photographs.is_dir():
        pytest.skip("needs the photographs of shared/photos/animano_berlin")
    from vision.scene.still_scene import read_scene

    tricks = []
    for entry in json.loads((photographs / "labels.json").read_text("utf-8")):
        if "trick" in entry:
            tricks.append((photographs / entry["file"], entry["trick"]))
        else:
            suit, _, rank = Path(entry["file"]).stem.partition("_")
            name = f"{_GERMAN_SUITS[suit]}{_GERMAN_RANKS[rank]}.jpg"
            (tmp_path / name).write_bytes((photographs / entry["file"]).read_bytes())
    assert len(tricks) == 7
    assert main(["enrol", "--pack", "berlin", "--kind", FRENCH_20.name, str(tmp_path)]) == 0
    reader = open_reader("berlin")
    for path, trick in tricks:
        readings = read_scene(read_image(path), reader)
        named = {str(reading.card) for reading in readings if reading.card}
        assert trick["on_top"] in named
        assert named <= set(trick.values())


def test_further_pictures_are_a_quiz(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    further = tmp_path / "further"
    further.mkdir()
    for name in ("HK", "E7"):
        cv2.imwrite(str(further / f"{name}.jpg"), read_image(folder / f"{name}.png"), [cv2.IMWRITE_JPEG_QUALITY, 60])
    cv2.imwrite(str(further / "EO.jpg"), read_image(folder / "LO.png"))
    assert enrol(folder, "--language", "en", "--quiz", str(further)) == 0
    out = capsys.readouterr().out
    assert "2 of 3 recognised: poor; show again: Ober of acorns" in out


def test_several_pictures_of_a_card_are_a_quiz(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(folder / "HK_2.jpg"), read_image(folder / "HK.png"), [cv2.IMWRITE_JPEG_QUALITY, 60])
    assert enrol(folder, "--jsonl") == 0
    quiz = json.loads(capsys.readouterr().out.splitlines()[-1])["quiz"]
    assert quiz == {"grade": "very_good", "right": 1, "wrong": 0, "asked": 0, "of": 1, "again": []}
