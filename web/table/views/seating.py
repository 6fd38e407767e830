"""Who sat where at each event of the evening."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping

from common.texts.words import TableWords
from engine.cards import Seat
from engine.events import CardLaid, DealStarted, EveningStarted, GameStarted, PlayersSeated, Ruled
from engine.state.fold_state import PlayedGame
from web.table.views.base import TableContext
from web.table.views.evening import name_in


class Seating:
    """The events of the evening whose games are shown, and the names of those who sat there then."""

    def __init__(self, context: TableContext) -> None:
        self._context = context
        self._games = context.view.table.games
        self._evenings: list[int] = []
        """The positions at which evenings begin; likewise for the others."""
        self._begun = [game.match.started for game in self._games]
        self._changed: list[int] = []
        self._names: list[Mapping[Seat, str]] = []
        names: dict[Seat, str] = {}
        dealt: dict[Seat, str] = {}
        has_cards = False  # a deal that has begun keeps the seats of its dealing
        for position, fact in context.view.table.facts:
            if isinstance(fact, CardLaid):
                has_cards = True
            elif isinstance(fact, EveningStarted):
                self._evenings.append(position)
                names = dealt = {}
            elif isinstance(fact, PlayersSeated):
                names = dict(fact.players)
                dealt = names | {seat: name for seat, name in dealt.items() if name} if has_cards else names
            elif isinstance(fact, GameStarted | DealStarted):
                dealt, has_cards = names, False
            if isinstance(fact, EveningStarted | PlayersSeated | GameStarted | DealStarted):
                self._changed.append(position)
                self._names.append(dealt)

    def is_this_evening(self, position: int) -> bool:
        number = self._games[-1].evening if self._games else len(self._evenings)
        return bisect_right(self._evenings, position) == number

    def name(self, position: int, seat: Seat) -> str:
        """Returns who sat there at the event at *position*."""
        place = bisect_right(self._changed, position) - 1
        name = self._names[place].get(seat, "") if place >= 0 else ""
        game = self.game(position)
        return name or (name_in(self._context, game, seat) if game is not None else self._context.words.seat(seat))

    def game(self, position: int) -> PlayedGame | None:
        place = bisect_right(self._begun, position) - 1
        return self._games[place] if 0 <= place < len(self._games) else None

    def words(self, position: int) -> TableWords:
        """Returns the words for the deck and the people of the event at *position*."""
        words, game = self._context.words, self.game(position)
        if game is None:
            return words
        names = {seat: self.name(position, seat) for seat in game.match.seats}
        return words.for_pack(game.match.game.pack).with_names(names)

    def cards(self) -> Iterator[tuple[int, CardLaid]]:
        """Yields the cards laid this evening, each with its position, without those taken back."""
        facts = self._context.view.table.facts
        back = {fact.position for _, fact in facts if isinstance(fact, Ruled) and fact.ruling == "taken_back"}
        for position, fact in facts:
            if isinstance(fact, CardLaid) and position not in back and self.is_this_evening(position):
                yield position, fact
