"""Going on with a training, and releasing it: whole or not at all, and only what it was begun with."""
# ruff: noqa: E402  # without torch nothing else is imported

from __future__ import annotations

from errno import ENOSPC
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs torch of the extra train")

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from lab.training import __main__ as whole_way
from lab.training.data.decks import Deck, NoDecks, load_decks
from lab.training.data.drawn_packs import draw
from lab.training.model import train
from lab.training.model.checkpoint import CHECKPOINT, OtherCheckpoint, facts_of, read_checkpoint
from lab.training.model.run_config import OtherStart, go_on, load_start, save_start, start_of
from lab.training.release import release
from vision.recognition.embedder import Recogniser

pytestmark = pytest.mark.slow

CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("drawn")
    list(draw(folder, 4))
    return folder


@pytest.fixture
def trainer(monkeypatch: pytest.MonkeyPatch) -> train.Trainer:
    monkeypatch.setattr(train, "is_quicker_in_halves", lambda network, device: False)
    return train.Trainer(CPU, 1, 5e-3)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:100_000])


def _changed(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        state = torch.load(path, weights_only=True)
        change(state)
        torch.save(state, path)

    return damage


class TestCheckpoint:
    @pytest.mark.parametrize(
        "damage",
        [
            pytest.param(lambda path: path.unlink(), id="missing"),
            pytest.param(lambda path: path.write_bytes(b""), id="empty"),
            pytest.param(lambda path: path.write_bytes(b"no checkpoint" * 99), id="something else"),
            pytest.param(_cut, id="cut"),
            pytest.param(lambda path: torch.save([1], path), id="no table"),
            pytest.param(_changed(lambda state: state.pop("optimisers")), id="of an earlier program"),
            pytest.param(_changed(lambda state: state["optimisers"].pop()), id="one optimiser"),
            pytest.param(_changed(lambda state: state["optimisers"].reverse()), id="other optimisers"),
            pytest.param(_changed(lambda state: state["average"].update({"head.bias": torch.zeros(64)})), id="build"),
        ],
    )
    def test_another_s_is_told_and_nothing_of_it_is_loaded(
        self, trainer: train.Trainer, tmp_path: Path, damage: Callable[[Path], None]
    ) -> None:
        path = tmp_path / CHECKPOINT
        trainer.save(path)
        damage(path)
        before = trainer.network
        with pytest.raises(OtherCheckpoint, match=f"got (no )?{path}, expected a checkpoint"):
            trainer.load(path)
        assert trainer.network is before

    def test_training_goes_on_with_what_was_kept(self, trainer: train.Trainer, tmp_path: Path) -> None:
        trainer.progress = train.Progress(7, 40.0)
        trainer.network.head.bias.data.fill_(0.25)
        trainer.save(tmp_path / CHECKPOINT)
        other = train.Trainer(CPU, 2, 5e-3)
        other.load(tmp_path / CHECKPOINT)
        assert other.progress == trainer.progress
        assert (other.network.head.bias == 0.25).all()
        learnt = [weights for one in other.optimisers for group in one.param_groups for weights in group["params"]]
        assert {id(weights) for weights in learnt} == {id(weights) for weights in other.network.parameters()}


OPENINGS = {
    "seed": 1,
    "rate": 0.005,
    "steps": 60,
    "learners": 2,
    "short": False,
    "commit": "a",
    "device": "cpu",
    "free": [3, 156],
    "drawn": [4, 149],
    "held_out": 1,
    "packages": [{"name": "cards", "version": "1", "sha256": "cafe"}],
}


class TestStart:
    @pytest.mark.parametrize(
        ("change", "told"),
        [
            pytest.param({"seed": 2}, "got seed 2, expected 1", id="seed"),
            pytest.param({"rate": 0.001}, "got rate 0.001, expected 0.005", id="rate"),
            pytest.param({"steps": 50}, "got steps 50, expected 60", id="fewer steps"),
            pytest.param({"commit": "b"}, "got commit b, expected a", id="another program"),
            pytest.param({"drawn": [5, 201]}, "got drawn packs and their cards 5, 201, expected 4, 149", id="decks"),
            pytest.param({"packages": []}, "got packages , expected cards 1", id="packages"),
        ],
    )
    def test_what_was_begun_otherwise_is_not_gone_on_with(
        self, tmp_path: Path, change: dict[str, Any], told: str
    ) -> None:
        save_start(tmp_path, OPENINGS)
        with pytest.raises(OtherStart, match=f"{told}, with which the training in {tmp_path} was begun"):
            go_on(tmp_path, OPENINGS | change)
        assert load_start(tmp_path) == OPENINGS

    @pytest.mark.parametrize("written", [None, "{", "[]", '{"commit": "a", "device": "cpu"}'])
    def test_what_nobody_wrote_down_is_not_compared(self, tmp_path: Path, written: str | None) -> None:
        if written is not None:
            (tmp_path / "start.json").write_text(written)
        go_on(tmp_path, OPENINGS)
        assert "seed" not in load_start(tmp_path)

    def test_more_steps_are_gone_on_to_and_told(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        save_start(tmp_path, OPENINGS)
        go_on(tmp_path, OPENINGS | {"steps": 90})
        assert capsys.readouterr().out == "goes on to 90 steps instead of 60\n"
        assert load_start(tmp_path) == OPENINGS | {"steps": 90}

    def test_the_facts_are_those_of_the_beginning(self, trainer: train.Trainer, tmp_path: Path, drawn: Path) -> None:
        trainer.save(tmp_path / CHECKPOINT)
        checkpoint = read_checkpoint(tmp_path / CHECKPOINT, CPU)
        begun = facts_of(checkpoint, start_of(_arguments(tmp_path), "cpu", [drawn], load_decks([drawn])))
        assert (begun["free"], begun["drawn"], begun["held_out"]) == ([0, 0], [4, 149], 1)
        assert facts_of(checkpoint, {})["drawn"] is None

    def test_a_new_training_does_away_with_the_checkpoint_of_an_earlier_one(
        self, tmp_path: Path, drawn: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def interrupted(trainer: train.Trainer, episodes: object, share: float) -> None:
            raise KeyboardInterrupt

        (tmp_path / CHECKPOINT).write_bytes(b"of an earlier training")
        monkeypatch.setattr(train.Trainer, "learn", interrupted)
        with pytest.raises(KeyboardInterrupt):
            train.train(load_decks([drawn]), _arguments(tmp_path, "--workers", "0"))
        assert not (tmp_path / CHECKPOINT).exists()
        assert load_start(tmp_path)["drawn"] == [4, 149]


def _arguments(work: Path, *more: str) -> Namespace:
    arguments = train.parser().parse_args(["--work", str(work), "--short", *more])
    arguments.decks = []
    return arguments


class TestArguments:
    @pytest.mark.parametrize(
        ("given", "told"),
        [
            pytest.param(["--steps", "0"], "got '0', expected a whole number of 1 or more", id="no steps"),
            pytest.param(["--rate", "-1"], "got '-1', expected a number above zero", id="rate below zero"),
            pytest.param(["--rate", "nan"], "got 'nan', expected a number above zero", id="no number"),
            pytest.param(["--rate", "quick"], "got 'quick', expected a number above zero", id="a word"),
            pytest.param(["--learners", "0"], "got '0', expected a whole number of 1 or more", id="nobody learns"),
            pytest.param(["--workers", "-1"], "got '-1', expected a whole number of 0 or more", id="workers"),
            pytest.param(["--packs", "0"], "got '0', expected a whole number of 1 or more", id="no packs"),
        ],
    )
    def test_what_makes_no_sense_is_told(self, given: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as ended:
            whole_way.parser().parse_args(given)
        assert ended.value.code == 2
        assert f"argument {given[0]}: {told}" in capsys.readouterr().err

    def test_one_deck_is_too_few(self, tmp_path: Path) -> None:
        deck = Deck("alone", ("HA",), (np.zeros((256, 160, 3), np.uint8),))
        with pytest.raises(NoDecks, match="got 1 deck, expected two or more"):
            train.train([deck], _arguments(tmp_path))


class TestReleasing:
    @pytest.fixture
    def work(self, trainer: train.Trainer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.setattr(release, "calibrate", lambda decks, recogniser: {"near": 0.5, "apart": 0.1, "foreign": 0.4})
        trainer.save(tmp_path / CHECKPOINT)
        return tmp_path

    def test_again_it_is_the_same_network_and_keeps_its_figures(
        self, work: Path, drawn: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        models, decks = work / "models", load_decks([drawn])
        save_start(work, start_of(_arguments(work), "cpu", [drawn], decks))
        release.release(work, decks, models)
        version = Recogniser(models / "reader.onnx").version
        card = models / "README.md"
        card.write_text(card.read_text("utf-8").replace("Not measured.", f"```\nnetwork {version}\nTell 99 %\n```"))
        written = card.read_text("utf-8")
        places = ["--decks", str(drawn), "--work", str(work), "--models", str(models)]
        monkeypatch.setattr("sys.argv", ["release", *places])
        assert release.main() == 0
        assert "4 packs of our own drawing (149 cards); 1 of these" in written
        assert card.read_text("utf-8") == written
        assert Recogniser(models / "reader.onnx").version == version
        assert {path.name for path in models.iterdir()} == {"README.md", "reader.json", "reader.onnx", "reader.sha256"}

    def test_a_release_that_fails_leaves_what_was_there(
        self, work: Path, drawn: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: object) -> None:
            raise OSError(ENOSPC, "No space left on device")

        models = work / "models"
        models.mkdir()
        (models / "reader.onnx").write_text("an earlier network")
        monkeypatch.setattr(release, "seal", full)
        with pytest.raises(OSError, match="No space left"):
            release.release(work, load_decks([drawn]), models)
        assert [path.read_text() for path in models.iterdir()] == ["an earlier network"]

    def test_a_checkpoint_that_cannot_be_read_is_told(
        self, tmp_path: Path, drawn: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / CHECKPOINT).write_bytes(b"no checkpoint")
        monkeypatch.setattr("sys.argv", ["release", "--decks", str(drawn), "--work", str(tmp_path)])
        assert release.main() == 2
        assert "delete it or give another --work" in capsys.readouterr().err
