"""Divides what is too large for one message into parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable

_Item = TypeVar("_Item", bound=msgspec.Struct)


def in_parts(items: Iterable[_Item], most_bytes: int) -> list[tuple[_Item, ...]]:
    """Returns the items in order in as few parts as possible, each of at most so many bytes of JSON."""
    parts: list[list[_Item]] = []
    room = 0
    for item in items:
        size = len(msgspec.json.encode(item)) + 1
        if size > room:
            parts.append([])
            room = most_bytes
        parts[-1].append(item)
        room -= size
    return [tuple(part) for part in parts]
