"""Home Assistant finds the table by one payload, which its own schema accepts, and is told when it comes back.

The schema is transcribed from homeassistant/components/mqtt (schemas.py, sensor.py, binary_sensor.py) of Home Assistant
2025.4, https://github.com/home-assistant/core, whose own validators have accepted this payload.
"""

import asyncio
import json
import re
from typing import Any, get_args

import msgspec
import pytest

from common.feed.messages import HealthCheck, Hello, RecordedLine, Ruling, TableState
from common.texts.phrases import Language
from engine.codec import encode
from engine.simulation.evening import simulation
from engine.state.table import Table
from link.followed_table import FollowedTable
from link.home_link import (
    HomeLink,
    availability_topic,
    device_id,
    discovery,
    discovery_topic,
    entity_values,
    state_topic,
)
from link.settings import HomeAccess

LANGUAGES = get_args(Language)
DEVICE = "kiebitz_adler"
DEVICE_KEYS = {"identifiers", "connections", "manufacturer", "model", "name", "hw_version", "sw_version",
               "serial_number"}  # fmt: skip
ORIGIN_KEYS = {"name", "sw_version", "support_url"}
BASE_KEYS = {"device", "origin", "components", "availability_topic", "payload_available", "payload_not_available",
             "state_topic", "qos", "encoding"}  # fmt: skip
ENTITY_KEYS = {"platform", "unique_id", "name", "value_template", "icon", "entity_category", "device_class"}
PLATFORM_KEYS = {"sensor": ENTITY_KEYS | {"options"}, "binary_sensor": ENTITY_KEYS | {"payload_on", "payload_off"}}
DEVICE_CLASSES = {"sensor": {"enum"}, "binary_sensor": {"problem"}}
TOPIC = re.compile(r"[^#+\0]{1,200}")


def check(payload: dict[str, Any]) -> None:
    """Fails unless the payload is what the schema describes."""
    assert payload.keys() <= BASE_KEYS
    assert payload["device"].keys() <= DEVICE_KEYS
    assert payload["device"]["identifiers"], "a device has at least one identifier or connection"
    assert payload["origin"].keys() <= ORIGIN_KEYS
    assert payload["origin"]["name"]
    assert payload["qos"] in (0, 1, 2)
    for topic in (payload["availability_topic"], payload["state_topic"]):
        assert TOPIC.fullmatch(topic)
    ids = [entity["unique_id"] for entity in payload["components"].values()]
    assert len(set(ids)) == len(ids)
    for key, entity in payload["components"].items():
        assert re.fullmatch(r"[a-zA-Z0-9_-]+", key)
        assert entity.keys() <= PLATFORM_KEYS[entity["platform"]]
        assert entity.get("device_class") in {None, *DEVICE_CLASSES[entity["platform"]]}
        assert ("options" in entity) == (entity.get("device_class") == "enum"), "options belong to enum alone"
        assert entity.get("entity_category") in (None, "diagnostic")
        assert re.fullmatch(r"mdi:[a-z-]+", entity.get("icon", "mdi:a"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_payload_fits_the_schema(language: Language) -> None:
    payload = discovery(DEVICE, "Kiebitz im Adler", "0.1.0", language)
    check(payload)
    assert set(payload["components"]) == {"score", "turn", "finding", "camera", "health"}
    assert re.fullmatch(r"homeassistant/device/[\w-]+/config", discovery_topic(DEVICE))


@pytest.mark.parametrize(
    "spoil",
    [
        {"components": {"score": {"platform": "sensor", "unique_id": "a", "colour": "red"}}},
        {"device": {"identifiers": []}},
        {"availability_topic": "kiebitz/#"},
        {"qos": 3},
    ],
    ids=str,
)
def test_the_transcribed_schema_refuses_what_is_wrong(spoil: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        check(discovery(DEVICE, "Kiebitz", "0.1.0", "de") | spoil)


@pytest.mark.parametrize(
    ("host", "expected"), [("adler", "kiebitz_adler"), ("Pub-2.local", "kiebitz_pub_2_local"), ("ß", "kiebitz_table")]
)
def test_the_id_is_one_that_topics_bear(host: str, expected: str) -> None:
    assert device_id(host) == expected


def referee(**changes: Any) -> TableState:
    return TableState("de", "bavarian", "watten", (0, 1, 2, 3), {}, {}, "camera", viewers=False, key="", **changes)


def test_the_state_has_a_value_for_each_entity_that_it_may_have() -> None:
    table = simulation("watten", seed=3)
    table.play_deal()
    payload, values = discovery(DEVICE, "Kiebitz", "0.1.0", "de"), entity_values(table.table, referee())
    assert values.keys() == payload["components"].keys()
    assert re.fullmatch(r"\d+ : \d+", values["score"])
    for key in ("camera", "health"):
        assert values[key] in payload["components"][key]["options"]
    assert values["finding"] == "OFF"
    assert entity_values(table.table, referee(findings=(Ruling(1, "revoke", ()),)))["finding"] == "ON"


def test_health_is_that_of_the_worst_check() -> None:
    table = simulation("watten").table
    assert entity_values(table, referee())["health"] == "unknown"
    verdicts: tuple[Any, ...] = ("ok", "bad", "warn")
    health = tuple(HealthCheck(verdict, ("", ""), ("", ""), ("", "")) for verdict in verdicts)
    assert entity_values(table, referee(health=health))["health"] == "bad"


def test_before_the_first_game_there_is_no_score() -> None:
    values = entity_values(Table(), referee())
    assert [values[key] for key in ("score", "turn", "finding", "health")] == ["", "", "OFF", "unknown"]
    assert len(values) == 5


class Published:
    """Stands for the connection."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, bytes, bool]] = []

    def publish(self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1) -> bool:
        self.messages.append((topic, payload, retain))
        return True

    def topics(self) -> list[str]:
        taken, self.messages = self.messages, []
        return [topic for topic, _, _ in taken]


def linked(first: int = 0) -> tuple[HomeLink, FollowedTable, Published]:
    table, published = FollowedTable(), Published()
    played = simulation("watten", seed=3)
    played.play_deal()
    table.take(msgspec.json.encode(Hello("a", len(played.events), "c0ffee", first)))
    for position, event in enumerate(played.events):
        table.take(msgspec.json.encode(RecordedLine(position, 0.0, encode(event))))
    table.take(msgspec.json.encode(referee()))
    link = HomeLink(HomeAccess("h", home_assistant=True), table, lambda text: None)
    link.connection = published  # type: ignore[assignment]
    return link, table, published


@pytest.mark.parametrize("first", [0, 70])
def test_all_is_said_at_the_connection_and_when_home_assistant_comes_back(first: int) -> None:
    async def work() -> None:
        link, _, published = linked(first)
        link._say_all()
        assert all(retain for _, _, retain in published.messages)
        said = json.loads(published.messages[-1][1])
        assert re.fullmatch(r"\d+ : \d+", said["score"])
        everything = published.topics()
        device = everything[0].split("/")[2]
        assert everything == [discovery_topic(device), availability_topic(device), state_topic(device)]
        link._receive("homeassistant/status", b"offline")
        assert published.topics() == []
        link._receive("homeassistant/status", b"online")
        assert published.topics() == everything

    asyncio.run(work())


def test_a_table_whose_referee_is_gone_is_not_available() -> None:
    async def work() -> None:
        link, table, published = linked()
        table.disconnect()
        link._say_state()
        assert published.messages[0][1:] == (b"offline", True)

    asyncio.run(work())


def test_nothing_is_said_unless_it_is_switched_on() -> None:
    async def work() -> None:
        link = HomeLink(HomeAccess("h"), FollowedTable(), lambda text: None)
        await link.run()
        assert not link.connection.is_connected

    asyncio.run(work())
