"""A doubtful upcard leaves the trump in doubt: then nothing is proved, only asked, until the table has looked."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import BAVARIAN_32
from engine.codec import from_line, to_line
from engine.events import Amended, UpcardTurned
from engine.notation.record import read, write
from engine.rules.findings import Kind
from engine.simulation.evening import deal_with_revoke
from engine.state.table import Table
from tests.support.records import finding_lines, play_record


def test_breach_under_a_doubtful_trump_is_asked_and_not_proved() -> None:
    simulated = deal_with_revoke(3)
    events = list(simulated.events)
    proved = [finding for finding in simulated.findings if finding.kind == Kind.REVOKE]
    assert proved
    position, upcard = next((at, event) for at, event in enumerate(events) if isinstance(event, UpcardTurned))
    other = next(card for card in BAVARIAN_32.cards if card.suit != upcard.card.suit)

    table = Table.from_journal([*events[:position], replace(upcard, doubts=(other,)), *events[position + 1 :]])
    assert {finding.kind for finding in table.findings} == {Kind.DOUBTFUL_REVOKE}

    table.observe(Amended(position, upcard))
    assert [finding for finding in table.findings if finding.kind == Kind.REVOKE] == proved


def test_a_ruling_on_a_card_does_not_ask_about_the_trump_again() -> None:
    lines = (
        "deal 0 | upcard S9?L9 | exchange 1 0 | exchange 2 0 | exchange 3 0 | exchange 0 0"
        " | play 1:E8 2:H8 3:E10 0:EA >0 | play 0:L8 1:L10 2:EK 3:LA | rule 8 stands | rule 8 stands"
    )
    assert finding_lines(play_record(lines, seats="0 1 2 3")[1]) == ["doubtful_revoke 1.6 (2) @8 2 H8"]


def test_doubts_are_written_and_read() -> None:
    turned = UpcardTurned(BAVARIAN_32.card("L9"), (BAVARIAN_32.card("L7"), BAVARIAN_32.card("S10")))
    assert from_line(to_line(turned)) == turned
    assert "upcard L9?L7?S10" in write([turned])
    assert read(write([turned])) == [turned]
