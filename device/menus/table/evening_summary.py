"""Summary of an evening by person: games won and lost, and the counts that last from game to game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.texts.phrases import Text
from device.screens.table import fit_side_by_side
from engine.state.ledger import Player

if TYPE_CHECKING:
    from collections.abc import Sequence

    from common.texts.keys import PhraseKey
    from common.texts.words import TableWords
    from device.screens.table import Column
    from device.state.table_view import View
    from engine.cards import Seat
    from engine.state.fold_state import PlayedGame


@dataclass(frozen=True, slots=True)
class PersonSummary:
    """One page of the summary, for one person."""

    player: Player
    columns: tuple[Column, ...]


def person_summaries(view: View) -> tuple[PersonSummary, ...]:
    """Returns one page or more for each player of this evening, those with most games won first.

    A side counts for each of its players; games that were not played to their end are counted beside the others.
    """
    games: dict[Player, Counter[PhraseKey]] = {}
    counts: dict[Player, Counter[Text]] = {}
    for game in _games_of_evening(view):
        for seat in game.match.seats:
            player = _player(game, seat)
            games.setdefault(player, Counter())[_outcome(game, seat)] += 1
            added = counts.setdefault(player, Counter())
            for count, word in game.match.game.book.counts.items():
                after, before = (
                    standing.get(count, {}).get(seat, 0) for standing in (game.match.standing, game.before)
                )
                name = view.words.translate(word)
                added[Text(name[:1].upper() + name[1:])] += after - before
    order = sorted(games, key=lambda player: (-games[player]["won"], games[player]["lost"]))
    columns = {player: _columns(games[player], counts.get(player, Counter())) for player in order}
    return tuple(PersonSummary(player, page) for player in order for page in _pages(columns[player], view.words))


OUTCOMES: tuple[PhraseKey, ...] = ("won", "lost", "unfinished")


def _columns(games: Counter[PhraseKey], counts: Counter[Text]) -> list[Column]:
    played: list[Column] = [(name, games[name]) for name in OUTCOMES if games[name] or name != "unfinished"]
    return [*played, *((name, number) for name, number in counts.items() if number)]


def _pages(columns: Sequence[Column], words: TableWords) -> list[tuple[Column, ...]]:
    pages: list[tuple[Column, ...]] = [()]
    for column in columns:
        if not fit_side_by_side((*pages[-1], column), words):
            pages.append(())
        pages[-1] += (column,)
    return pages


def _games_of_evening(view: View) -> tuple[PlayedGame, ...]:
    """Returns the games of this evening in which something was played."""
    played = view.table.games
    return tuple(game for game in played if game.evening == played[-1].evening and game.match.history)


def _player(game: PlayedGame, seat: Seat) -> Player:
    name = game.players.get(seat, "")
    return Player(name) if name else Player("", seat)


def _outcome(game: PlayedGame, seat: Seat) -> PhraseKey:
    if not game.match.is_over:
        return "unfinished"
    return "won" if seat in game.match.history[-1].result.winners else "lost"
