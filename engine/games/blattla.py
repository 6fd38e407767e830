"""Blattla: a simpler Schafkopf, in which Ober and Unter are no trumps; docs/rules.md has its rules (BL…)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from engine.cards import BAVARIAN_32, Rank
from engine.games.schafkopf.cards import Contract
from engine.games.schafkopf.game import Schafkopf
from engine.rules.book import read_book
from engine.text import Words


class Blattla(Schafkopf):
    """What Schafkopf says of bidding, the called ace, points and tariff holds here too (BL4, BL6, BL8, BL9)."""

    name = "blattla"
    title = Words("Blattla", "Blattla")
    other_names = ("blattln",)
    pack = BAVARIAN_32
    packs = ()
    courts: ClassVar[Mapping[str, tuple[Rank, ...]]] = {"rufspiel": (), "solo": ()}
    late_calls = frozenset({"rufspiel", "solo", "solo_tout"})
    book = read_book(Path(__file__).with_suffix(".toml"))

    def paid_runners(self, contract: Contract, runners: int) -> int:
        """BL9"""
        return super().paid_runners(contract, runners) if self.rules.flag("runners") else 0
