"""Hands cut short at the third trick: what stayed open is named, and cards shown after it settle it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.events import DealStarted
from tests.support.records import play_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Finding, Table

rule = pytest.mark.rule


def played(lines: str, rules: str = "") -> tuple[Table, list[Finding]]:
    """Dealer 0, forehand 1."""
    return play_record(f"deal 0 | {lines}", rules, "0 1 2 3", name="watten")


def short(findings: Sequence[Finding]) -> list[str]:
    """Returns findings as `kind @event seat card`."""
    return [f"{one.kind} @{one.position} {one.seat} {one.card}" for one in findings]


OPEN = "say 1 striker U | say 0 trump H | play 1:H9 2:S8 3:HA 0:H8 >3 | play 3:EU 0:E7 1:E8 2:E9 >3"
THIRD = "play 3:LU 0:L7 1:L8 2:L9 >3"


@rule("3.5")
@pytest.mark.parametrize(
    ("shown", "findings", "still_open"),
    [
        pytest.param("show 2 SA S10 all", [], (), id="no trump left: it was legal"),
        pytest.param("show 2 SA HU all", [], (), id="the right is never forced"),
        pytest.param("show 2 SA HK all", ["revoke @5 2 S8"], (), id="a trump that had to be laid"),
        pytest.param("show 2 HK", ["revoke @5 2 S8"], (), id="one card is enough to prove it"),
        pytest.param("show 2 SA", [], (5,), id="one card is not enough to clear it"),
        pytest.param("show 2 SA S10 S9 all", ["wrong_hand @19 2 None"], (5,), id="a card too many"),
        pytest.param("show 0 SA HK all", [], (5,), id="another hand"),
    ],
)
def test_a_hand_shown_after_the_third_trick_settles_what_was_open(
    shown: str, findings: list[str], still_open: tuple[int, ...]
) -> None:
    table, found = played(f"{OPEN} | {THIRD}")
    assert (table.phase, table.open_plays(), found) == ("scored", (5,), [])
    table, found = played(f"{OPEN} | {THIRD} | {shown}")
    assert (short(found), table.open_plays()) == (findings, still_open)
    assert table.observe(DealStarted(1)) == []


@rule("3.5", "WA24")
def test_a_hand_shown_after_the_others_went_settles_what_was_open() -> None:
    table, findings = played(f'{OPEN} | say 3 bid "3" | say 0 go')
    assert (table.phase, table.open_plays(), findings) == ("scored", (5,), [])
    table, findings = played(f'{OPEN} | say 3 bid "3" | say 0 go | show 2 SA HK L9 all')
    assert (short(findings), table.open_plays()) == (["revoke @5 2 S8"], ())


@rule("3.1", "DECISIONS WA15")
def test_open_cards_of_a_partner_change_no_duty() -> None:
    for rules in ("", "zusammenschauen=true", "deuten=true"):
        _, findings = played(f"{OPEN} | {THIRD} | show 2 SA HK all", rules)
        assert short(findings) == ["revoke @5 2 S8"]
