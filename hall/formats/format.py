"""The types of a format, which is a TOML file, and what tables play by it: game, sizes of tables, sides, target points.

`hall.formats.sentences` explains each key that changes an outcome.
"""

from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec

from engine.games import all_games, game
from engine.rules.game import Game

Entrants: TypeAlias = Literal["single", "pair", "team"]
"""Who is ranked: a single player, a fixed pair, or a team of two pairs whose points count together."""
DrawMethod: TypeAlias = Literal["drawn", "swiss", "stay", "round_robin"]
"""Drawn anew each round; by score; pair 1 stays and pair 2 moves on; everybody against everybody."""
Column: TypeAlias = Literal[
    "points", "games", "game_difference", "matches", "own", "conceded", "difference", "bonus", "direct", "buchholz"
]
"""A column that a ranking compares: points; games won; games won less games lost; matches won; points made in the
games; points of the opponents in them (fewer is better); the difference of these two; points from bonuses; points in
the matches among those who are tied; the sum of the points of all opponents."""
BonusCondition: TypeAlias = Literal["to_nil", "loser_gespannt", "loser_gespannt_to_nil"]
"""The loser made no point; the loser had been gespannt; the loser had been gespannt while the winner had no point."""


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of all parts of a format; unknown keys are refused."""


class Text(Struct, frozen=True):
    german: str
    english: str


class MatchFormat(Struct, frozen=True):
    """What two or more sides play in a round."""

    games: int = 3
    """Games of a match, or deals if `unit` says so."""
    unit: Literal["game", "deal"] = "game"
    winner: Literal["most", "fewest"] = "most"
    """Who wins a game: the side with the most points, or in games that count down those with the fewest, whose points
    then count as minus."""
    minutes: int = 0
    """The time limit of a round in minutes; 0 for none."""
    when_time_is_up: Literal["as_it_stands", "not_counted"] = "as_it_stands"
    """Whether a game that has not ended counts for whoever leads, or not at all. Only with a time limit."""
    first_dealer: Literal["higher_number", "lower_number", "cut"] = "cut"
    """Which side deals first: that of the higher or lower start number, or by cutting for it."""


class RoundsFormat(Struct, frozen=True):
    number: int = 3
    """Rounds before any finals; 0 with `round_robin` for as many as everybody needs to meet everybody."""
    draw: DrawMethod = "drawn"
    sizes: tuple[int, ...] = ()
    """The sizes of tables in players, the preferred one first; empty for as many as the game has at most."""


class Bonus(Struct, frozen=True):
    when: BonusCondition
    points: int
    name: Text | None = None
    """The name that players use, such as a Heiße."""
    replaces: bool = False
    """Whether it is given instead of the bonuses listed before it, if several are due."""


class PointsFormat(Struct, frozen=True):
    game_won: int = 0
    game_lost: int = 0
    own: Literal["never", "lost", "always"] = "never"
    """Whether the points made in a game count: never, in games lost only, or in all games."""
    match_won: int = 0
    """For whoever won more games of the match, or with unit `deal` made more points."""
    match_drawn: int = 0
    bonuses: tuple[Bonus, ...] = ()
    balanced: bool = False
    """Whether the accounts of a table add up to nothing, as plus and minus do; slips that do not are refused."""


class ByeFormat(Struct, frozen=True):
    points: int = 0
    games: int = 0
    """Games won."""
    own: int = 0
    """Points made in games."""
    missed: int = 0
    """Points for each round before a late entry, or during an absence."""


class RankingFormat(Struct, frozen=True):
    columns: tuple[Column, ...] = ("points",)
    """The columns in the order of their weight."""
    decider: Literal["none", "game", "lot"] = "none"
    """The decision between entries that are still tied for a place in the finals or for the first place: none, so that
    they share it; a game that is played out; a lot."""
    decider_target: int = 0
    """Points to which the deciding game goes; 0 for those of the house rules."""
    decider_places: int = 0
    """The number of places that are decided so; 0 for those that reach the finals, or the first one."""


class FinalsFormat(Struct, frozen=True):
    """Knock-out matches after the rounds."""

    entries: Literal[0, 2, 4, 8, 16] = 0
    """The number of entries that reach the finals; 0 for no finals."""
    third_place: bool = False
    """A match for the third place: of those who lost the semi-finals, or else the third and fourth of the ranking."""
    pairing: Literal["seeded", "drawn"] = "seeded"
    """First against last and so on, or drawn by lot."""
    games: int = 0
    """Games of a match; 0 for as many as in the rounds."""


class MoneyFormat(Struct, frozen=True):
    fee_cents: int = 0
    """The entry fee of a pair, or of a single player."""
    prizes: tuple[int, ...] = ()
    """The prize of each place in percent of the fees that were paid, from the first one on."""


class Format(Struct, frozen=True):
    name: str
    title: Text
    entrants: Entrants
    game: str
    """A game of the engine, or if `game_title` is given any other one, whose slips are typed."""
    game_title: Text | None = None
    players: int = 0
    """Players at a table, needed for a game whose slips are typed."""
    preset: str = ""
    """House rules by the name of a preset of the game, changed by `rules`."""
    rules: dict[str, str | int | bool] = {}
    source: str = ""
    """The public source, such as the page of the event."""
    match: MatchFormat = MatchFormat()
    rounds: RoundsFormat = RoundsFormat()
    points: PointsFormat = PointsFormat()
    bye: ByeFormat = ByeFormat()
    ranking: RankingFormat = RankingFormat()
    finals: FinalsFormat = FinalsFormat()
    money: MoneyFormat = MoneyFormat()
    typed_twice: bool = True
    """Whether a slip has to be typed by two people, or from two slips, before it counts."""

    @property
    def is_refereed(self) -> bool:
        """Whether tables referee the game; otherwise only slips tell its results."""
        return self.game_title is None and self.game in all_games()


PAIRS_AT_A_TABLE = 4


def game_of(chosen: Format) -> Game | None:
    """Returns the game with the house rules of the format, or None if the engine does not know it.

    :raises UnknownGame: for a preset that the game lacks.
    :raises RuleError: for a house rule that the game does not know.
    """
    if not chosen.is_refereed:
        return None
    return game(chosen.game, chosen.rules, chosen.preset or None)


def house_rules(chosen: Format) -> dict[str, str | int | bool]:
    """Returns the house rules that differ from the game's defaults, as tables get them."""
    played = game_of(chosen)
    return {} if played is None else dict(played.rules.changes)


def table_sizes(chosen: Format) -> tuple[int, ...]:
    """Returns the sizes of tables in players, the preferred one first."""
    if chosen.entrants != "single":
        return (PAIRS_AT_A_TABLE,)
    if chosen.rounds.sizes:
        return chosen.rounds.sizes
    return (max(allowed_sizes(chosen)),)


def allowed_sizes(chosen: Format) -> tuple[int, ...]:
    """Returns the numbers of players with which the game is played."""
    return all_games()[chosen.game].players if chosen.is_refereed else (chosen.players,)


@lru_cache(maxsize=64)
def _sides(game_name: str, size: int) -> tuple[tuple[int, ...], ...]:
    if game_name not in all_games():
        return tuple((seat,) for seat in range(size))
    return game(game_name).sides(tuple(range(size)))


def sides_at(chosen: Format, size: int) -> tuple[tuple[int, ...], ...]:
    """Returns the places, from 0, that play together at a table of *size* players. A pair counts as one place."""
    if chosen.entrants != "single":
        return ((0,), (1,))
    return _sides(chosen.game, size)


def two_sides_only(chosen: Format) -> bool:
    """Returns whether every match is between two entries, such as two pairs."""
    return all(sides_at(chosen, size) == ((0,), (1,)) for size in table_sizes(chosen))


def target(chosen: Format) -> int:
    """Returns the points that win a game, or 0 if no number of points decides it."""
    played = game_of(chosen)
    return played.rules.number("target") if played is not None and "target" in played.rules else 0


def decided_places(chosen: Format) -> int:
    """Returns how many places of the ranking must not be shared, if a game or a lot decides."""
    if chosen.ranking.decider_places:
        return chosen.ranking.decider_places
    return max(chosen.finals.entries, 4 if chosen.finals.third_place else 1)
