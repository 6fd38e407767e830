"""Sequences: where and when the truth says, the picture shows it; encoding as H.264."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from engine.cards import PACKS
from lab.benchmarks.flipbook import record
from lab.benchmarks.flipbook import record as video
from lab.benchmarks.flipbook.record import compose
from lab.benchmarks.flipbook.scenarios import OVERLAPPING, SCENARIOS
from lab.benchmarks.harness.results import exit_code_of
from lab.benchmarks.tracking import sequences
from simulator import hand_actions
from simulator.deck import Deck, make_deck
from simulator.script import Script
from simulator.stage.lights import LIGHTS
from simulator.stage.surfaces import table_top
from tests.support.examples import one_in

if TYPE_CHECKING:
    from pathlib import Path

    from lab.benchmarks.flipbook.record import Sequence
    from vision.types import Image


SIZE = (640, 360)


@pytest.fixture(autouse=True)
def tables_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "table_top", lambda name, _: _table(name))


@cache
def _table(name: str) -> Image:
    return table_top(name, np.random.default_rng(1))


@pytest.fixture(scope="module")
def deck() -> Deck:
    """Every card a pattern of its own, coarse enough to be known again in a small picture."""
    rng = np.random.default_rng(5)
    faces = {}
    for card in PACKS["bavarian32"].cards:
        coarse = rng.integers(0, 256, (5, 3, 3), dtype=np.uint8)
        faces[card] = np.asarray(cv2.resize(coarse, (110, 200), interpolation=cv2.INTER_NEAREST), np.uint8)
    return make_deck(faces, "patterns", "bavarian32")


def composed(deck: Deck, scenario: str, seed: int = 0, light: str = "daylight", table: str = "white") -> Sequence:
    return compose(scenario, seed, deck, light, table, size=SIZE)


def likeness(picture: Image, quad: list[list[float]], face: Image) -> float:
    """Returns the correlation of what lies in the quad with the card's face."""
    corners = np.array([[0, 0], [110, 0], [110, 200], [0, 200]], np.float32)
    homography = cv2.getPerspectiveTransform(np.array(quad, np.float32), corners)
    seen = cv2.warpPerspective(picture, homography, (110, 200))
    return float(np.corrcoef(seen.ravel(), face.ravel())[0, 1])


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["overlap", "thrown", "turned", "relaid", "two_at_once", "knocked"])
def test_a_card_lies_where_and_when_the_truth_says(deck: Deck, scenario: str) -> None:
    sequence = composed(deck, scenario)
    faces = {str(card): face for card, face in deck.faces.items()}
    laid = [one for one in sequence.truth if one.event == "card_laid"]
    assert laid
    for one in laid:
        picture = sequence.stage.frame(one.rest + 1)
        assert one.card is not None
        assert one.quad is not None
        assert likeness(picture, one.quad, faces[one.card]) > 0.85


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "light"),
    [
        pytest.param(scenario, light, marks=() if scenario == "plain" or place == 0 else pytest.mark.slow)
        for scenario in ("plain", "nudged", "in_part")
        for place, light in enumerate(LIGHTS)
    ],
)
def test_nothing_moves_once_it_is_at_rest(deck: Deck, scenario: str, light: str) -> None:
    sequence = composed(deck, scenario, light=light)
    for one in sequence.truth[:3]:
        first, second = (
            cv2.GaussianBlur(sequence.stage.frame(number), (0, 0), 4).astype(np.float32)
            for number in (one.rest + 1, one.rest + 4)
        )
        still = second * (first.mean() / second.mean())
        assert np.abs(still - first).max() < 30


@pytest.mark.slow
def test_a_hand_comes_in_from_its_seats_edge(deck: Deck) -> None:
    sequence = composed(deck, "plain", table="stone")
    bands = [np.s_[-12:, :], np.s_[:, :12], np.s_[:12, :], np.s_[:, -12:]]
    before = sequence.stage.frame(0).astype(np.float32)
    for one in [one for one in sequence.truth if one.event == "card_laid"][:4]:
        change = np.abs(sequence.stage.frame(one.released).astype(np.float32) - before).sum(axis=2)
        edges = [float(change[band].mean()) for band in bands]
        assert one.seat == int(np.argmax(edges))


@pytest.mark.slow
def test_after_the_gather_the_table_is_bare(deck: Deck) -> None:
    sequence = composed(deck, "plain")
    gathered = next(one for one in sequence.truth if one.event == "trick_gathered")
    bare, after = (sequence.stage.frame(number).astype(np.float32) for number in (0, gathered.rest + 1))
    assert np.abs(cv2.GaussianBlur(after - bare, (0, 0), 4)).max() < 12


@pytest.mark.slow
def test_a_seed_draws_the_same_again(deck: Deck) -> None:
    first, second, other = (composed(deck, "plain", seed) for seed in (3, 3, 4))
    assert first.truth == second.truth
    assert np.array_equal(first.stage.frame(15), second.stage.frame(15))
    assert first.truth != other.truth


@pytest.mark.slow
@pytest.mark.parametrize("scenario", one_in(6, SCENARIOS))
def test_every_scenario_is_told_in_order(deck: Deck, scenario: str) -> None:
    for seed in range(3):
        sequence = composed(deck, scenario, seed)
        assert all(one.released <= one.rest < sequence.frames for one in sequence.truth)
        gathers = sum(one.event == "trick_gathered" for one in sequence.truth)
        assert (gathers > 0) == (scenario != "hands_only")


def test_overlapping_cards_hide_as_much_as_asked_for(deck: Deck) -> None:
    sequence = composed(deck, "plain")
    script = Script(sequence.stage, deck, np.random.default_rng(1), (0, 1, 2, 3), next(iter(deck.faces.values())))
    hand_actions.lay(script, 0, script.take(), script.spot(0))
    for seat in (1, 2, 3):
        pose = script.spot(seat, OVERLAPPING)
        covers = [script.cover(pose, one.pose) for one in script.placed]
        assert OVERLAPPING[0] <= max(covers) <= OVERLAPPING[1]
        hand_actions.lay(script, seat, script.take(), pose)


def test_frames_and_truth_are_kept_for_watching(deck: Deck, tmp_path: Path) -> None:
    sequence = replace(composed(deck, "plain"), frames=3)
    assert len(list(sequence.pictures(tmp_path / "plain"))) == 3
    assert [path.name for path in sorted((tmp_path / "plain").glob("*.jpg"))] == ["00000.jpg", "00001.jpg", "00002.jpg"]
    lines = (tmp_path / "plain" / "truth.jsonl").read_text().splitlines()
    assert [json.loads(line)["event"] for line in lines] == [one.event for one in sequence.truth]


def test_a_folder_without_decks_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"")
    monkeypatch.setattr("sys.argv", ["sequences", str(tmp_path)])
    assert exit_code_of(sequences.main) == 2
    assert "without a deck to measure with, expected folders such as" in capsys.readouterr().err


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
