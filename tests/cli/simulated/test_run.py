"""`kiebitz run --simulated`, as a person uses it: by keys, in a terminal."""

import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from engine.games import all_games
from tests.support.pseudo_terminal import PseudoTerminal

ENVIRONMENT = {"LANG": "en_US.UTF-8", "LC_ALL": "en_US.UTF-8", "TERM": "xterm"}
SETTINGS = 'language = "en"\n'
ASKS, NEXT, MOVES = "The display asks", "SPACE: ", "A hand is on its way"
MAX_KEYS = 120
"""Far more than a deal takes."""
PATIENCE_S = 60.0


def settings(folder: Path, *lines: str) -> list[str]:
    path = folder / "kiebitz.toml"
    path.write_text("\n".join([SETTINGS, *lines]), encoding="utf-8")
    return ["run", "--simulated", "--seed", "3", "--config", str(path)]


def settle(terminal: PseudoTerminal) -> None:
    """Waits until no hand moves."""
    assert terminal.wait_for(lambda: terminal.shows(ASKS, NEXT, "Go on with"), PATIENCE_S), terminal.screen


def is_dark(terminal: PseudoTerminal) -> bool:
    return not any(line.strip("│\u2800") for line in terminal.screen[1:17])


@pytest.mark.slow
def test_a_deal_from_the_first_start_to_the_ledger_by_keys() -> None:
    """Of a game with calls; `test_players` plays every preset, the demo games with packs of their own."""
    command = ["run", "--simulated", "--seed", "3", "--game", "watten"]
    with PseudoTerminal(command, ENVIRONMENT, 80, 24) as terminal:
        settle(terminal)
        for key in "dd":  # the third language of the first screen
            terminal.press(key)
            terminal.wait_for(lambda: False, 0.7)
        for _ in range(MAX_KEYS):
            terminal.press(" " if terminal.shows(NEXT) and not terminal.shows("under the camera") else "p")
            terminal.wait_for(lambda: False, 0.7)  # a press takes effect, or a hand begins to move
            settle(terminal)
            if terminal.shows("Score: "):
                break
        assert terminal.shows("Score: "), terminal.screen
        terminal.press("q")
        assert terminal.wait_for_end(PATIENCE_S) == 0
    ledger = terminal.output.rpartition("\x1b[?1049l")[2]
    assert f"{all_games()['watten'].title.english} (" in ledger
    assert "1 deal" in ledger


@pytest.mark.slow
def test_a_card_that_lies_while_aiming_can_be_left_there(tmp_path: Path) -> None:
    with PseudoTerminal(settings(tmp_path, 'game = "watten"'), ENVIRONMENT, 80, 24) as terminal:
        settle(terminal)
        assert terminal.shows("SPACE: lay a card under the camera"), terminal.screen
        terminal.press(" ")
        assert terminal.wait_for(lambda: terminal.shows("or go on with GREEN"), PATIENCE_S), terminal.screen
        terminal.press("q")
        assert terminal.wait_for_end(PATIENCE_S) == 0


@pytest.mark.slow
def test_keys_unplug_the_display_and_quit(tmp_path: Path) -> None:
    with PseudoTerminal(settings(tmp_path, 'game = "watten"'), ENVIRONMENT, 100, 30) as terminal:
        settle(terminal)
        assert not is_dark(terminal)
        terminal.press("x")
        assert terminal.wait_for(lambda: terminal.shows("The display is unplugged"), PATIENCE_S)
        assert terminal.wait_for(lambda: is_dark(terminal), PATIENCE_S)
        terminal.press("x")
        assert terminal.wait_for(lambda: not is_dark(terminal), PATIENCE_S), "it is plugged in again"
        terminal.press("q")
        assert terminal.wait_for_end(PATIENCE_S) == 0
    assert "\x1b[?1049l" in terminal.output, "the terminal is as it was before"
    assert not list(tmp_path.glob("*.sqlite")), "journal and decks are forgotten"


@pytest.mark.slow
def test_its_page_is_at_the_address_that_is_shown_and_its_state_where_it_is_asked_for(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    command = [*settings(tmp_path, 'game = "watten"'), "--page", "--state", str(folder)]
    with PseudoTerminal(command, ENVIRONMENT, 80, 24) as terminal:
        settle(terminal)
        shown = re.search(r"http://\S+", "\n".join(terminal.screen))
        assert shown, terminal.screen
        with urllib.request.urlopen(shown[0], timeout=PATIENCE_S) as answer:
            assert "Kiebitz" in answer.read().decode()
        terminal.press("q")
        assert terminal.wait_for_end(PATIENCE_S) == 0
    assert (folder / "journal.sqlite").is_file()
    assert (folder / "packs/in-use").read_text() == "house-german\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "locale", "begins", "ends"),
    [
        pytest.param("bar", "en_US.UTF-8", "koa Terminal", "Koane Partie aufgezeichnet", id="the settings"),
        pytest.param("", "de_DE.UTF-8", "kein Terminal", "Keine Partie aufgezeichnet", id="the environment"),
        pytest.param(
            "", "en_US.UTF-8", "no terminal", "No game is recorded", id="not that of a display not yet set up"
        ),
        pytest.param("", "fr_FR.UTF-8", "no terminal", "No game is recorded", id="else English"),
    ],
)
def test_the_language_of_the_messages(language: str, locale: str, begins: str, ends: str, tmp_path: Path) -> None:
    path = tmp_path / "kiebitz.toml"
    path.write_text(f'language = "{language}"\n' if language else "", encoding="utf-8")
    command = [sys.executable, "-m", "cli", "run", "--simulated", "--config", str(path)]
    environment = {**os.environ, "LC_ALL": locale}
    done = subprocess.run(
        command, input="q", capture_output=True, text=True, timeout=PATIENCE_S, check=True, env=environment
    )
    assert begins in done.stderr
    assert done.stdout.strip() == ends


@pytest.mark.slow
def test_without_a_terminal_it_says_what_it_does_once(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cli", *settings(tmp_path, 'game = "watten"')]
    done = subprocess.run(command, input="xx q", capture_output=True, text=True, timeout=PATIENCE_S, check=True)
    assert done.stderr.count("no terminal") == 1
    assert "kiebitz demo" in done.stderr
    assert "\x1b" not in done.stdout + done.stderr
