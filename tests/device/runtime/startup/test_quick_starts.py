"""Quick starts are counted, except after a boot."""

from pathlib import Path

import pytest

from device.runtime import restarts
from device.runtime.restarts import Starts


@pytest.fixture(autouse=True)
def boot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "boot_id"
    file.write_text("monday\n")
    monkeypatch.setattr(restarts, "BOOT_ID", file)
    return file


def counted(file: Path, *times: float) -> list[int]:
    return [Starts(file, lambda time=time: time).begin() for time in times]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("times", "quick"),
    [
        pytest.param([5.0], [0], id="first"),
        pytest.param([5.0, 10.0, 15.0, 74.0], [0, 1, 2, 3], id="one after another"),
        pytest.param([5.0, 10.0, 75.0, 80.0], [0, 1, 0, 1], id="after a while that went well"),
    ],
)
def test_starts_in_quick_succession_are_counted(times: list[float], quick: list[int], tmp_path: Path) -> None:
    assert counted(tmp_path / "starts.json", *times) == quick


def test_count_is_reset_by_a_boot(tmp_path: Path, boot: Path) -> None:
    assert counted(tmp_path / "starts.json", 5.0, 10.0) == [0, 1]
    boot.write_text("tuesday\n")
    assert counted(tmp_path / "starts.json", 5.0, 10.0) == [0, 1]
    boot.unlink()
    assert counted(tmp_path / "starts.json", 15.0) == [0], "this system does not tell"


def test_count_is_reset_by_a_regular_end(tmp_path: Path) -> None:
    assert counted(tmp_path / "starts.json", 5.0, 10.0) == [0, 1]
    Starts(tmp_path / "starts.json").forget()
    assert counted(tmp_path / "starts.json", 15.0) == [0]


@pytest.mark.parametrize("content", [b"", b"[", b'{"boot": "monday"}', b'{"boot": 1, "times": []}', bytes(9000)])
def test_damaged_count_starts_at_zero(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "starts.json").write_bytes(content)
    assert counted(tmp_path / "starts.json", 5.0, 10.0) == [0, 1]


def test_unwritable_file_does_not_count_starts(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    assert counted(tmp_path / "state" / "starts.json", 5.0, 10.0) == [0, 0]
