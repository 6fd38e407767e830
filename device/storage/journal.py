"""The journal: every event of every evening, in one file of lines that survives a pulled plug.

An append returns only when the event is on the disk. Events are never changed or removed; an amendment is an event of
its own. Beside the file are a lock for one writer, and a mark with the number of acknowledged events (docs/storage.md).
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple, Self, TypeAlias

from common.files.durable_files import (
    AppendedFile,
    free_name,
    give_to_folder_owner,
    keep_copy,
    keep_under,
    remove_log,
    replace_synced,
    sync,
    write_owned,
)
from common.files.sidecar_files import FileInUse, Mark, MarkWriter, WriterLock, mark_file, read_mark
from device.storage.journal_content import JournalContent, open_content
from device.storage.journal_format import JOURNAL_START, Row, encode_header, encode_journal, encode_line
from device.storage.recorded_events import JournalError, RecordedEvents, error_text, read_events, replace_journal
from engine.amendments import shift_positions
from engine.events import Event

__all__ = ["BrokenJournal", "Journal", "JournalError", "JournalWarning", "keep_aside"]

WarningKind: TypeAlias = Literal["events_missing", "written_again", "evening_damaged", "not_backed_up", "converted"]


class BrokenJournal(JournalError):
    """Raised when a journal cannot be read; a copy of it was kept aside before the error was raised."""


class JournalWarning(NamedTuple):
    """A warning about the journal that people must see, although the journal can be used."""

    kind: WarningKind
    text: str


class Journal:
    """An open journal. Use it as a context manager, or close it.

    It holds all evenings, but only the last is read, so that the first screen comes as soon after years as on the first
    day. Positions are counted from where reading begins; on the disk, from the first event of all.
    """

    def __init__(self, path: Path, whole: bool = False) -> None:
        """Opens the journal, or begins a new one. With *whole* all games are read.

        A journal of an earlier version is replaced when the first event is stored.

        :raises BrokenJournal: if the file is no journal, is damaged, or comes from a newer Kiebitz.
        :raises JournalError: if the folder or the file cannot be used.
        """
        self.path = path
        self.recorded = RecordedEvents(0, [], [], {})
        self._file: AppendedFile | None = None
        self._marks: MarkWriter | None = None
        self._warnings: list[JournalWarning] = []
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = WriterLock(path)
        except FileInUse as error:
            raise JournalError(str(error)) from error
        except OSError as error:
            raise JournalError(error_text(f"open journal {path}", error)) from error
        try:
            self._open(whole)
        except OSError as error:
            self._abandon()
            raise JournalError(error_text(f"use journal {path}", error)) from error
        except Exception as error:  # damage can look like anything
            message = keep_aside(path, error)
            self._abandon()
            raise BrokenJournal(message) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self.recorded.events)

    @property
    def events(self) -> list[Event]:
        """The events of the last game, or of all, each at the position that names it."""
        return list(self.recorded.events)

    @property
    def id(self) -> str:
        """The id of the journal, in hexadecimal digits. A replaced one has another."""
        return f"{self._id:08x}"

    def append(self, event: Event, time: float, mark: str = "") -> int:
        """Stores an event and returns its position; when this returns, the event is on the disk.

        *mark* says who entered it, if that was a phone, or which pairing of a tournament it begins.

        :raises JournalError: if it could not be stored; the journal stands as before and the call may be repeated.
        """
        return self.append_all([(event, time, mark)])

    def append_all(self, events: Sequence[tuple[Event, float, str]]) -> int:
        """Stores events with their times and marks at once, and returns the position of the first.

        :raises JournalError: if they could not be stored; then none is.
        """
        start, position = self.recorded.start, len(self)
        rows = [
            Row.of(start + place, time, shift_positions(event, start), mark)
            for place, (event, time, mark) in enumerate(events, start=position)
        ]
        if not rows:
            return position
        try:
            if self._file is not None and self._file.is_moved:
                self._write_again(self._file)
            if self._file is None:
                with open_content(self.path) as content:
                    self._begin_writing(content)
            assert self._file is not None
            file = self._file
            file.append(encode_line(rows))
        except OSError as error:
            what = "an event" if len(rows) == 1 else f"{len(rows)} events"
            raise JournalError(error_text(f"store {what} in {self.path}", error)) from error
        if self._marks is not None:
            self._marks.note(rows[-1].position + 1, rows[-1].checksum_of_mark)
        for place, (event, time, mark) in enumerate(events, start=position):
            self.recorded.events.append(event)
            self.recorded.times.append(time)
            if mark:
                self.recorded.marks[place] = mark
        return position

    def restart_positions(self) -> None:
        """Counts positions from here on; used when later events do not continue the earlier ones."""
        self.recorded = RecordedEvents(self.recorded.start + len(self), [], [], {})

    def take_warnings(self) -> list[JournalWarning]:
        taken, self._warnings = self._warnings, []
        return taken

    def close(self) -> None:
        """:raises JournalError: if its file was deleted or replaced, and it cannot be written again."""
        try:
            if self._file is not None and self._file.is_moved:
                self._write_again(self._file)
        finally:
            self._abandon()

    def _abandon(self) -> None:
        for part in (self._file, self._marks, self._lock):
            if part is not None:
                part.close()
        self._file = self._marks = None

    def _open(self, whole: bool) -> None:
        with open_content(self.path) as content:
            mark = read_mark(self.path)
            if mark is not None:
                content.drop_unacknowledged(mark.acknowledged)
            missing = content.missing_events(mark, mark_file(self.path))
            if missing:
                copy = keep_copy(self.path)
                text = f"events are missing from journal {self.path}: {missing}; a copy of it is kept as {copy.name}"
                self._warnings.append(JournalWarning("events_missing", text))
            self.recorded = read_events(content, whole)
            # A version that does not get ready leaves the journal to the earlier one.
            if not content.is_earlier or missing or not content.id:
                self._begin_writing(content, is_new=bool(missing))
            else:
                self._id = content.id

    def _begin_writing(self, content: JournalContent, is_new: bool = False) -> None:
        """Opens the file to append to it.

        A journal without an id gets one; another one if it *is_new*: later events take the positions of missing ones.

        :raises OSError: if the journal cannot be written.
        """
        new_id = int.from_bytes(os.urandom(4), "big") >> 1 | 1 << 30 | 1  # no single bit makes it 0
        self._id = new_id if is_new or not content.id else content.id
        if content.is_earlier:
            # The earlier one is kept; a file of the name exists at every moment.
            part, aside = self.path.with_name(f"{self.path.name}.part"), free_name(self.path, "before")
            part.write_bytes(encode_journal(content.rows(), content.id))
            sync(part)
            keep_under(self.path, aside)
            replace_synced(part, self.path)
            give_to_folder_owner(self.path)
            remove_log(self.path)
            self._warn(
                "converted", f"of an earlier version goes on in a new format; the old one is kept as {aside.name}"
            )
        elif content.is_empty:
            write_owned(self.path, encode_journal([]))
        self._file = AppendedFile(self.path, None if content.is_earlier or content.is_empty else content.end)
        count = content.count
        last = content.row(count - 1) if count else None
        # The mark comes first: a journal with an id and without a mark has lost it.
        self._marks = MarkWriter(self.path, Mark(self._id, count, last.checksum_of_mark if last is not None else 0))
        if self._id != content.id:
            self._file.overwrite(len(JOURNAL_START), self.id.encode())
        if content.lacks_line_break:
            self._file.append(b"\n")

    def _write_again(self, file: AppendedFile) -> None:
        """Writes the journal again from the open file, after that was deleted or replaced; it gets another id.

        :raises JournalError: if that is not possible.
        """
        try:
            content = encode_header(0) + file.content.partition(b"\n")[2]
            self.path.parent.mkdir(parents=True, exist_ok=True)
            replace_journal(self.path, content)
            self._abandon()
            self._lock = WriterLock(self.path)
            with open_content(self.path) as written:
                self._begin_writing(written)
        except OSError as error:
            raise JournalError(error_text(f"write journal {self.path} again, which was moved away", error)) from error
        self._warn("written_again", "was moved or deleted while Kiebitz ran: it was written again, and nothing is lost")

    def _warn(self, kind: WarningKind, text: str) -> None:
        self._warnings.append(JournalWarning(kind, f"journal {self.path} {text}"))


def keep_aside(path: Path, error: Exception) -> str:
    """Copies a journal that cannot be read, and returns the message about it."""
    try:
        aside = keep_copy(path)
    except OSError as failure:
        return f"cannot read journal {path} ({error}) nor copy it ({failure}); it was left as it is: check the disk"
    return f"cannot read journal {path}: {error}; a copy is kept as {aside.name}; move the journal away to begin anew"
