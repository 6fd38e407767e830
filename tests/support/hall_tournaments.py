"""Tournaments for tests: entries, played rounds and results by chance."""

from __future__ import annotations

import random
from collections.abc import Iterable

from hall.formats.format import DrawMethod, Entrants, Format, MatchFormat, PointsFormat, RoundsFormat, Text, target
from hall.formats.load import preset
from hall.tournament.commands.course import close_round, create, draw, start_round
from hall.tournament.commands.entries import register, register_team
from hall.tournament.commands.results import report
from hall.tournament.events import HallEvent, MatchResult
from hall.tournament.fold import after
from hall.tournament.rounds import Match, Round
from hall.tournament.state import Tournament
from link.messages import GamePoints


class Played:
    """A tournament with all its events so far."""

    def __init__(self, chosen: Format | str, seed: int = 1) -> None:
        self.events: list[HallEvent] = []
        self.now = Tournament()
        self.add(create(self.now, "test", "Test", preset(chosen) if isinstance(chosen, str) else chosen, seed))

    def add(self, events: Iterable[HallEvent]) -> Tournament:
        for event in events:
            self.events.append(event)
            self.now = after(self.now, event, float(len(self.events)))
        return self.now

    def register(self, count: int) -> Played:
        """Registers *count* players or pairs, of teams *count* teams."""
        for _ in range(count):
            self.add_entry()
        return self

    def add_entry(self) -> None:
        number = self.now.next_number
        entrants = self.now.format.entrants
        if entrants == "team":
            pairs = [(f"P{number} {i}", f"Q{number} {i}") for i in range(2)]
            self.add(register_team(self.now, pairs, f"Team {number}"))
        else:
            names = [f"P{number}"] if entrants == "single" else [f"P{number}", f"Q{number}"]
            self.add(register(self.now, names))

    @property
    def round(self) -> Round:
        """The round that is drawn or played, or was last."""
        assert self.now.round is not None
        return self.now.round

    def start_round(self) -> None:
        self.add(draw(self.now))
        self.add(start_round(self.now))

    def play_round(self, chance: random.Random) -> Round:
        """Draws, starts, plays and closes the next round."""
        self.start_round()
        self.report_all(chance)
        self.add(close_round(self.now))
        return self.round

    def report_all(self, chance: random.Random) -> None:
        for match in self.round.missing:
            result = random_result(self.now, self.round, match, chance)
            self.add(report(self.now, self.round.number, match.table, result))


def random_result(tournament: Tournament, round_: Round, match: Match, chance: random.Random) -> MatchResult:
    """Returns a result that can be; the same side never wins and loses equally often."""
    sides = len(match.pairing.sides)
    if tournament.format.match.unit == "deal":
        accounts = [chance.randint(-60, 60) for _ in range(sides)]
        if tournament.format.points.balanced:
            accounts[-1] -= sum(accounts)
        return MatchResult((GamePoints(tuple(accounts)),))
    goal = target(tournament.format) or 21
    games = []
    favourite = chance.randrange(sides)
    for i in range(tournament.games_in(round_)):
        winner = favourite if i == 0 or chance.random() < 0.5 else chance.randrange(sides)
        points = [chance.randrange(goal) for _ in range(sides)]
        points[winner] = goal + chance.randrange(2) * (i == 0)
        if tournament.format.match.winner == "fewest":
            points = [goal - each for each in points]
        gespannt = tuple(side for side in range(sides) if side != winner and chance.random() < 0.3)
        games.append(GamePoints(tuple(points), gespannt))
    return MatchResult(tuple(games)) if _has_winner(games, sides) else MatchResult((games[0],) * len(games))


def _has_winner(games: list[GamePoints], sides: int) -> bool:
    won = [sum(max(game.points) == game.points[side] for game in games) for side in range(sides)]
    return won.count(max(won)) == 1


def pairs_format(
    draw_method: DrawMethod = "drawn", rounds: int = 3, entrants: Entrants = "pair", games: int = 1
) -> Format:
    """Returns a plain format of Watten: a point a game won."""
    return Format(
        name="test",
        title=Text("Probe", "Test"),
        entrants=entrants,
        game="watten",
        match=MatchFormat(games=games),
        rounds=RoundsFormat(number=rounds, draw=draw_method),
        points=PointsFormat(game_won=1),
    )
