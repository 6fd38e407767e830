"""A journal is read while another Kiebitz writes to it: file and log of one moment are read."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from device.storage.journal import Journal
from device.storage.reading import read_journal
from engine.events import EveningStarted, TrickGathered

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from engine.events import Event

EVENTS: list[Event] = [EveningStarted("Friday"), *[TrickGathered()] * 5]


def test_a_checkpoint_between_the_copies_of_file_and_log_loses_no_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, copied = tmp_path / "journal.sqlite", list[str]()
    copy = shutil.copyfile
    with Journal(path) as journal:
        for event in EVENTS:
            journal.append(event, 0.0)
        os.utime(path, (1, 1))

        def copy_and_checkpoint(source: Path | str, target: Path | str) -> None:
            copy(source, target)
            copied.append(str(source))
            if len(copied) == 1:
                journal._connection.execute("pragma wal_checkpoint(truncate)")

        monkeypatch.setattr(shutil, "copyfile", copy_and_checkpoint)
        assert read_journal(path) == EVENTS
    assert copied[0] == str(path)
