"""The rules of the games that Kiebitz watches. Standard library only, no input or output; see docs/engine.md."""

from engine.cards import PACKS, Card, Pack, UnknownCard
from engine.games import BrokenGame, UnknownGame, all_games, game
from engine.rules.deal import Result
from engine.rules.findings import Finding, Kind
from engine.rules.game import Game
from engine.rules.house_rules import RuleError, Rules, Switch
from engine.state.table import Table
from engine.tricks import Play, Trick

__all__ = [
    "PACKS",
    "BrokenGame",
    "Card",
    "Finding",
    "Game",
    "Kind",
    "Pack",
    "Play",
    "Result",
    "RuleError",
    "Rules",
    "Switch",
    "Table",
    "Trick",
    "UnknownCard",
    "UnknownGame",
    "all_games",
    "game",
]
