"""Every switch changes an outcome in a test: where the game asks for it in vain, some test of the engine fails."""

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


def files_that_name(switch: str) -> list[Path]:
    """Returns the files with tests of outcomes that name a switch, golden cases first."""
    engine = ROOT / "tests" / "engine"
    files = [path for path in engine.rglob("test_*.py") if path.relative_to(engine).parts[0] not in ABOUT_SWITCHES]
    named = [path for path in files if any(switch in text for text in texts_of(path))]
    return sorted(named, key=lambda path: ("golden_cases" not in path.parts, path))


def texts_of(test_file: Path) -> list[str]:
    """Returns the text of a test file, and that of its cases."""
    cases = test_file.with_suffix(".toml")
    return [path.read_text(encoding="utf-8") for path in (test_file, cases) if path.is_file()]


@pytest.mark.parametrize(("game", "switch"), SWITCHES, ids=[f"{game}-{switch}" for game, switch in SWITCHES])
def test_a_switch_that_changes_nothing_is_noticed(game: str, switch: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-pno:cacheprovider", "-pno:anyio", "--no-header"]
    done = subprocess.run(
        [*command, "-p", "tests.support.dead_switch", *map(str, files_that_name(switch))],
        env=child_environment() | {"PYTHONPATH": str(ROOT), DEAD: f"{game}/{switch}"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == (0 if (game, switch) in SAID_ONLY else 1), done.stdout[-2000:]
    assert ("1 failed" in done.stdout) == ((game, switch) not in SAID_ONLY), done.stdout[-2000:]


def test_switches_that_are_only_said_exist() -> None:
    assert set(SAID_ONLY) <= set(SWITCHES)
