"""Tables and hall over a real broker: all is stored once, whoever dies; who may not speak is refused and told."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from inspect import Signature, signature
from pathlib import Path

import msgspec
import pytest

from hall.simulation.simulated_table import SimulatedTable
from link.connection import Connection
from link.hall_link import HallLink
from link.messages import GamePoints, PairingId, PairingMessage, TableEvent, hall_topic, table_topic
from link.settings import BrokerAccess
from tests.support.broker import TOURNAMENT, TestHall, needs_mosquitto, running_hall, until

pytestmark = [pytest.mark.slow, needs_mosquitto]

PAIRING = PairingMessage(PairingId(TOURNAMENT, 1), "1", (("Anna", "Ben"), ("Cilli", "Dori")), "watten", games=1)


def in_hall(test: Callable[..., Coroutine[None, None, None]]) -> Callable[..., None]:
    """Runs a test in a hall of its own, which is its first argument."""

    def run_test(tmp_path: Path, **arguments: object) -> None:
        async def run() -> None:
            async with running_hall(tmp_path) as hall:
                await test(hall, **arguments)

        asyncio.run(run())

    hall, *others = signature(test).parameters.values()
    run_test.__signature__ = Signature([hall.replace(name="tmp_path"), *others])  # type: ignore[attr-defined]
    run_test.__name__ = test.__name__
    return run_test


class Client(Connection):
    """A connection that runs until its test ends, the topics of what it gets, and what it is told."""

    def __init__(self, access: BrokerAccess, topics: Sequence[str] = ()) -> None:
        self.topics: list[str] = []
        self.faults: list[str] = []
        super().__init__(access, topics, lambda topic, _: self.topics.append(topic), on_fault=self.faults.append)
        self.running = asyncio.create_task(self.run())


def play_out(table: SimulatedTable, link: HallLink) -> None:
    while table.step():
        pass
    link.wake()


async def all_stored(hall: TestHall, link: HallLink, table: SimulatedTable) -> None:
    await until(lambda: link.outbox.acknowledged == table.end, "everything is acknowledged")
    assert hall.storage.of(table.name, table.journal) == [
        msgspec.structs.replace(event, first=0) for event in table.events
    ]


async def begin_match(hall: TestHall, link: HallLink, table: SimulatedTable) -> None:
    hall.receiver.show_pairing(table.name, msgspec.structs.replace(PAIRING, table=table.name))
    await until(lambda: not table.is_idle, "the pairing is at the table")
    assert link.connection.is_connected


async def stored_match(hall: TestHall) -> tuple[SimulatedTable, HallLink]:
    """Returns a table that has played its first match, all events of which are stored, and its link."""
    table = SimulatedTable("1", 1)
    link = hall.link(table)
    await begin_match(hall, link, table)
    play_out(table, link)
    await all_stored(hall, link, table)
    return table, link


@in_hall
async def test_a_match_is_announced_played_stored_and_counted(hall: TestHall) -> None:
    table, _ = await stored_match(hall)
    await until(lambda: bool(hall.results), "the result counts")
    assert hall.results == [("1", PAIRING.pairing, table.report().games)]
    assert hall.receiver.tables["1"].is_up
    assert not hall.receiver.refusals.counts


@in_hall
async def test_broker_hall_and_link_may_die_in_the_midst(hall: TestHall) -> None:
    table = SimulatedTable("1", 2)
    link = hall.link(table)
    await begin_match(hall, link, table)
    for number in range(60):
        table.step()
        link.wake()
        await asyncio.sleep(0.005)
        if number == 15:
            hall.broker.kill()
        elif number == 30:
            await hall.end()
            await hall.begin()
            hall.receiver.show_pairing("1", PAIRING)
        elif number == 45:
            await hall.kill(link)
            link = hall.link(table)
    play_out(table, link)
    await all_stored(hall, link, table)
    assert hall.broker.starts == 2


@in_hall
async def test_who_goes_without_a_word_is_gone_and_who_leaves_says_so(hall: TestHall) -> None:
    first, second = hall.link(SimulatedTable("1", 1)), hall.link(SimulatedTable("2", 2))
    status = hall.receiver.tables
    await until(lambda: status["1"].is_up and status["2"].is_up, "both tables are there")
    await hall.kill(first)
    await until(lambda: not status["1"].is_up, "the first is gone")
    await second.connection.say_goodbye()
    await until(lambda: not status["2"].is_up, "the second has left")


@in_hall
async def test_who_goes_together_with_the_broker_is_gone(hall: TestHall) -> None:
    """A new broker knows no last will of those who were connected to the one before."""
    first, second = hall.link(SimulatedTable("1", 1)), hall.link(SimulatedTable("2", 2))
    status = hall.receiver.tables
    await until(lambda: status["1"].is_up and status["2"].is_up, "both tables are there")
    hall.broker.kill()
    await hall.kill(first)
    await until(lambda: not status["1"].is_up and status["2"].is_up, "the first is gone, and the second there again")
    assert second.connection.is_connected


@in_hall
async def test_of_two_devices_with_one_file_the_later_one_stays(hall: TestHall) -> None:
    faults: list[str] = []
    first = hall.link(SimulatedTable("1", 1), faults)
    await until(lambda: first.connection.is_connected, "the first device is there")
    first.connection._rivalry.ends(3600.0)  # it was there for an hour
    second = hall.link(SimulatedTable("1", 2))
    await until(lambda: any("has another device joined" in fault for fault in faults), "the first device is told")
    await until(lambda: second.connection.is_connected, "the second device is there")
    await asyncio.sleep(3)  # longer than a lost connection would take to come back
    assert second.connection.is_connected
    assert not first.connection.is_connected
    assert hall.receiver.tables["1"].is_up


@in_hall
async def test_a_wrong_password_is_refused_and_told(hall: TestHall) -> None:
    stranger = Client(msgspec.structs.replace(hall.access, user="1", password="guess"))
    await until(lambda: bool(stranger.faults), "the client is told")
    assert "refuses 1: not authorized" in stranger.faults[0]
    await until(lambda: any("wrong name or password" in line for line in hall.said), "the hall is told")


@pytest.mark.parametrize(
    ("user", "what"),
    [
        ("", "a client without a name"),
        ("3", "a table that is none of the tournament's"),
        ("hall", "somebody who says that he is the hall"),
    ],
)
@in_hall
async def test_foreign_clients_do_not_come_in(hall: TestHall, user: str, what: str) -> None:
    stranger = Client(msgspec.structs.replace(hall.access, user=user, password="x" if user else ""))
    await until(lambda: bool(stranger.faults), f"{what} is told")
    assert not stranger.is_connected
    assert "not authorized" in stranger.faults[0]


# paho leaves the socket of a refused certificate to Python
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@in_hall
async def test_another_authority_is_not_trusted(hall: TestHall, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A machine in the same network that says that it is the hall gets no password."""
    from hall.broker.certificates import make_authority

    other = make_authority(tmp_path_factory.mktemp("other"), "other")
    deceived = Client(msgspec.structs.replace(hall.access, ca=other))
    await until(lambda: bool(deceived.faults), "the table notices")
    assert "is the file that was joined the one of this hall?" in deceived.faults[0]


@in_hall
async def test_a_connection_without_tls_gets_nothing(hall: TestHall) -> None:
    client = Client(BrokerAccess("127.0.0.1", hall.port, "hall", hall.access.password), ["#"])
    await asyncio.sleep(0.5)
    assert not client.is_connected


@pytest.mark.parametrize(
    "topic",
    [
        table_topic(TOURNAMENT, "1", "event"),
        table_topic(TOURNAMENT, "1", "state"),
        table_topic("other", "2", "event"),
        hall_topic(TOURNAMENT, "ack", "2"),
        hall_topic(TOURNAMENT, "pairing", "1"),
        "elsewhere",
    ],
)
@in_hall
async def test_a_table_that_writes_where_it_may_not_is_refused_and_told(hall: TestHall, topic: str) -> None:
    client = Client(hall.folder.read_access("2").broker)
    await until(lambda: client.is_connected, "the table is connected")
    event = TableEvent("aa", 0, 0.0, {"event": "deal_started", "dealer": 0})
    client.publish(topic, msgspec.json.encode(event))
    await until(lambda: bool(client.faults), "the table is told")
    assert f"to {topic}: not authorized" in client.faults[0]
    assert not hall.storage.journals("1") + hall.storage.journals("2")


@in_hall
async def test_a_table_reads_nothing_of_others(hall: TestHall) -> None:
    curious = Client(hall.folder.read_access("2").broker, ["#", "k/1/+/table/+/event"])
    await until(lambda: curious.is_connected, "the curious table is connected")
    await stored_match(hall)
    assert {topic for topic in curious.topics if not topic.endswith(("/2", "/list"))} == set()


@in_hall
async def test_another_tables_events_sent_again_are_refused_and_told(hall: TestHall) -> None:
    """A table that somehow has another one's events, under its own name while the other is there."""
    table, _ = await stored_match(hall)
    hall.link(table, name="2")
    await until(lambda: ("2", "foreign_journal") in hall.receiver.refusals.counts, "the hall refuses the events")
    await until(lambda: ("2", "replayed") in hall.receiver.refusals.counts, "the hall refuses the result")
    assert any("refused (foreign_journal): table 2" in line for line in hall.said)
    assert hall.storage.journals("1")
    assert not hall.storage.journals("2")
    assert len(hall.results) == 1


@in_hall
async def test_a_spare_device_moves_to_another_table(hall: TestHall) -> None:
    """It was replaced at its first table, where another device is now."""
    spare, link = await stored_match(hall)
    await hall.kill(link)
    other = SimulatedTable("1", 2)
    hall.link(other)
    status = hall.receiver.tables["1"]
    await until(lambda: status.report is not None and status.report.journal == other.journal, "the other is there")
    begun = spare.end
    link = hall.link(spare, name="2")
    hall.receiver.show_pairing("2", msgspec.structs.replace(PAIRING, pairing=PairingId(TOURNAMENT, 2), table="2"))
    await until(lambda: not spare.is_idle, "the pairing is at the spare device")
    play_out(spare, link)
    await until(lambda: len(hall.results) == 2, "its result at the second table counts")
    assert [event.position for event in hall.storage.of("2", spare.journal)] == list(range(begun, spare.end))
    assert not hall.receiver.refusals.counts.keys() - {("2", "replayed")}


@in_hall
async def test_a_forged_result_is_refused_and_told(hall: TestHall) -> None:
    table = SimulatedTable("1", 1)
    honest = table.report
    table.report = lambda: (  # type: ignore[method-assign]
        msgspec.structs.replace(honest(), games=(GamePoints((13, 0)),)) if honest().games else honest()
    )
    link = hall.link(table)
    await begin_match(hall, link, table)
    play_out(table, link)
    await until(lambda: ("1", "forged") in hall.receiver.refusals.counts, "the hall refuses")
    assert hall.results == []
    assert any("refused (forged): table 1: got games 13:0" in line for line in hall.said)


@in_hall
async def test_rubbish_from_a_table_hinders_nobody(hall: TestHall) -> None:
    rude = Client(hall.folder.read_access("2").broker)
    await until(lambda: rude.is_connected, "the rude table is connected")
    for what in ("event", "state", "ask"):
        for rubbish in (b"", b"[" * 5000, b"\xff" * 100, b'{"journal":' + b"9" * 3000 + b"}", b"x" * 60_000):
            rude.publish(table_topic(TOURNAMENT, "2", what), rubbish)
    await stored_match(hall)
    await until(lambda: hall.receiver.refusals.counts.get(("2", "too_large"), 0) == 4, "rubbish is counted")


@in_hall
async def test_another_device_goes_on_at_the_same_card(hall: TestHall) -> None:
    first = SimulatedTable("1", 1)
    link = hall.link(first)
    await begin_match(hall, link, first)
    for _ in range(50):
        first.step()
    link.wake()
    await all_stored(hall, link, first)
    await hall.kill(link)

    second = SimulatedTable("1", 2)
    second.asks_resume = True
    got: list[dict[str, object]] = []

    async def submit(action: dict[str, object]) -> str:
        if action["do"] == "resume":
            got.append(action)
            second.asks_resume = False
        else:
            await SimulatedTable.submit(second, action)
        return ""

    second.submit = submit  # type: ignore[method-assign]
    hall.link(second)
    await until(lambda: len(got) > 0 and len(got) == got[0]["parts"], "all parts are handed to the referee")
    events = [event for part in got for event in part["events"]]  # type: ignore[attr-defined]
    assert [event["event"] for event in events] == [event.event for event in first.events]
