"""Every switch changes an outcome in a test: where the game asks for it in vain, some test of the engine fails."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.games import all_games
from tests.support.dead_switch import DEAD
from tests.support.skips import child_environment

ROOT = Path(__file__).parents[3]
ABOUT_SWITCHES = ("rules", "notation")
"""Folders of the tests about what switches are and how they are said; here outcomes count."""
SAID_ONLY = {
    ("bohemian-watten", "first_dealer"): "who deals first is chosen at the table",
    ("watten", "zusammenschauen"): "partners may look at each other's cards; nobody sees it",
    ("watten", "house_variant"): "its rules are documented nowhere",
}
"""Switches that change no outcome, and why; they are said at the table."""
SWITCHES = [(name, switch.name) for name, kind in all_games().items() for switch in kind.book.switches]

pytestmark = pytest.mark.slow


def files_about_outcomes() -> list[Path]:
    """Returns their files, golden cases first."""
    engine = ROOT / "tests" / "engine"
    files = [path for path in engine.rglob("test_*.py") if path.relative_to(engine).parts[0] not in ABOUT_SWITCHES]
    return sorted(files, key=lambda path: ("golden_cases" not in path.parts, path))


def test_a_switch_that_changes_nothing_is_noticed(tmp_path: Path) -> None:
    dead = tmp_path / "dead.json"
    dead.write_text(json.dumps([(*switch, switch in SAID_ONLY) for switch in SWITCHES]))
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-pno:cacheprovider", "-pno:anyio", "--no-header"]
    done = subprocess.run(
        [*command, "-p", "tests.support.dead_switch", *map(str, files_about_outcomes())],
        env=child_environment() | {"PYTHONPATH": str(ROOT), DEAD: str(dead)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    noticed = {(game, switch): code for game, switch, code in json.loads(dead.read_text())}
    assert noticed == {switch: 0 if switch in SAID_ONLY else 1 for switch in SWITCHES}, done.stdout[-2000:]


def test_switches_that_are_only_said_exist() -> None:
    assert set(SAID_ONLY) <= set(SWITCHES)
