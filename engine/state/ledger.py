"""The ledger over evenings: games, deals, wins and losses by player, all derived from the journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from engine.amendments import effective_facts
from engine.cards import Seat
from engine.events import EveningStarted, Event, Fact, PlayersSeated, Ruled, RuleValue, is_person
from engine.games import game as game_called
from engine.rules.deal import DealScore, Result, Standing
from engine.rules.game import Game
from engine.rules.house_rules import Rules
from engine.state.table import Table


class Player(NamedTuple):
    """A player across seats and evenings, identified by name, or by seat if there is no name."""

    name: str
    seat: Seat | None = None
    """Set only if there is no name."""


@dataclass(frozen=True, slots=True)
class LedgerDeal:
    """A scored deal, with the seats and names of its dealing."""

    players: Mapping[Seat, str]
    score: DealScore


@dataclass(frozen=True, slots=True)
class LedgerGame:
    """A game, finished or not, with the seats and names of its last deal."""

    name: str
    changes: tuple[tuple[str, RuleValue], ...]
    """The house rules that differ from the usual ones (`Rules.changes`)."""
    seats: tuple[Seat, ...]
    players: Mapping[Seat, str]
    deals: tuple[LedgerDeal, ...]
    result: Result
    added: Standing
    """The changes of the counts that last from game to game; negative where a stein replaces two knoddels."""
    standing: Standing
    """The standing after the game."""

    @property
    def preset(self) -> str | None:
        """The name of the preset with the same house rules."""
        presets = self.game.book.presets.values()
        return next((preset.name for preset in presets if preset.rules == self.rules), None)

    @property
    def rules(self) -> Rules:
        return self.game.rules

    @property
    def game(self) -> Game:
        """:raises ValueError: for a game or rule that is unknown here."""
        return _game_with(self.name, self.changes)

    def player(self, seat: Seat) -> Player:
        name = self.players.get(seat, "")
        return Player(name) if is_person(name) else Player("", seat)


@cache
def _game_with(name: str, changes: tuple[tuple[str, RuleValue], ...]) -> Game:
    return game_called(name, dict(changes))


@dataclass(frozen=True, slots=True)
class Evening:
    name: str
    games: tuple[LedgerGame, ...] = ()


@dataclass(frozen=True, slots=True)
class Account:
    """The totals of one player over all games of one name."""

    player: Player
    won: int
    lost: int
    unfinished: int
    counts: Mapping[str, int]
    """Bummerl, knoddel, stein, account, …: by its name in the game's book."""


@dataclass(frozen=True, slots=True)
class Ledger:
    evenings: tuple[Evening, ...] = ()

    @classmethod
    def of(cls, journal: Sequence[Event]) -> Ledger:
        """Returns the ledger of a journal after all its amendments.

        :raises ValueError: for an unknown game or rule, or an amendment of a later event.
        """
        facts = effective_facts(journal)
        places = {position: place for place, (position, _) in enumerate(facts)}
        builder = _LedgerBuilder()
        for _, fact in facts:
            if isinstance(fact, Ruled):  # this table numbers the facts that hold, not the journal
                fact = replace(fact, position=places.get(fact.position, len(facts)))
            builder.observe(fact)
        return cls(builder.evenings())

    @property
    def games(self) -> tuple[LedgerGame, ...]:
        return tuple(game for evening in self.evenings for game in evening.games)

    def accounts(self) -> dict[str, tuple[Account, ...]]:
        """Returns the accounts (Bummerl, steine, Punktekonto) of all players, by name of the game."""
        return {name: tuple(_accounts(self.games, name)) for name in dict.fromkeys(game.name for game in self.games)}


def _accounts(games: Sequence[LedgerGame], name: str) -> Iterator[Account]:
    won: Counter[Player] = Counter()
    lost: Counter[Player] = Counter()
    unfinished: Counter[Player] = Counter()
    counts: dict[Player, Counter[str]] = {}
    for game in games:
        if game.name != name:
            continue
        for seat in game.seats:
            counts.setdefault(game.player(seat), Counter())
        won.update(map(game.player, game.result.winners))
        lost.update(map(game.player, game.result.losers))
        unfinished.update(() if game.result.is_over else map(game.player, game.seats))
        for count, by_seat in game.added.items():
            for seat, number in by_seat.items():
                counts.setdefault(game.player(seat), Counter())[count] += number
    for player, counted in counts.items():
        yield Account(player, won[player], lost[player], unfinished[player], dict(counted))


def names_of_dealing(table: Table, fact: Fact, dealt: Mapping[Seat, str] | None) -> Mapping[Seat, str] | None:
    """Returns the names by seat when the current deal of *table* was dealt, if they have changed since; else None.

    *fact* is the next one and *dealt* the result for the one before. A seat without a name gets its first later one.
    """
    if table.deal is None or table.deal.is_untouched or not isinstance(fact, EveningStarted | PlayersSeated):
        return dealt
    named = dict(fact.players) if isinstance(fact, PlayersSeated) else {}
    before = table.players if dealt is None else dealt
    return named | {seat: name for seat, name in before.items() if name}


class _LedgerBuilder:
    """Follows a table, and records each deal and game when the next one begins."""

    def __init__(self) -> None:
        self._table = Table()
        self._evenings: list[tuple[str, list[LedgerGame]]] = []
        self._tonight: list[LedgerGame] = []
        """The games of the evening on which the current game began."""
        self._deals: list[LedgerDeal] = []
        self._standing: Standing | None = None
        """The standing after the last deal of the current game."""
        self._dealt: Mapping[Seat, str] | None = None
        """The names by seat when the current deal was dealt, if names have changed since."""
        self._left_by: Mapping[Seat, str] | None = None
        """The names by seat when the evening of the current game ended."""

    def observe(self, fact: Fact) -> None:
        begins_deal = self._table.begins_deal(fact)
        begins_game = begins_deal and self._table.begins_game(fact)
        if begins_deal:
            self._record_deal()
        if begins_game:
            self._record_game()
        elif isinstance(fact, EveningStarted):
            self._evenings.append((fact.name, []))
            self._left_by = self._players() if self._left_by is None else self._left_by
        self._dealt = names_of_dealing(self._table, fact, self._dealt)
        self._table.observe(fact)
        if begins_game:
            self._left_by = None
            if not self._evenings:
                self._evenings.append(("", []))
            self._tonight = self._evenings[-1][1]

    def evenings(self) -> tuple[Evening, ...]:
        self._record_deal()
        self._record_game()
        return tuple(Evening(name, tuple(games)) for name, games in self._evenings)

    def _record_deal(self) -> None:
        match, deal = self._table.match, self._table.deal
        score = match.score(deal) if match and deal else None
        if match and deal and score:
            self._deals.append(LedgerDeal(self._players() if self._dealt is None else self._dealt, score))
            self._standing = match.after(deal).standing
        self._dealt = None

    def _record_game(self) -> None:
        match = self._table.match
        if match is None:
            return
        last = self._deals[-1] if self._deals else None
        standing = match.standing if self._standing is None else self._standing
        before = {name: match.standing_before.get(name, {}) for name in standing}
        added = {
            name: {seat: more for seat, number in by_seat.items() if (more := number - before[name].get(seat, 0))}
            for name, by_seat in standing.items()
        }
        names = self._players() if self._left_by is None else self._left_by
        players, result = (last.players, last.score.result) if last else (names, Result(self._table.tallies))
        rules, deals = match.game.rules, tuple(self._deals)
        game = LedgerGame(match.game.name, rules.changes, match.seats, players, deals, result, added, standing)
        self._tonight.append(game)
        self._deals, self._standing = [], None

    def _players(self) -> dict[Seat, str]:
        return dict(self._table.players)
