from __future__ import annotations

import io

from device.runtime.systemd import HOUR_SECONDS, MAX_LINES_PER_HOUR, Log


def test_repeated_line_is_logged_once_an_hour() -> None:
    stream, now = io.StringIO(), [0.0]
    log = Log(stream, lambda: now[0])
    for _ in range(2 * int(HOUR_SECONDS / 5)):  # two hours, of which every five seconds two things fail in turn
        log.say("no camera")
        log.say("no display")
        now[0] += 5.0
    assert stream.getvalue().splitlines() == ["kiebitz: no camera", "kiebitz: no display"] * 2
    assert log.last == "no display"


def test_lines_per_hour_are_limited() -> None:
    stream, now = io.StringIO(), [0.0]
    log = Log(stream, lambda: now[0])
    for number in range(100_000):
        log.say(f"fault {number}")
        now[0] += 0.144
    assert stream.getvalue().count("\n") <= MAX_LINES_PER_HOUR * 5
