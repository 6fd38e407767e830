"""The plug is pulled during upgrades: a whole machine is killed at random instants, and started with the same disk.

The machine has ext4 on a virtual disk, and memory of its own in which everything is lost that was not flushed. How
often it is cut off: KIEBITZ_UPGRADE_CUTS, 4 by default.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.deploy.board import Board
from tests.machine.disk import BOOT_S, MARKS, ext4_disk, going_on
from tests.machine.machine import HERE, HOUSE, Machine

CUTS = int(os.environ.get("KIEBITZ_UPGRADE_CUTS", "4"))
SIZE = "256M"
UPGRADE_S = 300
LONGEST_S = 12.0
"""How long it may go on upgrading before the plug is pulled: an upgrade took 5 to 10 s on the machine that this was
written on."""

PROGRAM = HERE / "upgrades.py"

pytestmark = MARKS


class Told:
    """What a machine said between its start and its end."""

    def __init__(self, lines: list[str]) -> None:
        self._words = [line.split() for line in lines if line]

    def of(self, word: str) -> list[list[str]]:
        """Returns what followed a word, of each line that begins with it."""
        return [words[1:] for words in self._words if words[0] == word and len(words) > 1]

    def one(self, word: str) -> list[str]:
        (words,) = self.of(word)
        return words


def cut_off(disk: Path, folder: Path, goes_on: Callable[[Machine], list[str]]) -> Told:
    """Starts the machine and kills it when *goes_on* returns."""
    folder.mkdir()
    with going_on(disk, folder) as machine:
        lines = machine.wait_for("begins", BOOT_S)
        lines += goes_on(machine)
    lines += machine.lines(BOOT_S)
    shutil.rmtree(folder)
    return Told(lines)


def for_seconds(seconds: float) -> Callable[[Machine], list[str]]:
    def goes_on(_: Machine) -> list[str]:
        time.sleep(seconds)
        return []

    return goes_on


def with_two_versions(folder: Path) -> Path:
    """Returns a root folder with a version in use and one to go back to, by the same steps on this machine."""
    board = Board(folder)
    board.running()
    fill = f'fill_environment() {{ {sys.executable} {PROGRAM} fill "$1"; }}'
    for version in (1, 2):
        board.output_of(f"{fill}; build {HOUSE} {version}; take_into_use {version}")
    return board.root


def test_a_version_starts_after_a_cut_at_any_instant(tmp_path: Path) -> None:
    chance = random.Random(1)
    disk = ext4_disk(with_two_versions(tmp_path), SIZE, PROGRAM)
    reported = Told(["done 2"])
    for cut in range(CUTS):
        begun = {words[0] for word in ("begins", "goes-back") for words in reported.of(word)[-1:]}
        expected = (
            begun
            | {words[0] for words in reported.of("done")[-1:]}
            | {words[0] for words in reported.of("in-use")[-1:]}
        )
        reported = cut_off(disk, tmp_path / f"cut {cut}", for_seconds(chance.uniform(0.0, LONGEST_S)))
        in_use, state = reported.one("in-use")
        assert state == "whole", f"cut {cut}: version {in_use}, which is in use, {state}"
        assert in_use in expected, f"cut {cut}: got {in_use} in use, expected one of {expected}"
        assert reported.one("unit") == ["whole"]
        back, state = reported.one("back")
        assert state == "whole", f"cut {cut}: version {back}, to go back to, {state}"
        assert back != in_use
        assert not reported.of("the"), "the upgrade failed"
    print(f"{CUTS} power cuts")


def test_without_waiting_for_the_disk_a_version_is_broken(tmp_path: Path) -> None:
    """The test above bites: the same machine loses what was not waited for."""
    contents = tmp_path / "contents"
    contents.mkdir()
    (contents / "careless").touch()
    disk = ext4_disk(contents, SIZE, PROGRAM)
    cut_off(disk, tmp_path / "first", lambda machine: machine.wait_for("rested", UPGRADE_S))
    reported = cut_off(disk, tmp_path / "second", for_seconds(0.0))
    in_use, state = reported.one("in-use")
    assert in_use == "1"
    assert state != "whole"
