"""Halls that are served really."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.running_hall import RunningHall, running_hall

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[RunningHall]:
    """A hall without a tournament yet."""
    with running_hall(tmp_path) as running:
        yield running
