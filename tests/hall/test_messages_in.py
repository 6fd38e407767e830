"""Whatever a table sends, the hall takes what it is to be, or refuses it in one line."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hall.messages_in import MAX_EVENT_BYTES, BadMessage, Origin, Refusals, origin_of, read_ask, read_event, read_report
from link.messages import Ask, GamePoints, PairingId, TableEvent, TableReport, table_topic

EVENT = TableEvent("aa", 3, 1000.0, {"event": "card_laid", "seat": 1, "card": "EO"}, "phone player", 2)


def with_changes(**changes: object) -> bytes:
    return json.dumps(json.loads(msgspec.json.encode(EVENT)) | changes).encode()


def test_what_tables_send_is_read() -> None:
    assert read_event(msgspec.json.encode(EVENT)) == EVENT
    report = TableReport("playing", PairingId("cup", 1), journal="aa", count=4)
    assert read_report(msgspec.json.encode(report)) == report
    assert read_ask(msgspec.json.encode(Ask(PairingId("cup", 1)))) == Ask(PairingId("cup", 1))


HOSTILE = {
    "nothing": b"",
    "no JSON": b"\x00\xff\xfe",
    "no object": b"[]",
    "deep brackets": b"[" * 2000 + b"]" * 2000,
    "an event as deep": with_changes(event={"event": "card_laid", "seat": [[[[[[[[[[[[[[1]]]]]]]]]]]]]]}),
    "too long": with_changes(by="x" * MAX_EVENT_BYTES),
    "a long mark": with_changes(by="x" * 200),
    "a position below 0": with_changes(position=-1),
    "a position before the first": with_changes(position=1),
    "a position beyond all": with_changes(position=1 << 60),
    "no number": with_changes(position="3"),
    "a journal of none": with_changes(journal=""),
    "a journal with signs": with_changes(journal="a/b"),
    "an unknown event": with_changes(event={"event": "resigned"}),
    "an event with another card": with_changes(event={"event": "card_laid", "seat": 1, "card": "<script>"}),
    "an event that is none": with_changes(event={}),
    "a time after all days": with_changes(time=1e300),
    "a time before all days": with_changes(time=-1e12),
    "infinite time": with_changes(time=0).replace(b'"time": 0', b'"time": 1e999'),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_messages_are_refused_in_one_line(name: str) -> None:
    with pytest.raises(BadMessage) as refused:
        read_event(HOSTILE[name])
    assert refused.value.kind in ("malformed", "too_large")
    assert 0 < len(str(refused.value)) <= 400


REPORT = TableReport(
    "playing", PairingId("cup", 1), (True, False), (GamePoints((13, 5), (1,)),), (4, 2), journal="aa", count=9
)
HOSTILE_REPORTS: dict[str, dict[str, object]] = {
    "games without sides": {"games": [{"points": []}]},
    "a game of one side": {"games": [{"points": [13]}], "score": [], "confirmed": []},
    "games of other sides": {"games": [{"points": [13, 5]}, {"points": [13, 5, 2]}]},
    "a score of other sides": {"score": [1, 2, 3]},
    "confirmed by other sides": {"confirmed": [True] * 4},
    "sides without end": {"games": [{"points": [1] * 999}], "score": [], "confirmed": []},
    "points without end": {"games": [{"points": [10**18, 5]}]},
    "a gespannt side of none": {"games": [{"points": [13, 5], "gespannt": [7]}]},
    "a result without sides": {"results": [{"pairing": {"tournament": "cup", "round": 1}, "points": [[]]}]},
    "a negative count": {"count": -1},
    "negative findings": {"findings": -7},
    "findings without end": {"findings": 10**9},
    "an unknown camera": {"camera": "<script>"},
    "an unknown stage": {"stage": "over"},
}


@pytest.mark.parametrize("name", HOSTILE_REPORTS)
def test_a_report_of_a_match_that_cannot_be_is_refused(name: str) -> None:
    assert read_report(msgspec.json.encode(REPORT)) == REPORT
    changed = msgspec.to_builtins(REPORT) | HOSTILE_REPORTS[name]
    with pytest.raises(BadMessage) as refused:
        read_report(msgspec.json.encode(changed))
    assert refused.value.kind == "malformed"
    assert 0 < len(str(refused.value)) <= 400


@given(st.binary(max_size=300))
def test_any_bytes_are_an_event_or_refused(payload: bytes) -> None:
    with pytest.raises(BadMessage):
        read_event(payload)


TOPICS = {
    table_topic("cup", "7", "event"): Origin("cup", "7", "event"),
    table_topic("cup", "7", "up"): Origin("cup", "7", "up"),
    "k/1/cup/table/7/event/more": None,
    "k/1/cup/table/7/else": None,
    "k/1/cup/hall/ack/7": None,
    "k/1/cup/table/../event": None,
    "k/2/cup/table/7/event": None,
}


@pytest.mark.parametrize(("topic", "expected"), TOPICS.items())
def test_a_topic_names_its_table_or_is_refused(topic: str, expected: Origin | None) -> None:
    if expected is not None:
        assert origin_of(topic) == expected
        return
    with pytest.raises(BadMessage) as refused:
        origin_of(topic)
    assert refused.value.kind == "topic"


def test_a_refusal_is_told_once_and_counted_each_time() -> None:
    messages: list[str] = []
    refusals = Refusals(messages.append)
    for _ in range(5):
        refusals.add("7", "malformed", "got nothing")
    refusals.add("7", "forged", "got 13:0")
    assert messages == ["refused (malformed): table 7: got nothing", "refused (forged): table 7: got 13:0"]
    assert refusals.counts == {("7", "malformed"): 5, ("7", "forged"): 1}


def test_a_flood_of_names_fills_no_memory() -> None:
    refusals = Refusals()
    for number in range(5000):
        refusals.add(f"{number}", "table", "x" * 10)
    assert len(refusals.counts) <= 201
