"""The table's state in a tournament that is not in its journal: a small file, replaced atomically."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from common.feed.pairing import ConfirmedResult, PairingId
from common.files.atomic_files import move_aside, write_atomically
from common.files.bounded_read import read_bounded
from device.settings.pairing import Pairing, check_pairing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MAX_BYTES = 64 << 10
"""Largest file in bytes; it has some hundred."""


class StoredTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The content of the file."""

    on: bool = True
    """Whether the table takes part in the tournament that it has joined."""
    pairing: Pairing | None = None
    confirmed: tuple[bool, ...] = ()
    """By side: whether it has confirmed the pairing."""
    agreed: tuple[bool, ...] = ()
    """By side: whether it has confirmed the result."""
    agreed_points: tuple[tuple[int, ...], ...] = ()
    """The result that they confirmed."""
    calls_referee: bool = False
    journal: str = ""
    """The id of the journal when the pairing came; the same evening before it is of another tournament of that name."""
    position: int = 0
    """The number of events in it then."""
    last: PairingId | None = None
    """The pairing that was taken away."""
    done: bool = False
    """Whether its result was agreed, or the hall had it."""
    results: tuple[ConfirmedResult, ...] = ()
    """Those of the earlier matches of the tournament: the hall may lack them still."""


class TournamentFile:
    """If the disk cannot be written, changes are only in memory, and the evening goes on."""

    def __init__(self, path: Path, warn: Callable[[str], None]) -> None:
        """*warn* is called with a line about a file that cannot be read or written."""
        self._path, self._warn = path, warn
        self.now = self._read()

    def store(self, changed: StoredTournament) -> None:
        """Returns when the content is on the disk."""
        if changed == self.now:
            return
        self.now = changed
        try:
            write_atomically(self._path, msgspec.json.format(msgspec.json.encode(changed), indent=2) + b"\n")
        except OSError as error:
            self._warn(
                f"cannot keep the pairing of the tournament in {self._path}: {error.strerror or error}; "
                "it holds until Kiebitz is switched off"
            )

    def _read(self) -> StoredTournament:
        try:
            stored = msgspec.json.decode(read_bounded(self._path, MAX_BYTES), type=StoredTournament)
            if stored.pairing is not None:
                check_pairing(stored.pairing)
        except FileNotFoundError:
            return StoredTournament()
        except (OSError, ValueError, RecursionError) as error:
            with suppress(OSError):
                self._warn(
                    f"got {self._path} that cannot be used ({error}); it is kept as {move_aside(self._path).name}"
                )
            return StoredTournament()
        return stored
