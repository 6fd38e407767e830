"""Pairings as the referee reads them are those that the hall sends."""

from __future__ import annotations

import msgspec
import pytest

from device.feed.messages import HallGame, HallState
from device.settings.pairing import Pairing, PairingId, Stage
from link import messages as link


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [(PairingId, link.PairingId), (Pairing, link.PairingMessage), (HallGame, link.GamePoints)],
)
def test_the_messages_have_the_same_fields(ours: type[msgspec.Struct], theirs: type[msgspec.Struct]) -> None:
    def described(kind: type[msgspec.Struct]) -> list[tuple[str, object, bool]]:
        return [(field.name, field.default, field.required) for field in msgspec.structs.fields(kind)]

    assert described(ours) == described(theirs)
    assert Stage == link.Stage


def test_a_message_of_the_hall_is_read() -> None:
    message = link.PairingMessage(
        link.PairingId("cup", 3, 2), "7", (("Huber", "Maier"), ("Gruber", "Wimmer")), "watten", {"target": 13}, 3
    )
    pairing = msgspec.convert(msgspec.to_builtins(message), Pairing)
    assert msgspec.json.encode(pairing) == msgspec.json.encode(message)
    assert pairing.pairing is not None
    assert pairing.pairing.mark == link.PairingId("cup", 3, 2).mark == "hall cup 3 2"


def test_the_state_is_part_of_the_report_of_the_table() -> None:
    names = {field.name for field in msgspec.structs.fields(HallState)} - {"asks_resume"}
    assert names <= {field.name for field in msgspec.structs.fields(link.TableReport)}
