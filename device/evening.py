"""What everybody came to this evening, by person: games won and lost, and what lasts from game to game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.screens_table import side_by_side
from engine.events import EveningStarted, Ruled
from engine.games import all_games
from engine.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.screens_table import Column
    from device.view import View
    from device.words import Words
    from engine.events import Fact
    from engine.ledger import Player


@dataclass(frozen=True, slots=True)
class CameTo:
    """One page about one person."""

    player: Player
    columns: tuple[Column, ...]


def came_to(view: View) -> tuple[CameTo, ...]:
    """Returns a page for each who played this evening, and more if there is much to tell; the luckiest first.

    A side counts for each of its players; games that were not played to their end are counted beside the others.
    """
    games: dict[Player, Counter[str]] = {}
    counts: dict[Player, Counter[str]] = {}
    for name, accounts in Ledger.of(_facts_of_evening(view)).accounts().items():
        book = all_games()[name].book
        for account in accounts:
            played = games.setdefault(account.player, Counter())
            played.update({"won": account.won, "lost": account.lost, "unfinished": account.unfinished})
            for count, number in account.counts.items():
                word = view.words.of(book.counts[count])
                counts.setdefault(account.player, Counter())[word[:1].upper() + word[1:]] += number
    order = sorted(games, key=lambda player: (-games[player]["won"], games[player]["lost"]))
    told = {player: _columns(games[player], counts.get(player, Counter())) for player in order}
    return tuple(CameTo(player, page) for player in order for page in _pages(told[player], view.words))


def _columns(games: Counter[str], counts: Counter[str]) -> list[Column]:
    played = [(name, games[name]) for name in ("won", "lost", "unfinished") if games[name] or name != "unfinished"]
    return [*played, *((name, number) for name, number in counts.items() if number)]


def _pages(columns: Sequence[Column], words: Words) -> list[tuple[Column, ...]]:
    pages: list[tuple[Column, ...]] = [()]
    for column in columns:
        if not side_by_side((*pages[-1], column), words):
            pages.append(())
        pages[-1] += (column,)
    return pages


def _facts_of_evening(view: View) -> list[Fact]:
    """Returns what happened since the evening began, each ruling by the place of what it rules on."""
    facts = view.table.facts
    begins = (place for place in range(len(facts) - 1, -1, -1) if isinstance(facts[place][1], EveningStarted))
    tonight = facts[next(begins, 0) :]
    places = {position: place for place, (position, _) in enumerate(tonight)}
    return [
        replace(fact, position=places[fact.position]) if isinstance(fact, Ruled) and fact.position in places else fact
        for _, fact in tonight
    ]
