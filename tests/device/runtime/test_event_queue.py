"""Presses and what else happens, in one queue."""

from __future__ import annotations

from device.diagnostics.registry import CheckRun
from device.hardware.presses import Press
from device.runtime.event_queue import MAX_QUEUED_PRESSES, EventQueue


def test_presses_wait_for_their_turn_however_much_else_waits() -> None:
    queue = EventQueue()
    reports = [CheckRun(()) for _ in range(3 * MAX_QUEUED_PRESSES)]
    for report in reports:
        queue.put(report)
    queue.press(Press("play"))
    taken = [queue.next(0) for _ in range(queue.waiting)]
    assert taken == [*reports, Press("play")]
    assert queue.next(0) is None


def test_a_broken_button_fills_no_memory_and_is_taken_again_later() -> None:
    queue = EventQueue()
    for _ in range(2):
        for _ in range(3 * MAX_QUEUED_PRESSES):
            queue.press(Press("fold"))
        assert queue.waiting == MAX_QUEUED_PRESSES
        assert [queue.next(0) for _ in range(MAX_QUEUED_PRESSES)] == [Press("fold")] * MAX_QUEUED_PRESSES


def test_forgotten_presses_make_room_and_reports_stay() -> None:
    queue = EventQueue()
    report = CheckRun(())
    queue.put(report)
    for _ in range(MAX_QUEUED_PRESSES):
        queue.press(Press("up"))
    queue.forget_presses()
    assert queue.waiting == 1
    queue.press(Press("play"))
    assert [queue.next(0), queue.next(0)] == [report, Press("play")]
