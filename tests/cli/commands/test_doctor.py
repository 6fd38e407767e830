"""`kiebitz doctor` on a machine with hardly any part, and its bundle."""

import json
import threading
import zipfile
from itertools import cycle
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory

from cli import probes
from cli.main import main
from cli.probes import probe_parts, running_process
from common.files.paths import choices_file, config_file, journal_file, pack_folder
from device.diagnostics import support_bundle
from device.diagnostics.registry import CHECKS
from device.diagnostics.support_bundle import without_names, without_serials
from device.hardware.board import Board, read_board
from device.storage.journal import Journal
from engine.events import Amended, PlayersSeated, TrickGathered
from tests.support.command_line import CommandLine
from tests.support.examples import one_in

BARE = """buttons = []
[display]
controller = "none"
[camera]
source = "{source}"
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose camera is a folder of one picture, with neither display nor buttons."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "config"))
    for folder in ("state", "config", "frames"):
        (tmp_path / folder).mkdir()
    assert cv2.imwrite(str(tmp_path / "frames" / "1.png"), np.zeros((36, 64, 3), np.uint8))
    (tmp_path / "board.toml").write_text(BARE.format(source=tmp_path / "frames"))
    settings(tmp_path)
    monkeypatch.setattr(probes, "PROCESSES", tmp_path / "proc")
    return tmp_path


def settings(home: Path, more: str = "") -> None:
    config_file().write_text(f'board = "{home / "board.toml"}"\n{more}')


def run_doctor(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Returns the exit code and what was told, by the name of the check."""
    code = main(["doctor", "--jsonl", *arguments])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return {"exit": code, **{line["name"]: line for line in lines[:-1]}, "health": lines[-1]}


def test_all_checks_are_printed_and_a_sound_machine_exits_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_doctor(capsys)
    assert list(found)[1:-1] == list(CHECKS)
    assert found["exit"] == 0
    assert found["camera"]["verdict"] == "ok"
    assert found["health"] == {"event": "health", "verdict": "warn", "process": None}, "there is no deck yet"


@pytest.mark.parametrize(
    ("taken", "part"), [(13, "the button up"), (27, "the light"), (12, "the buzzer")], ids=["button", "light", "buzzer"]
)
def test_one_dead_pin_is_a_fault(pins: MockFactory, taken: int, part: str) -> None:
    other = LED(taken)
    fault = probe_parts(read_board("default_kit"))["pins"]
    assert fault.startswith(f"cannot use {part} on GPIO")
    other.close()
    assert probe_parts(read_board("default_kit"))["pins"] == ""


@pytest.mark.parametrize(("language", "line"), [("de", "Es geht."), ("en", "It works.")])
def test_the_table_is_calm(kiebitz: CommandLine, language: str, line: str) -> None:
    printed = kiebitz.prints("doctor", "--language", language)
    assert printed.splitlines()[-1].startswith(line)
    rows = [row for row in printed.splitlines() if row.startswith("  ")]
    assert len(rows) == len(CHECKS), "one line each while nothing is bad"


def break_camera(home: Path) -> None:
    (home / "board.toml").write_text(BARE.format(source=home / "nothing"))


def break_settings(home: Path) -> None:
    settings(home, "gmae = 3\n")


def break_board(home: Path) -> None:
    (home / "board.toml").write_text("buttons = 7")


def break_journal(home: Path) -> None:
    journal_file().write_bytes(b"SQLite format 3\0 and then nothing")


def break_packs(home: Path) -> None:
    pack_folder().mkdir()
    (pack_folder() / "adler.npz").write_bytes(bytes(100))


def break_choices(home: Path) -> None:
    choices_file().write_text("{")


@pytest.mark.parametrize(
    ("damage", "name"),
    [
        (break_camera, "camera"),
        (break_settings, "settings"),
        (break_board, "settings"),
        (break_journal, "journal"),
        (break_packs, "packs"),
        (break_choices, "settings"),
    ],
)
def test_it_works_when_things_do_not(capsys: pytest.CaptureFixture[str], home: Path, damage: Any, name: str) -> None:
    damage(home)
    found = run_doctor(capsys)
    assert found["exit"] == 1
    assert found[name]["verdict"] == "bad"
    assert found[name]["advice"]
    assert found[name]["detail"]


def test_damaged_files_are_not_changed(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    break_journal(home)
    break_choices(home)
    before = {file: file.read_bytes() for file in home.rglob("*") if file.is_file()}
    run_doctor(capsys)
    assert {file: file.read_bytes() for file in home.rglob("*") if file.is_file()} == before


def test_hanging_camera_probe_times_out(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    enough = threading.Event()

    def hang(_: Board) -> str:
        enough.wait(30)
        return ""

    monkeypatch.setattr(probes, "_camera_fault", hang)
    faults = probe_parts(read_board(str(home / "board.toml")), patience=0.05)
    enough.set()
    assert "no answer" in faults["camera"]
    assert faults["pins"] == ""


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ("/opt/kiebitz/bin/python\0/opt/kiebitz/bin/kiebitz\0run\0", True),
        ("python3\0-m\0device\0run\0--config\0x\0", True),
        ("kiebitz\0doctor\0", False),
        ("vi\0run\0", False),
    ],
)
def test_parts_are_not_probed_while_kiebitz_runs(home: Path, arguments: str, found: bool) -> None:
    (home / "proc/4711").mkdir(parents=True)
    (home / "proc/4711/cmdline").write_text(arguments)
    assert running_process() == (4711 if found else None)


def test_while_it_runs_the_parts_are_not_asked(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    break_camera(home)
    (home / "proc/4711").mkdir(parents=True)
    (home / "proc/4711/cmdline").write_text("kiebitz\0run\0")
    found = run_doctor(capsys)
    assert found["exit"] == 0
    assert found["camera"]["verdict"] == "unknown"
    assert found["health"]["process"] == 4711


def test_the_bundle_holds_settings_checks_and_versions_but_no_names(
    capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    settings(home, '[names]\n0 = "Zenzi"\n2 = "J\\u00fcrg"\n')
    choices_file().write_text('{"names": {"1": "Vroni"}}')
    with Journal(journal_file()) as journal:
        journal.append(PlayersSeated(((0, "Xaver"),)), 0.0)
        journal.append(Amended(0, PlayersSeated(((0, "Korbinian"),))), 0.0)
    (pack_folder()).mkdir()
    (pack_folder() / "Zenzi.npz").write_bytes(b"broken, and named in a check")
    run_doctor(capsys, "--bundle", str(home / "bundle.zip"))
    with zipfile.ZipFile(home / "bundle.zip") as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert {"checks.jsonl", "versions.txt", "kiebitz.log", "settings/kiebitz.json", "settings/chosen.json"} <= set(
        texts
    )
    assert "numpy" in texts["versions.txt"]
    everything = "\n".join(texts.values()).lower()
    for name in ("zenzi", "jürg", "j\\u00fcrg", "vroni", "xaver", "korbinian"):
        assert name not in everything
    assert not any(name.endswith((".npz", ".sqlite", ".png", ".jpg")) for name in texts)


BROKEN_SETTINGS = {
    "no TOML": '[names]\n0 = "Zenzi"\n2 = \n',
    "an unknown key": 'gmae = "gras"\n[names]\n0 = "Zenzi"\n',
    "a name where no table is": 'names = "Zenzi"\n',
    "names instead of seats": '[names]\nZenzi = "0"\n',
    "a name outside its table": "Zenzi = 0\n",
    "a name that is too long": '[names]\n0 = "Zenzi vom Hintersteinerhof"\n',
    "another file": '[names]\n0 = "Zenzi"\n',
    "a comment": '# 0 = "Zenzi"\n',
}
BROKEN_CHOICES = {
    "no JSON": '{"names": {"1": "Vroni"}',
    "an unknown key": '{"names": {"1": "Vroni"}, "gmae": 1}',
    "a seat that is none": '{"names": {"Vroni": "1"}}',
    "a name that is too long": '{"names": {"1": "Vroni vom Hintersteinerhof"}}',
    "names as a text": '{"names": "Vroni"}',
}


@pytest.mark.parametrize(("how", "choices"), one_in(3, list(zip(BROKEN_SETTINGS, cycle(BROKEN_CHOICES), strict=False))))
def test_bundle_has_no_names_from_broken_settings(
    how: str, choices: str, capsys: pytest.CaptureFixture[str], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(home, BROKEN_SETTINGS[how])
    choices_file().write_text(BROKEN_CHOICES[choices])
    other = home / "other.toml"
    other.write_text(f'board = "{home / "board.toml"}"\n')
    # A name that stands in a comment only is in no message.
    quoted = BROKEN_CHOICES[choices] + ("" if how == "a comment" else BROKEN_SETTINGS[how])
    monkeypatch.setattr(support_bundle, "output_of", lambda *_: f"got {quoted}")
    arguments = ["--config", str(other)] if how == "another file" else []
    run_doctor(capsys, "--bundle", str(home / "bundle.zip"), *arguments)
    with zipfile.ZipFile(home / "bundle.zip") as archive:
        everything = "\n".join(archive.read(name).decode() for name in archive.namelist()).lower()
        assert ("settings/kiebitz.json" in archive.namelist()) == (how != "no TOML")
        assert ("settings/chosen.json" in archive.namelist()) == (choices != "no JSON")
    assert "zenzi" not in everything
    assert "vroni" not in everything


def test_bundle_has_no_names_from_a_damaged_journal(
    capsys: pytest.CaptureFixture[str], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(journal_file()) as journal:
        journal.append(PlayersSeated(((0, "Xaver"),)), 0.0)
        journal.append(TrickGathered(), 0.0)
    content = journal_file().read_bytes()
    journal_file().write_bytes(content.replace(b"trick_gathered", b"trick_gathereX"))
    monkeypatch.setattr(support_bundle, "output_of", lambda *_: "Xaver was here")
    run_doctor(capsys, "--bundle", str(home / "bundle.zip"))
    with zipfile.ZipFile(home / "bundle.zip") as archive:
        assert archive.read("kiebitz.log") == b"name-1 was here"


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("usb 1-1: SerialNumber: 8A9B3C4D", "usb 1-1: SerialNumber: …"),
        ("Serial\t\t: 10000000a1b2c3d4", "Serial\t\t: …"),
        ("smsc95xx.macaddr=DC:A6:32:01:23:45 rw", "smsc95xx.macaddr=… rw"),
        ("root=PARTUUID=6c586e13-02 rootfstype=ext4", "root=PARTUUID=… rootfstype=ext4"),
        ("EXT4-fs: 0f1e2d3c-aaaa-bbbb-cccc-0123456789ab", "EXT4-fs: …"),
        ("androidboot.serialno=a1b2", "androidboot.serialno=…"),
        ("the serial console is off", "the serial console is off"),
    ],
)
def test_bundle_has_no_serial_numbers(line: str, left: str) -> None:
    assert without_serials(line) == left


def test_bundle_is_named_when_it_is_written(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    main(["doctor", "--bundle", str(home / "help.zip")])
    assert capsys.readouterr().out.splitlines()[-1] == str(home / "help.zip")


def test_bundle_never_overwrites_a_file(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    assert main(["doctor", "--bundle", str(home / "board.toml")]) == 2
    assert capsys.readouterr().err == (
        f"kiebitz: got {home / 'board.toml'}: file exists, expected a path that can be used, "
        "check it and its permissions\n"
    )


def test_names_are_replaced_as_whole_words() -> None:
    text = "Anna und anna, Annabell, ANNA-Maria"
    assert without_names(text, ["Anna", "Anna-Maria"]) == "name-2 und name-2, Annabell, name-1"
