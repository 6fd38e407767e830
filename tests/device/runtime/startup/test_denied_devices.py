"""Devices whose kernel module was loaded after the unit started: the appliance ends, but not for ever."""

import errno
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from device.diagnostics.check import Part
from device.runtime import restarts
from device.runtime.appliance import Appliance
from device.runtime.restarts import CHECK_SECONDS, MAX_RESTARTS, NODES, DeniedDevices, denied_device
from device.runtime.systemd import Service
from device.settings.settings import Config
from tests.support.appliance import PARTLESS


@pytest.fixture
def nodes(tmp_path: Path) -> Path:
    folder = tmp_path / "dev"
    for name in ("media0", "video0", "video10", "i2c-1", "spidev0.0", "gpiochip0", "dma_heap/system", "null"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    return folder


@pytest.fixture
def deny(nodes: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Returns a function that sets the error with which each of some nodes is opened."""
    answers: dict[str, int] = {}
    opened = os.open

    def open_node(path: Path, flags: int) -> int:
        error = answers.get(str(path.relative_to(nodes)), 0)
        if error:
            raise OSError(error, os.strerror(error))
        return opened(path, flags)

    monkeypatch.setattr("device.runtime.restarts.os.open", open_node)
    reaches = lambda path, _: str(path.relative_to(nodes)) not in answers  # noqa: E731
    monkeypatch.setattr("device.runtime.restarts.os.access", reaches)
    return lambda **errors: answers.update({name.replace("__", "/"): error for name, error in errors.items()})


@pytest.mark.parametrize(
    ("node", "error", "parts"),
    [
        pytest.param("media0", errno.EPERM, {"camera"}, id="camera"),
        pytest.param("video10", errno.EPERM, {"camera"}, id="a later node"),
        pytest.param("dma_heap__system", errno.EPERM, {"camera"}, id="its memory"),
        pytest.param("spidev0.0", errno.EPERM, {"display"}, id="display"),
        pytest.param("gpiochip0", errno.EPERM, {"display", "pins"}, id="pins"),
        pytest.param("media0", errno.EACCES, set(), id="not our user's"),
        pytest.param("media0", errno.ENODEV, set(), id="no device behind it"),
        pytest.param("null", errno.EPERM, set(), id="none of the kit's"),
    ],
)
def test_only_a_device_that_the_unit_denies_is_named(
    node: str, error: int, parts: set[Part], nodes: Path, deny: Callable[..., None]
) -> None:
    deny(**{node: error})
    assert {part for part in NODES if denied_device(part, nodes)} == parts


def test_restarts_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restarts, "denied_device", lambda part: tmp_path if part == "camera" else None)
    now, lines = [0.0], list[str]()

    def needs_restart(camera: str = "no camera", is_supervised: bool = True) -> bool:
        """Each call is another start of the program."""
        now[0] += CHECK_SECONDS
        denied = DeniedDevices(tmp_path / "denied.json", lines.append, lambda: now[0])
        return denied.needs_restart(lambda: {"camera": camera, "display": "no display"}, is_supervised)

    assert not needs_restart(camera=""), "it answers"
    assert not needs_restart(is_supervised=False), "nobody would start it again"
    assert [needs_restart() for _ in range(MAX_RESTARTS + 2)] == [True] * MAX_RESTARTS + [False] * 2
    assert "Operation not permitted" in lines[-1]
    assert lines[-1].endswith("sudo systemctl restart kiebitz")
    (tmp_path / "boot_id").write_text("tuesday")
    monkeypatch.setattr(restarts, "BOOT_ID", tmp_path / "boot_id")
    assert needs_restart(), "counted anew after a boot"


def test_a_count_that_cannot_be_kept_is_no_endless_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restarts, "denied_device", lambda _: tmp_path)
    (tmp_path / "state").write_text("a file where the folder should be")
    assert not DeniedDevices(tmp_path / "state" / "denied.json", print).needs_restart(lambda: {"camera": "none"}, True)


@pytest.mark.usefixtures("pins", "own_folders")
def test_the_appliance_ends_well_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restarts, "denied_device", lambda part: "/dev/media0" if part == "camera" else None)
    log, turns = io.StringIO(), iter(range(100))
    with Appliance(Config(), PARTLESS, log, Service({"NOTIFY_SOCKET": str(tmp_path / "nobody")})) as appliance:
        appliance.run(keep_on=lambda: next(turns) < 50)
    assert next(turns) < 50
    assert "the unit denies /dev/media0 (Operation not permitted)" in log.getvalue()


def test_restarts_are_counted_without_what_draws() -> None:
    """The virtual machine that admits devices late has neither Pillow nor NumPy, and a start is quicker without."""
    code = "import sys, device.runtime.restarts; sys.exit(bool({'PIL', 'numpy', 'cv2'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-P", "-c", code], check=False).returncode == 0
