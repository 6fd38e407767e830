"""Signals that end a program in order."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def signals_as_interrupt() -> Iterator[None]:
    """Makes SIGTERM and SIGHUP raise KeyboardInterrupt, so that they end the program like Ctrl-C."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    ends = (signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))  # Windows has no SIGHUP
    before = {number: signal.getsignal(number) for number in ends}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:  # nohup ignores it
            signal.signal(number, interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
