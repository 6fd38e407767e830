"""A short form of `python -m lab.benchmarks.appliance.tricks`."""

from __future__ import annotations

import sys
from itertools import islice

import pytest

from engine.cards import Card
from engine.events import CardLaid, TrickGathered
from engine.state.table import Table
from lab.benchmarks.appliance import tricks

HK, HO, E9, L10 = Card("H", "K"), Card("H", "O"), Card("E", "9"), Card("L", "10")
LAID = [(0, HK), (1, HO), (2, E9)]
RIGHT = [CardLaid(seat, card) for seat, card in LAID]


@pytest.mark.parametrize(
    ("told", "counts"),
    [
        (RIGHT, {"right": 3}),
        ([RIGHT[0], CardLaid(1, L10), RIGHT[2]], {"right": 2, "wrong": 1}),
        ([RIGHT[0], CardLaid(3, HO), RIGHT[2]], {"right": 2, "wrong": 1}),
        ([RIGHT[0], CardLaid(1, HO, (L10,)), RIGHT[2]], {"right": 2, "asked": 1}),
        ([RIGHT[0], RIGHT[2]], {"right": 2, "missed": 1}),
        ([RIGHT[0], RIGHT[0], *RIGHT[1:]], {"right": 3, "invented": 1}),
        ([], {"missed": 3}),
    ],
    ids=["all", "another card", "another seat", "asked", "missed", "twice", "nothing"],
)
def test_cards_of_the_journal_are_set_against_those_that_were_laid(
    told: list[CardLaid], counts: dict[str, int]
) -> None:
    assert tricks.compared(LAID, told) == counts


@pytest.mark.parametrize(("cards", "code"), [("3 1 0 0 0", 0), ("3 0 1 0 0", 1), ("3 0 0 1 0", 1), ("3 0 0 0 1", 1)])
def test_a_card_that_is_wrong_missed_or_invented_fails_the_command(
    monkeypatch: pytest.MonkeyPatch, cards: str, code: int
) -> None:
    monkeypatch.setattr(tricks, "use_folder", lambda _: None)
    monkeypatch.setattr(tricks, "prepare", lambda *_, **__: None)
    monkeypatch.setattr(tricks, "child", lambda *_: f"100.0\n101.0\n{cards}\n")
    monkeypatch.setattr(sys, "argv", ["tricks"])
    assert tricks.main() == code


def test_what_is_laid_before_the_camera_is_laid_by_the_rules() -> None:
    for dealer, events in islice(tricks.fair_deals(), 3):
        table = Table.from_journal(events)
        assert events[0].dealer == dealer  # type: ignore[union-attr]
        assert (sum(isinstance(one, CardLaid) for one in events), table.findings) == (20, ())
        assert sum(isinstance(one, TrickGathered) for one in events) == 5
