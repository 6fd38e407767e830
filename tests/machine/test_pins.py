"""Our buttons on a real kernel: exactly the presses that a person makes arrive, however the contacts bounce."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machine.machine import BUILT, HERE, NOT_BUILT, Machine, booting

FOLD, PLAY, UP, DOWN, TAKEN = 5, 6, 7, 4, 2
LIGHT = (0, 1, 3)
PRESSED, RELEASED = 0, 1
START, TURN = 240, 60
"""Seconds that the start may take, and an answer, on a machine that emulates another one and has much else to do."""

pytestmark = [pytest.mark.download, pytest.mark.slow, pytest.mark.skipif(not BUILT, reason=NOT_BUILT)]


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    with booting(HERE / "pins.py", tmp_path) as started:
        for pin in (FOLD, PLAY, UP, TAKEN):
            started.drive(pin, RELEASED)
        started.drive(DOWN, PRESSED)
        yield started


def finger(machine: Machine, pin: int, held: float, chance: random.Random) -> None:
    """Presses and lets go, with some bounces of a millisecond or so at either end."""
    for level in (PRESSED, RELEASED):
        for _ in range(chance.randrange(1, 5)):
            for bounce in (level, 1 - level):
                machine.drive(pin, bounce)
                time.sleep(chance.uniform(0.0005, 0.002))
        machine.drive(pin, level)
        time.sleep(held if level == PRESSED else 0.3)


def flickers(machine: Machine, pins: tuple[int, ...]) -> bool:
    """Whether each of the pins is seen at either level: so a light is dimmed."""
    missing = {(pin, level) for pin in pins for level in (0, 1)}
    end = time.monotonic() + TURN
    while missing and time.monotonic() < end:
        missing -= {(pin, machine.level(pin)) for pin in pins}
    return not missing


def presses(reported: list[str]) -> list[str]:
    return [line.removeprefix("press: ") for line in reported if line.startswith("press: ")]


def test_a_person_at_the_buttons(machine: Machine) -> None:
    answer = machine.wait_for("ready", START)
    assert any("cannot use the button fold of seat 3 on GPIO 2 (pin 3)" in line for line in answer)
    assert "stuck: down" in machine.wait_for("stuck", TURN)[-1], "held from the start"

    assert flickers(machine, LIGHT), "the light is on, and dimmed"

    with machine.in_real_time():
        the_evening(machine, random.Random(5))


def the_evening(machine: Machine, chance: random.Random) -> None:
    for pin, held in ((FOLD, 0.15), (FOLD, 0.1), (PLAY, 0.2), (FOLD, 0.08), (PLAY, 0.5)):
        finger(machine, pin, held, chance)
    machine.drive(DOWN, RELEASED)
    answer = machine.wait_for("stuck: none", TURN)
    assert presses(answer) == ["fold", "fold", "play", "fold", "play"]

    finger(machine, DOWN, 0.15, chance)
    machine.drive(PLAY, PRESSED)
    answer = machine.wait_for("stuck: play", TURN)
    assert presses(answer) == ["down", "play"]
    machine.drive(PLAY, RELEASED)
    finger(machine, UP, 0.15, chance)
    answer = machine.wait_for("found: ", TURN)
    assert presses(answer) == ["up"]
    assert answer[-1] == "found: all", "the pin that another program had is free"

    finger(machine, TAKEN, 0.15, chance)
    finger(machine, UP, 0.15, chance)
    answer = machine.wait_for("ready again", TURN)
    assert presses(answer) == ["fold", "up"]
    assert "fault: none" in answer, "the pin that was taken is free, and so are ours"

    finger(machine, TAKEN, 0.15, chance)
    finger(machine, UP, 0.15, chance)
    answer = machine.wait_for("program ended", TURN)
    assert presses(answer) == ["fold", "up"]
