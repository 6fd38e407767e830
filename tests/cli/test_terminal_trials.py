"""Trials of buttons, light and buzzer in a terminal, on gpiozero's mock pins."""

import threading
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from cli import probes, terminal_trials
from cli.main import main
from cli.terminal_trials import try_buttons, try_light
from common.texts.words import words_for
from device.hardware.board import Board, ButtonPin, LightPins
from device.hardware.presses import Press
from device.hardware.status_light import SIGNALS
from device.runtime.activities.part_trials import SIGNALS_SHOWN, ButtonTrial, button_label
from tests.support.command_line import CommandLine

PAIR = (ButtonPin("fold", 5), ButtonPin("play", 6), ButtonPin("fold", 16, seat=3))
BOARD = Board(buttons=PAIR, light=LightPins(red=17, green=27, blue=22, buzzer=12))


@pytest.mark.parametrize(
    ("presses", "missing", "is_over"),
    [
        ([], 3, False),
        ([Press("fold"), Press("play")], 1, False),
        ([Press("fold"), Press("play"), Press("fold", 3)], 0, True),
        ([Press("fold"), Press("fold")], 2, True),
        ([Press("up")], 3, False),
    ],
)
def test_a_trial_ends_when_all_were_pressed_or_one_twice(presses: list[Press], missing: int, is_over: bool) -> None:
    trial = ButtonTrial(BOARD)
    for press in presses:
        trial.press(press)
    assert (len(trial.missing), trial.is_over) == (missing, is_over)


def test_a_button_of_a_seat_is_named_with_it() -> None:
    assert button_label(("fold", 3), words_for("de", "bavarian")) == "rot Ost"
    assert button_label(("fold", 3), words_for("en", "bavarian")) == "red East"


def pressing(pins: MockFactory, *numbers: int) -> threading.Timer:
    """Pushes buttons one after the other while the trial waits."""

    def push() -> None:
        for number in numbers:
            pins.pin(number).drive_low()
            pins.pin(number).drive_high()

    timer = threading.Timer(0.05, push)
    timer.start()
    return timer


def test_every_button_that_works_is_named(pins: MockFactory, capsys: pytest.CaptureFixture[str]) -> None:
    timer = pressing(pins, 5, 6, 16)
    assert try_buttons(BOARD, "de")
    timer.join()
    assert capsys.readouterr().out.splitlines()[1:] == ["  rot: geht", "  grün: geht", "  rot Ost: geht"]


def test_a_button_that_nobody_pressed_is_named_with_its_pin(
    pins: MockFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    timer = pressing(pins, 5, 16)
    assert not try_buttons(BOARD, "en", patience_s=0.5)
    timer.join()
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("  green (GPIO 6")
    assert last.endswith("not pressed; check its wires")


@pytest.mark.usefixtures("pins")
def test_every_signal_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert {state for state, _ in SIGNALS_SHOWN} == set(SIGNALS)
    assert try_light(BOARD, "de", sleep=lambda _: None)
    assert capsys.readouterr().out.count("\n") == 1 + len(SIGNALS_SHOWN)


@pytest.mark.parametrize("option", ["--buttons", "--light"])
def test_a_laptop_has_no_parts_to_try(option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "PROCESSES", tmp_path / "proc")
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path))
    (tmp_path / "kiebitz.toml").write_text('board = "laptop"\n')
    assert main(["doctor", option]) == 2


@pytest.mark.usefixtures("pins")
def test_doctor_tries_parts_and_refuses_while_another_kiebitz_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kiebitz: CommandLine
) -> None:
    monkeypatch.setattr(probes, "PROCESSES", tmp_path / "proc")
    monkeypatch.setattr(terminal_trials, "SIGNAL_S", 0.0)
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path))
    (tmp_path / "kiebitz.toml").write_text('board = "default_kit"\n')
    assert "Amber blinks" in kiebitz.prints("doctor", "--light", "--language", "en")
    (tmp_path / "proc" / "7").mkdir(parents=True)
    (tmp_path / "proc" / "7" / "cmdline").write_bytes(b"/usr/bin/kiebitz\0run\0")
    assert "press Q in its terminal, or use its menu Landlord" in kiebitz.refuses("doctor", "--buttons")
