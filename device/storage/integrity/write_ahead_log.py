"""Checks a write-ahead log of SQLite for damage, before SQLite opens it.

SQLite reads the log up to the first frame whose checksum is wrong, and drops the rest without a word, whether that is
the end of the log or its middle. The file format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

from __future__ import annotations

import struct
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_BIG_ENDIAN, _LITTLE_ENDIAN = 0x377F0683, 0x377F0682
"""The magic numbers: in which order the checksums take the bytes of a word."""
_HEADER, _FRAME_HEADER = 32, 24
"""Bytes."""
_PAGE_SIZES = {1 << power for power in range(9, 17)}
_WORD = (1 << 32) - 1


class LogState(NamedTuple):
    is_torn: bool
    """Whether frames were written that SQLite will not read."""
    lost_commits: int
    """Transactions with such frames; it is unknown whether the commit of the last one was acknowledged."""


INTACT = LogState(is_torn=False, lost_commits=0)


class _Frame(NamedTuple):
    page: int
    is_commit: bool
    is_current: bool
    """Whether its salts are those of the header: other frames are left over from before the log was begun again."""
    content: bytes
    """The bytes that its checksum covers."""
    checksum: tuple[int, int]


def log_state(log: Path) -> LogState:
    """Returns the state of the log in this file; a missing or empty log is sound.

    :raises OSError: if it cannot be read.
    """
    try:
        content = log.read_bytes()
    except FileNotFoundError:
        return INTACT
    if len(content) < _HEADER + _FRAME_HEADER:
        return INTACT  # no frame was written yet
    magic, _, page_size = struct.unpack(">3I", content[:12])
    order = {_BIG_ENDIAN: ">", _LITTLE_ENDIAN: "<"}.get(magic, "")
    header = struct.unpack(">2I", content[24:_HEADER])
    if not order or page_size not in _PAGE_SIZES or _checksum(content[:24], order, (0, 0)) != header:
        return LogState(is_torn=True, lost_commits=1)
    return _state_of(list(_frames(content, page_size)), order, header)


def apply_all_frames(content: bytes, log: bytes) -> bytes:
    """Returns a database file with the last written version of every page in its log, without checking checksums.

    Anything read from it must be verified by a checksum of its own.
    """
    if len(log) < _HEADER + _FRAME_HEADER:
        return content
    size = int.from_bytes(log[8:12], "big")
    if size not in _PAGE_SIZES:
        size = 4096
    pages = bytearray(content)
    for frame in _frames(log, size):
        place = (frame.page - 1) * size
        if frame.is_current and 0 <= place <= len(content) + len(log):
            pages.extend(bytes(max(0, place + size - len(pages))))
            pages[place : place + size] = frame.content[8:]
    return bytes(pages)


def _state_of(frames: list[_Frame], order: str, checksum: tuple[int, int]) -> LogState:
    for place, frame in enumerate(frames):
        checksum = _checksum(frame.content, order, checksum)
        if not frame.is_current or frame.checksum != checksum:
            rest = [later for later in frames[place:] if later.is_current]
            return LogState(bool(rest), sum(1 for later in rest if later.is_commit))
    return INTACT


def _frames(content: bytes, page_size: int) -> Iterator[_Frame]:
    """Yields the frames of the log; missing bytes of the last one are zeros."""
    salts = content[16:24]
    for first, end in pairwise(range(_HEADER, len(content) + _FRAME_HEADER + page_size, _FRAME_HEADER + page_size)):
        frame = content[first:end].ljust(_FRAME_HEADER + page_size, b"\0")
        page, size_after_commit, _, _, *checksum = struct.unpack(">6I", frame[:_FRAME_HEADER])
        yield _Frame(
            page=page,
            is_commit=size_after_commit != 0,
            is_current=frame[8:16] == salts,
            content=frame[:8] + frame[_FRAME_HEADER:],
            checksum=(checksum[0], checksum[1]),
        )


def _checksum(content: bytes, order: str, start: tuple[int, int]) -> tuple[int, int]:
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    first, second = start
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & _WORD
        second = (second + other + first) & _WORD
    return first, second
