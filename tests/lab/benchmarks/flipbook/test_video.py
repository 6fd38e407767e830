"""Sequences as an H.264 video: encoded by PyAV, decoded by what `kiebitz watch` decodes with."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from lab.benchmarks.flipbook import record as video
from lab.benchmarks.tracking import sequences


def test_pictures_come_back_in_order_and_a_little_worse() -> None:
    pytest.importorskip("av", reason=video.MISSING)
    noise = np.random.default_rng(3).integers(0, 255, (9, 16, 3), dtype=np.uint8)
    soft = cv2.resize(noise, (320, 180), interpolation=cv2.INTER_CUBIC)
    pictures = [np.roll(soft, 12 * number, axis=1) for number in range(25)]
    decoded = list(video.through_h264(iter(pictures), 10))
    assert len(decoded) == len(pictures)
    likest = [int(np.argmax([cv2.PSNR(one, other) for other in pictures])) for one in decoded]
    assert likest == list(range(25))
    assert all(25 < cv2.PSNR(one, other) < 50 for one, other in zip(decoded, pictures, strict=True))


def test_without_an_encoder_the_scenario_is_left_out_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(video, "find_spec", lambda name: None)
    assert list(sequences._playable(["quick", "h264_video"])) == ["quick"]
    assert "h264_video left out: PyAV is not installed" in capsys.readouterr().out
