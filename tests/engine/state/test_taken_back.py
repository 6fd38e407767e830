"""Cards taken back: the card returns to the hand, and the next card of that hand fills its place."""

from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import CardLaid, Event, GameStarted, Ruled
from engine.rules.findings import Kind
from engine.simulation.evening import Simulation
from engine.simulation.playouts import random_card
from engine.state.table import Table
from tests.support.case_tables import CaseFile
from tests.support.examples import examples
from tests.support.records import finding_lines, play_record

rule = pytest.mark.rule

NONE = "exchange 1 0 | exchange 2 0 | exchange 3 0 | exchange 0 0"
BOHEMIAN = f"deal 0 | upcard S9 | {NONE}"  # bells are trumps, the play begins with event 7
cases = CaseFile(__file__, NONE=NONE, BOHEMIAN=BOHEMIAN)
WATTEN = "deal 0 | say 1 striker 9 | say 0 trump H"  # with event 4


def trick(lines: str, name: str) -> tuple[str, int | None, int | None]:
    """Returns the trick in play, whose turn it is, and who is taking the trick."""
    table, _ = play_record(lines, seats="0 1 2 3", name=name)
    plays = " ".join(f"{play.seat}:{play.card}" for play in table.current_deal.trick.plays)
    return plays, table.turn, table.current_game.taker_in(table.current_deal)


@rule("1.6", "DECISIONS BW13")
@cases.table
def test_next_card_fills_the_gap(lines: str, lying: str, turn: int) -> None:
    assert trick(f"{BOHEMIAN} | {lines}", "bohemian-watten")[:2] == (lying, turn)


@rule("WA25", "DECISIONS WA17")
def test_bid_before_a_replaced_lead_was_not_made_with_the_last_card() -> None:
    """Seat 1 held two cards; since he laid one of them under the others, it looked as if he had laid it before."""
    three = "play 1:EA 2:E8 3:E10 0:E7 >1 | play 1:SK 2:SA 3:S10 0:S7 >2 | play 2:LO 3:L8 0:LU 1:LA >1"
    bid = "play 1:EK 2:HU 3:EO | rule 19 taken_back | say 1 bid 3 | say 0 hold | play 1:H8 0:EU >2"
    _, findings = play_record(f"{WATTEN} | {three} | {bid} | play 2:LK 3:L9 0:L10 1:S8", seats="0 1 2 3", name="watten")
    assert [str(one.kind) for one in findings] == ["taken_back"]


@rule("1.6 (1)", "1.6 (2)", "DECISIONS BW13")
@cases.table
def test_obligations_of_the_next_card_after_a_takeback(lines: str, expected: list[str]) -> None:
    _, findings = play_record(f"{BOHEMIAN} | {lines}", "revoke_penalty=take_back", "0 1 2 3")
    assert [one for one in finding_lines(findings) if "revoke" in one] == expected


@dataclass(slots=True)
class Wavering(Simulation):
    """Everybody plays legally, but now and then somebody takes a card back and lays another instead."""

    def record(self, event: Event) -> None:
        Simulation.record(self, event)
        if not isinstance(event, CardLaid) or len(self.deal.trick) >= len(self.game.active(self.deal)):
            return
        if self.random.random() < 0.2:
            play = self.random.choice(self.deal.trick.plays)
            Simulation.record(self, Ruled(play.position, "taken_back"))
            self.hands[play.seat].append(play.card)


@pytest.mark.parametrize("name", ["bohemian-watten", "gras", "bauerchen", "watten"])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=examples(20))
def test_taking_back_legal_cards_proves_no_revoke(name: str, seed: int) -> None:
    simulated = Wavering(Table(), Random(seed), random_card)
    simulated.record(GameStarted(name, (0, 1, 2, 3), 0))
    simulated.play_deal()
    assert {finding.kind for finding in simulated.findings} <= {Kind.TAKEN_BACK, Kind.FALSE_MELD}
    assert Table.from_journal(simulated.table.journal).findings == simulated.table.findings


# What was told, and is taken back while they play


@rule("BW20", "BA11", "DECISIONS BA8")
@cases.table
def test_cards_taken_back_are_no_proof(name: str, lines: str, before: list[str], after: list[str]) -> None:
    """What was noticed on the way, and what is left of it."""
    table, findings = play_record(lines, seats="0 1 2 3", name=name, dealer=3 if name == "bauerchen" else 0)
    assert [one for one in dict.fromkeys(finding_lines(findings)) if "revoke" in one] == before
    assert [one for one in finding_lines(table.findings) if "revoke" in one] == after


def test_a_card_of_another_pack_is_taken_back() -> None:
    _, findings = play_record(
        f"{BOHEMIAN} | play 1:S6 | rule 7 taken_back | play 1:L9 2:S6 | rule 10 taken_back", "", "0 1 2 3"
    )
    assert [str(one.kind) for one in findings] == ["foreign_card", "taken_back"] * 2


FOUR = "deal 0 | upcard S9 | exchange 1 0 | exchange 2 0 | exchange 3 0 | exchange 0 0"
"""Bells are trumps, the play begins with event 7."""


@rule("DECISIONS BW13")
def test_a_lead_taken_back_has_no_verdict_until_it_is_laid_again() -> None:
    table, _ = play_record(f"{FOUR} | play 1:L9", seats="0 1 2 3")
    assert table.verdict(7) == "certified"
    table, _ = play_record(f"{FOUR} | play 1:L9 | rule 7 taken_back", seats="0 1 2 3")
    assert table.verdict(7) is None
    table, _ = play_record(f"{FOUR} | play 1:L9 | rule 7 taken_back | play 1:L8", seats="0 1 2 3")
    assert (table.verdict(7), table.verdict(9)) == (None, "certified")
