"""The plug is pulled before each command that changes something: a version starts, and there is a way back.

`tests/machine/test_upgrades.py` pulls the plug of a whole machine, which also loses what was not flushed.
"""

import hashlib
import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.deploy.board import DEPLOY, Board

STAND_IN = f"""
fill_environment() {{ # a version that pip would make in minutes
  mkdir -p "$1/bin"
  printf '#!/bin/bash\\nexit 0\\n' >"$1/bin/python"
  cp "$1/bin/python" "$1/bin/kiebitz"
  chmod 755 "$1/bin/python" "$1/bin/kiebitz"
}}
source={DEPLOY.parent}
"""
CHANGES = "sync mv ln rm touch mkdir cp install printf chown chmod systemctl"
"""Commands that change what lies on the disk; the others only read."""
READS_ONLY = f"[[ ' {CHANGES} ' != *\" ${{BASH_COMMAND%% *}} \"* ]]"
CONFIG = "dtparam=audio=on\n"


@dataclass(frozen=True)
class Change:
    """A change of the version in use: those before, newest first, what is done, and the one in use afterwards."""

    before: tuple[str, ...]
    step: str
    after: str
    starts: bool = True
    """Whether the new version gets ready."""


CHANGED = {
    "first installation": Change((), "build $source 1-a; take_into_use 1-a", "1-a"),
    "first upgrade": Change(("1-a",), "build $source 2-b; take_into_use 2-b", "2-b"),
    "second upgrade": Change(("2-b", "1-a"), "build $source 3-c; take_into_use 3-c", "3-c"),
    "back": Change(("2-b", "1-a"), "go_back", "1-a"),
    "first upgrade that does not get ready": Change(
        ("1-a",), "build $source 9-z; take_into_use 9-z", "1-a", starts=False
    ),
    "second that does not": Change(("2-b", "1-a"), "build $source 9-z; take_into_use 9-z", "2-b", starts=False),
}


@pytest.fixture
def boards(tmp_path: Path) -> Callable[[Path | None], Board]:
    """Returns boards, fresh or with a copy of a root."""
    numbers = iter(range(1_000_000))

    def make(root: Path | None = None) -> Board:
        folder = tmp_path / str(next(numbers))
        folder.mkdir()
        board = Board(folder)
        if root is not None:
            shutil.copytree(root, board.root, symlinks=True, dirs_exist_ok=True)
        current = board.root / "opt/kiebitz/current"
        board.tool("systemctl", f'[[ "$1" != @(restart|is-active) || "$(basename "$(readlink {current})")" != 9-z ]]')
        return board

    return make


def states_when_cut(make: Callable[[Path | None], Board], root: Path, step: str) -> Iterator[Board]:
    """Yields a board for each different state in which a pulled plug can leave a step, the last at its end.

    The step runs once; before each command that changes something, what lies on the disk is copied.
    """
    board = make(root)
    cuts = board.root.parent / "cuts"
    cuts.mkdir()
    copy = f'/bin/cp -a {board.root} "{cuts}/$EPOCHREALTIME.$BASHPID"'
    run(board, f"set -T; trap {shlex.quote(f'{READS_ONLY} || {copy}')} DEBUG; {step}")
    reported = set()
    for state in (*sorted(cuts.iterdir()), board.root):
        digest = digest_of(state)
        if digest not in reported:
            reported.add(digest)
            yield make(state)


def run(board: Board, step: str) -> int:
    environment = os.environ | {"KIEBITZ_ROOT": str(board.root), "PATH": f"{board.tools}:{os.environ['PATH']}"}
    command = ["bash", "-c", f". {DEPLOY}/steps.sh; set -euo pipefail; {STAND_IN}\n{step}"]
    quiet = subprocess.DEVNULL
    done = subprocess.run(command, env=environment, stdout=quiet, stderr=quiet, check=False, start_new_session=True)
    return done.returncode


def digest_of(root: Path) -> str:
    parts = []
    for path in sorted(root.rglob("*")):
        content = path.readlink() if path.is_symlink() else path.read_bytes() if path.is_file() else ""
        parts.append(f"{path.relative_to(root)}={content!r}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def root_with(board: Board, versions: tuple[str, ...]) -> Path:
    board.running()
    for name in reversed(versions):
        assert run(board, f"build $source {name}; take_into_use {name}") == 0
    return board.root


def starts(board: Board) -> str | None:
    """Returns the version in use, which systemd can start; None if none was ever taken into use."""
    home = board.root / "opt/kiebitz"
    if not (home / "current").is_symlink():
        return None
    assert (home / "current/whole").exists(), "the version in use is not whole"
    for part in ("bin/kiebitz", "bin/python", "deploy/upgrade", "deploy/steps.sh", "deploy/kiebitz.service"):
        assert (home / "current" / part).exists(), f"the version in use has no {part}"
    unit = board.root / "etc/systemd/system/kiebitz.service"
    if unit.exists():
        assert unit.read_text() == (DEPLOY / "kiebitz.service").read_text()
    return (home / "current").readlink().name


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANGED)
def test_a_version_starts_and_there_is_a_way_back(boards: Callable[[Path | None], Board], name: str) -> None:
    change = CHANGED[name]
    root = root_with(boards(None), change.before)
    count = 0
    for board in states_when_cut(boards, root, change.step):
        count += 1
        in_use = starts(board)
        if change.before:
            assert in_use in {*change.before[:1], change.after, "9-z"}
            assert (board.root / "etc/systemd/system/kiebitz.service").exists()
        if len(change.before) > 1 or (change.before and in_use != change.before[0]):
            assert_leads_back(boards(board.root), in_use)
        assert_once_more_ends_it(boards(board.root), change)
    assert count > 5


def assert_leads_back(board: Board, in_use: str | None) -> None:
    assert run(board, "go_back") == 0, f"no way back from {in_use}"
    assert starts(board) not in (None, in_use)


def assert_once_more_ends_it(board: Board, change: Change) -> None:
    """Going back once more would lead forward again; so would an upgrade that was done."""
    if change.step == "go_back" and starts(board) == change.after:
        return
    assert (run(board, change.step) == 0) == change.starts
    assert starts(board) == change.after
    previous = board.root / "opt/kiebitz/previous"
    others = {"first upgrade": "1-a", "second upgrade": "2-b"}
    expected = next((others[name] for name in others if CHANGED[name] is change), None)
    if expected is not None:
        assert previous.readlink().name == expected
    assert not (board.root / "opt/kiebitz/former").is_symlink()


@pytest.mark.slow
def test_a_version_half_removed_is_built_anew(boards: Callable[[Path | None], Board]) -> None:
    board = boards(None)
    root_with(board, ("2-b", "1-a"))
    for cut in states_when_cut(boards, board.root, "remove_version $versions/1-a"):
        if (cut.root / "opt/kiebitz/versions/1-a/whole").exists():
            continue
        assert run(cut, "build $source 1-a") == 0
        assert (cut.root / "opt/kiebitz/versions/1-a/bin/kiebitz").exists()


FILES = {
    "settings": ("write_settings pi5", "etc/kiebitz/kiebitz.toml"),
    "boot settings": (f"configure_boot {DEPLOY.parent}/firmware_config/pi5.config.txt", "boot/firmware/config.txt"),
    "boot settings as they were": (
        f"configure_boot {DEPLOY.parent}/firmware_config/pi5.config.txt",
        "boot/firmware/config.txt.before-kiebitz",
    ),
    "unit": (f"put_in_place {DEPLOY}/kiebitz.service $unit", "etc/systemd/system/kiebitz.service"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_the_old_one_or_the_new_one(boards: Callable[[Path | None], Board], name: str) -> None:
    step, path = FILES[name]
    fresh = boards(None)
    fresh.file("boot/firmware/config.txt", CONFIG)
    *cut, last = [text_of(board.root / path) for board in states_when_cut(boards, fresh.root, step)]
    assert set(cut) <= {text_of(fresh.root / path), last}
    assert last


def text_of(path: Path) -> str | None:
    return path.read_text() if path.exists() else None


@pytest.mark.slow
def test_a_version_is_on_the_disk_before_its_mark(boards: Callable[[Path | None], Board]) -> None:
    """What counts is the order of the calls: the order on the disk is seen in the machine of tests/machine."""
    board = boards(None)
    real = {name: shutil.which(name) for name in ("sync", "touch", "mv")}
    for name, path in real.items():
        board.tool(name, f'exec {path} "$@"')
    root_with(board, ("1-a",))
    calls = board.calls.read_text().splitlines()
    version = f"{board.root}/opt/kiebitz/versions/1-a"
    order = [
        f"sync -f {version}",
        f"touch {version}/whole",
        f"sync {version}/whole {version} {board.root}/opt/kiebitz/versions",
        f"mv -fT {board.root}/opt/kiebitz/current.new {board.root}/opt/kiebitz/current",
        f"sync {board.root}/opt/kiebitz",
    ]
    places = [calls.index(call) for call in order]
    assert places == sorted(places)
