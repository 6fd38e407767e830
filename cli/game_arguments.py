"""The game and its house rules, chosen by command line arguments."""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from common.errors import CommandError
from common.texts.phrases import Language, Text
from common.texts.words import TableWords, words_for
from device.settings.table_setup import DEFAULT_GAME, Setup, read_rules, setup_of_preset, with_rules
from engine.events import RuleValue
from engine.games import all_games
from engine.rules.house_rules import Rules

EXAMPLE = "NAME=VALUE, such as overtake=false"


def add_game_arguments(parser: argparse.ArgumentParser, usual: str | None = DEFAULT_GAME) -> None:
    """Adds --game, --preset, --house and --rules; *usual* is the default game, or None."""
    group = parser.add_argument_group("the game")
    default = f" ({usual})" if usual else ""
    group.add_argument("--game", metavar="G", help=f"the game{default}; kiebitz rules lists them")
    group.add_argument("--preset", metavar="P", help="house rules that have a name; kiebitz rules lists them")
    group.add_argument("--house", type=Path, metavar="FILE", help="your own house rules, see kiebitz help house-rules")
    group.add_argument(
        "--rules",
        "--rule",
        type=_pair,
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME=VALUE",
        help="single house rules, such as overtake=false",
    )
    parser.set_defaults(usual_game=usual)


def is_game_chosen(arguments: argparse.Namespace) -> bool:
    """Returns whether a game was chosen: by an argument, or as default of this command."""
    return any(value is not None for value in (arguments.game, arguments.house, arguments.usual_game))


def game_from_arguments(arguments: argparse.Namespace) -> Setup:
    """Returns the game with its house rules: those of the file, or the preset, changed by --rules.

    :raises ValueError: for an unknown game, preset, rule or value, a file that cannot be read, or two that differ.
    """
    house = read_rules(arguments.house) if arguments.house is not None else None
    if house is not None and arguments.game not in (None, house.game):
        raise CommandError(
            f"got --game {arguments.game} and {arguments.house}, which is for {house.game}; expected one of them"
        )
    if house is not None and arguments.preset is not None:
        raise CommandError(f"got --preset and --house, expected one of them; {arguments.house} can name a preset")
    name = house.game if house else arguments.usual_game if arguments.game is None else arguments.game
    if name is None:
        owners = " or ".join(
            f"--game {kind.name}" for kind in all_games().values() if arguments.preset in kind.book.presets
        )
        raise CommandError(f"got house rules without a game, expected {owners or '--game or --house'}")
    choice = house or setup_of_preset(name, arguments.preset)
    given: dict[str, str] = {}
    for key, text in arguments.rules:
        if given.setdefault(key, text) != text:
            raise CommandError(f"got {key}={given[key]} and {key}={text}, expected one of them")
    rules = choice.as_game.rules
    return with_rules(choice, {key: _value(rules, key, text) for key, text in given.items()})


def notes_on(choice: Setup, words: TableWords) -> Iterator[Text]:
    """Yields a line for each switch that was not asked."""
    for switch in choice.open:
        others = [str(value) for value in switch.values if value != switch.default][:3]
        rule, option = words.translate(switch.in_words(switch.default)), f"--rules {switch.name}={'|'.join(others)}"
        yield words.phrase("rule_not_asked", rule=rule, option=option)


def print_assumed_rules(choice: Setup, language: Language) -> None:
    """Prints the assumed defaults of the switches that were not asked to standard error."""
    for note in notes_on(choice, words_for(language, "bavarian")):
        print(f"kiebitz: {note}", file=sys.stderr)


def _pair(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not (name and separator):
        raise argparse.ArgumentTypeError(f"got {text!r}, expected {EXAMPLE}; what is no rule stands before --rules")
    return name, value


def _value(rules: Rules, name: str, text: str) -> RuleValue:
    """Returns the value of the switch in this notation, or without one a value parsed from *text*, for the error."""
    switch = next((switch for switch in rules.switches if switch.name == name), None)
    for value in switch.values if switch else ():
        if text == (str(value).lower() if isinstance(value, bool) else str(value)):
            return value
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text
