"""The phases of a game: values of the enumeration, and names that books may use."""

import json
from pathlib import Path

import pytest
from mypy import api

from engine.games import all_games
from engine.rules.game import BETWEEN_DEALS, OtherPhase, Phase
from engine.simulation.evening import simulation

VALUES = "no_game deal over cut upcard declare exchange announce play answer reveal scored"


def test_phase_values_are_stable() -> None:
    assert [phase.value for phase in Phase] == VALUES.split()
    assert json.dumps([*Phase, OtherPhase("ask")]) == json.dumps([*VALUES.split(), "ask"])


@pytest.mark.parametrize("phase", [Phase.PLAY, OtherPhase("ask")])
def test_a_phase_finds_its_words_in_a_book(phase: Phase | OtherPhase) -> None:
    assert {"play": 1, "ask": 2}[phase] == {Phase.PLAY: 1, OtherPhase("ask"): 2}[phase]
    assert f"{phase}_call" == {"play": "play_call", "ask": "ask_call"}[phase]


@pytest.mark.parametrize("name", ["bauerchen", "bohemian-watten", "gras", "watten"])
def test_a_game_and_its_book_name_phases_that_exist(name: str) -> None:
    """A phase of the book is one of `Phase`, or one of them with a call that has words of its own."""
    book, players = all_games()[name].book, all_games()[name].players[-1]
    named = {*Phase, *(f"{phase}_{call}" for phase in Phase for call in book.calls)}
    assert book.phases.keys() <= named
    simulated = simulation(name, players, seed=1)
    for _ in range(3):
        simulated.play_deal()
        assert isinstance(simulated.table.phase, Phase)
        assert simulated.table.phase in BETWEEN_DEALS


SLIPS = {
    "Step(Phase.PLAY)": "",
    'Step(OtherPhase("ask"))': "",
    "Step(Phase.PLAYS)": 'has no attribute "PLAYS"',
    'Step("plays")': 'incompatible type "str"; expected "Phase | OtherPhase"',
}
"""Lines, and what mypy says of them."""


@pytest.mark.slow
def test_mypy_rejects_a_misspelt_phase(tmp_path: Path) -> None:
    imports = "from engine.rules.game import OtherPhase, Phase, Step"
    (tmp_path / "phases.py").write_text("\n".join([imports, *SLIPS]))
    printed, _, code = api.run(["--no-incremental", "--follow-imports=silent", str(tmp_path / "phases.py")])
    assert code == 1
    for number, slip in enumerate(SLIPS.values(), 2):
        reported = [line for line in printed.splitlines() if f"phases.py:{number}: error: " in line]
        assert (len(reported), slip in "".join(reported)) == (int(bool(slip)), True), printed
