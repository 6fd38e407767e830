"""Signals that end a program in order."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

AGAIN_S = 0.05
"""Seconds after which an interrupt is raised again that came where Python drops exceptions, as in weakref callbacks."""


@contextmanager
def signals_as_interrupt() -> Iterator[None]:
    """Makes SIGTERM and SIGHUP raise KeyboardInterrupt, so that they end the program like Ctrl-C."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    def raise_again(dropped: sys.UnraisableHookArgs) -> None:
        if dropped.exc_type is KeyboardInterrupt and hasattr(signal, "setitimer"):  # Windows has none
            signal.signal(signal.SIGALRM, interrupt)
            signal.setitimer(signal.ITIMER_REAL, AGAIN_S)
        else:
            hook_before(dropped)

    ends = (signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))  # Windows has no SIGHUP
    before = {number: signal.getsignal(number) for number in ends}
    hook_before, sys.unraisablehook = sys.unraisablehook, raise_again
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:  # nohup ignores it
            signal.signal(number, interrupt)
    try:
        yield
    finally:
        sys.unraisablehook = hook_before
        if hasattr(signal, "SIGALRM") and signal.getsignal(signal.SIGALRM) is interrupt:
            signal.setitimer(signal.ITIMER_REAL, 0)  # nobody would catch it any more
        for number, handler in before.items():
            signal.signal(number, handler)
