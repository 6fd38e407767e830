"""Pairings as the referee reads them are those that the hall sends."""

from __future__ import annotations

import msgspec

from common.feed.messages import HallState
from device.settings.tournament import Pairing
from link import messages as link


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
