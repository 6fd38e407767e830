"""A signal ends a program in order, wherever it comes."""

import signal
import subprocess
import sys

import pytest

PROGRAM = """
import signal, sys, time, weakref
from common.signals import signals_as_interrupt

class Thing: pass

number = signal.Signals(int(sys.argv[1]))
with signals_as_interrupt():
    try:
        {sends}
        time.sleep(20)
    except KeyboardInterrupt:
        print("ended in order")
"""
IN_CALLBACK = """thing = Thing()
        reference = weakref.ref(thing, lambda _: signal.raise_signal(number))
        del thing"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("sends", ["signal.raise_signal(number)", IN_CALLBACK], ids=["at once", "where it is dropped"])
def test_a_signal_ends_the_program_in_order(number: signal.Signals, sends: str) -> None:
    command = [sys.executable, "-c", PROGRAM.format(sends=sends), str(number.value)]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert (ended.stdout, ended.stderr) == ("ended in order\n", "")
