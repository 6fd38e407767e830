"""kiebitz rules: lists the games with their presets, or the house rules of one game in words."""

import argparse
import json
from collections.abc import Iterator

from cli.game_arguments import add_game_arguments, game_from_arguments, is_game_chosen, notes_on
from common.json_types import Line
from common.texts.phrases import LANGUAGES, spoken_language
from common.texts.words import TableWords, words_for
from device.settings.table_setup import Setup
from engine.games import all_games
from engine.notation.explain import duties, order_of_cards
from engine.rules.game import Game
from engine.rules.house_rules import changed_first, in_words


def configure(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser, usual=None)
    parser.add_argument("--jsonl", "--json", action="store_true", help="JSON Lines, see kiebitz help commands")
    parser.add_argument("--language", choices=LANGUAGES, default=spoken_language(), help="of the text (%(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """:raises ValueError: for an unknown game, preset, rule or value, or a file of house rules that cannot be used."""
    words = words_for(arguments.language, "bavarian")
    if is_game_chosen(arguments) or arguments.preset is not None or arguments.rules:
        choice = game_from_arguments(arguments)
        game = choice.as_game
        lines = _rule_lines(game, choice) if arguments.jsonl else None
        text = _rules_text(game, choice, words)
    else:
        games = [all_games()[name] for name in sorted(all_games())]
        lines = (line for game in games for line in _game_lines(game)) if arguments.jsonl else None
        text = (line for game in games for line in _game_text(game, words))
    if lines is None:
        print(*text, sep="\n")
    else:
        print(*(json.dumps(line, ensure_ascii=False) for line in lines), sep="\n")
    return 0


def _game_text(game: type[Game], words: TableWords) -> Iterator[str]:
    yield f"{words.translate(game.title)}: --game {game.name}"
    width = max((len(preset.name) for preset in game.book.offered_presets), default=0)
    for preset in game.book.offered_presets:
        yield f"  --preset {preset.name:<{width}}  {words.translate(preset.meaning)}"


def _game_lines(game: type[Game]) -> Iterator[Line]:
    yield {
        "event": "game",
        "game": game.name,
        "title": game.title._asdict(),
        "pack": game.pack.name,
        "players": list(game.players),
        "presets": [preset.name for preset in game.book.offered_presets],
        "asks": [switch.name for switch in game.book.switches if switch.ask],
    }
    for preset in game.book.offered_presets:
        rules = dict(preset.rules.choices)
        yield {"event": "preset", "game": game.name, "preset": preset.name, **preset.meaning._asdict(), "rules": rules}


def _rules_text(game: Game, choice: Setup, words: TableWords) -> Iterator[str]:
    called = ", ".join(part for part in (words.translate(game.title), choice.house, choice.preset) if part)
    sentences, changes = [words.translate(sentence) for sentence in in_words(game.rules)], len(game.rules.changes)
    yield called
    if changes:
        yield words.phrase("rules_changed")
        yield from (f"  * {sentence}" for sentence in sentences[:changes])
    yield words.phrase("rules_usual")
    yield from (f"  - {sentence}" for sentence in sentences[changes:])
    yield words.phrase("rules_order")
    yield from (f"  {words.translate(line)}" for line in order_of_cards(game))
    yield words.phrase("rules_duties")
    yield from (f"  {words.translate(line)}" for line in duties(game))
    yield from (f"? {note}" for note in notes_on(choice, words))


def _rule_lines(game: Game, choice: Setup) -> Iterator[Line]:
    yield {
        "event": "rules",
        "game": game.name,
        "preset": choice.preset,
        "name": choice.house,
        "rules": dict(game.rules.choices),
        "unasked": [switch.name for switch in choice.open],
        "order": [line._asdict() for line in order_of_cards(game)],
        "duties": [line._asdict() for line in duties(game)],
    }
    for switch in changed_first(game.rules):
        value = game.rules[switch.name]
        yield {
            "event": "rule",
            "rule": switch.name,
            "value": value,
            "usual": switch.default,
            "values": list(switch.values),
            "source": switch.source,
            **switch.in_words(value)._asdict(),
        }
