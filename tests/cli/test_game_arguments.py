"""The game as it is chosen on the command line, and a landlord's own file of house rules."""

import argparse
import re
from dataclasses import replace
from pathlib import Path

import pytest

from cli.game_arguments import add_game_arguments, game_from_arguments, is_game_chosen, notes_on
from cli.main import Parser
from common.files.user_files import SettingsError
from common.texts.words import words_for
from device.settings.table_setup import Setup, read_rules
from engine.games.bohemian_watten.game import BohemianWatten
from engine.rules.book import Book

ADLER = """game = "bohemian-watten"
preset = "relaxed"
name = "Stammtisch Adler"
[rules]
schleck = "both"
dealer_exchange = 3
"""


def parsed(*given: object, usual: str | None = "bohemian-watten") -> argparse.Namespace:
    parser = Parser(prog="kiebitz try")
    add_game_arguments(parser, usual)
    parser.add_argument("--jsonl", action="store_true")
    return parser.parse_args(list(map(str, given)))


def chosen(*given: object) -> Setup:
    return game_from_arguments(parsed(*given))


@pytest.fixture
def adler(tmp_path: Path) -> Path:
    path = tmp_path / "adler.toml"
    path.write_text(ADLER, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("given", "rules"),
    [
        pytest.param(["--preset", "relaxed"], {"overtake": False, "schleck": "none"}, id="preset"),
        pytest.param(
            ["--rules", "overtake=false", "dealer_exchange=3"],
            {"overtake": False, "dealer_exchange": 3},
            id="several at once",
        ),
        pytest.param(
            ["--rules", "overtake=false", "--rules", "dealer_exchange=3"],
            {"overtake": False, "dealer_exchange": 3},
            id="several options",
        ),
        pytest.param(["--rule", "plus50=true"], {"plus50": True}, id="the short form"),
        pytest.param(
            ["--preset", "relaxed", "--rules", "overtake=true"], {"schleck": "none"}, id="a rule changes the preset"
        ),
        pytest.param(["--rules", "overtake=true"], {}, id="what is usual is no change"),
    ],
)
def test_rules_are_what_differs_from_the_defaults(given: list[str], rules: dict[str, object]) -> None:
    assert dict(chosen(*given).rules) == rules


def test_a_house_file(adler: Path) -> None:
    choice = chosen("--house", adler)
    assert (choice.game, choice.preset, choice.house) == ("bohemian-watten", "relaxed", "Stammtisch Adler")
    assert dict(choice.rules) == {"overtake": False, "dealer_exchange": 3}
    assert dict(chosen("--house", adler, "--rules", "overtake=true").rules) == {"dealer_exchange": 3}
    assert chosen("--house", adler, "--game", "bohemian-watten") == choice


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--game", "bohemian-waten"], "got game 'bohemian-waten', expected one of"),
        (["--game", "bohemian-waten"], "; did you mean bohemian-watten?"),
        (["--preset", "relaxt"], "got preset 'relaxt' of bohemian-watten, expected one of standard, relaxed"),
        (["--preset", "relaxt"], "; did you mean relaxed?"),
        (["--rules", "overtak=true"], "; did you mean overtake?"),
        (["--rules", "overtake=1"], "got overtake = 1, expected one of true, false"),
        (["--rules", "schleck=bth"], "; did you mean both?"),
        (["--rules", "revoke_points=--5"], "got revoke_points = '--5', expected a whole number from 0 to 50"),
        (["--rules", "overtake=true", "overtake=false"], "got overtake=true and overtake=false, expected one of them"),
        (["--game", ""], "got game '', expected one of "),
    ],
)
def test_invalid_rules_of_a_game_are_errors(given: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        chosen(*given)


def test_a_rule_without_a_value_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        parsed("--rules", "overtake=false", "table/")
    assert left.value.code == 2
    assert (
        "got 'table/', expected NAME=VALUE, such as overtake=false; what is no rule stands" in capsys.readouterr().err
    )


def test_a_house_file_and_another_game_or_preset(adler: Path) -> None:
    with pytest.raises(ValueError, match=r"got --preset and --house, expected one of them"):
        chosen("--house", adler, "--preset", "standard")
    with pytest.raises(ValueError, match=r"got --game gras and .*adler.toml, which is for bohemian-watten"):
        chosen("--house", adler, "--game", "gras")


def test_a_command_may_play_no_game_at_all(adler: Path) -> None:
    assert is_game_chosen(parsed())
    assert not is_game_chosen(parsed(usual=None))
    assert is_game_chosen(parsed("--house", adler, usual=None))
    assert is_game_chosen(parsed("--game", "", usual=None))
    with pytest.raises(ValueError, match="got house rules without a game, expected --game or --house"):
        game_from_arguments(parsed("--rules", "overtake=false", usual=None))


def test_unasked_switch_is_reported_with_its_default(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first, *rest = BohemianWatten.book.switches
    book = replace(BohemianWatten.book, switches=(replace(first, ask=True), *rest))
    monkeypatch.setattr(BohemianWatten, "book", book)
    assert isinstance(book, Book)
    choice = chosen("--preset", "relaxed")
    assert [switch.name for switch in choice.open] == ["first_dealer"]
    (note,) = notes_on(choice, words_for("en", "bavarian"))
    assert note.endswith(" Otherwise: --rules first_dealer=youngest")
    assert chosen("--rules", "first_dealer=highest_cut").open == ()
    path = tmp_path / "said.toml"
    path.write_text(GAME + 'rules.first_dealer = "highest_cut"\n')
    assert chosen("--house", path).open == ()


GAME = 'game = "bohemian-watten"\n'
BAD_FILES = [
    pytest.param(
        "game = ", "got no TOML: Invalid value (at end of document); expected house rules such as", id="broken"
    ),
    pytest.param("", "key game: missing, expected one of ", id="no game"),
    pytest.param("game = 3", "key game: got 3, expected a text", id="game a number"),
    pytest.param('game = "bohemian-waten"', "key game: got game 'bohemian-waten', expected one of", id="unknown game"),
    pytest.param(
        GAME + 'presett = "x"',
        "key presett: not known, expected one of game, preset, name, rules; did you mean preset?",
        id="unknown key",
    ),
    pytest.param(
        GAME + 'preset = "relaxt"',
        "key preset: got preset 'relaxt' of bohemian-watten, expected one of standard, relaxed",
        id="unknown preset",
    ),
    pytest.param(GAME + "name = true", "key name: got True, expected a text", id="name no text"),
    pytest.param(
        GAME + r'name = "a\u001b[31m"', r"key name: got 'a\x1b[31m', expected one line", id="name unprintable"
    ),
    pytest.param(GAME + f'name = "{"x" * 81}"', "x…', expected one line of at most 80 letters", id="name too long"),
    pytest.param(GAME + 'rules = "x"', "key rules: got 'x', expected a table such as [rules]", id="rules no table"),
    pytest.param(
        GAME + '[rules]\nschlek = "none"', "key rules.schlek: got rule 'schlek', expected one of", id="unknown rule"
    ),
    pytest.param(GAME + '[rules]\nschlek = "none"', "; did you mean schleck?", id="near miss"),
    pytest.param(
        GAME + "[rules]\novertake = 1",
        "key rules.overtake: got overtake = 1, expected one of true, false",
        id="1 is not true",
    ),
    pytest.param(
        GAME + "[rules]\nrevoke_points = 7.0",
        "key rules.revoke_points: got revoke_points = 7.0, expected a whole number",
        id="no whole number",
    ),
    pytest.param(
        GAME + '[rules]\nschleck = ["both"]',
        "key rules.schleck: got schleck = ['both'], expected one of 'both'",
        id="a list",
    ),
]


@pytest.mark.parametrize(("text", "message"), BAD_FILES)
def test_a_file_that_cannot_be_used(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as error:
        read_rules(path)
    assert str(error.value).startswith(str(path))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_no_file_and_no_text(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"got no file .*, expected house rules such as"):
        read_rules(tmp_path / "none.toml")
    with pytest.raises(SettingsError, match="is a directory, expected house rules such as"):
        read_rules(tmp_path)
    binary = tmp_path / "photo.toml"
    binary.write_bytes(b"\xff\xd8\xff")
    with pytest.raises(SettingsError, match="got no text in UTF-8; expected house rules such as"):
        read_rules(binary)


def test_the_file_in_the_document(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "house-rules.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    path = tmp_path / "adler.toml"
    path.write_text(example, encoding="utf-8")
    house = read_rules(path)
    assert (house.game, house.preset, house.house) == ("watten", "kritisch", "Stammtisch Adler")
    assert house.as_game.rules["target"] == 13
