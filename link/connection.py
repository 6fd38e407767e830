"""An MQTT client on the running asyncio event loop, which reconnects until it is stopped.

Each connection is a new client of paho without a session: the caller sends again what was in flight when a connection
broke, so that nothing depends on the memory of client or broker. Name resolution, the TLS handshake and the first
packet block, so they run in a thread; afterwards the loop serves paho's socket, and no thread is needed.
"""

import asyncio
import logging
import random
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from common.tasks import wait_at_most
from link.rivalry import PAUSE_S, Rivalry
from link.settings import BrokerAccess

KEEPALIVE_S = 15
"""The keep-alive of MQTT in seconds; the broker drops a client that has sent nothing for 1.5 times as long."""
CONNECT_TIMEOUT_S = 5.0
MISC_S = 5.0
"""Seconds between two checks whether a ping is due."""
MIN_PAUSE_S, MAX_PAUSE_S = 0.5, 15.0
"""Seconds between two attempts to connect: doubled after each that fails, and shortened by chance to a half, so that
500 tables do not come at once."""
INFLIGHT = 100
"""Messages that wait for the broker's acknowledgement; further ones wait in the client."""
PACKET_BYTES = 16
"""Bytes of a packet at most, besides its topic and payload."""
NO_LIMIT = 268_435_460
"""Bytes of the largest packet of MQTT, for a broker that says no limit of its own."""
TAKEN_OVER = 0x8E
"""MQTT's reason "session taken over"."""
REMEMBERED = 200
"""Messages whose topics are remembered, to name them if the broker refuses one."""
_log = logging.getLogger("kiebitz.mqtt")


class Will(NamedTuple):
    """The last will: a retained message that the broker publishes when the connection breaks."""

    topic: str
    payload: bytes


class Connection:
    """Call `run` in a task. *on_connect* is called when the topics are asked for, *on_message* for each message.

    *on_fault* gets what a person should know: why there is no connection, or what the broker refuses.
    """

    def __init__(
        self,
        access: BrokerAccess,
        topics: Sequence[str],
        on_message: Callable[[str, bytes], None],
        on_connect: Callable[[], None] = lambda: None,
        on_fault: Callable[[str], None] = lambda text: None,
        will: Will | None = None,
    ) -> None:
        self.access = access
        self.is_connected = False
        self._topics, self._on_message, self._on_connect, self._on_fault = topics, on_message, on_connect, on_fault
        self._will = will
        self._client: Client | None = None
        self._socket: socket.socket | ssl.SSLSocket | None = None
        self._accepted_at: float | None = None
        self._ended = asyncio.Event()
        self._fault = ""
        self._most_bytes = NO_LIMIT
        """Bytes of the largest packet that the broker takes."""
        self._has_other_reason = False
        """Whether the broker has said why it ends this connection; it gives no reason where a rival is connected."""
        self._rivalry = Rivalry()
        self._sent: dict[int, str] = {}

    async def run(self) -> None:
        pause = MIN_PAUSE_S
        try:
            while True:
                seconds = await self._connect_once()
                if seconds is None or self._has_other_reason:
                    self._rivalry.fails_to_connect()
                    pause = min(2 * pause, MAX_PAUSE_S)
                elif self._rivalry.ends(seconds):
                    self._report(
                        f"{self.access.name} has another client called {self.access.user}, which is let alone for a "
                        "minute: has another device joined by the same file?"
                    )
                    await asyncio.sleep(PAUSE_S)
                else:
                    pause = MIN_PAUSE_S
                await asyncio.sleep(pause * random.uniform(0.5, 1))
        finally:
            self.abort()

    def publish(self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1) -> bool:
        """Sends a message; returns False if there is no connection, or it is too large: it is then lost."""
        if not self.is_connected or self._client is None:
            return False
        if (size := len(topic.encode()) + len(payload) + PACKET_BYTES) > self._most_bytes:
            self._report(f"{topic}: got a message of {size} bytes, expected {self._most_bytes} at most: it is not sent")
            return False
        info = self._client.publish(topic, payload, qos, retain)
        if qos:
            self._sent[info.mid] = topic
            if len(self._sent) > REMEMBERED:
                del self._sent[next(iter(self._sent))]
        return info.rc == MQTTErrorCode.MQTT_ERR_SUCCESS

    async def say_goodbye(self) -> None:
        """Publishes the last will and disconnects in order, so that the broker does not publish it once more."""
        client, will = self._client, self._will
        if client is not None and will is not None and self.publish(will.topic, will.payload, retain=True, qos=0):
            client.disconnect()
            while self._socket is not None and client.want_write():
                await asyncio.sleep(0.01)

    def abort(self) -> None:
        """Closes the socket without a DISCONNECT packet, like a process that is killed."""
        sock, client = self._socket, self._client
        self._detach()
        if sock is not None:
            sock.close()
        elif client is not None and (unserved := client.socket()) is not None:
            unserved.close()
        self._client = None
        self._ended.set()

    async def _connect_once(self) -> float | None:
        """Connects and serves the connection until it ends; returns for how many seconds, None if it was refused."""
        self._ended = asyncio.Event()
        self._accepted_at, self._has_other_reason = None, False
        try:
            client = self._client = self._new_client()
            host, port = self.access.host, self.access.port
            await asyncio.to_thread(client.connect, host, port, KEEPALIVE_S, clean_start=True)
            if self._client is client:
                self._attach(client)
                while not await wait_at_most(MISC_S, self._ended):
                    client.loop_misc()
        except (OSError, ValueError) as error:
            self._report(_explain(error, self.access.name))
        finally:
            self.abort()
        return None if self._accepted_at is None else time.monotonic() - self._accepted_at

    def _new_client(self) -> Client:
        client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        client.connect_timeout = CONNECT_TIMEOUT_S
        client.max_inflight_messages_set(INFLIGHT)
        if self.access.user:
            client.username_pw_set(self.access.user, self.access.password)
        if (context := self.access.tls()) is not None:
            client.tls_set_context(context)
        if self._will is not None:
            client.will_set(self._will.topic, self._will.payload, qos=1, retain=True)
        client.on_connect = self._connected
        client.on_disconnect = self._disconnected
        client.on_message = self._received
        client.on_publish = self._published
        client.on_socket_register_write = self._want_write
        client.on_socket_unregister_write = self._want_no_write
        client.on_socket_close = self._closed
        self._sent.clear()
        return client

    # The socket

    def _attach(self, client: Client) -> None:
        sock: Any = client.socket()
        if sock is None:
            raise ConnectionError("the broker closed the connection")
        self._socket = sock
        asyncio.get_running_loop().add_reader(sock, self._read, client)
        if client.want_write():
            self._want_write(client, None, sock)

    def _detach(self) -> None:
        sock, self._socket = self._socket, None
        self.is_connected = False
        if sock is not None and sock.fileno() >= 0:
            loop = asyncio.get_running_loop()
            loop.remove_reader(sock)
            loop.remove_writer(sock)

    def _read(self, client: Client) -> None:
        client.loop_read()
        # TLS decrypts more than paho reads at once, and the rest makes no socket readable.
        while (sock := self._socket) is not None and getattr(sock, "pending", int)() > 0:
            client.loop_read()

    def _want_write(self, client: Client, userdata: Any, sock: Any) -> None:
        if self._socket is not None and client is self._client:
            asyncio.get_running_loop().add_writer(self._socket, client.loop_write)

    def _want_no_write(self, client: Client, userdata: Any, sock: Any) -> None:
        if self._socket is not None and client is self._client:
            asyncio.get_running_loop().remove_writer(self._socket)

    def _closed(self, client: Client, userdata: Any, sock: Any) -> None:
        if client is self._client and self._socket is not None:
            self._detach()
            self._ended.set()

    # Callbacks of paho

    def _connected(self, client: Client, userdata: Any, flags: Any, reason: ReasonCode, properties: Any) -> None:
        if client is not self._client:
            return
        if reason.is_failure:
            self._report(f"{self.access.name} refuses {self.access.user or 'this client'}: {str(reason).lower()}")
            return
        self.is_connected, self._accepted_at = True, time.monotonic()
        self._most_bytes = getattr(properties, "MaximumPacketSize", NO_LIMIT)
        if self._topics:
            client.subscribe([(topic, SubscribeOptions(qos=1)) for topic in self._topics])
        self._on_connect()

    def _disconnected(self, client: Client, userdata: Any, flags: Any, reason: ReasonCode, properties: Any) -> None:
        if client is not self._client:
            return
        self.is_connected = False
        self._has_other_reason = flags.is_disconnect_packet_from_server and reason.value != TAKEN_OVER
        if self._has_other_reason:
            self._report(f"{self.access.name} ends the connection of {self.access.user}: {str(reason).lower()}")
        self._ended.set()

    def _received(self, client: Client, userdata: Any, message: MQTTMessage) -> None:
        try:
            self._on_message(message.topic, bytes(message.payload))
        except Exception:  # a fault in one message must not end the connection
            _log.exception("a message of %s", message.topic)

    def _published(self, client: Client, userdata: Any, mid: int, reason: ReasonCode, properties: Any) -> None:
        topic = self._sent.pop(mid, "")
        if reason.is_failure:
            self._report(f"{self.access.name} refuses what {self.access.user} sends to {topic}: {str(reason).lower()}")

    def _report(self, text: str) -> None:
        """Reports a fault once."""
        if text != self._fault:
            self._fault = text
            self._on_fault(text)


def _explain(error: OSError | ValueError, name: str) -> str:
    match error:
        case ssl.SSLCertVerificationError():
            return (
                f"{name} has a certificate that is not trusted here ({error.verify_message}): "
                "is the file that was joined the one of this hall?"
            )
        case ssl.SSLError():
            return f"{name} cannot be reached by TLS ({error.reason}): is the port that of TLS?"
        case socket.gaierror():
            return f"{name} has no address in this network: is the host right, and the network up?"
        case OSError():
            return f"{name} cannot be reached ({error.strerror or error or type(error).__name__})"
        case _:
            return str(error)
