"""The send window over the events of a journal: which are due to be sent, until the hall has acknowledged all."""

WINDOW = 64
"""Events that may wait for an acknowledgement."""
PATIENCE_S = 3.0
"""Seconds without an acknowledgement after which events are sent again."""
FIRST_WAIT_S = 1.0
"""Seconds after connecting in which the retained acknowledgement is waited for."""


class Outbox:
    """Positions are those of the journal. Times are of any clock that only goes forward, in seconds."""

    def __init__(self) -> None:
        self.acknowledged = 0
        """The next event that the hall lacks."""
        self._next = 0
        self._progress = 0.0
        """When the oldest event that waits was sent, or the last acknowledgement came."""
        self._waits_until = 0.0

    def begin(self, first: int, now: float) -> None:
        """Begins a connection, or another journal whose first event is *first*: what is acknowledged is unknown."""
        self.acknowledged = self._next = first
        self._waits_until = now + FIRST_WAIT_S

    def acknowledge(self, next_position: int, now: float) -> None:
        """Takes an acknowledgement.

        If it is lower than before, the hall has lost data, and sending restarts from there.
        """
        self._waits_until = now
        if next_position < self.acknowledged:
            self._next = next_position
        if next_position != self.acknowledged:
            self._progress = now
        self.acknowledged = next_position
        self._next = max(self._next, next_position)

    def take_due(self, count: int, now: float) -> range:
        """Returns the positions to be sent now, and counts them as sent; *count* is the end of the journal."""
        if now < self._waits_until:
            return range(0)
        if self._next > self.acknowledged and now - self._progress >= PATIENCE_S:
            self._next = self.acknowledged
        due = range(self._next, min(count, self.acknowledged + WINDOW))
        if due:
            if due.start == self.acknowledged:  # nothing waited before, or all of it is sent again
                self._progress = now
            self._next = due.stop
        return due
