"""The demo from end to end: rendered frames, the shipped network, the rules, the buttons and the display."""

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from device.cli import main

pytestmark = pytest.mark.slow


def demo(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(["demo", "--headless", "--players", "2", "--language", "en", *arguments])
    return code, capsys.readouterr().out


def lines(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def test_a_deal_is_read_judged_and_scored_and_a_seed_repeats_it(capsys: pytest.CaptureFixture[str]) -> None:
    code, output = demo(capsys, "--jsonl", "--seed", "5")
    assert code == 0
    told = lines(output)
    summary = told[-1]
    assert summary["event"] == "summary"
    assert summary["wrong"] == summary["missed"] == []
    assert summary["right"] + summary["asked"] == len(summary["truth"]) + 1
    assert (summary["revoke_proved"], summary["score_right"]) == (True, True)
    laid = [line["card"] for line in told if line["event"] == "card_laid"]
    assert [card or true for card, true in zip(laid, summary["truth"], strict=True)] == summary["truth"]
    revokes = [line for line in told if line["event"] == "finding" and line["kind"] == "revoke"]
    assert [(line["seat"], line["card"]) for line in revokes] == [
        (summary["revoke"]["seat"], summary["revoke"]["card"])
    ]
    assert demo(capsys, "--jsonl", "--seed", "5") == (0, output)


def test_the_story_ends_with_the_score_and_leaves_a_film(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, story = demo(capsys, "--seed", "6", "--film", str(tmp_path / "deal.webp"))
    assert code == 0
    assert story.startswith("A game of Bohemian Watten.")
    assert story.index("Trick 5: ") < story.index("Score: ") < story.index("Cards read: ")
    with Image.open(tmp_path / "deal.webp") as film:
        assert film.n_frames > 50


def test_an_unknown_game_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--game", "schafkopf"]) == 2
    assert "schafkopf" in capsys.readouterr().err
