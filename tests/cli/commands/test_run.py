"""Options of `kiebitz run`."""

import argparse
import signal
from pathlib import Path
from typing import Any

import pytest

from cli.commands import run
from cli.main import main
from device.settings.settings import Config
from tests.support.command_line import CommandLine
from tests.support.pseudo_terminal import PseudoTerminal

PATIENCE_S = 60.0


@pytest.fixture
def configured(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The settings with which the appliance would have run."""
    seen: dict[str, Any] = {}

    def start(_: argparse.Namespace | None, config: Config, stopped: list[int]) -> bool:
        seen["config"] = config
        return False

    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(run, "_watch", start)
    monkeypatch.setattr("cli.simulated.run.run_simulated", lambda config, *_: start(None, config, []))
    return seen


def test_pack_and_game_of_the_command_line_take_precedence(tmp_path: Path, configured: dict[str, Any]) -> None:
    settings = tmp_path / "kiebitz.toml"
    settings.write_text('game = "gras"\npack = "theirs"\nlanguage = "bar"\n', encoding="utf-8")
    assert main(["run", "--config", str(settings), "--pack", "mine", "--game", "watten", "--rules", "target=11"]) == 0
    config = configured["config"]
    assert (config.pack, config.game, config.language) == ("mine", "watten", "bar")
    assert config.rules["target"] == 11


def test_simulated_table_begins_like_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, configured: dict[str, Any]
) -> None:
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path))
    (tmp_path / "kiebitz.toml").write_text('language = "bar"\n', encoding="utf-8")
    assert main(["run", "--simulated"]) == 0
    assert configured["config"].language is None
    assert main(["run"]) == 0
    assert configured["config"].language == "bar"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--simulated", "--camera", "0"], "expected one of them"),
        (["--state", "here"], "got --state without --simulated"),
        (["--seed", "1"], "got --seed without --simulated"),
        (["--rules", "target=11"], "expected --game"),
        (["--camera", "no-film.mp4"], "got source 'no-film.mp4', expected a folder of pictures"),
    ],
)
def test_options_that_cannot_be_used(options: list[str], said: str, kiebitz: CommandLine) -> None:
    assert said in kiebitz.refuses("run", *options)


@pytest.mark.slow
def test_on_a_laptop_keys_are_buttons_and_the_terminal_is_the_display(tmp_path: Path) -> None:
    environment = {"LC_ALL": "en_US.UTF-8", "CONFIGURATION_DIRECTORY": str(tmp_path), "STATE_DIRECTORY": str(tmp_path)}
    with PseudoTerminal(["run"], environment, 80, 24) as terminal:

        def display() -> str:
            return terminal.output.rpartition("╭─")[2]

        assert terminal.wait_for(lambda: "no camera" in terminal.output and "╰─" in display(), PATIENCE_S), (
            terminal.output
        )
        before = display()
        terminal.press("p")
        assert terminal.wait_for(lambda: "╰─" in display() and display() != before, PATIENCE_S), (
            "the language is chosen"
        )
        terminal.press("q")
        assert terminal.wait_for_end(PATIENCE_S) == 0
    said = terminal.output
    assert "Q quit" in said
    assert "No deck yet: show yours, or print one: kiebitz sheet" in said
    assert "GPIO" not in said, "it has no pins, and says nothing of them"
    assert said.count("╭─") - said.count("\x1b[18A\x1b[J") == 1, "it is drawn in place"
