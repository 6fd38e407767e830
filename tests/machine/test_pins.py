"""Our buttons on a real kernel: exactly the presses that a person makes arrive, however the contacts bounce."""

from __future__ import annotations

import os
import random
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import pytest

from tests.machine.machine import BUILT, HERE, NOT_BUILT, Machine

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FOLD, PLAY, UP, DOWN, TAKEN = 5, 6, 7, 4, 2
LIGHT = (0, 1, 3)
PRESSED, RELEASED = 0, 1
START, TURN = 240, 60
"""Seconds that the start may take, and an answer, on a machine that emulates another one and has much else to do."""

pytestmark = [pytest.mark.download, pytest.mark.slow, pytest.mark.skipif(not BUILT, reason=NOT_BUILT)]


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    with in_time(), Machine(HERE / "pins.py", tmp_path) as started:
        for pin in (FOLD, PLAY, UP, TAKEN):
            started.drive(pin, RELEASED)
        started.drive(DOWN, PRESSED)
        yield started


@contextmanager
def in_time() -> Iterator[None]:
    """Has our fingers wait for no other work."""
    before = os.getpriority(os.PRIO_PROCESS, 0)
    with suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, -10)
    yield
    os.setpriority(os.PRIO_PROCESS, 0, before)


def finger(machine: Machine, pin: int, held: float, chance: random.Random) -> None:
    """Presses and lets go, with some bounces of a millisecond or so at either end."""
    for level in (PRESSED, RELEASED):
        for _ in range(chance.randrange(1, 5)):
            for bounce in (level, 1 - level):
                machine.drive(pin, bounce)
                time.sleep(chance.uniform(0.0005, 0.002))
        machine.drive(pin, level)
        time.sleep(held if level == PRESSED else 0.3)


def test_a_person_at_the_buttons(machine: Machine) -> None:
    chance = random.Random(5)
    told = machine.wait_for("ready", START)
    assert any("cannot use the button fold of seat 3 on GPIO 2 (pin 3)" in line for line in told)
    assert "stuck: down" in machine.wait_for("stuck", TURN)[-1], "held from the start"

    levels = [machine.level(pin) for pin in LIGHT for _ in range(40)]
    assert {*levels} == {0, 1}, "the light is on, and dimmed"

    for pin, held in ((FOLD, 0.15), (FOLD, 0.1), (PLAY, 0.2), (FOLD, 0.08), (PLAY, 0.5)):
        finger(machine, pin, held, chance)
    machine.drive(DOWN, RELEASED)
    told = machine.wait_for("stuck: none", TURN)
    assert [line for line in told if line.startswith("press")] == [
        f"press: {name}" for name in ("fold", "fold", "play", "fold", "play")
    ]

    finger(machine, DOWN, 0.15, chance)
    machine.drive(PLAY, PRESSED)
    told = machine.wait_for("stuck: play", TURN)
    assert [line for line in told if line.startswith("press")] == ["press: down", "press: play"]
    machine.drive(PLAY, RELEASED)
    finger(machine, UP, 0.15, chance)
    told = machine.wait_for("ready again", TURN)
    assert [line for line in told if line.startswith("press")] == ["press: up"]
    assert "fault: none" in told, "the pin that was taken is free, and so are ours"

    finger(machine, TAKEN, 0.15, chance)
    finger(machine, UP, 0.15, chance)
    told = machine.wait_for("program ended", TURN)
    assert [line for line in told if line.startswith("press")] == ["press: fold", "press: up"]
