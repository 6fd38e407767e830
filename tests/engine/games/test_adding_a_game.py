"""A game that is added: its deals, its duties, and the pack that it asks for."""

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import engine.games
from engine.cards import BAVARIAN_32, FRENCH_20, GERMAN_33, PACKS, Card, Cards, Seat, Trump
from engine.games import PackFit, all_games, game, is_playable, pack_fit, packs_of, rules_with_pack
from engine.games.gras import Gras
from engine.notation import explain, explain_findings
from engine.notation.record import read, write
from engine.rules.card_rules import Ladder, Rung
from engine.rules.deal import Deal
from engine.rules.findings import Kind
from engine.simulation.audit import audited_deals
from engine.simulation.evening import deal_with_revoke, simulation
from engine.simulation.playouts import Policy, random_card, simple_card
from engine.state.table import Table
from engine.text import Words
from engine.tricks import Trick
from tests.support.examples import examples

NAME, MODULE = "simple-schnapsen", "simple_schnapsen"
DOCUMENT = (Path(__file__).parents[3] / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


def written(language: str) -> str:
    (text,) = re.findall(rf"```{language}\n(.*?)```", DOCUMENT, re.DOTALL)
    return str(text)


@pytest.fixture(autouse=True, scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The game, as if its two files lay in the folder of games."""
    folder = tmp_path_factory.mktemp("games")
    for suffix, language in (("py", "python"), ("toml", "toml")):
        (folder / f"{MODULE}.{suffix}").write_text(written(language), encoding="utf-8")
    patch = pytest.MonkeyPatch()
    patch.setattr(engine.games, "__path__", [*engine.games.__path__, str(folder)])
    all_games.cache_clear()
    yield
    patch.undo()
    all_games.cache_clear()
    sys.modules.pop(f"engine.games.{MODULE}", None)


def test_added_game_is_discovered() -> None:
    assert NAME in all_games()
    assert game(NAME, preset="quick").rules["points"] == 5


@pytest.mark.parametrize("policy", [random_card, simple_card])
def test_planted_revokes_are_proved_as_early_as_can_be(policy: Policy) -> None:
    count = examples(150)
    planted = [deal for deal in audited_deals(NAME, count, 2, "revoke", policy, revokes=True) if deal.planted]
    assert len(planted) > count // 2
    for deal in planted:
        assert deal.position_of_proof == deal.provable is not None
        assert deal.false_findings == ()


def test_added_game_is_played_and_replayed() -> None:
    simulated = simulation(NAME, 2, seed=3)
    while simulated.table.phase != "over":
        simulated.play_deal()
    assert simulated.findings == []
    assert min(simulated.table.tallies.values()) == 0
    assert read(write(simulated.events)) == list(simulated.events)
    assert Table.from_journal(simulated.events).tallies == simulated.table.tallies


def test_revoke_of_the_added_game_names_its_rule() -> None:
    simulated = deal_with_revoke(4, 2, game=NAME)
    (finding,) = [found for found in simulated.findings if found.kind is Kind.REVOKE]
    assert explain_findings.full_sentence(finding, simulated.game).english.endswith("(SCH2)")


def test_names_in_the_tables_of_the_page_exist() -> None:
    """Every method that the document names exists, and every table of the book is described."""
    overridable = DOCUMENT[DOCUMENT.index("## Optional members") : DOCUMENT.index("A `deal` has")]
    rows = [line.split("|")[2] for line in overridable.splitlines() if line.startswith("| ")][1:]
    names = {name for row in rows for name in re.findall(r"`([a-z_]+)", row)}
    assert len(names) > 30
    assert {name for name in names if not hasattr(engine.games.Game, name)} == set()
    tables = ("switch", "preset", "call", "phase", "count", "reason", "rungs", "duty")
    assert all(f"`[{table}" in DOCUMENT for table in tables)


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
            german, english = explain_findings.full_sentence(finding, simulated.game)
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


WELI = Card("S", "6")


@pytest.mark.parametrize("name", sorted(all_games()))
def test_a_game_is_playable_with_each_of_its_packs_and_not_without_a_card(name: str) -> None:
    kind = all_games()[name]
    packs = packs_of(kind)
    assert packs[0] is game(name).pack
    for pack in PACKS.values():
        assert is_playable(kind, pack.cards) == any(set(one.cards) <= set(pack.cards) for one in packs)
    smallest = min(packs, key=len)
    for card in smallest.cards:
        assert not is_playable(kind, set(smallest.cards) - {card})


def test_a_deck_without_the_weli_lacks_it_for_watten_and_fits_the_other_pack() -> None:
    watten = game("watten")
    assert pack_fit(watten, GERMAN_33.cards) == PackFit((), ())
    fit = pack_fit(watten, BAVARIAN_32.cards)
    assert fit == PackFit((WELI,), (BAVARIAN_32,))
    rules = rules_with_pack(watten, BAVARIAN_32)
    assert game("watten", dict(rules)).pack is BAVARIAN_32


def test_a_deck_without_another_card_fits_no_pack() -> None:
    deck = [card for card in GERMAN_33.cards if card != Card("H", "K")]
    assert pack_fit(game("watten"), deck) == PackFit((Card("H", "K"),), ())
    assert not is_playable(all_games()["bauerchen"], GERMAN_33.cards)
    assert is_playable(all_games()["bauerchen"], FRENCH_20.cards)


def test_house_rules_stay_when_another_pack_is_chosen() -> None:
    watten = game("watten", {"target": 13})
    assert dict(rules_with_pack(watten, BAVARIAN_32))["target"] == 13
    assert len(rules_with_pack(watten, BAVARIAN_32)) == 2
