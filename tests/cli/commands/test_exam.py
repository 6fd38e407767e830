"""kiebitz exam with the real network: folders of drawn cards, a rendered film, and bad input."""

import json
import shutil
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from cli.exam.report import upper_bound
from cli.main import main
from device.camera.picture_file import Picture
from engine.cards import BAVARIAN_32, Card
from lab.card_art import Style, draw_pack
from tests.support.command_line import CommandLine
from tests.support.paper_table import cloth, paste, quad_at
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.pack_file import save_pack
from vision.types import Image

SHOWN = tuple(BAVARIAN_32.card(text) for text in ("HK", "EA", "L9"))


@pytest.fixture(scope="module")
def faces() -> dict[Card, Image]:
    return draw_pack("bavarian32", Style.default(), 400)


@pytest.fixture(scope="module")
def pack(faces: dict[Card, Image], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("packs") / "drawn.npz"
    save_pack(enrol({card: [face] for card, face in faces.items()}, BAVARIAN_32.name, Recogniser(), "drawn"), path)
    return path


def photograph(face: Image, path: Path, degrees: float) -> None:
    picture = cloth()
    paste(picture, np.ascontiguousarray(face), quad_at(400 + degrees, 270, degrees))
    cv2.imwrite(str(path), picture)


@pytest.fixture(scope="module")
def photographs(faces: dict[Card, Image], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("photographs")
    for turn, card in enumerate(SHOWN, 1):
        photograph(faces[card], folder / f"{card}.png", 15 * turn)
    return folder


@pytest.fixture
def folder(photographs: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(photographs, tmp_path / "photographs"))


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    out, err = capsys.readouterr()
    assert err == ""
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.slow
def test_a_folder_of_photographs_is_examined(capsys: pytest.CaptureFixture[str], pack: Path, folder: Path) -> None:
    before = sorted(path.name for path in folder.parent.rglob("*"))
    assert main(["exam", "--pack", str(pack), "--jsonl", str(folder)]) == 0
    plan, *_, last = lines(capsys)
    assert plan == {
        "event": "plan",
        "source": "folder",
        "cards": 3,
        "seed": 0,
        "best_bound": pytest.approx(0.631597, abs=1e-6),
    }
    assert (last["right"] + last["asked"], last["wrong"], last["invented"]) == (3, 0, 0)
    assert last["right"] > 0
    assert last["bound"] == pytest.approx(upper_bound(0, 3), abs=1e-6)
    assert sorted(path.name for path in folder.parent.rglob("*")) == before


@pytest.mark.slow
def test_a_picture_under_a_wrong_name_is_found_and_kept_if_wanted(
    capsys: pytest.CaptureFixture[str], pack: Path, folder: Path, tmp_path: Path
) -> None:
    (folder / "HK.png").rename(folder / "S7.png")
    assert main(["exam", "--pack", str(pack), "--jsonl", "--keep", str(tmp_path / "kept"), str(folder)]) == 1
    reported = lines(capsys)
    wrong = [one for one in reported if one["event"] == "fault" and one["kind"] == "wrong"]
    assert [(one["card"], one["told"], one["picture"]) for one in wrong] == [("S7", "HK", "S7.png")]
    assert set(reported[-1]["look_at"][:2]) == {"S7", "HK"}
    assert "001-wrong-S7-HK.jpg" in {path.name for path in (tmp_path / "kept").iterdir()}


@pytest.mark.slow
def test_photographs_are_sampled_from_many(capsys: pytest.CaptureFixture[str], pack: Path, folder: Path) -> None:
    assert main(["exam", "--pack", str(pack), "--jsonl", "--cards", "1", "--seed", "4", str(folder)]) == 0
    *_, last = lines(capsys)
    assert (last["cards"], last["done"], last["complete"]) == (1, 1, True)


@pytest.mark.slow
def test_interrupted_exam_reports_results_without_a_bound(
    capsys: pytest.CaptureFixture[str], pack: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = iter([Picture(cloth(), 1)])

    def interrupted(_: Path) -> Picture:
        try:
            return next(read)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("cli.commands.exam.load_picture", interrupted)
    assert main(["exam", "--pack", str(pack), "--jsonl", str(folder)]) == 130
    *_, last = lines(capsys)
    assert (last["done"], last["missed"], last["complete"], last["bound"]) == (1, 1, False, None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        pytest.param(["nowhere"], "got source 'nowhere', expected a folder", id="no source"),
        pytest.param(["--cards", "0", "FOLDER"], "got --cards 0, expected 1 to", id="no cards"),
        pytest.param(["--tries", "0", "FOLDER"], "got --tries 0, expected 1 to", id="no tries"),
        pytest.param(["FILM"], "expected also what is laid in it, give --truth FILE", id="a film without truth"),
        pytest.param(["--truth", "TRUTH", "0"], "expected a video or a folder of frames", id="truth of a camera"),
        pytest.param(["--truth", "nowhere", "FOLDER"], "got nowhere: no such file", id="no truth"),
        pytest.param(["--truth", "FILM", "FOLDER"], "line 1", id="truth is no JSON"),
        pytest.param(["--truth", "STRANGE", "FOLDER"], "got card 'X9' in line 2", id="no such card"),
        pytest.param(["--truth", "TRUTH", "--cards", "3", "FOLDER"], "leave out --cards", id="part of a film"),
        pytest.param(["--keep", "FOLDER", "FOLDER"], "expected another", id="kept among the pictures"),
        pytest.param(["DOUBLE"], "got the same picture in HK-2.png and HK.png", id="one picture twice"),
        pytest.param(["ODD"], "got holiday.png, expected the name of a card", id="no card's name"),
        pytest.param(["--pack", "missing", "FOLDER"], "got pack 'missing'", id="no such pack"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str], complaint: str, pack: Path, folder: Path, tmp_path: Path, kiebitz: CommandLine
) -> None:
    places = {name: tmp_path / name.lower() for name in ("FILM", "TRUTH", "STRANGE", "DOUBLE", "ODD")}
    places["FILM"].write_text("no film\n")
    places["TRUTH"].write_text('{"card": "HK"}\n')
    places["STRANGE"].write_text('{"card": "HK"}\n{"card": "X9"}\n')
    for name, files in (("DOUBLE", ("HK.png", "HK-2.png")), ("ODD", ("HK.png", "holiday.png"))):
        places[name].mkdir()
        for at, file in enumerate(files):
            source = folder / ("HK.png" if name == "DOUBLE" or not at else "EA.png")
            (places[name] / file).write_bytes(source.read_bytes())
    filled = [str({"FOLDER": folder, **places}.get(word, word)) for word in arguments]
    assert complaint in kiebitz.refuses("exam", "--pack", pack, *filled)


@pytest.mark.slow
def test_card_that_lies_there_from_the_first_frame_is_counted(
    capsys: pytest.CaptureFixture[str], pack: Path, photographs: Path, tmp_path: Path
) -> None:
    film, truth = tmp_path / "film", tmp_path / "truth.jsonl"
    film.mkdir()
    for number in range(8):
        shutil.copy(photographs / "HK.png", film / f"{number}.png")
    truth.write_text('{"frame": 0, "card": "HK"}\n')
    assert main(["exam", "--pack", str(pack), "--truth", str(truth), "--jsonl", str(film)]) == 0
    *_, last = lines(capsys)
    assert (last["right"], last["missed"]) == (1, 0)


@pytest.mark.slow
def test_a_rendered_film_is_examined_by_its_truth(
    capsys: pytest.CaptureFixture[str], faces: dict[Card, Image], pack: Path, tmp_path: Path
) -> None:
    from lab.benchmarks.flipbook.record import compose
    from simulator.deck import make_deck

    sequence = compose("plain", 3, make_deck(dict(faces), "drawn", "bavarian32"), "daylight", None, 4, (960, 540))
    film = tmp_path / "film"
    film.mkdir()
    for number, picture in enumerate(sequence.pictures()):
        assert cv2.imwrite(str(film / f"{number:05d}.jpg"), picture)
    truth = film / "truth.jsonl"
    truth.write_text("".join(json.dumps(one.line()) + "\n" for one in sequence.truth))
    assert main(["exam", "--pack", str(pack), "--truth", str(truth), "--jsonl", str(film)]) in {0, 1}
    plan, *_, last = lines(capsys)
    laid = [one for one in sequence.truth if one.event == "card_laid"]
    assert plan["cards"] == last["cards"] == last["done"] == len(laid)
    assert last["complete"]
    assert last["right"] > len(laid) / 2
    assert last["wrong"] + last["invented"] <= 1
