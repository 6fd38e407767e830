"""Rendered frames on disk."""

from pathlib import Path

import numpy as np

from simulator.record import write_frames
from simulator.table import RenderedFrame


def frames(count: int) -> list[RenderedFrame]:
    black = np.zeros((4, 4, 3), dtype=np.uint8)
    return [RenderedFrame(number, number / 10, black, (), False, None) for number in range(count)]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_shorter_deal_leaves_no_frame_of_the_longer_one_before(tmp_path: Path) -> None:
    write_frames(frames(3), tmp_path)
    write_frames(frames(1), tmp_path)
    assert names(tmp_path) == ["000000.jpg", "truth.jsonl"]


def test_pictures_of_somebody_else_stay(tmp_path: Path) -> None:
    write_frames(frames(1), tmp_path)
    (tmp_path / "HK.jpg").touch()
    write_frames(frames(1), tmp_path)
    assert names(tmp_path)[-2:] == ["HK.jpg", "truth.jsonl"]


def test_what_was_there_before_anything_was_kept_stays(tmp_path: Path) -> None:
    (tmp_path / "000007.jpg").touch()
    write_frames(frames(1), tmp_path)
    assert names(tmp_path) == ["000000.jpg", "000007.jpg", "truth.jsonl"]
