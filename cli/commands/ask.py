"""kiebitz ask: lists the cards that a player may lay, and why each other card may not be laid."""

import argparse
import json
from collections.abc import Iterator, Sequence

from cli.game_arguments import add_game_arguments, game_from_arguments
from common.errors import CommandError
from common.json_types import Line
from common.texts.phrases import LANGUAGES, Language, Text, phrase_in, spoken_language
from common.texts.words import in_language
from engine.cards import Card
from engine.notation.advice import Advice, QuestionError, advise, house_rule
from engine.notation.card_names import cards_named
from engine.notation.explain import PLAIN, join_words, name_with_title, trumps
from engine.notation.question import Question, language_of, read_question, read_trump
from engine.notation.vocabulary import EXAMPLE
from engine.rules.card_rules import Turn
from engine.rules.game import Game
from engine.text import ErrorInWords, Words


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "question", nargs="*", metavar="WORDS", help='"I hold HK H9 EU, H7 was led, trump leaves", also in German'
    )
    cards = parser.add_argument_group("instead of a sentence")
    cards.add_argument("--hand", metavar="CARDS", help='your cards: "HK H9 EU", or "Herz König, ..."')
    cards.add_argument("--trick", metavar="CARDS", default="", help="the cards that lie, in order; none if you lead")
    cards.add_argument("--trick-number", type=int, default=1, metavar="N", help="if it matters: 1 is the first trick")
    cards.add_argument("--trump", metavar="T", default="", help='"L" or "leaves"; in Watten "H U" or "hearts Unter"')
    add_game_arguments(parser)
    parser.add_argument("--jsonl", "--json", action="store_true", help="JSON Lines, see kiebitz help commands")
    parser.add_argument("--language", choices=LANGUAGES, help="of the answer (that of the question)")


def run(arguments: argparse.Namespace) -> int:
    """:raises ValueError: for an unknown game, rule, card or trump, or a question without cards."""
    text = " ".join(arguments.question)
    language: Language = arguments.language or language_of(text) or spoken_language()
    try:
        game = game_from_arguments(arguments).as_game
        question = _question(arguments, text, game)
        with_leader = game.side_of(0, tuple(range(max(game.players))))
        turn = Turn(arguments.trick_number, is_partner_of_leader=len(question.trick) in with_leader)
        advice = advise(game, question.hand, question.trick, question.trump, turn)
        if question.trick and question.trump is None and game.announced_openly:
            raise QuestionError(
                "kein Trumpf, erwartet auch, was Trumpf ist: davon hängt ab, was du darfst",
                "got no trump, expected also what is trump: what you may play depends on it",
            )
    except ErrorInWords as error:
        raise CommandError(in_language(error.words, language)) from None
    if arguments.jsonl:
        print(json.dumps(_line(game, question, advice), ensure_ascii=False))
    else:
        print(*_text(game, question, advice, language), sep="\n")
    return 0


def _question(arguments: argparse.Namespace, text: str, game: Game) -> Question:
    if text and arguments.hand is not None:
        raise QuestionError(
            "ein Satz und --hand, erwartet eines von beiden", "got a sentence and --hand, expected one of them"
        )
    if text:
        return read_question(text, game)
    if arguments.hand is None:
        raise QuestionError(
            f'keine Frage, erwartet ein Satz wie "{EXAMPLE.german}", oder --hand, --trick und --trump',
            f'got no question, expected a sentence such as "{EXAMPLE.english}", or --hand, --trick and --trump',
        )
    hand, trick = cards_named(arguments.hand, game.pack), cards_named(arguments.trick, game.pack)
    return Question(hand, trick, read_trump(arguments.trump, game))


def _text(game: Game, question: Question, advice: Advice, language: Language) -> Iterator[str]:
    trump = question.trump

    def say(words: Words) -> str:
        return in_language(words, language)

    def named(cards: Sequence[Card]) -> str:
        return say(join_words([name_with_title(card, game, trump, PLAIN) for card in cards]))

    understood = [phrase_in(language, "ask_hand", cards=named(question.hand))]
    understood += [phrase_in(language, "ask_trick", cards=named(question.trick))] if question.trick else []
    understood += [Text(say(trumps(game, trump)))] if trump is not None else []
    yield "; ".join(understood)
    yield phrase_in(language, "ask_legal", cards=named(advice.legal))
    yield f"  {say(advice.reason)}"
    for each in advice.barred:
        yield f"{phrase_in(language, 'ask_barred', card=say(each.name), why=say(each.why))} ({each.rule})"
    yield from map(say, advice.notes)
    for rule in advice.house:
        yield phrase_in(language, "ask_house_rule", rule=say(house_rule(rule, game, trump)))
    yield phrase_in(language, "ask_page", command=f"kiebitz rules --game {game.name}")


def _line(game: Game, question: Question, advice: Advice) -> Line:
    return {
        "event": "advice",
        "game": game.name,
        "rules": dict(game.rules.choices),
        "hand": [str(card) for card in question.hand],
        "trick": [str(card) for card in question.trick],
        "trump": question.trump,
        "legal": [str(card) for card in advice.legal],
        "reason": advice.reason._asdict(),
        "barred": [{"card": str(each.card), "rule": each.rule, **each.why._asdict()} for each in advice.barred],
        "notes": [note._asdict() for note in advice.notes],
        "house": [
            {
                "rule": rule.switch.name,
                "value": rule.value,
                "other": rule.other,
                "legal": [str(card) for card in rule.legal],
            }
            for rule in advice.house
        ],
    }
