"""The feed: what a page reads from the socket, and that nothing it does delays the loop."""

import json
import os
import socket
import stat
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from common.feed.codes import CODE_LETTERS, new_key, player_code, sign
from common.feed.messages import MAX_LINE_BYTES, Role
from device.diagnostics.check import Check
from device.feed.client import HALL_ROLES, MAX_WAITING_BYTES, PAGE_ROLES, PhoneItem
from device.feed.history import state_of
from device.feed.server import FeedServer
from device.state import table_view
from engine.codec import encode
from engine.events import DealStarted, EveningStarted, Event, Fact, GameStarted
from tests.support.fed_table import FedTable, evening
from tests.support.session_script import GAME, in_play, new_controller
from tests.support.waiting import wait_until

EVENTS: list[Event] = [GameStarted(GAME, (0, 2), 2), DealStarted(2)]


class Page:
    """A page that speaks the protocol by hand."""

    def __init__(self, path: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20)
        self.socket.connect(str(path))
        self._stream = self.socket.makefile("rb")

    def say(self, **message: Any) -> None:
        self.send(json.dumps(message).encode() + b"\n")

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def line(self) -> dict[str, Any]:
        """Returns the next message; empty at the end of the connection."""
        try:
            line = self._stream.readline()
        except ConnectionError:
            line = b""
        return json.loads(line) if line else {}

    def lines(self, count: int) -> list[dict[str, Any]]:
        return [self.line() for _ in range(count)]

    def close(self) -> None:
        self._stream.close()
        self.socket.close()


@pytest.fixture
def requests() -> list[PhoneItem]:
    """The queue of the loop, with room for two."""
    return []


@pytest.fixture
def feed(tmp_path: Path, requests: list[PhoneItem]) -> Iterator[FeedServer]:
    def submit(item: PhoneItem) -> bool:
        requests.append(item)
        return len(requests) <= 2

    with closing(FeedServer(tmp_path / "table.sock", submit)) as server:
        server.history.begin(EVENTS, [1.5, 2.5], {1: "phone player"})
        server.open()
        yield server


@pytest.fixture
def page(feed: FeedServer, tmp_path: Path) -> Iterator[Page]:
    """A page that is connected; the feed is open."""
    connected = Page(tmp_path / "table.sock")
    yield connected
    connected.close()


def test_a_subscription_gets_hello_events_and_state(feed: FeedServer, page: Page) -> None:
    feed.history.show(state_of(in_play("L7").view, "key"))
    page.say(type="subscribe")
    hello, first, second, state = page.lines(4)
    assert hello == {"type": "hello", "session": feed.history.session, "count": 2}
    assert first == {"type": "event", "position": 0, "time": 1.5, "event": encode(EVENTS[0])}
    assert second == {"type": "event", "position": 1, "time": 2.5, "event": encode(EVENTS[1]), "by": "phone player"}
    assert (state["type"], state["language"], state["region"], state["camera"]) == ("state", "de", "bavarian", "camera")
    assert state["question"] is None


def test_the_state_has_the_health_checks_as_codes() -> None:
    view = new_controller().view
    view.appliance.health = (Check("camera", "check_camera", "ok", "check_answers", None),)
    (check,) = state_of(view, "key").health
    assert (check.verdict, check.title, check.found) == ("ok", "check_camera", "check_answers")


def test_requests_reach_the_loop_and_are_answered(feed: FeedServer, page: Page, requests: list[PhoneItem]) -> None:
    page.say(type="request", id="a", role="player", action={"do": "undo", "position": 3})
    wait_until(lambda: bool(requests))
    assert requests[0].request.action == {"do": "undo", "position": 3}
    requests[0].answer()
    assert page.line() == {"type": "answer", "id": "a", "refused": "", "text": ""}


def test_an_answer_comes_after_the_events_of_its_request(
    feed: FeedServer, page: Page, requests: list[PhoneItem]
) -> None:
    page.say(type="subscribe")
    page.lines(3)
    page.say(type="request", id="a", role="player", action={"do": "undo", "position": 3})
    wait_until(lambda: bool(requests))
    with feed.history.changed:  # the writer sends nothing in between
        requests[0].answer()
        feed.history.add(2, DealStarted(0))
    assert [line["type"] for line in page.lines(2)] == ["event", "answer"]


def test_a_flood_of_requests_is_refused_and_answered(feed: FeedServer, page: Page) -> None:
    for number in range(4):
        page.say(type="request", id=str(number), role="player", action={})
    assert [page.line() for _ in range(2)] == [
        {"type": "answer", "id": "2", "refused": "busy", "text": ""},
        {"type": "answer", "id": "3", "refused": "busy", "text": ""},
    ]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"no json\n", id="no JSON"),
        pytest.param(b"[" * 5000 + b"\n", id="deeply nested"),
        pytest.param(b'{"type":"subscribe","more":1}\n', id="unknown field"),
        pytest.param(b'{"type":"event","position":0,"time":0,"event":{}}\n', id="a message of the referee"),
        pytest.param(b'{"type":"request","id":"a","role":"viewer","action":{}}\n', id="a role that may not ask"),
        pytest.param(b'{"type":"subscribe","position":"1"}\n', id="wrong type"),
        pytest.param(b'{"type":"fetch","id":"a","document":"../journal"}\n', id="another document"),
        pytest.param(b"\xff\xfe\n", id="no text"),
        pytest.param(b'{"id":"' + b"x" * MAX_LINE_BYTES + b'"}\n', id="too long"),
        pytest.param(b"x" * (MAX_LINE_BYTES + 1), id="without an end"),
    ],
)
def test_malformed_messages_end_the_connection(feed: FeedServer, page: Page, data: bytes) -> None:
    page.send(data)
    assert page.line() == {}
    wait_until(lambda: not feed.has_page)


@pytest.mark.parametrize("position", [-5, 99])
def test_a_position_that_cannot_be_is_moved_into_the_events(feed: FeedServer, page: Page, position: int) -> None:
    page.say(type="subscribe", session=feed.history.session, position=position)
    assert page.line()["type"] == "hello"
    feed.history.add(2, DealStarted(0))
    assert page.lines(3 if position < 0 else 1)[-1]["position"] == 2


def test_a_reader_that_takes_nothing_leaves_the_loop_alone(feed: FeedServer, page: Page) -> None:
    """Adding events never waits for a reader: 5 000 are added while nobody takes them from a full socket."""
    page.say(type="subscribe")
    for position in range(2, 5002):
        feed.history.add(position, EveningStarted("long enough to fill the socket"))
    assert len(feed.history) == 5002
    assert [line.get("position") for line in page.lines(5003)][1:] == list(range(5002))


def test_a_reader_that_leaves_large_answers_is_disconnected(tmp_path: Path) -> None:
    """A page that asks for more than `MAX_WAITING_BYTES` and reads nothing costs no more memory than that."""
    with closing(FeedServer(tmp_path / "table.sock", lambda _: True, document=lambda _: "a" * (1 << 20))) as server:
        server.open()
        page = Page(tmp_path / "table.sock")
        for _ in range(3 * (MAX_WAITING_BYTES >> 20)):
            with suppress(BrokenPipeError):
                page.say(type="fetch", id="a", document="record")
        wait_until(lambda: not server.has_page)
        page.close()


def test_only_a_few_connections_are_taken(feed: FeedServer, tmp_path: Path) -> None:
    pages = [Page(tmp_path / "table.sock") for _ in range(4)]
    for each in pages[:3]:
        each.say(type="subscribe")
        assert each.line()["type"] == "hello"
    assert pages[3].line() == {}
    for each in pages:
        each.close()


def test_the_socket_is_for_owner_and_group_and_goes_with_the_feed(tmp_path: Path) -> None:
    path = tmp_path / "table.sock"
    path.write_text("left behind")
    server = FeedServer(path, lambda item: True)
    assert not server.is_open
    server.open()
    assert stat.S_IMODE(path.stat().st_mode) == 0o660
    page = Page(path)
    page.say(type="subscribe")
    assert page.line()["type"] == "hello"
    with pytest.raises(OSError, match="another Kiebitz has it"):
        FeedServer(path, lambda item: True).open()
    server.close()
    assert page.line() == {}
    assert not path.exists()
    page.close()


def test_addresses_of_the_page_are_known_while_it_runs(feed: FeedServer, page: Page) -> None:
    page.say(type="address", addresses=["http://kiebitz.local"])
    wait_until(lambda: feed.addresses == ("http://kiebitz.local",))
    feed.close()
    assert feed.addresses == ()


def test_no_folder_for_the_socket_is_an_error_of_the_system(tmp_path: Path) -> None:
    server = FeedServer(tmp_path / "missing" / "table.sock", lambda item: True)
    umask = os.umask(0o022)
    with pytest.raises(OSError, match="No such file"):
        server.open()
    assert os.umask(umask) == 0o022, "the umask is as before"
    assert not server.is_open


def test_codes_follow_from_the_key() -> None:
    key, other = new_key(), new_key()
    assert player_code(key) == player_code(key) != player_code(other)
    assert set(player_code(key)) <= set(CODE_LETTERS)
    assert sign(key, "player.1") != sign(other, "player.1") != sign(other, "landlord.1")


def test_a_disconnected_reader_may_come_again(feed: FeedServer, page: Page, tmp_path: Path) -> None:
    page.say(type="subscribe")
    page.lines(3)
    feed.disconnect()
    assert page.line() == {}
    again = Page(tmp_path / "table.sock")
    again.say(type="subscribe")
    assert again.line()["count"] == 2
    again.close()


@pytest.mark.parametrize(
    ("roles", "role", "taken"),
    [
        (PAGE_ROLES, "player", True),
        (PAGE_ROLES, "landlord", True),
        (PAGE_ROLES, "hall", False),
        (HALL_ROLES, "hall", True),
        (HALL_ROLES, "landlord", False),
    ],
)
def test_page_and_link_have_only_their_own_roles(
    tmp_path: Path, requests: list[PhoneItem], roles: frozenset[Role], role: str, taken: bool
) -> None:
    def submit(item: PhoneItem) -> bool:
        requests.append(item)
        item.answer()
        return True

    with closing(FeedServer(tmp_path / "link.sock", submit, roles=roles)) as server:
        server.open()
        other = Page(tmp_path / "link.sock")
        other.say(type="request", id="1", role=role, action={"do": "pairing"})
        assert other.line()["refused"] == ("" if taken else "malformed")
        assert len(requests) == taken
        other.close()


@pytest.mark.parametrize(("roles", "key"), [(PAGE_ROLES, "secret"), (HALL_ROLES, "")])
def test_the_link_gets_no_key_of_the_page(tmp_path: Path, roles: frozenset[Role], key: str) -> None:
    with closing(FeedServer(tmp_path / "link.sock", lambda item: True, roles=roles)) as server:
        server.open()
        server.history.show(state_of(in_play("L7").view, "secret"))
        reader = Page(tmp_path / "link.sock")
        reader.say(type="subscribe")
        _, state = reader.lines(2)
        assert (state["type"], state["key"]) == ("state", key)
        reader.close()


REVOKE = "PLAY E9 PLAY PLAY PLAY L7>3 S9>0 L10>1 LA>2 clear LK>2 L9>3 L8>0"


def test_a_turn_without_an_event_does_not_go_over_the_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = list[int]()

    def count(fact: Fact, is_note: object = table_view.is_note) -> bool:
        looked.append(1)
        return bool(is_note(fact))  # type: ignore[operator]

    with FedTable(tmp_path / "socket", evening("bohemian-watten", 4, 9, 3)) as table:
        table.do(REVOKE)
        monkeypatch.setattr(table_view, "is_note", count)
        view = table.controller.view
        first = state_of(view, "00")
        looked.clear()
        assert state_of(view, "00") == first
        assert looked == []


def test_what_the_table_has_read_is_known_at_once(tmp_path: Path) -> None:
    from engine.events import Ruled

    with FedTable(tmp_path / "socket", evening("bohemian-watten", 4, 2, 3)) as table:
        table.do(REVOKE)
        view = table.controller.view
        finding = next(finding for finding in view.table.findings if "revoke" in finding.kind.value)
        assert view.findings_read() == {}
        view.table.observe(Ruled(finding.position, "noted", finding.kind.value))
        assert set(view.findings_read()) == {(finding.position, finding.kind.value)}
