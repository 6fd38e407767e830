"""Every room's thresholds are varied in place where its modules read them, and the battery sees it."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lab.benchmarks.sensitivity import thresholds
from lab.benchmarks.sensitivity.thresholds import ROOMS, Job, Room, figures_of
from lab.benchmarks.sensitivity.variation import Figures, Variation, variations

if TYPE_CHECKING:
    from collections.abc import Iterator

VISION = Path(thresholds.__file__).parents[3] / "vision"


@dataclass(frozen=True)
class Few:
    max_cards: int = 4


FEW = Few()


class Counted:
    """A battery in which as many cards are right as the threshold says, if that is even."""

    prepared = 0

    def __init__(self, *_: object) -> None:
        Counted.prepared += 1

    def run(self) -> Figures:
        if FEW.max_cards % 2:
            raise ValueError(f"got {FEW.max_cards}, expected an even number\nand more")
        return Figures({"right": FEW.max_cards}, seconds=1.0)


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setitem(ROOMS, "few", Room(FEW, Counted))
    Counted.prepared = 0
    yield "few"
    thresholds._prepare.cache_clear()


def test_the_battery_reads_what_is_varied_and_is_prepared_once(room: str) -> None:
    varied = (None, Variation("max_cards", 0.5, 6), Variation("max_cards", 0.1, 5), None)
    each = [figures_of(Job(Path(), (), (1,), room, one)) for one in varied]
    assert [figures.counts.get("right") for figures in each] == [4, 6, None, 4]
    assert each[2].error == "raises ValueError: got 5, expected an even number"
    assert Counted.prepared == 1


@pytest.mark.parametrize("name", list(ROOMS))
def test_every_threshold_is_said_what_it_decides_and_read_by_some_module(name: str) -> None:
    source = Path(inspect.getfile(type(ROOMS[name].thresholds))).read_text("utf-8")
    modules = [path.read_text("utf-8") for path in VISION.rglob("*.py")]
    for field in fields(ROOMS[name].thresholds):
        assert f"\n    {field.name}: {field.type} = " in source
        following = source.split(f"\n    {field.name}: ")[1].split("\n")[1]
        assert following.startswith('    """'), field.name
        assert any(f"{name.upper()}.{field.name}" in module for module in modules), field.name


@pytest.mark.parametrize("name", list(ROOMS))
def test_every_threshold_can_be_varied(name: str) -> None:
    usual = ROOMS[name].thresholds
    for one in variations(usual, 0.1):
        assert one.value != getattr(usual, one.name), one.name
