"""Presses and what else happens, in one queue."""

from functools import partial
from typing import Any

from common.feed.messages import PhoneRequest
from device.feed.client import PhoneItem
from device.hardware.presses import Press
from device.runtime.event_queue import MAX_QUEUED_PRESSES, MAX_QUEUED_REQUESTS, EventQueue


class Client:
    """Notes the answers to its requests."""

    def __init__(self) -> None:
        self.answers: list[Any] = []

    def answer(self, answer: object) -> None:
        self.answers.append(answer)

    def ask(self, number: int) -> PhoneItem:
        client: Any = self
        return PhoneItem(PhoneRequest(str(number), "player", {}), client)


def test_presses_wait_for_their_turn_however_much_else_waits() -> None:
    queue = EventQueue()
    reports = [partial(print) for _ in range(3 * MAX_QUEUED_PRESSES)]
    for report in reports:
        queue.put(report)
    queue.offer(Press("play"))
    taken = [queue.next(0) for _ in range(queue.waiting)]
    assert taken == [*reports, Press("play")]
    assert queue.next(0) is None


def test_a_broken_button_fills_no_memory_and_is_taken_again_later() -> None:
    queue = EventQueue()
    for _ in range(2):
        for _ in range(3 * MAX_QUEUED_PRESSES):
            queue.offer(Press("fold"))
        assert queue.waiting == MAX_QUEUED_PRESSES
        assert [queue.next(0) for _ in range(MAX_QUEUED_PRESSES)] == [Press("fold")] * MAX_QUEUED_PRESSES


def test_forgotten_presses_make_room_and_reports_stay() -> None:
    queue = EventQueue()
    report = partial(print)
    queue.put(report)
    for _ in range(MAX_QUEUED_PRESSES):
        queue.offer(Press("up"))
    queue.forget_presses()
    assert queue.waiting == 1
    queue.offer(Press("play"))
    assert [queue.next(0), queue.next(0)] == [report, Press("play")]


def test_requests_beyond_the_limit_are_refused_and_make_room_when_taken() -> None:
    queue, client = EventQueue(), Client()
    for _ in range(2):
        taken = [queue.offer(client.ask(number)) for number in range(MAX_QUEUED_REQUESTS + 2)]
        assert taken == [True] * MAX_QUEUED_REQUESTS + [False] * 2
        assert [queue.next(0) for _ in range(queue.waiting)] == list(map(client.ask, range(MAX_QUEUED_REQUESTS)))


def test_a_forgotten_request_is_answered_and_makes_room() -> None:
    queue, client = EventQueue(), Client()
    for number in range(MAX_QUEUED_REQUESTS):
        queue.offer(client.ask(number))
    queue.forget_presses()
    assert [(answer.id, answer.refused) for answer in client.answers] == [
        (str(number), "busy") for number in range(MAX_QUEUED_REQUESTS)
    ]
    assert queue.waiting == 0
    assert queue.offer(client.ask(9))
