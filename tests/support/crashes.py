"""Crashes at a given call of what changes files."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

import pytest

Calls: TypeAlias = Sequence[tuple[Any, str]]
"""Owners of functions, and the names of these."""


class Crash(BaseException):
    """An exception that the program does not catch."""


@contextmanager
def crash_at(number: int, calls_of: Calls, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Lets the program end before the call of that number among *calls_of*; yields the calls until then."""
    calls: list[str] = []

    def counted(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*arguments: Any, **named: Any) -> Any:
            if len(calls) == number:
                raise Crash
            calls.append(f"{name} {arguments[0]}")
            return call(*arguments, **named)

        return wrapped

    with monkeypatch.context() as patched:
        for owner, name in calls_of:
            patched.setattr(owner, name, counted(name, getattr(owner, name)))
        yield calls
