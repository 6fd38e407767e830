"""The real Picamera2 on libcamera's virtual camera: a rendered trick comes out as events, and mishaps as errors.

What the virtual camera lacks, a sensor's automatics above all, is tested on `tests.support.cameras.fake_picamera2`; its
methods are compared with the real ones here.
"""

from __future__ import annotations

import ast
import fcntl
import inspect
import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import cv2
import pytest

from device.camera import exposure_lock, focus
from device.camera.picamera import PiCamera
from lab.card_art import Style, draw_pack
from lab.training.data.options import cache_folder
from simulator.choreography import parse_actions
from simulator.table import Look, RenderedTable
from tests.support.cameras import fake_picamera2
from tests.support.cameras.fake_picamera2 import FakeRequest, Picamera2
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.pack_file import save_pack

ROOT = cache_folder() / "libcamera"
SITE = ROOT / "opt" / "site"
HOUSE = Path(__file__).parents[2]
HERE = Path(__file__).parent
SCENE = """
wait 0.5
upcard S9 3
lay 0 E8
lay 1 E10
lay 2 EA
lay 3 L9
gather 2
wait 2
"""
UPCARD, CARDS = "S9", ["E8", "E10", "EA", "L9"]
PATIENCE = 300.0
"""Seconds; the film takes thirty where nobody else computes."""
CONFIGURATION = """%YAML 1.1
---
"Virtual0":
  supported_formats:
  - {{width: 1920, height: 1080, frame_rates: [30, 30]}}
  - {{width: 640, height: 360, frame_rates: [30, 30]}}
  {shows}
  location: "CameraLocationBack"
  model: "imx708_virtual"
"""

pytestmark = [
    pytest.mark.download,
    pytest.mark.skipif(not (ROOT / "holds").exists(), reason=f"needs {ROOT}, which tests/libcamera/trixie_root makes"),
]
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to change the root folder to the other system's")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A copy of the program inside the root."""
    with tempfile.TemporaryDirectory(dir=ROOT / "tmp") as made:
        for part in ("common", "engine", "vision", "simulator", "device", "cli", "models", "firmware_config"):
            shutil.copytree(HOUSE / part, Path(made) / part, ignore=shutil.ignore_patterns("__pycache__"))
        for script in ("virtual_camera.py", "mishaps.py", "controls.py"):
            shutil.copy(HERE / script, made)
        yield Path(made)


@contextmanager
def playing(shows: str) -> Iterator[None]:
    """The virtual camera is set up in one file for the whole root: tests take turns."""
    configuration = ROOT / "usr/share/libcamera/pipeline/virtual/virtual.yaml"
    with (ROOT / "turn").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        configuration.parent.mkdir(parents=True, exist_ok=True)
        configuration.write_text(CONFIGURATION.format(shows=shows))
        yield


def inside(path: Path) -> str:
    return f"/{path.relative_to(ROOT)}"


def started(folder: Path, script: str, *arguments: object) -> subprocess.Popen[str]:
    python = ["chroot", str(ROOT), "/usr/bin/python3.13", f"{inside(folder)}/{script}"]
    environment = {
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": "/tmp",
        "PYTHONPATH": f"{inside(folder)}:/opt/site",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUNBUFFERED": "1",
    }
    pipe = subprocess.PIPE
    command = [*python, *map(str, arguments)]
    with (ROOT / "dev" / "null").open() as nothing:
        return subprocess.Popen(command, stdin=nothing, stdout=pipe, stderr=pipe, text=True, env=environment)


def film(folder: Path) -> str:
    """Renders the scene, and a pack of its deck; returns how the camera is told to show it."""
    deck = draw_pack("bavarian32", Style.default(), 320)
    save_pack(
        enrol({card: [picture] for card, picture in deck.items()}, "bavarian32", Recogniser(), "drawn"), pack(folder)
    )
    pictures = folder / "film"
    pictures.mkdir()
    table = RenderedTable(deck, Look.random(13, "good"), 13, size=(960, 540))
    for frame in table.play(parse_actions(SCENE)):
        cv2.imwrite(str(pictures / f"{frame.number:04d}.jpg"), frame.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return f"frames: {{path: {inside(pictures)}/}}"


def pack(folder: Path) -> Path:
    return folder / "drawn.npz"


@pytest.mark.slow
@needs_root
def test_cards_laid_before_the_camera_become_events(folder: Path) -> None:
    game = ["--game", "bohemian-watten", "--dealer", "3", "--jsonl"]
    with playing(film(folder)):
        watching = started(folder, "virtual_camera.py", "watch", "--pack", inside(pack(folder)), *game, "pi")
        events = _until_gathered(watching)
    assert [event["candidates"][0]["card"] for event in events if event["event"] == "upcard_turned"] == [UPCARD]
    laid = [(event["seat"], event["card"]) for event in events if event["event"] == "card_laid"]
    assert laid == list(enumerate(CARDS))
    assert events[-1]["seat"] == 2
    times = [event["t"] for event in events if event["event"] in ("upcard_turned", "card_laid", "trick_gathered")]
    assert all(before < after for before, after in pairwise(times)), "a busy machine may be told meanwhile of movement"


def _until_gathered(watching: subprocess.Popen[str]) -> list[dict[str, Any]]:
    """Returns what was told until the trick was gathered, and ends the watching as Ctrl-C does."""
    events: list[dict[str, Any]] = []
    too_late = threading.Timer(PATIENCE, watching.kill)  # the film begins anew for ever
    too_late.start()
    try:
        assert watching.stdout is not None
        for line in watching.stdout:
            events.append(json.loads(line))
            if events[-1]["event"] == "trick_gathered":
                break
        watching.send_signal(signal.SIGINT)
        _, complaints = watching.communicate(timeout=60)
    finally:
        too_late.cancel()
        watching.kill()
    assert watching.returncode == 130, complaints
    assert "Traceback" not in complaints
    return events


@pytest.mark.slow
@needs_root
def test_mishaps_are_told_and_the_camera_can_be_opened_again(folder: Path) -> None:
    with playing("test_pattern: bars"):
        done = started(folder, "mishaps.py")
        try:
            output, complaints = done.communicate(timeout=120)
        finally:
            done.kill()
    assert done.returncode == 0, complaints
    result = json.loads(output)
    assert result["absent"] == "got camera pi:1, expected pi:0"
    assert "does another program use it?" in result["taken"]
    assert result["shapes"] == [[1080, 1920, 3], [360, 640]]
    assert all(0.07 < after - before < 1 for before, after in pairwise(result["steps"]))
    assert result["pulled out"].startswith("the camera has given no picture for 3 s")
    assert result["broken"].startswith("Picamera2 has stopped (ValueError: no such stream)")
    assert result["again"] == [0, 1, 2]


@pytest.mark.slow
@needs_root
def test_libcamera_takes_every_control_that_is_set(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = fake_picamera2.install(monkeypatch)
    frames = PiCamera().frames()
    (camera,) = fake.opened
    camera.found[0] = [None]  # so that there is another try on a window
    for frame in islice(frames, 100):
        camera.light = 5.0 if frame.number < 10 else 10.0
    names = {name for controls in camera.set for name in controls}
    assert names == set(fake_picamera2.MODULE_3), "all were set"
    (folder / "controls.json").write_text(json.dumps(camera.set))
    with playing("test_pattern: bars"):
        done = started(folder, "controls.py", f"{inside(folder)}/controls.json")
        output, complaints = done.communicate(timeout=120)
    assert done.returncode == 0, complaints
    numbers = json.loads(output)
    assert (numbers.pop("converged"), numbers.pop("locked")) == exposure_lock.CONVERGED_STATES
    assert numbers == {name: getattr(focus, name) for name in numbers}


def _real_methods(module: str, name: str) -> dict[str, ast.arguments]:
    tree = ast.parse((SITE / "picamera2" / module).read_text())
    (found,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    return {node.name: node.args for node in found.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(
    ("module", "name", "stand_in"),
    [("picamera2.py", "Picamera2", Picamera2), ("request.py", "CompletedRequest", FakeRequest)],
)
def test_the_stand_in_is_called_as_the_real_one(module: str, name: str, stand_in: type) -> None:
    real = _real_methods(module, name)
    calls = {method: of for method, of in vars(stand_in).items() if not method.startswith("_") and callable(of)}
    assert calls
    for method, of in calls.items():
        known = {argument.arg for argument in real[method].args}
        assert set(inspect.signature(of).parameters) <= known, method
