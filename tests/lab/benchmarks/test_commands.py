"""All benchmarks in one run."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from lab.benchmarks.__main__ import COMMANDS, main, module_of
from lab.benchmarks.harness.results import FILE, Result, add_results
from lab.benchmarks.harness.targets import TARGETS, combined_results


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["benchmarks", *arguments])
    return main()


def test_a_command_without_its_folder_is_left_out_and_said_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "recognition", "photographs") == 0
    output = capsys.readouterr().out
    assert "left out: needs --decks\n" in output
    assert "left out: needs --photos and --decks\n" in output
    assert output.count("not measured") == len(TARGETS)


def test_a_command_runs_by_itself_only_if_it_is_named_and_gets_its_options(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    runs: list[list[str]] = []
    monkeypatch.setattr(subprocess, "run", lambda run, **_: runs.append(run[2:]) or CompletedProcess([], 0))
    assert run(monkeypatch, "--decks", str(tmp_path)) == 0
    assert "lab.benchmarks.accuracy.scenes" in [module for module, *_ in runs]
    assert "lab.benchmarks.accuracy.name_probability" not in [module for module, *_ in runs]
    runs.clear()
    names = ("name_probability", "recognition", "invariants")
    assert run(monkeypatch, *names, "--decks", str(tmp_path), "--views", "9") == 0
    assert runs == [
        ["lab.benchmarks.accuracy.name_probability", str(tmp_path)],
        ["lab.benchmarks.accuracy.recognition", str(tmp_path), "--views", "9"],
        ["lab.benchmarks.rules.invariants", "--deals", "10000"],
    ]


@pytest.mark.slow
def test_one_that_fails_is_named_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(monkeypatch, "recognition", "photographs", "--decks", str(tmp_path)) == 1
    output = capfd.readouterr()
    assert "without a deck to measure with" in output.err
    assert "benchmarks: failed: recognition" in output.err
    assert "== photographs" in output.out


def test_the_file_that_the_environment_names_keeps_the_results(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept, result = tmp_path / "kept.jsonl", Result("gate", 1.5, 3)

    def measure(run: object, env: dict[str, str], **_: object) -> CompletedProcess[bytes]:
        monkeypatch.setenv(FILE, env[FILE])
        add_results(result)
        return CompletedProcess([], 0)

    monkeypatch.setattr(subprocess, "run", measure)
    for _ in range(2):
        monkeypatch.setenv(FILE, str(kept))
        assert run(monkeypatch, "vision_cost") == 0
        assert "1.5 ×" in capsys.readouterr().out
    assert len(kept.read_bytes().splitlines()) == 2
    assert combined_results(kept) == [result]


def test_every_target_is_measured_by_a_command_and_every_command_is_there() -> None:
    assert {target.by for target in TARGETS} <= set(COMMANDS)
    assert all(importlib.util.find_spec(module_of(name)) for name in COMMANDS)
