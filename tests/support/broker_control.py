"""The control of the load test: QoS 1 and a persistent session alone lose events when processes are killed.

Tables publish with QoS 1 until the broker has acknowledged; the reader has a persistent session, and stores what it
receives. The reader is killed, then the broker, whose persistence is on with the default autosave, 30 minutes.
"""

import argparse
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from hall.broker.process import BrokerProcess, free_port

CHECKOUT = Path(__file__).parents[2]
READER = "control-reader"
EVENT_S = 0.2
"""Seconds between two events of a table."""
PHASE_S = 1.5
"""Seconds of play before the reader is killed, before the broker is killed, and after both run again."""
QUIET_S = 2.0
"""Seconds without a new event after which no more are expected."""
MAX_DRAIN_S = 30.0


class ControlResult(NamedTuple):
    published: int
    lost: int
    tables_with_holes: int


def run_control(folder: Path, tables: int = 40) -> ControlResult:
    """Returns the losses. Every event was handed to paho, and the broker runs again before the count begins.

    :raises CommandError: if mosquitto is missing.
    """
    port, database = free_port(), folder / "control.sqlite"
    configuration = folder / "control.conf"
    configuration.write_text(
        f"listener {port} 127.0.0.1\nallow_anonymous true\npersistence true\npersistence_location {folder}/\n"
        "max_queued_messages 0\nmax_inflight_messages 1000\nuser root\nlog_dest stderr\n"
    )
    with BrokerProcess(configuration, port) as broker:
        reader = _start_reader(port, database)
        publishers = [_Publisher(port, number) for number in range(tables)]
        try:
            time.sleep(PHASE_S)
            reader.kill()
            reader.wait()
            time.sleep(PHASE_S)
            broker.kill()
            broker.start()
            reader = _start_reader(port, database)
            time.sleep(PHASE_S)
            for publisher in publishers:
                publisher.stop()
            _drain(database)
        finally:
            reader.kill()
            reader.wait()
            for publisher in publishers:
                publisher.close()
    published = [publisher.published for publisher in publishers]
    with closing(sqlite3.connect(database)) as connection:
        stored = dict(connection.execute("select name, count(*) from control group by name").fetchall())
    lost = [count - stored.get(f"control/{table}", 0) for table, count in enumerate(published)]
    return ControlResult(sum(published), sum(lost), sum(each > 0 for each in lost))


class _Publisher:
    """A table: a thread that publishes numbers; paho repeats what the broker has not acknowledged."""

    def __init__(self, port: int, table: int) -> None:
        self.published = 0
        self._table = table
        self._stopped = threading.Event()
        self._client = _client(f"control-table-{table}")
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()

    def close(self) -> None:
        self.stop()
        self._client.disconnect()
        self._client.loop_stop()

    def _work(self) -> None:
        while not self._stopped.wait(EVENT_S):
            self._client.publish(f"control/{self._table}", str(self.published), qos=1)
            self.published += 1


def _client(name: str) -> Client:
    client = Client(CallbackAPIVersion.VERSION2, name, clean_session=False, protocol=MQTTProtocolVersion.MQTTv311)
    client.max_queued_messages_set(0)
    client.reconnect_delay_set(1, 1)
    return client


def _start_reader(port: int, database: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.support.broker_control", "--port", str(port), "--database", str(database)]
    reader = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=CHECKOUT)
    if reader.stdout is not None:
        with reader.stdout as stdout:
            stdout.readline()  # the reader has subscribed
    return reader


def _drain(database: Path) -> None:
    """Waits until no new event has arrived for `QUIET_S` seconds."""
    end = time.monotonic() + MAX_DRAIN_S
    before, since = -1, time.monotonic()
    while time.monotonic() < end and time.monotonic() - since < QUIET_S:
        with closing(sqlite3.connect(database)) as connection:
            ((count,),) = connection.execute("select count(*) from control").fetchall()
        if count != before:
            before, since = count, time.monotonic()
        time.sleep(0.1)


def main() -> None:
    parser = argparse.ArgumentParser(description="The reader of the control.")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--database", type=Path, required=True)
    arguments = parser.parse_args()
    connection = sqlite3.connect(arguments.database, check_same_thread=False, isolation_level=None)
    connection.execute("pragma journal_mode=wal")
    connection.execute("create table if not exists control (name text, number integer, primary key (name, number))")

    def store(client: Client, userdata: object, message: MQTTMessage) -> None:
        connection.execute("insert or ignore into control values (?, ?)", (message.topic, int(message.payload)))

    said: list[str] = []

    def listen(client: Client, *_: object) -> None:
        client.subscribe("control/#", qos=1)
        if not said:  # nothing else reads the output afterwards
            said.append("listening")
            print(*said, flush=True)

    client = _client(READER)
    client.on_connect = listen
    client.on_message = store
    client.connect("127.0.0.1", arguments.port)
    client.loop_forever()


if __name__ == "__main__":
    main()
