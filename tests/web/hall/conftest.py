"""Halls that are served really."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.running_hall import RunningHall, running_hall


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[RunningHall]:
    """A hall without a tournament yet."""
    with running_hall(tmp_path) as running:
        yield running
