"""The game, the house rules, the seats and the names that a table plays with.

Seats: 0 bottom, 1 left, 2 top, 3 right in the picture.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

from common.errors import CommandError
from common.files.user_files import SettingsError, read_table
from device.settings.requests import Choose
from engine.cards import Seat
from engine.events import RuleValue
from engine.games import all_games
from engine.games import game as game_called
from engine.rules.game import Game
from engine.rules.house_rules import Rules, Switch, did_you_mean

KEYS = ("game", "preset", "name", "rules")
MAX_NAME_LENGTH = 80
"""Letters: longest name, which is printed on terminals and in exports."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    game: str
    rules: Rules
    preset: str | None = None
    name: str = ""
    answers: frozenset[str] = frozenset()
    """The switches that the file or its preset names, including those left at their default."""


def read_rules(path: Path) -> HouseRules:
    """Returns the house rules of a file.

    :raises SettingsError: if it is missing, no TOML, or does not match the game.
    """
    table = read_table(path, 'house rules such as game = "bohemian-watten"')
    for key in table:
        if key not in KEYS:
            near = did_you_mean(key, KEYS)
            raise SettingsError(f"{path}, key {key}: not known, expected one of {', '.join(KEYS)}{near}")
    if "game" not in table:
        raise SettingsError(f"{path}, key game: missing, expected one of {', '.join(sorted(all_games()))}")
    game, preset, name = _text(path, table, "game"), _text(path, table, "preset") or None, _text(path, table, "name")
    plain = _with_rules(path, "game", game)
    if preset is not None:
        plain = _with_rules(path, "preset", game, preset)
    changes = table.get("rules", {})
    if not isinstance(changes, dict):
        raise SettingsError(f"{path}, key rules: got {changes!r}, expected a table such as [rules]")
    for switch, value in changes.items():
        _with_rules(path, f"rules.{switch}", game, preset, {switch: value})
    rules = Rules(plain.book.switches, {**dict(plain.rules.changes), **changes})
    answers = plain.book.presets[preset].answers if preset is not None else frozenset()
    return HouseRules(game, rules, preset, name, answers | changes.keys())


def _text(path: Path, table: dict[str, Any], key: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str):
        raise SettingsError(f"{path}, key {key}: got {value!r}, expected a text")
    if len(value) > MAX_NAME_LENGTH or not value.isprintable():
        shortened = value if len(value) <= MAX_NAME_LENGTH else f"{value[:MAX_NAME_LENGTH]}…"
        raise SettingsError(
            f"{path}, key {key}: got {shortened!r}, expected one line of at most {MAX_NAME_LENGTH} letters"
        )
    return value


def _with_rules(
    path: Path, key: str, game: str, preset: str | None = None, changes: dict[str, object] | None = None
) -> Game:
    """Returns the game with these rules, or says which key of the file it does not take."""
    try:
        return game_called(game, changes, preset)
    except ValueError as error:
        raise SettingsError(f"{path}, key {key}: {error}") from None


SEATS: Mapping[int, tuple[Seat, ...]] = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""The occupied seats by number of players."""


def seatings(count: int) -> list[tuple[Seat, ...]]:
    """Returns the seatings for that number of players, the usual one first."""
    usual = SEATS[count]
    return [usual, *(seats for seats in combinations(SEATS[max(SEATS)], count) if seats != usual)]


def has_seatings_to_choose(counts: Sequence[int]) -> bool:
    """Returns whether a game for so many players, any of *counts*, can be played on different seats."""
    return len(counts) > 1 or len(seatings(counts[0])) > 1


DEFAULT_PLAYERS = 4


def number_of_players(game: Game, number: int | None) -> int:
    """Returns the number of players: *number*, or by default four, or the most that the game allows.

    :raises CommandError: if the game does not allow this number.
    """
    if number is None:
        return DEFAULT_PLAYERS if DEFAULT_PLAYERS in game.players else max(game.players)
    if number not in game.players:
        *few, most = map(str, game.players)
        expected = f"{', '.join(few)} or {most}" if few else most
        raise CommandError(f"got {number} players, expected {expected} for {game.name}")
    return number


@dataclass(frozen=True, slots=True)
class Setup:
    """The game that a table plays, with its house rules; without seats it is the game of settings or arguments."""

    game: str
    seats: tuple[Seat, ...] = ()
    rules: tuple[tuple[str, RuleValue], ...] = ()
    """The rules that differ from the game's defaults, as `GameStarted` takes them."""
    preset: str | None = None
    house: str = ""
    """The name of the house rules."""
    switches_to_ask: tuple[Switch, ...] | None = None
    """Switches that are asked before the first game; None for all with `ask` that `rules` does not name."""
    evening: str = ""
    """The name of an evening that starts now; without a name none is started."""
    names: tuple[tuple[Seat, str], ...] = ()

    @property
    def open(self) -> tuple[Switch, ...]:
        if self.switches_to_ask is not None:
            return self.switches_to_ask
        given = dict(self.rules)
        switches = all_games()[self.game].book.switches
        return tuple(switch for switch in switches if switch.ask and switch.name not in given)

    @property
    def as_game(self) -> Game:
        """The game with these house rules."""
        return game_called(self.game, dict(self.rules))


DEFAULT_GAME = "bohemian-watten"


def game_from_settings(game: str, preset: str, house: Path | None, rules: Mapping[str, RuleValue]) -> Setup:
    """Returns the game of the settings, in which single *rules* change the preset or the file, whose game it is then.

    :raises ValueError: for an unknown game, preset, rule or value, a file that cannot be read, or both of them.
    """
    if house is not None and preset:
        raise CommandError(f"got a preset and a file of house rules, expected one of them; {house} can name a preset")
    own = read_rules(house) if house is not None else None
    if own is not None and game not in (DEFAULT_GAME, own.game):
        raise CommandError(f"got the game {game} and {house}, which is for {own.game}; expected one of them")
    return choice_of(own.game if own else game, preset or None, own, rules)


def choice_of(name: str, preset: str | None, house: HouseRules | None, changes: Mapping[str, RuleValue]) -> Setup:
    base = game_called(name, dict(house.rules.changes) if house else None, None if house else preset)
    game = game_called(name, {**dict(base.rules.changes), **changes})
    preset = house.preset if house else preset
    answers = house.answers if house else base.book.presets[preset].answers if preset else frozenset()
    to_ask = (switch for switch in base.book.switches if switch.ask and switch.name not in answers | changes.keys())
    return Setup(name, (), game.rules.changes, preset, house.name if house else "", tuple(to_ask))


def apply_choice(setup: Setup, choice: Choose) -> Setup:
    """Returns the setup with the game, seats and names of *choice*."""
    if choice.game is not None:
        name, preset, rules = choice.game.game, choice.game.preset or "", dict(choice.game.rules)
        game = game_from_settings(name, preset, None, rules)
        players = game.as_game.players
        seats = setup.seats if len(setup.seats) in players else SEATS[players[-1]]
        setup = replace(game, seats=seats, evening=setup.evening, names=setup.names)
    if choice.seats is not None:
        setup = replace(setup, seats=choice.seats)
    if choice.names is not None:
        setup = replace(setup, names=choice.names)
    return setup
