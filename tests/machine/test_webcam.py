"""A webcam on USB under a real kernel: what is asked of it, what of it is locked, and what happens if it is unplugged.

The webcam is emulated at the USB bus (`webcam.py`); the kernel's `uvcvideo` drives it, and OpenCV reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machine import webcam_descriptors as uvc
from tests.machine.machine import BUILT, HERE, NOT_BUILT, QUIET, Machine, made_initrd
from tests.machine.webcam import AUTOMATIC_EXPOSURE, UsbWebcam
from tests.support.waiting import wait_until

START, TURN = 300, 120
"""Seconds that the start may take, and an answer, on a machine that emulates another one and has much else to do."""

pytestmark = [pytest.mark.download, pytest.mark.slow, pytest.mark.skipif(not BUILT, reason=NOT_BUILT)]


@pytest.fixture
def webcam(tmp_path: Path) -> Iterator[UsbWebcam]:
    with UsbWebcam(tmp_path / "usb") as plugged:
        yield plugged


@pytest.fixture
def machine(webcam: UsbWebcam, tmp_path: Path) -> Iterator[Machine]:
    initrd = made_initrd(tmp_path, ["root.cpio", "webcam.cpio"], HERE / "camera_frames.py")
    bus = ["-device", "qemu-xhci", "-chardev", f"socket,id=usb,path={tmp_path / 'usb'}"]
    options = ["-append", f"{QUIET} webcam", *bus, "-device", "usb-redir,chardev=usb"]
    with Machine(tmp_path, initrd, options) as started:
        yield started


def check_locked(webcam: UsbWebcam) -> None:
    assert webcam.values == {
        uvc.EXPOSURE_MODE: uvc.MANUAL,
        uvc.EXPOSURE_PRIORITY: 0,
        uvc.EXPOSURE_TIME: AUTOMATIC_EXPOSURE,
        uvc.FOCUS: uvc.FOCUS.usual,
        uvc.FOCUS_AUTO: 0,
        uvc.MAINS_FREQUENCY: 1,
        uvc.WHITE_BALANCE: uvc.WHITE_BALANCE.usual,
        uvc.WHITE_BALANCE_AUTO: 0,
    }


def test_a_webcam_is_set_locked_unplugged_and_used_again(machine: Machine, webcam: UsbWebcam) -> None:
    answer = machine.wait_for("first frame", START)
    assert answer[-1] == "first frame: (1080, 1920, 3), grey 102"
    (busy,) = (line for line in answer if line.startswith("second opening"))
    assert "does another program use it?" in busy
    assert webcam.committed == (uvc.JPEG, uvc.SIZES[0], 1_000_000), "JPEG of 1080p, ten pictures a second"
    check_locked(webcam)

    webcam.spoil(lambda content: content[: len(content) // 2], lambda content: bytes(len(content)), lambda _: b"")
    answer = machine.wait_for("ten frames", TURN)
    assert not any("unavailable" in line for line in answer), "broken pictures are left out"

    webcam.light = 2.0
    for mode in (uvc.APERTURE_PRIORITY, uvc.MANUAL):
        wait_until(lambda mode=mode: webcam.values[uvc.EXPOSURE_MODE] == mode, f"mode {mode}", TURN)
    wait_until(lambda: webcam.exposure == pytest.approx(AUTOMATIC_EXPOSURE / 2, rel=0.25), "the new exposure", TURN)
    assert webcam.values[uvc.EXPOSURE_MODE] == uvc.MANUAL, "the kernel returns the exposure of before: it is corrected"
    webcam.light = 1.0

    webcam.unplug()
    answer = machine.wait_for("no camera on USB", TURN)
    faults = [line for line in answer if "unavailable" in line]
    assert len(faults) == 2
    assert "gives no more frames: check its cable" in faults[0]
    assert not any("WARN" in line for line in answer), "OpenCV writes nothing into the terminal"

    webcam.plug()
    machine.wait_for("first frame", TURN)
    check_locked(webcam)
