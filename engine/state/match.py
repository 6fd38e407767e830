"""One game of an evening: seats, tallies, and the deals that are scored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from engine.cards import Seat
from engine.events import GameStarted
from engine.games import game as game_called
from engine.rules.deal import Deal, DealScore, Standing
from engine.rules.game import Game

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Moves:
    """The new seat by old seat; a seat that is missing did not change."""

    to: Mapping[Seat, Seat]

    def __bool__(self) -> bool:
        return any(seat != now for seat, now in self.to.items())

    def new_seat(self, seat: Seat) -> Seat:
        return self.to.get(seat, seat)

    def new_seats(self, seats: Sequence[Seat]) -> tuple[Seat, ...]:
        return tuple(sorted(map(self.new_seat, seats)))

    def move_values(self, by_seat: Mapping[Seat, _Value]) -> dict[Seat, _Value]:
        moved = {self.new_seat(seat): value for seat, value in by_seat.items()}
        return {seat: moved[seat] for seat in sorted(moved)}

    def move_score(self, score: DealScore) -> DealScore:
        """Returns the score with everything by seat moved."""
        result = score.result
        return replace(
            score,
            dealer=self.new_seat(score.dealer),
            tricks=self.move_values(score.tricks),
            changes=self.move_values(score.changes),
            result=replace(
                result,
                tallies=self.move_values(result.tallies),
                winners=self.new_seats(result.winners),
                losers=self.new_seats(result.losers),
            ),
            folded=self.new_seats(score.folded),
            struck=self.new_seats(score.struck),
        )

    def followed_by(self, later: Moves) -> Moves:
        return Moves({seat: later.new_seat(self.new_seat(seat)) for seat in {**self.to, **later.to}})


NO_MOVES = Moves({})


def moves_between(
    before: Mapping[Seat, str], after: Mapping[Seat, str], sides: Sequence[Sequence[Seat]], seats: Sequence[Seat]
) -> Moves:
    """Returns where the tallies of *seats* go, given who plays before and after by name and who scores together.

    A player keeps his tally, a new player takes over a free one; the tally of a team stays with its seats.
    """
    if any(len(side) > 1 for side in sides):
        return NO_MOVES
    were = [before.get(seat, "") for seat in seats]
    are = [after.get(seat, "") for seat in seats]
    to = {
        seat: seats[are.index(name)]
        for seat, name in zip(seats, were, strict=True)
        if name and were.count(name) == are.count(name) == 1
    }
    left = [seat for seat in seats if seat not in to]
    free = [seat for seat in seats if seat not in to.values()]
    staying = [seat for seat in left if seat in free]
    to |= {seat: seat for seat in staying}
    leaving = [seat for seat in left if seat not in staying]
    taking_over = [seat for seat in free if seat not in staying]
    return Moves(to | dict(zip(leaving, taking_over, strict=True)))


class BadGame(ValueError):
    """Raised for a game that cannot begin: wrong number of players, or a dealer who does not sit at the table."""


@dataclass(frozen=True, slots=True)
class Match:
    """The state of a game between deals."""

    game: Game
    seats: tuple[Seat, ...]
    tallies: Mapping[Seat, int]
    dealer: Seat
    """The next dealer."""
    history: tuple[DealScore, ...] = ()
    sat_out: frozenset[Seat] = frozenset()
    """The seats that folded in the deal before."""
    is_over: bool = False
    standing: Standing = field(default_factory=dict)
    """The standing from earlier games, and of this one once it is over, or after every deal where that counts."""
    standing_before: Standing = field(default_factory=dict)
    """The standing from earlier games."""
    started: int = 0
    """The position of the event that began it."""

    @classmethod
    def begin(cls, fact: GameStarted, before: Match | None = None, position: int = 0) -> Match:
        """Returns a new game; the standing of *before* is kept if the same seats play the same game.

        :raises ValueError: for an unknown game or rule, a number of players that the game does not take, or a dealer
            who does not sit at the table.
        """
        game = game_called(fact.game, dict(fact.rules))
        if len(fact.seats) not in game.players or len(set(fact.seats)) != len(fact.seats):
            *fewer, most = map(str, game.players)
            expected = f"{', '.join(fewer)} or {most}" if fewer else most
            raise BadGame(f"got seats {_seat_list(fact.seats)}, expected {expected} different ones for {game.name}")
        if fact.dealer not in fact.seats:
            raise BadGame(f"got dealer {fact.dealer}, expected one of the seats {_seat_list(fact.seats)}")
        goes_on = before is not None and (before.game.name, before.seats) == (game.name, fact.seats)
        standing = before.standing if before is not None and goes_on else {}
        tallies = game.start(fact.seats, standing)
        return cls(
            game, fact.seats, tallies, fact.dealer, standing=standing, standing_before=standing, started=position
        )

    def with_moves(self, moves: Moves) -> Match:
        """Returns the match after players have changed seats, with everything by seat moved."""
        return replace(
            self,
            tallies=moves.move_values(self.tallies),
            history=tuple(map(moves.move_score, self.history)),
            sat_out=frozenset(moves.new_seats(tuple(self.sat_out))),
            standing=_moved(self.standing, moves),
            standing_before=_moved(self.standing_before, moves),
        )

    def score(self, deal: Deal) -> DealScore | None:
        """Returns the score of *deal*, or None if it is unfinished, thrown in, or was played without naming trump."""
        game = self.game
        if not game.is_finished(deal) or game.is_void(deal) or game.lacks_trump(deal):
            return None
        tricks, changes = game.tricks_taken(deal), game.changes(deal)
        folded = tuple(seat for seat in deal.seats if seat not in game.active(deal))
        result, struck = game.outcome(deal), game.struck_seats(deal)
        return DealScore(deal.number, deal.dealer, game.trump(deal), tricks, changes, result, folded, struck)

    def after(self, deal: Deal) -> Match:
        """Returns the match after *deal*; an unfinished deal changes nothing."""
        score = self.score(deal)
        if score is None:
            return replace(self, dealer=self.game.dealer_after(deal)) if self.game.is_void(deal) else self
        history = (*self.history, score)
        counts = score.result.is_over or self.game.counts_every_deal
        return replace(
            self,
            tallies=score.result.tallies,
            dealer=self.game.dealer_after(deal),
            history=history,
            sat_out=frozenset(score.folded),
            is_over=score.result.is_over,
            standing=self.game.standing(self.standing, history) if counts else self.standing,
        )


def _moved(standing: Standing, moves: Moves) -> Standing:
    return {name: moves.move_values(count) for name, count in standing.items()}


def _seat_list(seats: Iterable[Seat]) -> str:
    return " ".join(map(str, seats))
