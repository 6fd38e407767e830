"""A released network and its card; `python -m lab.training --short` is the whole way from decks to it."""
# ruff: noqa: E402  # without torch nothing else is imported

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs torch of the extra train")
pytest.importorskip("onnxruntime", reason="needs onnxruntime of the extra train")


from lab.training.augmentation import episodes as room
from lab.training.augmentation.episodes import Episodes, Plan
from lab.training.augmentation.occlusion import beside_a_card
from lab.training.data.decks import Deck, load_decks
from lab.training.data.drawn_packs import draw
from lab.training.model.network import Embedder
from lab.training.release.model_card import OtherFigures, card
from lab.training.release.release import OtherAnswers, compare
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH
from vision.recognition.embedder import BrokenModel, Recogniser, seal

SHIPPED = Path(__file__).parents[4] / "models" / "reader.onnx"


@pytest.fixture(scope="module")
def decks(tmp_path_factory: pytest.TempPathFactory) -> list[Deck]:
    folder = tmp_path_factory.mktemp("drawn")
    list(draw(folder, 2))
    return load_decks([folder])


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """The shipped network, cut short."""
    for file in ("reader.onnx", "reader.json", "reader.sha256"):
        (tmp_path / file).write_bytes(SHIPPED.with_name(file).read_bytes())
    network = tmp_path / "reader.onnx"
    network.write_bytes(network.read_bytes()[:400_000])
    return network


class TestEpisodes:
    def test_an_episode_shows_every_card_twice(self, decks: list[Deck]) -> None:
        episode = Episodes([decks], Plan(decks=2, cards=5, junk=3), seed=1).episode(np.random.default_rng(1))
        assert episode.enrolled.shape == episode.met.shape == (10, CROP_HEIGHT, CROP_WIDTH, 3)
        assert episode.junk.shape[0] == 3
        assert episode.deck.tolist() == [0] * 5 + [1] * 5

    def test_a_masked_deck_hides_the_same_part_of_every_card(
        self, decks: list[Deck], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shown = beside_a_card((0.4, 0.7), np.random.default_rng(1))
        monkeypatch.setattr(room, "some_part", lambda _: shown)
        plan = Plan(decks=1, cards=6, junk=1, masked=1.0)
        episode = Episodes([decks], plan, seed=1).episode(np.random.default_rng(1))
        for crop in torch.cat([episode.enrolled, episode.met]).numpy():
            assert len(np.unique(crop[~shown], axis=0)) == 1
            assert len(np.unique(crop[shown], axis=0)) > 100


class TestReleasing:
    def test_what_says_other_than_was_learned_is_not_released(self, decks: list[Deck]) -> None:
        with pytest.raises(OtherAnswers, match=r"^onnxruntime says other than what was learned, by"):
            compare(Embedder().eval(), Recogniser(), decks[0])


class TestCommands:
    def test_resuming_without_a_checkpoint_is_told(self, tmp_path: Path) -> None:
        list(draw(tmp_path / "drawn", 1))
        done = _run("model.train", "--decks", str(tmp_path / "drawn"), "--work", str(tmp_path), "--resume", expect=2)
        assert "expected a checkpoint" in done.stderr
        assert "Traceback" not in done.stderr


class TestCard:
    def test_figures_stand_as_they_were_printed(self, tmp_path: Path) -> None:
        figures = tmp_path / "figures.txt"
        figures.write_text(f"network {Recogniser().version}\nTell 99 %\n")
        assert "Tell 99 %" in card(SHIPPED, [figures])

    def test_figures_of_another_network_are_refused(self, tmp_path: Path) -> None:
        figures = tmp_path / "figures.txt"
        figures.write_text("network 0123456789ab\nTell 99 %\n")
        with pytest.raises(OtherFigures, match="run the benchmark again"):
            card(SHIPPED, [figures])

    def test_the_shipped_card_is_what_the_shipped_network_says(self) -> None:
        written = SHIPPED.with_name("README.md")
        assert card(SHIPPED, earlier=written) == written.read_text("utf-8")

    def test_the_card_of_a_damaged_network_is_not_written(self, damaged: Path) -> None:
        with pytest.raises(BrokenModel, match="it was damaged"):
            card(damaged)

    @pytest.mark.parametrize(
        ("training", "expected"),
        [
            pytest.param({"free": None}, "How many decks: not recorded.", id="nobody wrote down the decks"),
            pytest.param({"free": [3, 156]}, "3 decks of free packages (156 cards)", id="as it was begun"),
        ],
    )
    def test_the_card_says_what_was_written_down(self, tmp_path: Path, training: dict[str, Any], expected: str) -> None:
        assert expected in card(_noted(tmp_path, {"training": Recogniser().notes["training"] | training}))

    def test_a_network_that_says_nothing_of_its_training_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(BrokenModel, match="release it again"):
            card(_noted(tmp_path, {}))


def _noted(folder: Path, notes: dict[str, Any]) -> Path:
    """Returns the shipped network, with other notes about its training."""
    network = folder / "reader.onnx"
    network.write_bytes(SHIPPED.read_bytes())
    seal(network, json.dumps({"calibration": Recogniser().calibration} | notes))
    return network


def _run(module: str, *arguments: str, expect: int = 0) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", f"lab.training.{module}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == expect, done.stderr
    return done
