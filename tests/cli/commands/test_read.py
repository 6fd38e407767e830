"""kiebitz read: its output, and errors of bad pictures and packs."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from cli.main import main
from engine.cards import BAVARIAN_32
from tests.support.command_line import CommandLine
from tests.support.examples import one_in
from tests.support.paper_table import CARDS, card_picture, cloth, paste, quad_at
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.pack_file import load_pack, save_pack


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("packs") / "blots.npz"
    pictures = {card: [card_picture(card)] for card in CARDS}
    save_pack(enrol(pictures, BAVARIAN_32.name, Recogniser(), "blots"), path)
    return path


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    image = cloth()
    paste(image, card_picture(CARDS[0]), quad_at(300, 270, 10))
    paste(image, card_picture(CARDS[1]), quad_at(650, 250, 100))
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), image)
    return path


def test_every_card_has_the_keys_of_the_contract(pack: Path, picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--pack", str(pack), "--jsonl", str(picture)]) == 0
    line = json.loads(capsys.readouterr().out)
    assert line["image"] == str(picture)
    assert {card["card"] for card in line["cards"]} <= {str(CARDS[0]), str(CARDS[1]), None}
    assert {card["candidates"][0]["card"] for card in line["cards"]} == {str(CARDS[0]), str(CARDS[1])}
    for card in line["cards"]:
        assert card.keys() >= {"card", "candidates", "quad", "visible"}
        assert [len(point) for point in card["quad"]] == [2, 2, 2, 2]
        assert 0 < card["visible"] <= 1
        assert all(candidate.keys() == {"card", "score"} for candidate in card["candidates"])


@pytest.mark.slow
def test_the_sample_is_read_with_the_shipped_pack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--sample", "--debug", str(tmp_path)]) == 0
    path, _, cards = capsys.readouterr().out.strip().rpartition(": ")
    assert cards == "L10, S8, EO, HK [80% visible]"
    assert cv2.imread(path) is not None
    assert [file.name for file in tmp_path.iterdir()] == ["sample.jpg"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--sample", "a.jpg"], "got both --sample and pictures"),
        ([], "got no picture"),
        (["a.jpg"], "got pictures without --pack, expected one of house-german, house-french"),
    ],
)
def test_what_does_not_go_together_is_refused(
    kiebitz: CommandLine, arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert message in kiebitz.refuses("read", *arguments)


def test_picture_without_cards_is_reported(pack: Path, tmp_path: Path, kiebitz: CommandLine) -> None:
    bare = tmp_path / "bare.png"
    cv2.imwrite(str(bare), cloth())
    assert kiebitz.prints("read", "--pack", pack, bare) == f"{bare}: no card of this pack\n"


@pytest.mark.slow
def test_quads_of_a_huge_photograph_are_those_of_the_file(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    image = cloth()
    paste(image, card_picture(CARDS[0]), quad_at(300, 270, 10))
    file = tmp_path / "huge.jpg"
    cv2.imwrite(str(file), cv2.resize(image, None, fx=2, fy=2))
    monkeypatch.setattr("device.camera.picture_file.MAX_DECODED_PX", image.shape[0] * image.shape[1])
    assert main(["read", "--pack", str(pack), "--jsonl", str(file)]) == 0
    (card,) = json.loads(capsys.readouterr().out)["cards"]
    assert np.abs(np.mean(card["quad"], axis=0) - (600, 540)).max() <= 8


@pytest.mark.slow
def test_a_picture_that_is_the_card_itself_is_read(pack: Path, tmp_path: Path, kiebitz: CommandLine) -> None:
    scan = tmp_path / "scan.png"
    cv2.imwrite(str(scan), card_picture(CARDS[3]))
    assert kiebitz.prints("read", "--pack", pack, scan) == f"{scan}: {CARDS[3]}\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "complaint"),
    one_in(
        3,
        [
            (None, "no such file or directory, expected a picture file"),
            (b"", "cannot read picture"),
            (b"GIF89a no picture at all", "cannot read picture"),
            (b"\x89PNG\r\n\x1a\n" + b"\x00" * 40, "cannot read picture"),
        ],
    ),
)
def test_a_bad_picture_gets_one_line_and_the_good_ones_are_read(
    content: bytes | None, complaint: str, pack: Path, picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.png"
    if content is not None:
        bad.write_bytes(content)
    assert main(["read", "--pack", str(pack), str(bad), str(picture)]) == 2
    out, err = capsys.readouterr()
    assert out.startswith(str(picture))
    assert err.count("\n") == 1
    assert complaint in err
    assert "bad.png" in err


@pytest.mark.parametrize(("height", "width"), one_in(5, [(31, 500), (500, 31), (32, 110000), (110000, 32), (40, 801)]))
def test_picture_too_small_for_a_card_is_reported_with_its_size(
    height: int, width: int, pack: Path, picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.png"
    cv2.imwrite(str(bad), np.full((height, width, 3), 90, np.uint8))
    assert main(["read", "--pack", str(pack), str(bad), str(picture)]) == 2
    out, err = capsys.readouterr()
    assert out.startswith(str(picture))
    assert f"bad.png, a picture of {width}×{height} px, expected at least 32 on each side" in err
    assert err.count("\n") == 1


def test_an_unknown_pack_names_those_that_there_are(
    picture: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kiebitz: CommandLine,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs" / "pub.npz").write_bytes(b"")
    assert "one of: pub" in kiebitz.refuses("read", "--pack", "club", picture)
    assert main(["read", "--pack", "pub", str(picture)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_pack_of_another_embedding_size_is_refused(
    pack: Path, picture: Path, tmp_path: Path, kiebitz: CommandLine
) -> None:
    enrolled = load_pack(pack, Recogniser())
    prototypes = enrolled.prototypes[:, :, :5]
    unit = prototypes / np.linalg.norm(prototypes, axis=2, keepdims=True)
    other = tmp_path / "other.npz"
    save_pack(replace(enrolled, prototypes=unit.astype(np.float32)), other)
    assert "enrol the deck again" in kiebitz.refuses("read", "--pack", other, picture)
