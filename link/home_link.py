"""Publishes this table to the MQTT broker of a home, as a device of Home Assistant: discovery, state, availability.

The keys are those of https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload.
"""

import asyncio
import json
import re
import socket
from collections.abc import Callable, Mapping
from typing import Any

from common.feed.messages import TableState
from common.tasks import beside
from common.texts.keys import PhraseKey
from common.texts.phrases import Language, phrase_in
from engine.amendments import shift_positions
from engine.codec import decode
from engine.state.table import Table
from link.connection import Connection, Will
from link.followed_table import FollowedTable
from link.settings import HomeAccess

STATUS_TOPIC, ONLINE, OFFLINE = "homeassistant/status", b"online", b"offline"
"""The topic on which Home Assistant announces its start; availability and state are then published again."""
CAMERA_STATES = ("camera", "paused", "by_hand", "none")
HEALTH_STATES = ("ok", "unknown", "warn", "bad")
"""Verdicts of the health checks, the best first."""
_NAMES: Mapping[str, PhraseKey] = {
    "score": "home_score",
    "turn": "home_turn",
    "finding": "home_finding",
    "camera": "home_camera",
    "health": "home_health",
}


def device_id(host: str) -> str:
    """Returns the id of the table's device, from the name of its machine."""
    return "kiebitz_" + (re.sub(r"[^a-z0-9]+", "_", host.lower()).strip("_") or "table")


def discovery_topic(device: str) -> str:
    return f"homeassistant/device/{device}/config"


def state_topic(device: str) -> str:
    return f"kiebitz/{device}/state"


def availability_topic(device: str) -> str:
    return f"kiebitz/{device}/availability"


def discovery(device: str, name: str, version: str, language: Language) -> dict[str, Any]:
    """Returns the one payload that describes the device with its entities."""

    def entity(key: str, platform: str, **more: Any) -> dict[str, Any]:
        return {
            "platform": platform,
            "unique_id": f"{device}_{key}",
            "name": phrase_in(language, _NAMES[key]),
            "value_template": f"{{{{ value_json.{key} }}}}",
            **more,
        }

    diagnostic = {"entity_category": "diagnostic"}
    return {
        "device": {"identifiers": [device], "name": name, "manufacturer": "Kiebitz", "sw_version": version},
        "origin": {"name": "kiebitz", "sw_version": version},
        "components": {
            "score": entity("score", "sensor", icon="mdi:scoreboard"),
            "turn": entity("turn", "sensor", icon="mdi:cards-playing"),
            "finding": entity("finding", "binary_sensor", device_class="problem"),
            "camera": entity("camera", "sensor", device_class="enum", options=list(CAMERA_STATES), **diagnostic),
            "health": entity("health", "sensor", device_class="enum", options=list(HEALTH_STATES), **diagnostic),
        },
        "availability_topic": availability_topic(device),
        "payload_available": ONLINE.decode(),
        "payload_not_available": OFFLINE.decode(),
        "state_topic": state_topic(device),
        "qos": 1,
    }


def entity_values(table: Table, referee: TableState) -> dict[str, str]:
    """Returns the values of the entities. They contain the names of players, and no cards.

    The score are the tallies by side, such as `9 : 7`; empty before the first game.
    """
    verdicts, turn = [check.verdict for check in referee.health], table.turn
    place = "" if turn not in table.seats else str(table.seats.index(turn) + 1)
    tallies, sides = table.tallies, () if table.game is None else table.game.sides(table.seats)
    return {
        "score": " : ".join(str(tallies[side[0]]) for side in sides if side and side[0] in tallies),
        "turn": "" if turn is None else table.players.get(turn, place),
        "finding": "ON" if referee.findings else "OFF",
        "camera": referee.camera,
        "health": max(verdicts, key=HEALTH_STATES.index, default="unknown"),
    }


def encode(payload: dict[str, Any]) -> bytes:
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()


PAUSE_S = 1.0


class HomeLink:
    """Call `run` in a task, and `wake` after each change of *source*; it is silent unless the settings ask for it."""

    def __init__(self, home: HomeAccess, source: FollowedTable, on_fault: Callable[[str], None]) -> None:
        self._home, self._source = home, source
        self._device = device_id(socket.gethostname())
        self._availability = availability_topic(self._device)
        self.connection = Connection(
            home.broker,
            [STATUS_TOPIC],
            self._receive,
            self._say_all,
            on_fault,
            Will(self._availability, OFFLINE),
        )
        self._folded: tuple[str, int] = ("", 0)
        """The session and the number of its events that are in `_table`."""
        self._table = Table()
        self._said = b""
        self._changed = asyncio.Event()

    def wake(self) -> None:
        self._changed.set()

    async def run(self) -> None:
        if not self._home.home_assistant:
            return
        async with beside(self.connection.run()):
            while True:
                await self._changed.wait()
                self._changed.clear()
                self._say_state()
                await asyncio.sleep(PAUSE_S)

    def _receive(self, topic: str, payload: bytes) -> None:
        if topic == STATUS_TOPIC and payload == ONLINE:
            self._say_all()

    def _say_all(self) -> None:
        """Publishes discovery, availability and state: after each connection and each start of Home Assistant."""
        state = self._source.state
        language = "en" if state is None or state.language not in ("de", "bar") else state.language
        description = discovery(self._device, self._home.name, _version(), language)  # type: ignore[arg-type]
        topic = discovery_topic(self._device)
        self.connection.publish(topic, encode(description), retain=True)
        self._said = b""
        self._say_state()

    def _say_state(self) -> None:
        availability = ONLINE if self._source.is_connected else OFFLINE
        self.connection.publish(self._availability, availability, retain=True)
        if self._source.state is None:
            return
        source = self._source
        session, count = self._folded
        if session != source.session or count > source.position:
            self._table, count = Table(), 0
        for position in range(source.session_first + count, source.end):
            event = decode(source.event(position).event)
            self._table.observe(shift_positions(event, -source.session_first))
        self._folded = source.session, source.position
        said = encode(entity_values(self._table, self._source.state))
        if said != self._said and self.connection.publish(state_topic(self._device), said, retain=True):
            self._said = said


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("kiebitz")
    except PackageNotFoundError:
        return "0"
