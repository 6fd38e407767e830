"""A game whose ladder names a rung that its book lacks is refused when it is loaded, not in the middle of a deal."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import engine.games
from cli.main import main
from engine.games import BrokenGame, all_games, unnamed_rung
from engine.games.bohemian_watten.game import BohemianWatten
from engine.games.gras import Gras
from engine.rules.house_rules import RuleError, Rules, Switch
from tests.support.examples import one_in

MODULE = "zz_added"
SOURCE = """
from dataclasses import replace
from engine.games.gras import Gras
from engine.rules.card_rules import Rung

class Added(Gras):
    name = "added"
    book = replace(Gras.book, file="zz_added.toml")
    {line}
"""
MISSING = "got rung 'overtak' in the ladder, expected in [rungs] of zz_added.toml one of follow, overtake"
SLIPS = [
    pytest.param(
        'def ladder(self, trick, trump): return (Rung(1, 1, "overtak"),) if len(self.cards(trick)) == size else ()',
        f"{MISSING}; did you mean overtake?",
        id="rung",
    ),
    pytest.param(
        "def ladder(self, trick, trump): return self.book.nothing",
        "cannot tell its ladders: 'Book' object has no attribute 'nothing'",
        id="ladder",
    ),
    pytest.param(
        'late_calls = frozenset({"trump"})',
        "got call 'trump' in late_calls, expected in [call] of zz_added.toml one of none",
        id="call",
    ),
    pytest.param(
        "book = replace(book, presets={})", "got no [preset] in zz_added.toml, expected the usual rules", id="preset"
    ),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of games beside ours, in which a test writes its own."""
    monkeypatch.setattr(engine.games, "__path__", [*engine.games.__path__, str(tmp_path)])
    all_games.cache_clear()
    yield tmp_path
    all_games.cache_clear()
    sys.modules.pop(f"engine.games.{MODULE}", None)


def write(folder: Path, line: str) -> None:
    (folder / f"{MODULE}.py").write_text(SOURCE.format(line=line), encoding="utf-8")


@pytest.mark.parametrize("size", [0, 1, 2])
def test_a_missing_rung_is_found_whenever_the_ladder_has_it(folder: Path, size: int) -> None:
    write(folder, str(SLIPS[0].values[0]).replace("size", str(size)))
    with pytest.raises(BrokenGame, match="got rung 'overtak' in the ladder"):
        all_games()


@pytest.mark.parametrize(("line", "message"), SLIPS)
@pytest.mark.parametrize("command", ["rules", "simulate --game added --deals 1"])
def test_command_reports_it_in_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], command: str, line: str, message: str
) -> None:
    write(folder, line.replace("size", "1"))
    assert main(command.split()) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"kiebitz: engine.games.{MODULE}: {message}\n")


def test_a_game_that_names_its_rungs_is_loaded(folder: Path) -> None:
    write(folder, "")
    assert all_games()["added"].book.file == "zz_added.toml"


SETTINGS = [(name, switch) for name, kind in all_games().items() for switch in kind.book.switches]


@pytest.mark.parametrize(("name", "switch"), one_in(8, SETTINGS))
def test_no_house_rule_brings_a_rung_that_the_book_lacks(name: str, switch: Switch) -> None:
    kind = all_games()[name]
    for value in switch.values[:8]:
        assert unnamed_rung(kind(Rules(kind.book.switches, {switch.name: value}))) is None


@pytest.mark.parametrize("name", all_games())
def test_no_preset_brings_a_rung_that_the_book_lacks(name: str) -> None:
    kind = all_games()[name]
    for preset in kind.book.presets.values():
        assert unnamed_rung(kind(preset.rules)) is None


@pytest.mark.parametrize("rung", sorted(BohemianWatten.book.rungs))
def test_each_rung_of_bohemian_watten_is_missed(rung: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sampled tricks show every rung of the game with the longest ladder."""
    rungs = {name: rule for name, rule in BohemianWatten.book.rungs.items() if name != rung}
    monkeypatch.setattr(BohemianWatten, "book", replace(BohemianWatten.book, rungs=rungs))
    assert unnamed_rung(BohemianWatten()) == rung


def test_a_rung_that_no_sampled_trick_shows_is_an_error_in_words() -> None:
    with pytest.raises(RuleError, match=r"^gras: got rung 'trump' in the ladder, expected in \[rungs\] of gras.toml"):
        Gras().rule_of("trump")
