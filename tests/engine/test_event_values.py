"""Values of events in the words of an error."""

from __future__ import annotations

import pytest

from engine.event_values import shorten


@pytest.mark.parametrize(
    ("length", "shown"),
    [
        pytest.param(58, "'" + "x" * 58 + "'", id="60 characters with the quotes"),
        pytest.param(59, "'" + "x" * 56 + "...", id="one more"),
    ],
)
def test_a_value_is_shown_in_at_most_60_characters(length: int, shown: str) -> None:
    assert shorten("x" * length) == shown
