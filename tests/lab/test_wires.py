"""The wires of all boards."""

import pytest

from device.hardware.board import NO_BOARD, board_names, read_board
from lab.papers.wiring import wires


@pytest.mark.parametrize("name", [name for name in board_names() if name != NO_BOARD])
def test_every_lead_has_a_pin(name: str) -> None:
    board = read_board(name)
    ends = wires(board)
    used = [wire.gpio for wire in ends if wire.gpio is not None]
    assert len(used) == len({*used}), "one lead a GPIO"
    parts = {wire.part for wire in ends}
    assert {"light", "buzzer", "display"} < parts
    assert {wire.lead for wire in ends if wire.part == "display"} >= {"VCC", "GND"}
    assert all(wire.end.endswith(f"(pin {wire.pin})") for wire in ends)
    assert not {2, 4} & {wire.pin for wire in ends}, "nothing of ours hangs on 5 V"


def test_more_buttons_than_ground_pins_share_one() -> None:
    joined = [wire for wire in wires(read_board("pair_per_seat")) if "joined" in wire.lead]
    assert [(wire.part, wire.lead) for wire in joined] == [("all buttons", "other legs, joined")]


def test_ground_leads_go_to_pins_near_them_without_crossing() -> None:
    made = wires(read_board("default_kit"))
    grounds = {wire.part: wire.pin for wire in made if "ground" in wire.end}
    first = {wire.part: min(own.pin for own in made if own.part == wire.part and own.gpio) for wire in made}
    assert [grounds[part] for part in sorted(grounds, key=first.__getitem__)] == sorted(grounds.values())
