"""Presses from files."""

from pathlib import Path

import pytest

from cli.watch import TimedPress, read_presses, write_presses
from common.errors import CommandError
from device.hardware.presses import Press


def test_presses_come_in_the_order_of_time(tmp_path: Path) -> None:
    file = tmp_path / "presses.jsonl"
    file.write_text('{"t": 3, "button": "play"}\n\n{"t": 0.5, "button": "fold", "seat": 2}\n', encoding="utf-8")
    assert [(timed.t, timed.press) for timed in read_presses(file)] == [(0.5, Press("fold", 2)), (3.0, Press("play"))]


def test_written_presses_are_read_again(tmp_path: Path) -> None:
    presses = [TimedPress(0.5, "fold", 2), TimedPress(3.0, "play")]
    write_presses(presses, tmp_path / "presses.jsonl")
    assert read_presses(tmp_path / "presses.jsonl") == presses


@pytest.mark.parametrize(
    ("line", "message"),
    [
        pytest.param("play", "line 2", id="no JSON"),
        pytest.param('{"t": 1}', "button", id="no button"),
        pytest.param('{"t": 1, "button": "left"}', "expected a press such as", id="unknown button"),
        pytest.param('{"t": "soon", "button": "up"}', "line 2", id="time is no number"),
        pytest.param('{"t": 1, "button": "up", "sea": 1}', "sea", id="unknown key"),
        pytest.param('{"t": 1, "button": "up", "seat": 4}', "seat from 0 to 3", id="no such seat"),
        pytest.param('{"t": -1, "button": "up"}', "t from 0 up", id="before the beginning"),
    ],
)
def test_faults_name_the_line(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "presses.jsonl"
    file.write_text(f'{{"t": 0, "button": "play"}}\n{line}\n', encoding="utf-8")
    with pytest.raises(CommandError, match=message) as caught:
        read_presses(file)
    assert "\n" not in str(caught.value)


def test_missing_file_of_presses_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="expected a JSON Lines file"):
        read_presses(tmp_path / "gone.jsonl")
