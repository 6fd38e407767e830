"""A short form of `python -m benchmarks.tricks`."""

from __future__ import annotations

from itertools import islice

from benchmarks import tricks
from engine.events import CardLaid, TrickGathered
from engine.table import Table


def test_what_is_laid_before_the_camera_is_laid_by_the_rules() -> None:
    for dealer, events in islice(tricks.fair_deals(), 3):
        table = Table.from_journal(events)
        assert events[0].dealer == dealer  # type: ignore[union-attr]
        assert (sum(isinstance(one, CardLaid) for one in events), table.findings) == (20, ())
        assert sum(isinstance(one, TrickGathered) for one in events) == 5
