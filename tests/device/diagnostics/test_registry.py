"""Health checks on machines that are described by files."""

import os
import shutil
import sys
from collections import namedtuple
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from common.texts.phrases import LANGUAGES, Language, phrase_in
from device.diagnostics.check import EARLIEST_VALID_TIME, Check, CheckContext, worst
from device.diagnostics.registry import CHECKS, run_check, run_checks
from device.display.text_layout import text_width
from device.hardware.board import Board, CameraChoice, DisplayWiring, read_board
from device.settings.settings import Config
from device.storage.journal import Journal
from tests.support.examples import one_in

WELL = {
    "sys/devices/platform/soc/soc:firmware/get_throttled": "0\n",
    "sys/class/thermal/thermal_zone0/temp": "48312\n",
    "proc/meminfo": "MemTotal:  430000 kB\nMemAvailable:  200000 kB\n",
    "proc/self/status": "Name:\tkiebitz\nVmRSS:\t  92160 kB\n",
    "proc/device-tree/model": "Raspberry Pi Zero 2 W Rev 1.0\0",
    "etc/os-release": 'ID=debian\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
}
"""A Zero 2 W that is well."""
ANSWERING = {"camera": "", "display": "", "pins": "", "journal": ""}
Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return laid_down(tmp_path / "root", WELL)


def laid_down(root: Path, files: dict[str, str]) -> Path:
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content)
    return root


def patient(root: Path, **changed: object) -> CheckContext:
    (root / "state").mkdir(parents=True, exist_ok=True)
    about = {"config": Config(), "board": read_board("default_kit"), "state": root / "state", "root": root}
    return CheckContext(**{**about, "faults": ANSWERING, **changed})  # type: ignore[arg-type]


def verdict_after(root: Path, name: str, files: dict[str, str]) -> Check:
    return run_check(name, patient(laid_down(root, files)))


@pytest.mark.parametrize(
    ("name", "files", "verdict", "english"),
    [
        pytest.param("power", {}, "ok", "enough", id="power"),
        pytest.param("power", {"sys/devices/platform/soc/soc:firmware/get_throttled": "50005"}, "bad", "too weak",
                     id="undervoltage now"),
        pytest.param("power", {"sys/devices/platform/soc/soc:firmware/get_throttled": "50000"}, "warn", "was too weak",
                     id="undervoltage earlier"),
        pytest.param("power", {"sys/devices/platform/soc/soc:firmware/get_throttled": "e0000"}, "ok", "enough",
                     id="slowed down by heat is no matter of power"),
        pytest.param("temperature", {}, "ok", "48 °C", id="cool"),
        pytest.param("temperature", {"sys/class/thermal/thermal_zone0/temp": "76000"}, "warn", "76 °C", id="warm"),
        pytest.param("temperature", {"sys/class/thermal/thermal_zone0/temp": "84900"}, "bad", "85 °C", id="hot"),
        pytest.param("temperature", {"sys/class/thermal/thermal_zone0/temp": "?"}, "unknown", "cannot be checked",
                     id="a sensor that talks nonsense"),
        pytest.param("memory", {}, "ok", "90 MB, free 195", id="memory"),
        pytest.param("memory", {"proc/meminfo": "MemAvailable: 51200 kB"}, "warn", "90 MB, free 50", id="little"),
        pytest.param("memory", {"proc/meminfo": "MemAvailable: 20480 kB"}, "bad", "90 MB, free 20", id="no memory"),
        pytest.param("memory", {"proc/self/status": "VmRSS: 409600 kB"}, "warn", "400 MB, free 195", id="it grew"),
        pytest.param("system", {}, "ok", "Pi Zero 2 W", id="board"),
        pytest.param("libraries", {}, "bad", "no picamera2", id="a Pi without its camera's library"),
    ],
)  # fmt: skip
def test_board_values_become_verdicts(root: Path, name: str, files: dict[str, str], verdict: str, english: str) -> None:
    check = verdict_after(root, name, files)
    assert (check.verdict, phrase_in("en", check.found)) == (verdict, english)


def test_undervoltage_is_read_from_the_sensor_of_newer_kernels(tmp_path: Path) -> None:
    sensor = {"sys/class/hwmon/hwmon1/name": "rpi_volt", "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "0"}
    assert verdict_after(tmp_path, "power", sensor).verdict == "ok"
    assert verdict_after(tmp_path, "power", sensor | {"sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1"}).verdict == "bad"


@pytest.mark.parametrize(("free_mib", "verdict"), [(28_000, "ok"), (150, "warn"), (10, "bad")])
def test_free_disk_space_becomes_a_verdict(
    root: Path, monkeypatch: pytest.MonkeyPatch, free_mib: int, verdict: str
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, free_mib << 20))
    assert run_check("disk", patient(root)).verdict == verdict


def test_a_disk_that_became_read_only(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fields = {name: getattr(os.statvfs(root), name) for name in ("f_blocks", "f_bfree", "f_bavail", "f_frsize")}
    monkeypatch.setattr("os.statvfs", lambda _: SimpleNamespace(**fields, f_flag=os.ST_RDONLY))
    assert run_check("disk", patient(root)).verdict == "bad"


def test_clock_in_1970_is_the_only_problem_reported(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 86_400.0)
    assert run_check("clock", patient(root)).verdict == "warn"
    monkeypatch.setattr("time.time", lambda: EARLIEST_VALID_TIME + 1.0)
    assert run_check("clock", patient(root)).verdict == "ok", "no network is no reason to worry"


@pytest.mark.parametrize(("name", "part"), [("camera", "camera"), ("display", "display"), ("buttons", "pins")])
def test_parts_answer_or_do_not(root: Path, name: str, part: str) -> None:
    assert run_check(name, patient(root)).verdict == "ok"
    silent = run_check(name, patient(root, faults={part: "no such thing; expected one: check the wires"}))
    assert silent.verdict == "bad"
    assert silent.detail == "no such thing; expected one: check the wires"
    assert silent.advice, "and it is said what to do"
    assert run_check(name, patient(root, faults={})).verdict == "unknown"


def test_unconfigured_parts_are_not_reported(root: Path) -> None:
    bare = Board(display=DisplayWiring(controller="none"), camera=CameraChoice(source=""))
    checks = [run_check(name, patient(root, board=bare, faults={})) for name in ("camera", "display", "buttons")]
    assert [check.verdict for check in checks] == ["ok", "ok", "ok"]


def test_packs_that_can_be_read_and_one_that_cannot(root: Path) -> None:
    someone = patient(root)
    assert phrase_in("en", run_check("packs", someone).found) == "none yet"
    (someone.state / "packs").mkdir()
    (someone.state / "packs" / "adler.npz").write_bytes(b"PK no pack")
    check = run_check("packs", someone)
    assert (check.verdict, phrase_in("en", check.found)) == ("bad", "1 damaged")
    assert "adler.npz" in check.detail


def test_check_of_the_journal_reports_its_state(root: Path) -> None:
    someone = patient(root)
    assert phrase_in("en", run_check("journal", someone).found) == "still empty"
    Journal(someone.state / "journal.sqlite").close()
    assert run_check("journal", someone).verdict == "ok"
    assert run_check("journal", patient(root, faults={"journal": "it is damaged"})).verdict == "bad"
    assert run_check("journal", patient(root, faults={})).verdict == "unknown"


def test_unreadable_settings_are_reported(root: Path) -> None:
    check = run_check("settings", patient(root, settings_fault="kiebitz.toml, key game: got 3"))
    assert (check.verdict, check.detail) == ("bad", "kiebitz.toml, key game: got 3")


def test_damaged_network_file_is_reported(root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    someone = patient(root)
    assert run_check("network", someone).verdict == "ok"
    (tmp_path / "reader.onnx").write_bytes(b"half a network")
    (tmp_path / "reader.sha256").write_text("0" * 64)
    monkeypatch.setattr("vision.recognition.embedder.resources.files", lambda _: tmp_path)
    assert run_check("network", someone).verdict == "bad"


@pytest.mark.parametrize(
    ("asked", "installed", "verdict", "detail"),
    [
        pytest.param("auto", True, "ok", "run by onnxruntime: version 1.", id="usual"),
        pytest.param("opencv", True, "ok", "run by opencv: the board profile says opencv", id="asked for"),
        pytest.param(
            "auto", False, "warn", "run by opencv: onnxruntime does not run (ModuleNotFoundError", id="missing"
        ),
    ],
)
def test_inference_backend_is_reported_with_its_reason(
    root: Path, monkeypatch: pytest.MonkeyPatch, asked: str, installed: bool, verdict: str, detail: str
) -> None:
    if not installed:
        monkeypatch.setitem(sys.modules, "onnxruntime", None)
    check = run_check("network", patient(root, board=replace(read_board("default_kit"), inference=asked)))
    assert check.verdict == verdict
    assert detail in check.detail


def test_no_check_raises_without_system_files(tmp_path: Path) -> None:
    checks = run_checks(patient(tmp_path / "nothing", faults={}))
    assert [check.name for check in checks] == list(CHECKS)
    assert worst(checks) == "warn", "only the deck is missing; what cannot be told is no fault"


@pytest.mark.parametrize("language", one_in(3, LANGUAGES))
def test_a_title_and_what_was_found_fit_on_a_line_of_the_display(root: Path, language: Language) -> None:
    files = {
        "proc/self/status": "VmRSS: 262144 kB",
        "proc/meminfo": "MemAvailable: 2097152 kB",
        "sys/devices/platform/soc/soc:firmware/get_throttled": "50000",
    }
    laid_down(root, files)
    for faults in (ANSWERING, dict.fromkeys(ANSWERING, "silent"), {}):
        for check in run_checks(patient(root, faults=faults)):
            line = f"{phrase_in(language, check.title)} {phrase_in(language, check.found)}"
            assert text_width(line, "small") <= 126, line
