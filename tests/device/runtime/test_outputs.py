"""A new output takes one file, and one line in `device.runtime.outputs`, as docs/architecture.md says."""

from __future__ import annotations

import importlib.util
import re
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from cli.main import main
from common.files.paths import journal_file
from device.runtime import outputs
from device.storage.journal import Journal
from engine.events import DealStarted, GameStarted
from tests.support.appliance import watched_by
from tests.support.scripted_tracker import ScriptedTracker
from tests.support.session_script import GAME

if TYPE_CHECKING:
    from pathlib import Path

    from gpiozero.pins.mock import MockFactory

OUTPUT = """
from pathlib import Path

from device.session.loop import StepResult


def write(result: StepResult) -> None:
    with Path({file!r}).open("a") as file:
        for each in result.recorded:
            print(type(each.event).__name__, result.view.table.phase, file=file)
"""


@pytest.mark.usefixtures("_signals")
def test_a_new_output_is_one_file_and_one_line(
    pins: MockFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "config"))
    frames, settings, heard = tmp_path / "frames", tmp_path / "kiebitz.toml", tmp_path / "heard.txt"
    frames.mkdir()
    for number in range(3):
        assert cv2.imwrite(str(frames / f"{number}.png"), np.zeros((36, 64, 3), np.uint8))
    settings.write_text(f"seats = [0, 2]\npack = {__file__!r}", encoding="utf-8")
    with Journal(journal_file()) as journal:
        for event in (GameStarted(GAME, (0, 2), 2), DealStarted(2)):
            journal.append(event, 0.0)
    watched_by(ScriptedTracker(["E9"]), monkeypatch)

    (tmp_path / "own_output.py").write_text(OUTPUT.format(file=str(heard)), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("own_output", tmp_path / "own_output.py")
    assert spec is not None
    assert spec.loader is not None
    own_output = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(own_output)
    monkeypatch.setattr(outputs, "LISTENERS", (own_output.write,))

    assert main(["run", "--config", str(settings), "--camera", str(frames)]) == 0
    assert heard.read_text().splitlines() == ["UpcardTurned declare"]


@pytest.mark.usefixtures("_signals")
def test_run_with_its_page_prints_the_address(
    pins: MockFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "config"))
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "run"))
    frames, settings = tmp_path / "frames", tmp_path / "kiebitz.toml"
    frames.mkdir()
    assert cv2.imwrite(str(frames / "0.png"), np.zeros((36, 64, 3), np.uint8))
    settings.write_text(f"seats = [0, 2]\npack = {__file__!r}", encoding="utf-8")
    with Journal(journal_file()) as journal:
        for event in (GameStarted(GAME, (0, 2), 2), DealStarted(2)):
            journal.append(event, 0.0)
    watched_by(ScriptedTracker([]), monkeypatch)
    assert main(["run", "--config", str(settings), "--camera", str(frames), "--page"]) == 0
    assert re.search(r"^http://127\.0\.0\.1:83\d\d/j/[A-Z2-9]{6}$", capfd.readouterr().out, re.MULTILINE)
    assert not (tmp_path / "run" / "table.sock").exists()
