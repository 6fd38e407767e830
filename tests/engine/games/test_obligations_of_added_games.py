"""What no game of the rule book has: a duty for whoever leads, and duties that hang on the tricks before."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from engine.games import all_games, game
from engine.games.gras import Gras
from engine.notation import explain
from engine.rules.findings import Kind
from engine.rules.obligations import Rung
from engine.simulation.audit import audited_deals
from engine.simulation.evening import deal_with_revoke
from engine.text import Words
from tests.support.examples import examples

if TYPE_CHECKING:
    from engine.cards import Seat
    from engine.rules.deal import Deal
    from engine.rules.obligations import Ladder
    from engine.rules.values import Cards, Trump
    from engine.tricks import Trick


class Saved(Gras):
    """Trumps are led by those only who hold nothing else; the first trick binds nobody who follows."""

    name = "saved"
    book = replace(
        Gras.book,
        rungs={**Gras.book.rungs, "save": "GR5"},
        duties={"save": Words("Trümpfe aufheben", "save the trumps")},
    )

    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        if self.cards(trick):
            return super().ladder(trick, trump)
        others = self.pack.all & ~self.trump_sets[trump]
        return (Rung(others, others, "save"),)

    def duties(self, deal: Deal, seat: Seat, trick: Trick, trump: Trump) -> Ladder:
        return super().duties(deal, seat, trick, trump) if deal.tricks or not trick.plays else ()


@pytest.fixture(autouse=True)
def saved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(all_games(), Saved.name, Saved)  # type: ignore[arg-type]


def test_duties_of_a_lead_are_explained() -> None:
    assert explain.legal(game("saved"), "EA LA HO", "", "E") == Words(
        "muss Trümpfe aufheben: du hast LA HO (GR5)", "must save the trumps: you hold LA HO (GR5)"
    )
    assert explain.legal(game("saved"), "EA EK", "", "E").english == "any card: you lead"
    refusal = explain.why_not(game("saved"), "EA", "EA LA", "", "E")
    assert refusal is not None
    assert refusal.english == "not EA: must save the trumps: you hold LA (GR5)"


def test_revoke_by_a_lead_has_a_sentence() -> None:
    """A revoke is planted where the duties of the deal are broken, and its breach is the one that the table finds."""
    led = 0
    for seed in range(60):
        simulated = deal_with_revoke(seed, 3, game="saved")
        planted = simulated.planted
        assert planted is not None
        assert all(finding.position == planted.position for finding in simulated.findings)
        for finding in simulated.findings:
            if finding.kind is not Kind.REVOKE or finding.breach is None or finding.breach.led is not None:
                continue
            led += 1
            assert (finding.breach.rung, planted.breach.rung) == ("save", "save")
            german, english = explain.full_sentence(finding, simulated.game)
            assert "Trümpfe aufheben: beim Ausspielen, " in german
            assert "save the trumps: when leading, " in english
    assert led > 5


def test_planted_revoke_breaks_the_duties_of_the_deal() -> None:
    count = examples(120)
    planted = [deal for deal in audited_deals("saved", count, 3, "saved", revokes=True) if deal.planted]
    assert len(planted) > count // 2
    for deal in planted:
        assert deal.false_findings == ()
        assert deal.position_of_proof == deal.provable is not None
