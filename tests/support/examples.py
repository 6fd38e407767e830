"""How many examples property tests try, and how many random deals: a third by default, all of them with `--slow`."""

from __future__ import annotations

from hypothesis import settings

USUAL = 100
"""Examples that Hypothesis tries of a test that sets no number."""
FEWEST = 8


def examples(number: int) -> int:
    """Returns the share of *number* that the profile in use has of the usual number; never more than *number*."""
    return min(number, max(FEWEST, number * settings.default.max_examples // USUAL))
