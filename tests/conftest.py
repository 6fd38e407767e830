"""What all tests share: Ctrl-C reaches the programs that they start."""

from __future__ import annotations

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # What a shell starts in the background ignores Ctrl-C and hands that down: tests that press it would wait for ever.
    signal.signal(signal.SIGINT, signal.default_int_handler)
