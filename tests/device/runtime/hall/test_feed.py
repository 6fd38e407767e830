"""The whole appliance and a link: a pairing comes by the socket, is played by presses, and its result goes back."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from gpiozero.pins.mock import MockFactory

from common.files.paths import choices_file, journal_file, link_file, link_socket
from device.hardware.presses import Button, Press
from device.runtime.appliance import Appliance
from device.settings.preferences import Choices
from device.settings.tournament import Pairing
from device.storage.recorded_events import read_journal
from engine.events import GameStarted
from tests.support.appliance import PARTLESS, SETTLED, run_beside
from tests.support.fake_link import FakeLink
from tests.support.pseudo_terminal import PseudoTerminal
from tests.support.tournament_table import CUP, LINK, PAIRING, action_of

MATCH = msgspec.structs.replace(PAIRING, games=1)
DEAL: tuple[Button, ...] = ("play", "up", "up", "up", "play", "play")
"""Enters three tricks for the first side."""


@pytest.fixture
def appliance(pins: MockFactory, made_folders: None) -> Iterator[Appliance]:
    """An appliance without a camera, which counts by hand and has joined a tournament."""
    Choices(choices_file()).choose(aimed=True, watched="by_hand")
    link_file().write_text(LINK)
    with Appliance(SETTLED, PARTLESS) as running:
        yield running


def press(appliance: Appliance, *buttons: Button) -> None:
    """Presses one button after the other, each once the one before is done."""
    for button in buttons:
        appliance.press(Press(button))
        while appliance.queue_length:
            time.sleep(0.005)
        time.sleep(0.02)


def test_a_match_from_the_pairing_to_the_result(appliance: Appliance) -> None:
    def hall() -> None:
        with FakeLink(link_socket()) as link:
            assert link.ask(action_of(MATCH)) == ""
            press(appliance, "play", "play")
            link.wait(lambda: link.stages[-1] == "confirmed")
            for number in range(6):
                press(appliance, *(("play",) if number else ()), *DEAL)
                link.wait(lambda number=number: len(link.events) == 5 + 2 * number)  # type: ignore[misc]
            link.wait(lambda: link.stages[-1] == "finished")
            assert link.state["games"] == [{"points": [12, 0], "gespannt": [0], "gespannt_to_nil": [0]}]
            press(appliance, "play")
            link.wait(lambda: link.state["confirmed"] == [True, False])
            press(appliance, "play")
            link.wait(lambda: link.stages[-1] == "agreed")
            assert link.stages == ["none", "announced", "confirmed", "playing", "finished", "agreed"]
            assert {event["by"] for event in link.events[:4]} == {CUP.mark}
            assert len(link.hello["journal"]) == 8
            assert link.hello.get("first", 0) == 0
            assert link.ask(action_of(Pairing())) == ""
            link.wait(lambda: link.stages[-1] == "none")

    run_beside(appliance, hall)
    assert [type(event) for event in read_journal(journal_file())].count(GameStarted) == 1


@pytest.mark.parametrize(
    ("action", "refused"),
    [
        ({"do": "names", "names": {}}, "malformed"),
        (action_of(msgspec.structs.replace(MATCH, game="whist")), "malformed"),
    ],
)
def test_what_cannot_be_played_is_refused(appliance: Appliance, action: dict[str, Any], refused: str) -> None:
    def hall() -> None:
        with FakeLink(link_socket()) as link:
            assert link.ask(action) == refused

    run_beside(appliance, hall)


def test_the_socket_is_there_only_while_the_table_takes_part(appliance: Appliance) -> None:
    def hall() -> None:
        with FakeLink(link_socket()) as link:
            link.wait(lambda: link.stages == ["none"])
            press(appliance, "fold", "down", "play")  # the tournament is switched off
            while link_socket().exists():
                time.sleep(0.01)

    run_beside(appliance, hall)


def test_a_socket_that_cannot_be_opened_leaves_the_game_alone(appliance: Appliance) -> None:
    appliance._hall.server.close()
    link_socket().mkdir()
    turns = iter(range(20))
    appliance.run(keep_on=lambda: next(turns, None) is not None)
    assert appliance._hall.server.fault.startswith("cannot open the socket of the link")
    assert not appliance.session.fault


@pytest.mark.slow
def test_the_simulated_table_takes_a_pairing(tmp_path: Path) -> None:
    """How a match goes on to its result is the same with and without simulated parts."""
    state, runtime = tmp_path / "state", tmp_path / "runtime"
    for folder in (state, runtime):
        folder.mkdir()
    (state / "link.toml").write_text(LINK)
    settings = tmp_path / "kiebitz.toml"
    settings.write_text('language = "en"\ngame = "watten"\n')
    command = ["run", "--simulated", "--seed", "3", "--config", str(settings), "--state", str(state)]
    environment = {"LANG": "en_US.UTF-8", "TERM": "xterm", "RUNTIME_DIRECTORY": str(runtime)}
    match = msgspec.structs.replace(PAIRING, games=1, unit="deal", rules={})
    socket = runtime / "link.sock"
    with PseudoTerminal(command, environment, 80, 24) as terminal:
        assert terminal.wait_for(lambda: socket.exists() and terminal.shows("SPACE: "), 60), terminal.screen
        with FakeLink(socket) as link:
            answers: list[str] = []
            threading.Thread(target=lambda: answers.append(link.ask(action_of(match))), daemon=True).start()
            terminal.press("p")  # the camera is aimed; until then the referee is busy
            assert terminal.wait_for(lambda: answers == [""] and link.stages[-1] == "announced", 60), link.stages
            assert terminal.wait_for(lambda: terminal.press("p") or link.stages[-1] == "playing", 60), terminal.screen
            assert link.stages == ["none", "announced", "confirmed", "playing"]
        terminal.press("q")
        assert terminal.wait_for_end(60) == 0
