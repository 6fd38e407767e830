"""`kiebitz field` on a machine with a camera of pictures, and without display and buttons."""

import tomllib
from pathlib import Path

import cv2
import numpy as np
import pytest

from cli import probes
from cli.main import main
from common.files.paths import config_file
from device.field.report import PROMISES
from tests.support.command_line import CommandLine

BARE = """buttons = []
[display]
controller = "none"
[camera]
source = "{source}"
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "config"))
    for folder in ("state", "config", "frames"):
        (tmp_path / folder).mkdir()
    for number in range(15):
        picture = np.full((36, 64, 3), 100 + number, np.uint8)
        assert cv2.imwrite(str(tmp_path / "frames" / f"{number:02}.png"), picture)
    (tmp_path / "board.toml").write_text(BARE.format(source=tmp_path / "frames"))
    config_file().write_text(f'board = "{tmp_path / "board.toml"}"\n')
    monkeypatch.setattr(probes, "PROCESSES", tmp_path / "proc")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_a_report_is_written_compared_and_read_again(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = place / "report.toml"
    measured = main(["field", "--alone", "--seconds", "1", "--load", "0", str(report)])
    printed = capsys.readouterr().out
    sections = tomllib.loads(report.read_text(encoding="utf-8"))
    assert {"board", "versions", "memory_mib", "nodes", "texts", "camera", "openings", "display", "speed"} <= set(
        sections
    )
    assert sections["camera"]["interval_ms_median"] == pytest.approx(100)
    assert sections["camera"]["picture_size"] == "64×36"
    assert sections["speed"]["cards"].split() == ["L10", "S8", "EO", "HK"]
    assert main(["field", "--read", str(report)]) == measured
    compared = capsys.readouterr().out
    assert printed.endswith(compared)
    assert len([line for line in compared.splitlines() if line.startswith("  ")]) >= len(PROMISES)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["report.toml"], "got no terminal"),
        (["--alone", "board.toml"], "exists already"),
        (["--read", "board.toml"], "expected a file that kiebitz field wrote"),
        (["--read", "nowhere.toml"], "expected a file that kiebitz field wrote"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    kiebitz: CommandLine, place: Path, arguments: list[str], reason: str
) -> None:
    (place / "board.toml").write_text("buttons = []\n" if "--read" in arguments else BARE.format(source="frames"))
    assert reason in kiebitz.refuses("field", *arguments)
    assert not (place / "report.toml").exists()


@pytest.mark.slow
def test_a_camera_that_fails_is_in_the_report(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["field", "--alone", "--seconds", "1", "--load", "0", "--camera", str(place / "gone"), "report.toml"]
    assert main(arguments) == 1
    assert "gone" in tomllib.loads((place / "report.toml").read_text(encoding="utf-8"))["camera"]["fault"]
    assert "fault" in capsys.readouterr().out
