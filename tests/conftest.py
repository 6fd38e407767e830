"""What all tests share: Ctrl-C reaches the programs that they start; Hypothesis sets no deadline on busy machines."""

from __future__ import annotations

import signal

from hypothesis import settings

settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # What a shell starts in the background ignores Ctrl-C and hands that down: tests that press it would wait for ever.
    signal.signal(signal.SIGINT, signal.default_int_handler)
