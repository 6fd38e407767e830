"""Detects another client with the same client id: a broker then ends the older connection without giving a reason.

Two such clients would disconnect each other for ever. The client that was connected first gives way sooner, because the
later one is the device with which somebody has just joined.
"""

SHORT_S = 10.0
"""The longest duration in seconds of a connection that counts as ended by a rival."""
LOSSES_OF_FIRST, LOSSES_OF_LATER = 2, 4
"""Short connections in a row after which a client gives way: one that had a long connection before, and any other."""
PAUSE_S = 60.0
"""Seconds for which it gives way."""


class Rivalry:
    def __init__(self) -> None:
        self._short = 0
        self._was_first = False

    def fails_to_connect(self) -> None:
        """The broker is away or says another reason, so the last connection was not ended by a rival."""
        self._short = 0

    def ends(self, seconds: float) -> bool:
        """Counts a connection that has ended after so many seconds; returns whether to give way."""
        if seconds >= SHORT_S:
            self._short, self._was_first = 0, True
            return False
        self._short += 1
        if self._short < (LOSSES_OF_FIRST if self._was_first else LOSSES_OF_LATER):
            return False
        self._short = 0
        return True
