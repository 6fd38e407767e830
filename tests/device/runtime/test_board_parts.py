"""Power, heat, memory and disk, monitored over an evening with a fake clock."""

import io
import shutil
from pathlib import Path

import pytest

from common.texts.keys import FilledPhrase
from common.texts.phrases import LANGUAGES, Language
from common.texts.words import words_for
from device.diagnostics.check import Check, CheckContext
from device.hardware.board import read_board
from device.hardware.presses import Press
from device.runtime.appliance import Appliance
from device.runtime.board_parts import CHECK_INTERVAL_SECONDS, GOOD_CHECKS_BEFORE_REPEAT, NOTICES, HealthMonitor
from device.screens.base import Notice, draw
from device.settings.settings import Config
from tests.support.appliance import PARTLESS
from tests.support.screens.painted import layout_faults

COOL, WARM, HOT = "60000", "76000", "82000"


class Machine:
    def __init__(self, root: Path) -> None:
        self.root, self.now = root, 0.0
        (root / "state").mkdir(parents=True)
        patient = CheckContext(Config(), read_board("default_kit"), root / "state", root=root)
        self.vitals = HealthMonitor(patient, lambda: self.now)

    def minute(self, path: str, content: str) -> list[str]:
        """Returns what is told in the next minute, in which that file says so."""
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(content)
        self.now += CHECK_INTERVAL_SECONDS
        return [f"{check.name} {check.verdict}" for check in self.vitals.worsened_checks()]

    def heat(self, *degrees: str) -> list[str]:
        return [check for each in degrees for check in self.minute("sys/class/thermal/thermal_zone0/temp", each)]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "root")


@pytest.mark.parametrize(
    ("degrees", "reported"),
    [
        pytest.param([COOL, WARM, WARM, HOT, HOT, WARM, HOT], ["warn", "bad"], id="once, and again when it gets worse"),
        pytest.param([WARM, COOL] * GOOD_CHECKS_BEFORE_REPEAT, ["warn"], id="borderline values once"),
        pytest.param([WARM, *[COOL] * GOOD_CHECKS_BEFORE_REPEAT, WARM], ["warn"] * 2, id="again after good checks"),
    ],
)
def test_heat_is_reported(machine: Machine, degrees: list[str], reported: list[str]) -> None:
    assert machine.heat(*degrees) == [f"temperature {verdict}" for verdict in reported]


def test_checks_run_once_a_minute_and_not_at_the_start(machine: Machine) -> None:
    (machine.root / "sys/class/thermal/thermal_zone0").mkdir(parents=True)
    (machine.root / "sys/class/thermal/thermal_zone0/temp").write_text(HOT)
    messages = []
    for _ in range(2 * int(CHECK_INTERVAL_SECONDS)):
        machine.now += 0.5
        messages += [(machine.now, check.name) for check in machine.vitals.worsened_checks()]
    assert messages == [(CHECK_INTERVAL_SECONDS, "temperature")]


@pytest.mark.parametrize(
    ("path", "content", "reported"),
    [
        ("sys/devices/platform/soc/soc:firmware/get_throttled", "50005", ["power bad"]),
        ("proc/meminfo", "MemAvailable: 30000 kB", ["memory warn"]),
        ("proc/meminfo", "MemAvailable: 300000 kB", []),
        ("proc/meminfo", "nonsense", []),
    ],
)
def test_power_and_memory(machine: Machine, path: str, content: str, reported: list[str]) -> None:
    (machine.root / "proc/self").mkdir(parents=True)
    (machine.root / "proc/self/status").write_text("VmRSS: 90000 kB")
    assert machine.minute(path, content) == reported


def test_full_disk_warns(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage("/")
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage._replace(free=5 << 20))
    assert machine.heat(COOL, COOL) == ["disk bad"]


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("name", list(NOTICES))
def test_every_warning_fits_on_the_display(name: str, language: Language) -> None:
    words = words_for(language, "bavarian")
    assert layout_faults(NOTICES[name], words) == []
    assert draw(NOTICES[name], words).getbbox() is not None


def test_the_appliance_shows_what_has_become_worse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    hot = Check("temperature", "check_temperature", "bad", FilledPhrase("check_degrees", {"degrees": "85"}), None)
    worsened_checks = iter([[hot]])
    monkeypatch.setattr(HealthMonitor, "worsened_checks", lambda _: next(worsened_checks, []))
    log, turns = io.StringIO(), iter([True, True])
    with Appliance(Config(), PARTLESS, log) as appliance:
        appliance.run(lambda: next(turns, False))
        messages = []
        while isinstance(appliance.session.screen, Notice):
            messages.append(appliance.session.screen)
            appliance.session.press(Press("play"))
    assert NOTICES["temperature"] in messages
    assert "temperature: 85 °C" in log.getvalue()
