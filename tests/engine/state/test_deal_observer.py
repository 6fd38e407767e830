"""Cards taken back: the verdict on them, and their place in the trick."""

from __future__ import annotations

import pytest

from tests.support.records import play_record

rule = pytest.mark.rule

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


@rule("DECISIONS BW13")
def test_no_place_is_kept_for_the_last_card_of_a_trick_taken_back() -> None:
    """No card lies on it, so whoever lays next comes before the seat that took it back."""
    table, findings = play_record(f"{FOUR} | play 1:L9 2:H8 | rule 8 taken_back | play 3:LK 2:L10", seats="0 1 2 3")
    assert [str(one.kind) for one in findings] == ["taken_back", "out_of_turn"]
    assert table.deal is not None
    assert [(play.seat, str(play.card)) for play in table.deal.trick.plays] == [(1, "L9"), (3, "LK"), (2, "L10")]
