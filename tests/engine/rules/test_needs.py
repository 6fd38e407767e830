"""A switch that needs another one changes nothing without it: random games are judged alike with other values."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.events import GameStarted, RuleValue
from engine.games import all_games
from engine.games import game as game_called
from engine.rules.book import read_book
from engine.rules.house_rules import RuleError, Switch
from engine.simulation.evening import simulation
from engine.state.table import Table
from tests.support.examples import one_in


def unmet() -> Iterator[tuple[str, str, str, RuleValue]]:
    """Yields game and switch, and a switch that it needs with a value that does not do."""
    for name, kind in all_games().items():
        switches = {switch.name: switch for switch in kind.book.switches}
        for switch in switches.values():
            for other, values in switch.needs:
                yield from (
                    (name, switch.name, other, value) for value in switches[other].values if value not in values
                )


def rules_without(game: str, switch: Switch, other: str, value: RuleValue) -> dict[str, RuleValue]:
    """Returns the rules in which nothing but *value* keeps *switch* from changing something."""
    return {name: values[0] for name, values in switch.needs} | {other: value}


def farthest_from_default(switch: Switch) -> set[RuleValue]:
    """Returns the first and the last of the other values: with the default the rules are those that were played."""
    others = [value for value in switch.values if value != switch.default]
    return {others[0], others[-1]}


@pytest.mark.parametrize(("game", "name", "other", "value"), one_in(18, list(unmet())))
def test_a_switch_changes_nothing_without_what_it_needs(game: str, name: str, other: str, value: RuleValue) -> None:
    switch = next(switch for switch in all_games()[game].book.switches if switch.name == name)
    rules = rules_without(game, switch, other, value)
    assert switch not in game_called(game, rules).rules.offered()
    for players in all_games()[game].players:
        for seed in range(3):
            played = simulation(game, players, seed, rules)
            for _ in range(4):
                played.play_deal()
            first, *rest = played.events
            assert isinstance(first, GameStarted)
            for each in farthest_from_default(switch):
                changed = game_called(game, {**rules, name: each}).rules.changes
                table = Table.from_journal([GameStarted(game, first.seats, first.dealer, changed), *rest])
                outcome = table.findings, table.history, table.step
                assert outcome == (played.table.findings, played.table.history, played.table.step), (each, seed)


SWITCH = """
[switch.{name}]
source = "X1"
values = [true, false]
default = false
german = "d"
english = "e"
{more}
"""


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("needs = { later = [true] }", "got switch 'later', expected one of first"),
        ("needs = { first = [3] }", "got first = 3, expected one of true, false"),
        ("needs = { first = true }", "got first = True, expected a list"),
        ("needs = 1", "expected a table"),
    ],
)
def test_a_book_that_needs_what_there_is_not(tmp_path: Path, more: str, message: str) -> None:
    names = ("first", ""), ("second", more), ("later", "")
    book = tmp_path / "book.toml"
    book.write_text("".join(SWITCH.format(name=name, more=each) for name, each in names))
    with pytest.raises(RuleError, match=re.escape(message)):
        read_book(book)


@pytest.mark.parametrize(
    ("players", "offered"),
    [
        ((), {"three", "deuten", "zusammenschauen"}),
        ((2,), set()),
        ((3,), {"three", "deuten", "zusammenschauen"}),
        ((4,), {"deuten", "zusammenschauen"}),
        ((2, 4), {"deuten", "zusammenschauen"}),
    ],
)
def test_a_switch_for_other_numbers_of_players_is_left_out(players: tuple[int, ...], offered: set[str]) -> None:
    for rules in (game_called("watten").rules, game_called("watten", {"three": "all_play"}).rules):
        names = {switch.name for switch in rules.offered(players)}
        assert names & {"three", "deuten", "zusammenschauen"} == offered


def test_a_switch_that_was_chosen_stays_listed() -> None:
    rules = game_called("watten", {"schleck_bluff": False}).rules
    assert "schleck_bluff" in [switch.name for switch in rules.offered()]
    assert "weli_rank" not in [switch.name for switch in game_called("watten", {"pack": "bavarian32"}).rules.offered()]
