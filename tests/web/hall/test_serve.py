"""`kiebitz hall` as it is started: with simulated tables, without mosquitto, at a taken port, and to look back."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from hall.broker.folder import LOOPBACK
from hall.broker.process import BrokerProcess, free_port, is_listening
from hall.formats.load import preset_names
from hall.service.folders import DATABASE
from hall.simulation.load import resident_mib
from hall.storage.events import TournamentRecord
from hall.storage.hall_file import HallFile
from tests.support.broker import needs_mosquitto
from tests.support.hall_tournaments import Played
from tests.support.running_hall import Organiser

PATIENCE_S = 120.0
MAX_MIB = 80.0


class StartedHall(NamedTuple):
    process: subprocess.Popen[str]
    port: int
    broker_port: int
    code: str
    said: str

    def organiser(self) -> Organiser:
        organiser = Organiser(self.port)
        assert organiser.join(self.code).status == 200
        organiser.get("/language/en")
        return organiser

    def stop(self, number: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """Presses Ctrl+C, or sends another signal; returns the exit status and what was said on standard error."""
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=30)
        return self.process.returncode, errors


@contextmanager
def started_hall(home: Path, *arguments: str, path: str | None = None) -> Iterator[StartedHall]:
    """Starts `kiebitz hall`; *path* is where programs are found."""
    port, broker_port = free_port(), free_port()
    environment = os.environ | {"XDG_STATE_HOME": str(home), "LC_ALL": "C.UTF-8"} | ({"PATH": path} if path else {})
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "hall", "--port", str(port), "--broker-port", str(broker_port), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        assert process.stdout is not None
        said = ""
        while "Ctrl+C" not in said:
            line = process.stdout.readline()
            assert line, process.communicate()[1]
            said += line
        found = re.search(r"code: (\w{3}) (\w{3})", said)
        assert found is not None
        wait_until(lambda: is_listening(port))
        yield StartedHall(process, port, broker_port, found[1] + found[2], said)
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def wait_until(condition: object) -> None:
    assert callable(condition)
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "it does not come true"
        time.sleep(0.05)


@pytest.mark.slow
@needs_mosquitto
def test_simulated_tables_play_a_tournament_by_themselves(tmp_path: Path) -> None:
    with started_hall(tmp_path, "--simulate", "--tables", "3", "--pace", "0.001") as hall:
        organiser = hall.organiser()
        wait_until(lambda: "3 connected" in organiser.get("/devices").text)
        wait_until(lambda: "Round 2" in organiser.get("/pairings").text)
        assert organiser.get("/export/results.json").json[0]["status"] == "agreed"
        status, errors = hall.stop()
        assert (status, errors) == (0, "")
        assert not is_listening(hall.broker_port)


@pytest.mark.slow
@needs_mosquitto
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_closed_terminal_leaves_no_broker(tmp_path: Path, number: signal.Signals) -> None:
    """It would keep the port, and the next start would find it taken."""
    with started_hall(tmp_path, "--simulate", "--tables", "2") as hall:
        wait_until(lambda: is_listening(hall.broker_port))
        assert hall.stop(number)[0] == 0
        assert not is_listening(hall.broker_port)


@pytest.mark.slow
@needs_mosquitto
def test_memory_with_64_tables_and_30_phones(tmp_path: Path) -> None:
    with started_hall(tmp_path, "--simulate", "--tables", "64", "--pace", "0.2") as hall:
        organiser = hall.organiser()
        wait_until(lambda: "64 connected" in organiser.get("/devices").text)
        wait_until(lambda: "in play" in organiser.get("/pairings").text)
        views = [f"me&number={number}" for number in range(1, 25)] + ["ranking", "pairings", "board"] * 2
        with ExitStack() as phones:
            streams = [phones.enter_context(organiser.follow(view)) for view in views]
            for stream in streams:
                stream.next()
            for _ in range(10):  # changes that the board shows
                streams[-1].next()
            assert resident_mib(hall.process.pid) <= MAX_MIB
        assert hall.stop()[0] == 0


@pytest.mark.slow
def test_without_mosquitto_results_are_typed_in_and_are_there_at_the_next_start(tmp_path: Path) -> None:
    with started_hall(tmp_path, "--host", "127.0.0.1", path=str(tmp_path / "empty")) as hall:
        organiser = hall.organiser()
        organiser.create()
        organiser.register(4)
        assert "This hall plays without devices" in organiser.get("/devices").text
        wait_until(lambda: "got no program" in organiser.get("/devices").text)
        status, errors = hall.stop()
        assert status == 0
        assert "results are typed in: got no program" in errors
    with started_hall(tmp_path, "--host", "127.0.0.1", path=str(tmp_path / "empty")) as again:
        assert "Preiswatten Griesstätt" in again.said
        assert "Huber" in again.organiser().get("/desk").text
    with started_hall(tmp_path, "--new", "--host", "127.0.0.1", path=str(tmp_path / "empty")) as new:
        assert "no tournament yet" in new.said
        organiser = new.organiser()
        organiser.create()
        assert '<option value="Huber">' in organiser.get("/desk").text, "names of the earlier one are suggested"


@pytest.mark.slow
def test_a_file_is_looked_at_and_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / DATABASE
    with HallFile(file) as opened:
        TournamentRecord(opened).store(Played("watten-3x3-13").register(3).events)
    before = file.read_bytes()
    with started_hall(tmp_path / "state", "--replay", str(file)) as hall:
        assert "nothing is changed" in hall.said
        organiser = hall.organiser()
        assert organiser.get("/desk").text.count("data-text") == 3
        assert organiser.command("draw").status == 409
    assert file.read_bytes() == before


@pytest.mark.slow
def test_a_format_of_ones_own_is_offered_first(tmp_path: Path) -> None:
    own = tmp_path / "adler.toml"
    own.write_text(
        'title = { german = "Watten beim Adler", english = "Watten at the Adler" }\n'
        'entrants = "pair"\ngame = "watten"\n[points]\ngame_won = 1\n'
    )
    with started_hall(tmp_path, "--format", str(own), "--host", "127.0.0.1", path=str(tmp_path / "empty")) as hall:
        organiser = hall.organiser()
        text = organiser.get("/new").text
        assert text.index("Watten at the Adler") < text.index("Watten, ")
        assert text.count('class="preset"') == len(preset_names()) + 1
        organiser.create("adler")
        assert "Watten at the Adler" in organiser.get("/rules").text


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--replay", "missing.sqlite"], "got no file missing.sqlite"),
        (["--replay", "a.sqlite", "--new"], "got --replay with --simulate, --new or --folder"),
        (["--simulate", "--folder", "x"], "nothing of it is kept"),
        (["--simulate", "--new"], "got --simulate with --new or --folder"),
        (["--new", "--folder", "x"], "got --new and --folder"),
        (["--host", "pub"], "got host 'pub'"),
        (["--pace", "1"], "expected --simulate"),
        (["--format", "missing.toml"], "missing.toml"),
        (["--folder", "/proc/nowhere"], "got folder /proc/nowhere"),
    ],
)
def test_what_cannot_be_is_refused(
    arguments: list[str],
    expected: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from cli.main import main

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with pytest.raises(SystemExit) as ended:
        sys.exit(main(["hall", "--port", str(free_port()), *arguments]))
    assert ended.value.code == 2
    assert expected in capsys.readouterr().err


def test_a_port_that_is_taken_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from cli.main import main

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["hall", "--folder", str(tmp_path), "--host", "127.0.0.1", "--port", str(port)]) == 2
    assert f"got port {port} at 127.0.0.1: Address already in use" in capsys.readouterr().err


@pytest.mark.slow
@needs_mosquitto
def test_a_broker_that_runs_already_is_used(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    with started_hall(tmp_path, "--broker", LOOPBACK, "--folder", str(folder)) as hall:
        hall.organiser().create()
        configuration = folder / "broker" / "mosquitto.conf"
        wait_until(configuration.exists)
        assert hall.process.stderr is not None
        errors = hall.process.stderr.readline()  # before the broker starts: the hall looks for it once
        assert f"got no broker at {LOOPBACK}:{hall.broker_port}" in errors
        with BrokerProcess(configuration, hall.broker_port) as broker:
            log = configuration.with_suffix(".log")
            wait_until(lambda: " as hall " in log.read_text())
            status, _ = hall.stop()
            assert broker.pid is not None, "it is left alone"
    assert status == 0
