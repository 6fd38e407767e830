"""The game and its house rules: what is as usual, what this table has changed, each in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.games import game as game_called
from engine.notation.rules_in_words import duties, order_of_cards
from page.views.base import first_capital

if TYPE_CHECKING:
    from engine.rules.game import Game
    from engine.rules.house_rules import Switch
    from page.views.base import Context


@dataclass(frozen=True, slots=True)
class RuleSentence:
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class GameRules:
    title: str
    changed: tuple[RuleSentence, ...]
    usual: tuple[RuleSentence, ...]
    order: tuple[str, ...]
    duties: tuple[str, ...]
    say: str = ""


def game_view(context: Context) -> GameRules:
    """Returns the rules of the game in play, or of the one that comes next."""
    view = context.view
    table = view.table
    game = table.game if table.game is not None else game_called(view.setup.game, dict(view.setup.rules))
    changes = dict(game.rules.changes)
    sentences = {switch.name: _sentence(context, game, switch) for switch in game.rules.switches}
    return GameRules(
        context.words.translate(game.title),
        tuple(sentence for name, sentence in sentences.items() if name in changes),
        tuple(sentence for name, sentence in sentences.items() if name not in changes),
        tuple(context.words.translate(line) for line in order_of_cards(game, context.names)),
        tuple(first_capital(context.words.translate(line)) for line in duties(game)),
    )


def _sentence(context: Context, game: Game, switch: Switch) -> RuleSentence:
    text = context.words.translate(switch.in_words(game.rules[switch.name]))
    return RuleSentence(first_capital(text), switch.source)
