"""The views of the game and its house rules in sentences: the changes of this table, and the defaults."""

import json
from dataclasses import dataclass

from engine.events import RuleValue
from engine.games import all_games
from engine.games import game as game_called
from engine.notation.explain import duties, order_of_cards, rungs_of
from engine.rules.book import Preset
from engine.rules.game import Game
from engine.rules.house_rules import Rules
from web.kit.cards import CardPicture
from web.kit.texts import SwitchChoice, first_capital, switch_choice
from web.table.views.base import TableContext, without_book


@dataclass(frozen=True, slots=True)
class RuleSentence:
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class GameRules:
    title: str
    changed: tuple[RuleSentence, ...]
    usual: tuple[RuleSentence, ...]
    trumps: tuple[CardPicture, ...]
    """The present trumps, the highest first; none while no trump is known."""
    order: tuple[str, ...]
    duties: tuple[RuleSentence, ...]
    next_game: str
    """The title of the game that comes next, if it is another one."""
    games: tuple[tuple[int, str], ...]
    """Those that this phone may choose, by number."""


@dataclass(frozen=True, slots=True)
class GameForm:
    name: str
    title: str
    numbers_of_players: tuple[int, ...]
    players: int
    presets: tuple[tuple[str, str], ...]
    """House rules by name: requests as JSON with their labels."""
    variants: tuple[tuple[str, str, bool], ...]
    """Of a game with regions instead: values of all fields as JSON, label, and whether it is played now."""
    own_rules: str
    switches: tuple[SwitchChoice, ...]
    """Those of `ASKED_FIRST`, then the rules in which tables differ most."""


def game_view(context: TableContext) -> GameRules:
    """Returns the rules of the game in play, or of the one that comes next."""
    view = context.view
    table = view.table
    game = table.game if table.game is not None else game_called(view.setup.game, dict(view.setup.rules))
    changes = dict(game.rules.changes)
    sentences: dict[str, RuleSentence] = {}
    for switch in game.rules.offered((len(view.places),)):
        text = first_capital(context.words.translate(switch.in_words(game.rules[switch.name])))
        sentences[switch.name] = RuleSentence(text, without_book(switch.source))
    rule_ids = [game.rule_of(rung) for rung in rungs_of(game)]
    return GameRules(
        context.words.translate(game.title),
        tuple(sentence for name, sentence in sentences.items() if name in changes),
        tuple(sentence for name, sentence in sentences.items() if name not in changes),
        tuple(context.picture(card) for card in game.trumps(table.trump)) if table.trump is not None else (),
        tuple(context.words.translate(line) for line in order_of_cards(game, context.names, ", ", table.trump)),
        tuple(
            RuleSentence(first_capital(context.words.translate(line)), without_book(rule_id))
            for line, rule_id in zip(duties(game, with_ids=False), [*rule_ids, ""], strict=True)
        ),
        "" if view.setup.game == game.name else context.words.translate(all_games()[view.setup.game].title),
        tuple((number, context.words.translate(kind.title)) for number, kind in _games_to_choose(context).items()),
    )


def _games_to_choose(context: TableContext) -> dict[int, type[Game]]:
    """Returns the games that this phone may choose, by their numbers."""
    count = len(context.view.setup.seats)
    return {
        number: kind
        for number, kind in enumerate(all_games().values())
        if context.may_change_now("game") and (context.may_change_now("players") or count in kind.players)
    }


ASKED_FIRST = ("target", "pack")
"""The house rules that people ask about besides the variant: to how many, and with which cards."""


def _variants(context: TableContext, game: Game) -> tuple[tuple[str, str, bool], ...]:
    """Returns the named house rules of the regions, one for several that differ in `ASKED_FIRST` only."""

    def asked_later(rules: Rules) -> tuple[tuple[str, RuleValue], ...]:
        return tuple((name, value) for name, value in rules.changes if name not in ASKED_FIRST)

    presets: dict[object, Preset] = {}
    for preset in game.book.offered_presets:
        if preset.region:
            presets.setdefault(asked_later(preset.rules), preset)
    return tuple(
        (
            json.dumps({f"rule-{name}": json.dumps(value) for name, value in preset.rules.choices}),
            context.words.translate(preset.meaning if rules else game.book.regions[preset.region]),
            rules == asked_later(game.rules),
        )
        for rules, preset in presets.items()
    )


def choose_view(context: TableContext) -> GameForm | None:
    """Returns the form for the game with that number; None if there is none, or if the phone may not choose."""
    kind, setup = _games_to_choose(context).get(context.number), context.view.setup
    if kind is None:
        return None
    game = game_called(kind.name, dict(setup.rules) if setup.game == kind.name else {})
    players = len(setup.seats) if len(setup.seats) in kind.players else kind.players[-1]
    switches = sorted(game.rules.choosable, key=lambda switch: (switch.name not in ASKED_FIRST, not switch.ask))
    return GameForm(
        kind.name,
        context.words.translate(kind.title),
        kind.players if context.may_change_now("players") else (players,),
        players,
        tuple(
            (
                json.dumps({"do": "game", "game": game.name, "players": players, "rules": dict(preset.rules.changes)}),
                first_capital(context.words.translate(preset.meaning)),
            )
            for preset in game.book.offered_presets
            if not game.book.regions
        ),
        _variants(context, game),
        context.words.phrase("own_rules"),
        tuple(switch_choice(game, switch, context.words.language) for switch in switches),
    )
