"""Names an evening by its date."""

from __future__ import annotations

from datetime import datetime, timedelta

EVENING_ENDS_AFTER_MIDNIGHT = timedelta(hours=6)
"""Games before this time of day belong to the evening before."""


def evening_of(moment: datetime) -> str:
    """Returns the name of the evening of *moment*: its date."""
    return (moment - EVENING_ENDS_AFTER_MIDNIGHT).date().isoformat()
