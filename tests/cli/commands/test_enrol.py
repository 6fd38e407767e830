"""kiebitz enrol: from a folder of pictures to a pack, errors in one line; `test_enrol_reading` reads with packs."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from cli.main import main
from device.storage.packs import open_reader
from engine.cards import BAVARIAN_32, Card
from tests.support.command_line import CommandLine
from tests.support.enrolment.folder import enrol, read_image
from vision.types import Image

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("state", "uncalibrated")]


def test_a_deck_of_scans_becomes_a_pack(folder: Path, state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert enrol(folder) == 0
    assert "ours: 32 cards of bavarian32 from 32 scans" in capsys.readouterr().out
    names = sorted(path.name for path in (state / "kiebitz" / "packs").iterdir())
    assert names == ["ours-contact-sheet.png", "ours.npz"]
    assert open_reader("ours").pack.cards == BAVARIAN_32.cards


def test_a_pack_may_go_to_a_file(folder: Path, tmp_path: Path) -> None:
    assert enrol(folder, pack=str(tmp_path / "mine.npz")) == 0
    assert open_reader(str(tmp_path / "mine.npz")).pack.name == "mine"


def test_lines_for_machines(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "E7.png").rename(folder / "E7_1.png")
    cv2.imwrite(str(folder / "E7_2.jpg"), read_image(folder / "E7_1.png"))
    assert enrol(folder, "--jsonl") == 0
    *pairs, about = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {pair["event"] for pair in pairs} <= {"look_alikes"}
    assert about["event"] == "enrolled"
    assert about["cards"] == [str(card) for card in BAVARIAN_32.cards]
    assert (about["pictures"], about["missing"], about["left_aside"]) == (33, [], [])


def test_photographs_are_cut_out(
    folder: Path, drawn: dict[Card, Image], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same cards lying askew on a table give a pack that knows the scans."""
    chance = np.random.default_rng(8)
    photographs = tmp_path / "photographs"
    photographs.mkdir()
    for card, picture in drawn.items():
        cv2.imwrite(str(photographs / f"{card}.jpg"), _photograph(picture, chance))
    assert enrol(photographs) == 0
    pack = open_reader("ours").pack
    assert enrol(folder, pack="scans") == 0
    scans = open_reader("scans").pack
    nearest = [int(pack.scores(views[1:2]).argmax()) for views in scans.prototypes]
    assert nearest == list(range(len(pack.cards)))
    assert capsys.readouterr().err == ""


def _photograph(card: Image, chance: np.random.Generator) -> Image:
    table = np.clip(chance.normal((40, 70, 50), 4, (520, 420, 3)), 0, 255).astype(np.uint8)
    height, width = card.shape[:2]
    shift = np.array([210, 260]) + chance.uniform(-20, 20, 2)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), chance.uniform(-12, 12), 1.5)
    turn[:, 2] += shift - [width / 2, height / 2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) @ turn[:, :2].T + turn[:, 2]
    cv2.warpAffine(card, turn, (420, 520), table, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    assert corners.min() > 0
    return table


def test_all_faults_of_pictures_are_reported_together(
    folder: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "HK.png").write_bytes(b"no picture")
    cv2.imwrite(str(folder / "E7.png"), np.full((200, 120, 3), 200, np.uint8))
    cv2.imwrite(str(folder / "LO.png"), cv2.GaussianBlur(read_image(folder / "LO.png"), (0, 0), 7))
    (folder / "SA.png").rename(folder / "IMG_2031.png")
    (folder / "S7.png").unlink()
    assert enrol(folder) == 2
    output = capsys.readouterr()
    assert output.out == ""
    lines = output.err.splitlines()
    reasons = (
        "IMG_2031.png",
        "HK.png, which cannot",
        "E7.png, which shows",
        "LO.png, which is blurred",
        "without SA, S7",
        "got 27 of the 32 cards of bavarian32 from pictures taken for scans",
    )
    assert len(lines) == len(reasons)
    assert all(any(reason in line for line in lines) for reason in reasons)
    assert not state.exists()
    assert enrol(folder, "--partial") == 2
    assert len(open_reader("ours").pack.cards) == 27


def test_refused_picture_is_ignored_if_the_card_has_another(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(folder / "HK_2.png"), np.full((200, 120, 3), 200, np.uint8))
    assert enrol(folder) == 0
    assert "HK_2.png, which shows next to nothing" in capsys.readouterr().err
    assert open_reader("ours").pack.cards == BAVARIAN_32.cards


def test_equal_pictures_under_two_names_are_refused_unless_partial(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(folder / "H8.png"), cv2.GaussianBlur(read_image(folder / "L9.png"), (0, 0), 0.6))
    assert enrol(folder) == 2
    line = capsys.readouterr().err
    assert "show the same card" in line
    assert "H8.png" in line
    assert "L9.png" in line
    assert enrol(folder, "--same") == 0


def test_swapped_names_are_asked_about_and_stand_on_the_sheet(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = read_image(folder / "EO.png"), read_image(folder / "S9.png")
    cv2.imwrite(str(folder / "EO.png"), other)
    cv2.imwrite(str(folder / "S9.png"), one)
    sheet = tmp_path / "sheets" / "ours.png"
    assert enrol(folder, "--jsonl", "--sheet", str(sheet)) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [sorted(line["cards"]) for line in lines if line["event"] == "swapped"] == [["EO", "S9"]]
    assert lines[-1]["sheet"] == str(sheet)
    page = read_image(sheet)
    amber = (np.abs(page.astype(int) - [0, 128, 214]).max(axis=2) < 3).sum()
    assert amber > 1000


def test_scans_with_a_rim_may_be_called_so(folder: Path, tmp_path: Path) -> None:
    """On a dark scanner lid, a little askew, they look like photographs; what is called a scan is taken whole."""
    rims = tmp_path / "rims"
    rims.mkdir()
    for path in folder.iterdir():
        wide = cv2.copyMakeBorder(read_image(path), 6, 6, 4, 4, cv2.BORDER_CONSTANT, value=(30, 30, 30))
        cv2.imwrite(str(rims / path.name), wide)
    assert enrol(rims, "--scans") == 0
    assert open_reader("ours").pack.length == pytest.approx(wide.shape[0] / wide.shape[1], abs=0.01)


def test_a_folder_without_a_usable_card_is_refused_in_words_that_fit(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in folder.iterdir():
        path.unlink()
    (folder / "aunt.png").write_bytes(b"no picture")
    assert enrol(folder, "--partial") == 2
    error = capsys.readouterr().err
    assert "without a picture of any card" in error
    assert "expected one at least, nothing is saved; correct them" in error
    assert "enrol with --partial" not in error


def test_missing_names_are_said_before_pictures_are_opened(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "SA.png").unlink()
    opened: list[str] = []

    def read(path: Path) -> bytes:
        opened.append(capsys.readouterr().err)
        raise OSError(5, "no reading", str(path))

    monkeypatch.setattr("cli.card_folder.read_file", read)
    assert enrol(folder) == 2
    assert "without SA" in opened[0]


@pytest.mark.parametrize(("flag", "taken_as"), [("--scans", "scans"), ("--photos", "photographs")])
def test_what_pictures_are_taken_for_is_said_and_may_be_forced(
    flag: str, taken_as: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    enrol(folder, flag, "--partial")
    printed = capsys.readouterr()
    assert f"taken for {taken_as}" in printed.err or f"from 32 {taken_as}" in printed.out


def test_complete_pack_is_not_replaced_by_another_kind(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither by a pack of another kind, nor by one with fewer cards, unless that is requested."""
    assert enrol(folder) == 0
    one = tmp_path / "one"
    one.mkdir()
    cv2.imwrite(str(one / "HK.png"), read_image(folder / "HK.png"))
    capsys.readouterr()
    for kind, reported in (("french20", "a pack of bavarian32, expected french20"), ("bavarian32", "got 1 cards for")):
        assert enrol(one, "--partial", kind=kind) == 2
        error = capsys.readouterr().err
        assert reported in error
        assert "--replace it" in error
        assert error.count("\n") == 1
    assert open_reader("ours").pack.cards == BAVARIAN_32.cards
    assert enrol(one, "--partial", "--replace", kind="french20") == 2
    assert [str(card) for card in open_reader("ours").pack.cards] == ["HK"]


@pytest.mark.parametrize("content", [b"", b"half a pack", b"PK\x05\x06" + bytes(18)], ids=["empty", "torn", "hollow"])
def test_a_pack_that_cannot_be_used_is_kept_aside(
    content: bytes, folder: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error message about such a pack advises to enrol the deck again."""
    packs = state / "kiebitz" / "packs"
    packs.mkdir(parents=True)
    (packs / "ours.npz").write_bytes(content)
    assert enrol(folder) == 0
    assert "is kept as ours.npz.broken-1" in capsys.readouterr().err
    assert (packs / "ours.npz.broken-1").read_bytes() == content
    assert open_reader("ours").pack.cards == BAVARIAN_32.cards


def test_a_deck_is_not_shown_in_place_of_another_kind(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert enrol(folder) == 0
    assert main(["enrol", "--pack", "ours", "--kind", "french20", "--show", str(tmp_path / "film")]) == 2
    assert "a pack of bavarian32, expected french20" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param([], "got a folder and --show, or neither", id="neither"),
        pytest.param(["cards", "--show", "0"], "got a folder and --show, or neither", id="both"),
        pytest.param(["cards", "--rows"], "without --show", id="rows of files"),
        pytest.param(["cards", "--anew"], "without --show", id="files go on nowhere"),
        pytest.param(["--show", "nowhere"], "got source 'nowhere'", id="no source"),
    ],
)
def test_ambiguous_arguments_are_refused(arguments: list[str], expected: str, kiebitz: CommandLine) -> None:
    assert expected in kiebitz.refuses("enrol", "--pack", "ours", "--kind", "bavarian32", *arguments)
