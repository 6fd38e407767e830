"""Board profiles: found by the model, extended, and checked pin by pin before anything is switched on."""

import re
from pathlib import Path

import pytest

from common.files.user_files import SettingsError
from device.hardware.board import ANY_BOARD, NO_BOARD, LightPins, board_for, board_names, inference_backend, read_board

PROFILES = Path(__file__).parents[3] / "firmware_config"
MODELS = {
    "pi4": "Raspberry Pi 4 Model B Rev 1.5",
    "pi5": "Raspberry Pi 5 Model B Rev 1.0",
    "zero2w": "Raspberry Pi Zero 2 W Rev 1.0",
}
NO_MODEL = Path("/nowhere")


def written(folder: Path, text: str, name: str = "board.toml") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


@pytest.mark.parametrize(
    ("model", "board"),
    [
        *((model, board) for board, model in MODELS.items()),
        ("Raspberry Pi 400 Rev 1.0", "pi4"),
        ("Raspberry Pi Compute Module 4 Rev 1.1", "pi4"),
        ("Raspberry Pi 500 Rev 1.0", "pi5"),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", "zero2w"),
        ("Raspberry Pi Zero W Rev 1.1", ANY_BOARD),
        ("Orange Pi 5", ANY_BOARD),
    ],
)
def test_a_profile_is_found_by_the_model(tmp_path: Path, model: str, board: str) -> None:
    assert board_for(model) == board
    said = tmp_path / "model"
    said.write_bytes(model.encode() + b"\0")
    assert read_board("auto", said) == read_board(board)


def test_a_laptop_has_no_parts_but_a_camera_on_usb() -> None:
    board = read_board("auto", NO_MODEL)
    assert (board.buttons, board.light, board.display.controller) == ((), LightPins(), "none")
    assert board.camera.source == "usb"


@pytest.mark.parametrize("name", [*(name for name in board_names() if name != NO_BOARD), "auto"])
def test_shipped_profiles_hold_on_every_board(tmp_path: Path, name: str) -> None:
    for model in MODELS.values():
        said = tmp_path / "model"
        said.write_text(model)
        board = read_board(name, said)
        assert {button.button for button in board.buttons} == {"fold", "play", "up", "down"}
        assert board.camera.source == "usb" if name == ANY_BOARD else board.camera.source == "pi"


def test_board_file_lists_only_differences_from_the_default(tmp_path: Path) -> None:
    written(tmp_path, 'extends = "pi5"\n[light]\nactive_high = false\nbrightness = 0.4\n', "ours.toml")
    mine = written(tmp_path, 'extends = "ours.toml"\n[display.spi]\nreset = 26\n')
    with pytest.raises(SettingsError, match="got auto on SPI, where nobody answers"):
        read_board(mine)
    mine = written(tmp_path, 'extends = "ours.toml"\n[display]\ncontroller = "sh1106"\n[display.spi]\nreset = 26\n')
    board = read_board(mine)
    assert (board.light.red, board.light.active_high, board.light.brightness) == (17, False, 0.4)
    assert board.display.spi is not None
    assert (board.display.spi.data_command, board.display.spi.reset, board.camera.source) == (24, 26, "pi")


IMPOSSIBLE = {
    "two parts": ("[light]\nbuzzer = 5", r"got the button FOLD and the buzzer on GPIO 5 \(pin 29\), expected one"),
    "no such pin": ("[light]\nbuzzer = 40", "got GPIO 40 for the buzzer, expected one that the header has: 2 to 27"),
    "negative": ("[light]\nbuzzer = -1", "got GPIO -1 for the buzzer"),
    "identity": ("[light]\nbuzzer = 1", r"got GPIO 1 \(pin 28\) for the buzzer, which add-on boards"),
    "I2C": ("[light]\nbuzzer = 2", r"got the buzzer and I2C bus 1 on GPIO 2 \(pin 3\)"),
    "SPI": ('[light]\nbuzzer = 8\n[display]\ncontroller = "sh1106"\nspi = {}', r"the buzzer and SPI bus 0 on GPIO 8"),
    "DC": ('[display]\ncontroller = "sh1106"\nspi = { data_command = 13 }', "the button UP and the display's DC on"),
    "UART": ("uart = true\n[light]\nbuzzer = 14", r"the buzzer and the serial console on GPIO 14 \(pin 8\)"),
    "printed": ("[display]\naddress = 0x78", r"got 0x78, expected auto, 0x3c or 0x3d \(the 0x78 on it is 0x3c here\)"),
    "address": ("[display]\naddress = 0x27", "key display.address: got 0x27, expected auto, 0x3c or 0x3d"),
    "no number": ("[display]\naddress = 'two'", "key display.address"),
    "device": ("[display]\nspi = { device = 2 }\ncontroller = 'sh1106'", "display.spi.device: got 2, expected 0 or 1"),
    "SPI bus": ("[display]\nspi = { bus = 2 }", "key display.spi.bus"),
    "contrast": ("[display]\ncontrast = 300", r"key display.contrast: .*\(300\)"),
    "brightness": ("[light]\nbrightness = 1.5", r"key light.brightness: .*\(1.5\)"),
    "one button": ('buttons = [{ button = "fold", pin = 5 }]', "got none for down and play and up, expected all four"),
    "seat": ('buttons = [{ button = "fold", pin = 5, seat = 4 }]', r"key buttons\[0\].seat"),
    "no base": ('extends = "pi9"', "got no file .*, expected auto, one of default_kit, laptop, pair_per_seat, pi4"),
    "circle": ('extends = "board.toml"', "key extends: got a circle"),
}
"""Profiles, and what is said of each."""


@pytest.mark.parametrize(("text", "expected"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible_profiles_are_errors(tmp_path: Path, text: str, expected: str) -> None:
    base = "" if "extends" in text else 'extends = "pi4"\n'
    with pytest.raises(SettingsError, match=expected):
        read_board(written(tmp_path, base + text))


def test_all_faults_are_reported_together(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as caught:
        read_board(written(tmp_path, 'extends = "pi4"\n[light]\nbuzzer = 5\n[display]\naddress = 0x10\n'))
    assert str(caught.value).count("expected") == 2


def test_light_with_missing_colours_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="got some of red, green and blue, expected all three"):
        read_board(written(tmp_path, "[light]\nred = 17"))


# What the firmware reads


@pytest.mark.parametrize("board", MODELS)
def test_boot_settings_enable_the_interfaces_of_the_profile_with_a_reason(board: str) -> None:
    lines = (PROFILES / f"{board}.config.txt").read_text().splitlines()
    settings = [line for line in lines if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z_]+=[a-z0-9_=]*", line) for line in settings)
    assert len(settings) == len({*settings})
    assert settings[0] == "dtoverlay=", "what follows belongs to the board, not to the overlay before"
    assert {
        "dtparam=i2c_arm=on",
        "dtparam=i2c_arm_baudrate=400000",
        "dtparam=spi=on",
        "camera_auto_detect=1",
        "dtparam=watchdog=on",
    } < {*settings}
    for number, line in enumerate(lines):
        if line in settings:
            assert lines[number - 1].startswith("#") or lines[number - 1] == "disable_splash=1", (
                f"{line} has its reason"
            )


def test_sound_does_not_take_the_pin_of_the_buzzer() -> None:
    assert read_board("pi4").light.buzzer in (12, 13, 18, 19)
    for board in ("pi4", "zero2w"):
        assert "dtparam=audio=off" in (PROFILES / f"{board}.config.txt").read_text()


@pytest.mark.parametrize(
    ("model", "inference"), [(MODELS["zero2w"], "opencv"), (MODELS["pi4"], "auto"), ("a PC", "auto")]
)
def test_board_with_little_memory_uses_the_opencv_backend(tmp_path: Path, model: str, inference: str) -> None:
    (tmp_path / "model").write_text(f"{model}\0")
    assert inference_backend(tmp_path / "model") == inference
