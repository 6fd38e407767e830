"""What works without Linux: commands run while what macOS and Windows lack is missing."""

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support import other_system

GOLDEN = sorted((Path(__file__).parents[1] / "engine/golden").glob("*.txt"))

MIN_RIGHT = 0.75
"""Least share of a deal's cards that are named; about some the table is asked."""
COMMAND = [sys.executable, other_system.__file__]


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


def run(tmp_path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, cwd=tmp_path, check=False)


@pytest.mark.slow
def test_a_question_is_answered_and_records_are_judged(tmp_path: Path) -> None:
    answered = run(tmp_path, "ask", "I hold HK H9 EU, H7 was led, trump leaves")
    assert (answered.returncode, answered.stderr) == (0, "")
    assert "Not EU" in answered.stdout
    judged = run(tmp_path, "judge", str(GOLDEN[0]))
    assert (judged.returncode, judged.stderr) == (0, ""), judged.stderr


@pytest.mark.slow
def test_the_sample_is_read_and_the_appliance_runs_with_a_camera(tmp_path: Path) -> None:
    read = run(tmp_path, "read", "--sample")
    sample, _, cards = read.stdout.rpartition(": ")
    assert cards == "L10, S8, EO, HK [80% visible]\n", read.stderr
    (tmp_path / "frames").mkdir()
    (tmp_path / "frames/0.jpg").write_bytes(Path(sample).read_bytes())
    arguments = ["run", "--camera", "frames", "--game", "watten", "--pack", "house-german"]
    with subprocess.Popen([*COMMAND, *arguments], stdin=subprocess.PIPE, cwd=tmp_path) as appliance:
        while not (tmp_path / "state/journal.sqlite.mark").is_file() and appliance.poll() is None:
            time.sleep(0.1)
        appliance.terminate()
    assert appliance.returncode == 0


@pytest.mark.slow
def test_what_cannot_be_there_is_refused_and_does_not_keep_the_appliance_from_running(tmp_path: Path) -> None:
    for command in (["page"], ["run", "--page"]):
        refused = run(tmp_path, *command)
        assert refused.returncode == 2
        assert "without Unix sockets, expected Linux or macOS" in refused.stderr.splitlines()[-1]
    (tmp_path / "state").mkdir(exist_ok=True)
    (tmp_path / "state/chosen.json").write_text('{"page_key": "00112233445566778899aabbccddeeff"}')
    with subprocess.Popen([*COMMAND, "run"], stderr=subprocess.PIPE, text=True, cwd=tmp_path) as appliance:
        assert appliance.stderr is not None
        said = next(line for line in appliance.stderr if "socket" in line or "Traceback" in line)
        appliance.terminate()
    assert (
        said
        == "kiebitz: cannot open the socket of the page: this system has no Unix sockets; the game goes on without it\n"
    )
    assert appliance.returncode == 0


@pytest.mark.slow
def test_a_deal_is_played_read_and_told(tmp_path: Path) -> None:
    """It ends with 0 only if no card is read wrong or missed, the revoke is proved and the score is right."""
    played = run(tmp_path, "demo", "--headless", "--language", "en", "--game", "gras", "--players", "3")
    assert played.returncode == 0, played.stderr
    assert (tmp_path / "kiebitz-demo.webp").is_file()
    story = played.stdout
    assert story.startswith("A game of Gras.")
    assert story.index("Trick 1: ") < story.index("Score: ") < story.index("Cards read: ")
    counts = re.search(r"Cards read: (\d+) right, (\d+) asked", story)
    assert counts is not None
    right, asked = map(int, counts.groups())
    assert right >= MIN_RIGHT * (right + asked)
