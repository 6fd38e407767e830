"""Tests of the demo and its film."""

import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from cli.demo.film import Film
from cli.demo.run import Demo
from cli.main import main
from common.errors import CommandError
from lab.card_art import Style, draw_pack
from simulator.table import RenderedTable
from tests.support.command_line import CommandLine

pytestmark = pytest.mark.slow

MIN_RIGHT = 0.75
"""Least share of a deal's cards that are named; about some the table is asked."""


def demo(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(["demo", "--headless", "--language", "en", "--players", "2", *arguments])
    return code, capsys.readouterr().out


def lines(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def tell_deal(reported: list[dict[str, Any]]) -> list[Any]:
    return [
        (line.get("kind"), line.get("seat"), line.get("card"), line.get("tallies"))
        for line in reported
        if line["event"] in ("card_laid", "finding", "score", "trick_gathered")
    ]


def cut_short(monkeypatch: pytest.MonkeyPatch, frames: int) -> None:
    play = RenderedTable.play
    monkeypatch.setattr(RenderedTable, "play", lambda *of: islice(play(*of), frames))


def test_a_deal_is_read_judged_scored_filmed_and_watched_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its seed repeats it to the letter; kept frames and presses, its pictures enrolled, tell it again."""
    deck, kept = tmp_path / "deck", tmp_path / "kept"
    deck.mkdir()
    for card, picture in draw_pack("bavarian32", Style.default(), 480).items():
        cv2.imwrite(str(deck / f"{card}.png"), picture)
    again = ["--jsonl", "--seed", "5", "--deck", str(deck)]
    code, output = demo(capsys, *again, "--keep", str(kept), "--film", str(tmp_path / "deal.webp"))
    assert code == 0
    rows = lines(output)
    summary = rows[-1]
    assert summary["event"] == "summary"
    assert summary["wrong"] == summary["missed"] == []
    assert summary["right"] + summary["asked"] == len(summary["truth"]) + 1
    assert summary["right"] >= MIN_RIGHT * len(summary["truth"])
    assert (summary["revoke_proved"], summary["score_right"]) == (True, True)
    laid = [line["card"] for line in rows if line["event"] == "card_laid"]
    assert [card or true for card, true in zip(laid, summary["truth"], strict=True)] == summary["truth"]
    revokes = [line for line in rows if line["event"] == "finding" and line["kind"] == "revoke"]
    assert [(line["seat"], line["card"]) for line in revokes] == [
        (summary["revoke"]["seat"], summary["revoke"]["card"])
    ]
    with Image.open(tmp_path / "deal.webp") as pictures:
        assert pictures.n_frames > 50

    dealer = next(line["dealer"] for line in rows if line["event"] == "deal_started")
    pack = ["--pack", str(tmp_path / "own.npz")]
    assert main(["enrol", *pack, "--kind", "bavarian32", str(deck)]) == 0
    capsys.readouterr()
    presses = ["--presses", str(kept / "presses.jsonl")]
    game = ["--game", "bohemian-watten", "--players", "2", "--dealer", str(dealer), "--jsonl"]
    assert main(["watch", *pack, *game, *presses, str(kept)]) == 0
    assert tell_deal(lines(capsys.readouterr().out)) == tell_deal(rows)

    beginning = rows[: 1 + [line["event"] for line in rows].index("card_laid")]
    cut_short(monkeypatch, beginning[-1]["frame"] + 1)
    _, repeated = demo(capsys, *again)
    assert lines(repeated)[:-1] == beginning


@pytest.mark.parametrize(
    ("arguments", "calls"),
    [
        pytest.param(["--game", "bauerchen", "--players", "4"], {"trump"}, id="bauerchen"),
        pytest.param(["--game", "watten", "--preset", "kritisch-latinisch"], {"striker", "trump"}, id="secret"),
    ],
)
def test_every_game_is_shown_with_its_pack_and_its_calls(
    capsys: pytest.CaptureFixture[str], arguments: list[str], calls: set[str]
) -> None:
    code, output = demo(capsys, "--jsonl", *arguments)
    rows = lines(output)
    summary = rows[-1]
    assert code == 0, summary
    assert summary["game"] == arguments[1]
    assert summary["right"] >= max(len(summary["truth"]) - summary["asked"], MIN_RIGHT * len(summary["truth"]))
    assert (summary["revoke_proved"], summary["score_right"]) == (True, True)
    assert {line["call"] for line in rows if line["event"] == "announced"} >= calls
    assert (rows[0]["event"], rows[0]["game"]) == ("game_started", arguments[1])


@pytest.mark.parametrize(
    ("arguments", "proved", "expected_code", "said"),
    [
        pytest.param(
            ["--seed", "5"],
            False,
            1,
            r"The revoke with the .+ stays a question: the cards that were read do not prove it\.",
            id="a question",
        ),
        pytest.param(
            ["--seed", "2", "--game", "watten", "--preset", "blind-top-card"], None, 0, "Nobody revokes here", id="none"
        ),
    ],
)
def test_a_story_without_a_revoke_that_is_proved_says_so(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    proved: bool | None,
    expected_code: int,
    said: str,
) -> None:
    """Nothing else of its deal, of which the beginning is played, is wrong."""
    for name, value in (("revoke_proved", proved), ("missed_cards", []), ("score_right", True)):
        monkeypatch.setattr(Demo, name, value)
    cut_short(monkeypatch, 60)
    code, story = demo(capsys, *arguments, "--film", str(tmp_path / "deal.webp"))
    assert code == expected_code
    assert re.search(said, story)


def test_a_deck_with_cards_missing_names_them(kiebitz: CommandLine, tmp_path: Path) -> None:
    for card, picture in draw_pack("bavarian32", Style.default(), 100).items():
        if str(card) not in ("EO", "H7"):
            cv2.imwrite(str(tmp_path / f"{card}.png"), picture)
    assert "without EO H7, expected all 32 cards of bavarian32" in kiebitz.refuses("demo", "--deck", tmp_path)


def test_players_that_the_game_does_not_take(kiebitz: CommandLine) -> None:
    assert "got 3 players, expected 4 for bauerchen" in kiebitz.refuses("demo", "--game", "bauerchen", "--players", "3")


def test_unknown_game_is_a_one_line_error(kiebitz: CommandLine) -> None:
    assert "tarock" in kiebitz.refuses("demo", "--game", "tarock")


@pytest.mark.parametrize("ending", ["webp", "gif", "png"])
def test_a_film_keeps_every_shot_and_its_time(tmp_path: Path, ending: str) -> None:
    film = Film(tmp_path / f"deal.{ending}")
    for number, shade in enumerate((40, 120, 200)):
        table = np.full((720, 1280, 3), shade, dtype=np.uint8)
        film.shoot(number * 0.5, table, Image.new("1", (128, 64), number % 2))
    film.save(last_seconds=2.0)
    with Image.open(film.path) as written:
        durations = []
        for number in range(written.n_frames):
            written.seek(number)
            written.load()
            durations.append(written.info["duration"])
        assert durations == [500, 500, 2000]


def test_a_film_without_shots_writes_nothing(tmp_path: Path) -> None:
    Film(tmp_path / "deal.webp").save()
    assert list(tmp_path.iterdir()) == []


def test_unknown_file_ending_error_lists_the_known_ones() -> None:
    with pytest.raises(CommandError, match=r"got film file 'deal.avi', expected .* .webp, .gif, .png"):
        Film(Path("deal.avi"))


def test_unwritable_folder_is_reported_before_the_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, _: path != tmp_path)
    with pytest.raises(CommandError, match="expected one that can be written: use --film"):
        Film(tmp_path / "deal.webp")


@pytest.mark.parametrize("name", ["", "none/deal.webp"])
def test_unwritable_film_is_reported_before_the_deal(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.webp").mkdir()
    with pytest.raises(CommandError, match="expected a file in a folder that is there"):
        Film(tmp_path / (name or "folder.webp"))
