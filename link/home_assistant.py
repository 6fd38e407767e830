"""The table as a device of Home Assistant: the payload of MQTT discovery, its state, and its availability.

The keys are those of https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from common.feed.messages import TableState
    from common.texts.phrases import Language
    from engine.state.table import Table

STATUS_TOPIC, ONLINE, OFFLINE = "homeassistant/status", b"online", b"offline"
"""The topic on which Home Assistant announces its start; availability and state are then published again."""
CAMERA_STATES = ("camera", "paused", "by_hand", "none")
HEALTH_STATES = ("ok", "unknown", "warn", "bad")
"""Verdicts of the health checks, the best first."""
_NAMES: dict[str, dict[Language, str]] = {
    "score": {"en": "Score", "de": "Spielstand", "bar": "Spuistand"},
    "turn": {"en": "Turn", "de": "Am Zug", "bar": "Dro is"},
    "finding": {"en": "Finding", "de": "Einwand", "bar": "Eiwand"},
    "camera": {"en": "Camera", "de": "Kamera", "bar": "Kamera"},
    "health": {"en": "Health", "de": "Zustand", "bar": "Zuastand"},
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
            "name": _NAMES[key][language],
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


def state(table: Table, referee: TableState) -> dict[str, str]:
    """Returns the values of the entities. They contain the names of players, and no cards."""
    verdicts = [check.verdict for check in referee.health]
    return {
        "score": _score(table),
        "turn": _player(table, table.turn),
        "finding": "ON" if referee.findings else "OFF",
        "camera": referee.camera,
        "health": max(verdicts, key=HEALTH_STATES.index, default="unknown"),
    }


def encode(payload: dict[str, Any]) -> bytes:
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()


def _score(table: Table) -> str:
    """Returns the tallies by side, such as `9 : 7`; empty before the first game."""
    if table.game is None or not table.tallies:
        return ""
    tallies = table.tallies
    return " : ".join(str(tallies[side[0]]) for side in table.game.sides(table.seats) if side and side[0] in tallies)


def _player(table: Table, seat: int | None) -> str:
    if seat is None:
        return ""
    return table.players.get(seat, f"{table.seats.index(seat) + 1}" if seat in table.seats else "")
