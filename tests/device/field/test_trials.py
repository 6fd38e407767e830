"""Trials of a board's parts, on recorded pictures and mock pins."""

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.camera.base import CameraError
from device.diagnostics.check import CheckContext
from device.field import board_trials
from device.field.board_trials import try_buttons, try_display, try_light
from device.field.camera_trial import OPENINGS, try_minute, try_openings
from device.field.report import board_facts, memory_mib
from device.hardware.board import Board, CameraChoice, read_board
from device.hardware.status_light import SIGNALS
from device.settings.settings import Config
from tests.support.board.fake_buses import FakeBus
from tests.support.board.fake_panel import ssd1306
from tests.support.board.mock_pins import mock_pins

FPS = 10


@pytest.fixture
def frames(tmp_path: Path) -> CameraChoice:
    """A camera that gives five seconds of pictures."""
    chance = np.random.default_rng(3)
    for number in range(5 * FPS):
        picture = chance.integers(0, 256, (36, 64, 3), np.uint8)
        assert cv2.imwrite(str(tmp_path / f"{number:03}.png"), picture)
    return CameraChoice(source=str(tmp_path))


@pytest.fixture
def push() -> Iterator[Callable[[int], None]]:
    with mock_pins() as pushed:
        yield pushed


def context_of(root: Path) -> CheckContext:
    return CheckContext(Config(), Board(), root, root=root)


def test_intervals_are_those_of_the_camera(frames: CameraChoice) -> None:
    times: list[float] = []
    section = try_minute(frames, 3.0, times.append)
    assert section["interval_ms_median"] == pytest.approx(1000 / FPS)
    assert section["interval_ms_longest"] == pytest.approx(1000 / FPS)
    assert section["frames"] == 3 * FPS + 1
    assert times == sorted(times)
    assert times[-1] == pytest.approx(3.0)


def test_a_camera_that_is_not_there_is_a_fault_of_every_opening(tmp_path: Path) -> None:
    missing = CameraChoice(source=str(tmp_path / "nothing"))
    section = try_openings(missing, context_of(tmp_path))
    assert section["failed"] == OPENINGS
    with pytest.raises(CameraError):
        try_minute(missing, 1.0, lambda _: None)


def test_openings_give_back_what_they_took(frames: CameraChoice, tmp_path: Path) -> None:
    assert try_openings(frames, context_of(tmp_path))["descriptors_left"] == 0


def test_a_hundred_pictures_reach_the_display() -> None:
    panel = ssd1306()
    with FakeBus({0x3C: panel}).install():
        section = try_display(read_board("default_kit"))
    assert section["errors"] == 0
    assert section["pictures"] == board_trials.PICTURES
    assert 0 < float(str(section["picture_ms_median"])) <= float(str(section["picture_ms_longest"]))


def test_a_display_that_is_missing_is_a_fault() -> None:
    with FakeBus({}).install():
        assert try_display(read_board("default_kit"))["fault"]


@pytest.mark.parametrize(
    ("pushes", "missed", "extra"),
    [(board_trials.PRESSES, 0, 0), (board_trials.PRESSES - 2, 2, 0)],
    ids=["all", "two are lost"],
)
def test_presses_of_each_button_are_counted(
    push: Callable[[int], None], monkeypatch: pytest.MonkeyPatch, pushes: int, missed: int, extra: int
) -> None:
    monkeypatch.setattr(board_trials, "PRESS_PATIENCE_S", 0.2)
    monkeypatch.setattr(board_trials, "AFTER_PRESS_S", 0.05)
    board = read_board("default_kit")
    waiting = iter(board.buttons)

    def press(_: str) -> None:
        pin = next(waiting).pin
        for _ in range(pushes):
            push(pin)
            board_trials.time.sleep(0.06)  # contacts rest

    section = try_buttons(board, press)
    assert (section["missed"], section["extra"]) == (missed * len(board.buttons), extra)
    assert all(f"{pushes} presses, {2 * pushes} edges, 0 of other" in str(row) for row in section["presses"])  # type: ignore[union-attr]


def test_a_signal_that_nobody_sees_is_named(push: Callable[[int], None]) -> None:
    asked: list[str] = []

    def confirm(what: str) -> bool:
        asked.append(what)
        return "tone" not in what

    section = try_light(read_board("default_kit"), confirm)
    assert len(asked) == len(SIGNALS)
    assert section["not_confirmed"] == [state for state, signal in SIGNALS.items() if signal.tone]
    assert section["wrong"] == 3


def test_what_the_machine_is_comes_from_its_files(tmp_path: Path) -> None:
    for path, text in {
        "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
        "proc/meminfo": "MemTotal:  8245120 kB\nMemAvailable: 7000000 kB\nCmaTotal: 65536 kB\nCmaFree: 30720 kB\n",
        "proc/devices": "Character devices:\n 81 video4linux\n",
        "boot/firmware/config.txt": "camera_auto_detect=1\n",
        "dev/video0": "",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    context = context_of(tmp_path)
    report = board_facts(context)
    assert report["board"]["model"] == "Raspberry Pi 5 Model B Rev 1.0"
    assert memory_mib(context) == {"total": 8051, "available": 6835, "contiguous": 64, "contiguous_free": 30}
    assert report["texts"]["config_txt"] == "camera_auto_detect=1\n"
    assert [str(node).rpartition(" ")[2] for node in report["nodes"]["list"]] == ["/dev/video0"]  # type: ignore[union-attr]
