"""systemd units that run as root for the appliance: a file with a request starts one, another file has the outcome."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from common.files.atomic_files import write_atomically
from common.files.bounded_read import read_bounded


@dataclass(frozen=True, slots=True)
class RootUnit:
    """`path_unit` watches for `request`, a file in the runtime folder; the unit writes to `result`."""

    path_unit: Path
    request: str
    result: Path
    max_bytes: int
    """The size of the outcome in bytes."""

    @property
    def is_installed(self) -> bool:
        return self.path_unit.exists() and "RUNTIME_DIRECTORY" in os.environ

    def ask(self, text: str) -> None:
        """Hands in a request.

        :raises OSError: if it cannot be written.
        """
        write_atomically(Path(os.environ["RUNTIME_DIRECTORY"].split(":")[0]) / self.request, text.encode())

    def outcome(self) -> str:
        """Returns the outcome of the last request since the board was switched on; empty if there was none."""
        with suppress(OSError, ValueError):
            return read_bounded(self.result, self.max_bytes).decode(errors="replace").strip()
        return ""

    def outcome_version(self) -> tuple[int, int]:
        """Returns a value that differs after each outcome."""
        with suppress(OSError):
            status = self.result.stat()
            return status.st_mtime_ns, status.st_ino
        return 0, 0
