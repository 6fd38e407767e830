"""The example of docs/adding-a-game.md works with its two files only."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import engine.games
from engine.games import all_games, game
from engine.notation import explain
from engine.notation.record import read, write
from engine.rules.findings import Kind
from engine.simulation.audit import audited_deals
from engine.simulation.evening import deal_with_revoke, simulation
from engine.simulation.playouts import random_card, simple_card
from engine.state.table import Table
from tests.support.examples import examples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.simulation.playouts import Policy

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


@pytest.mark.parametrize(
    ("hand", "trick", "legal"),
    [("CA C10 HA", "CK", "CA C10"), ("CQ HA DA", "CK", "CQ"), ("HJ DA", "CK", "HJ"), ("DA SA", "CK", "DA SA")],
)
def test_simple_answers_of_the_added_game(hand: str, trick: str, legal: str) -> None:
    assert " ".join(map(str, sorted(game(NAME).legal(hand, trick, "H")))) == " ".join(sorted(legal.split()))
    for text in explain.legal(game(NAME), hand, trick, "H"):
        assert text.endswith("(SCH2)")


@pytest.mark.parametrize("policy", [random_card, simple_card])
def test_legal_deals_bring_no_finding(policy: Policy) -> None:
    for deal in audited_deals(NAME, examples(500), 2, "legal", policy):
        assert deal.recorded_findings == ()
        assert sum(deal.score.tricks.values()) == 10


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
    assert explain.full_sentence(finding, simulated.game).english.endswith("(SCH2)")


def test_names_in_the_tables_of_the_page_exist() -> None:
    """Every method that the document names exists, and every table of the book is described."""
    overridable = DOCUMENT[DOCUMENT.index("## Optional members") : DOCUMENT.index("A `deal` has")]
    rows = [line.split("|")[2] for line in overridable.splitlines() if line.startswith("| ")][1:]
    names = {name for row in rows for name in re.findall(r"`([a-z_]+)", row)}
    assert len(names) > 30
    assert {name for name in names if not hasattr(engine.games.Game, name)} == set()
    tables = ("switch", "preset", "call", "phase", "count", "reason", "rungs", "duty")
    assert all(f"`[{table}" in DOCUMENT for table in tables)
