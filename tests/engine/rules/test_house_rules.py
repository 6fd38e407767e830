"""Switches, presets and the discovery of games."""

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import engine
import engine.games
from engine.games import BrokenGame, UnknownGame, all_games, game
from engine.games.bohemian_watten.game import BohemianWatten
from engine.rules.book import read_book
from engine.rules.house_rules import RuleError, Rules, Switch, in_words
from engine.text import Words

WORDS = Words("Eins", "One")
SWITCHES = (Switch("overtake", "1.6", (True, False), True, WORDS), Switch("points", "BW13", tuple(range(51)), 5, WORDS))


def test_defaults_and_changes() -> None:
    rules = Rules(SWITCHES, {"points": 7})
    assert (rules.flag("overtake"), rules.number("points"), rules.changes) == (True, 7, (("points", 7),))
    assert Rules(SWITCHES, {"points": 5}) == Rules(SWITCHES)
    assert len({Rules(SWITCHES), Rules(SWITCHES, {"points": 5})}) == 1
    assert list(rules) == ["overtake", "points"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"overtrump": True}, "got rule 'overtrump', expected one of overtake, points"),
        ({"overtake": "yes"}, "got overtake = 'yes', expected one of true, false"),
        ({"points": True}, "got points = true, expected a whole number from 0 to 50"),
    ],
)
def test_errors_name_the_switch_and_what_it_takes(changes: dict[str, object], message: str) -> None:
    with pytest.raises(RuleError, match=re.escape(message)):
        Rules(SWITCHES, changes)


def test_rules_in_words_begin_with_what_differs() -> None:
    said = ((True, Words("Stichzwang", "must overtake")), (False, Words("Kein Zwang", "free")))
    switches = (Switch("points", "BW13", (5, 7), 5, WORDS), replace(SWITCHES[0], sentences=said))
    assert in_words(Rules(switches)) == [Words("Eins – hier: 5", "One – here: 5"), said[0][1]]
    assert in_words(Rules(switches, {"overtake": False})) == [said[1][1], Words("Eins – hier: 5", "One – here: 5")]
    assert SWITCHES[0].in_words(False) == Words("Eins – hier: nein", "One – here: no")


def test_choices_name_every_switch() -> None:
    assert Rules(SWITCHES, {"points": 7}).choices == (("overtake", True), ("points", 7))


SAYS = """[switch.a]
source = "x"
values = [1, true, "b"]
default = 1
german = "Eins"
english = "One"
says.{key} = {{ german = "{value}", english = "yes {{value}}" }}
"""


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("1", 1, "yes 1"),
        ("true", True, "yes true"),
        ("b", "b", "yes b"),
        ("each", "b", "yes b"),
        ("1", "b", "One – here: b"),
    ],
)
def test_sentence_about_a_value_of_a_switch(tmp_path: Path, key: str, value: int | str, said: str) -> None:
    path = tmp_path / "x.toml"
    path.write_text(SAYS.format(key=key, value="{value}"), encoding="utf-8")
    (switch,) = read_book(path).switches
    assert switch.in_words(value).english == said


def test_every_value_of_bohemian_watten_has_its_sentence() -> None:
    for switch in BohemianWatten.book.switches:
        assert [value for value, _ in switch.sentences] == list(switch.values), switch.name


def test_rules_cannot_be_changed() -> None:
    rules = Rules(SWITCHES)
    with pytest.raises(TypeError):
        rules["points"] = 7  # type: ignore[index]
    with pytest.raises(AttributeError):
        rules.extra = 1  # type: ignore[attr-defined]


def test_asking_for_the_wrong_kind_is_an_error() -> None:
    with pytest.raises(TypeError, match="got str asked of rule points, which is 5"):
        Rules(SWITCHES).text("points")


def test_every_switch_has_a_source_and_a_meaning_in_both_languages() -> None:
    for switch in BohemianWatten.book.switches:
        assert re.search(r"BW\d|section 1\.6", switch.source), switch.name
        assert len(switch.meaning.german) > 10 < len(switch.meaning.english)
        assert switch.check(switch.default) == switch.default
        assert len(switch.values) > 1


RUNGS = "[rungs]\nfollow = 'GR5'\n"
BOOKS = [
    ("[rungs]\nfollow = 5", r"x.toml: rungs: got follow = 5, expected a str"),
    ("findings = 1", r"x.toml: got findings = 1, expected a table"),
    (
        "[findings]\nrevok = 'GR5'",
        r"x.toml: got finding 'revok', expected one of acted_after_.*; did you mean revoke\?",
    ),
    (RUNGS + "[duty.folow]\ngerman = 'x'\nenglish = 'y'", r"x.toml: got duty 'folow', expected one of follow; did you"),
    ("[duty.save]\ngerman = 'x'\nenglish = 'y'", r"x.toml: got duty 'save', expected one of none"),
    (SAYS.format(key="c", value=""), "x.toml: switch.a.says: got 'c', expected one of 1, true, b, or each"),
    ("switch = [", "x.toml: expected TOML|x.toml: "),
    ("[rules]", "x.toml: got table 'rules', expected one of call, count, duty, finding"),
    ("switch = { a = 1 }", r"x.toml: got switch.a = 1, expected a table"),
    ("[switch.a]\nsource = 'x'", r"x.toml: switch.a: got values = None, expected a list"),
    (
        "[switch.a]\nsource = 'x'\nvalues = [1, 2]\ndefault = 3\ngerman = 'x'\nenglish = 'y'",
        r"got a = 3, expected one of 1, 2",
    ),
    ("[reason.a]\ngerman = 'x'", r"x.toml: reason.a: got english = None, expected a str"),
    ("[preset.a]\ngerman = 'x'\nenglish = 'y'\nrules = { z = 1 }", r"x.toml: preset.a: got rule 'z', expected one of"),
]


@pytest.mark.parametrize(("text", "message"), BOOKS)
def test_a_broken_book_is_a_loud_error(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text)
    with pytest.raises(RuleError, match=message):
        read_book(path)


def test_unknown_game_and_preset() -> None:
    with pytest.raises(UnknownGame, match=r"got game 'whist', expected one of .*bohemian-watten"):
        game("whist")
    with pytest.raises(UnknownGame, match="got preset 'x' of bohemian-watten, expected one of standard"):
        game("bohemian-watten", preset="x")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("this is no python", "cannot be loaded"),
        ("NAME = 1", "expected one complete game, got 0, missing the class"),
        ("from engine.rules.game import Game\nclass Half(Game):\n    name = 'half'\n", "got 1, missing best, changes"),
        (
            "from engine.games.bohemian_watten.game import BohemianWatten\nclass Twin(BohemianWatten):\n    pass\n",
            "the name 'bohemian-watten' is taken",
        ),
    ],
)
def test_a_broken_game_file_is_a_loud_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, message: str
) -> None:
    (tmp_path / "zz_broken.py").write_text(source)
    monkeypatch.setattr(engine.games, "__path__", [*engine.games.__path__, str(tmp_path)])
    all_games.cache_clear()
    try:
        with pytest.raises(BrokenGame, match=message):
            all_games()
    finally:
        all_games.cache_clear()
        sys.modules.pop("engine.games.zz_broken", None)


def test_public_names_of_the_engine_are_fixed() -> None:
    """A new public name is a decision; removing one breaks programs."""
    assert engine.__all__ == [
        "PACKS", "BrokenGame", "Card", "Finding", "Game", "Kind", "Pack", "Play", "Result", "RuleError", "Rules",
        "Switch", "Table", "Trick", "UnknownCard", "UnknownGame", "all_games", "game",
    ]  # fmt: skip
    assert all(hasattr(engine, name) for name in engine.__all__)
