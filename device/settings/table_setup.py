"""The game, the house rules, the seats and the names that a table plays with.

Seats: 0 bottom, 1 left, 2 top, 3 right in the picture.
"""

from __future__ import annotations

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
from engine.rules.house_rules import Switch, did_you_mean

KEYS = ("game", "preset", "name", "rules")
MAX_NAME_LENGTH = 80
"""Letters: longest name, which is printed on terminals and in exports."""


def read_rules(path: Path) -> Setup:
    """Returns the game with the house rules of a file; the switches that it or its preset names are not asked.

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
    _check_rules(path, "game", game)
    if preset is not None:
        _check_rules(path, "preset", game, preset)
    changes = table.get("rules", {})
    if not isinstance(changes, dict):
        raise SettingsError(f"{path}, key rules: got {changes!r}, expected a table such as [rules]")
    for switch, value in changes.items():
        _check_rules(path, f"rules.{switch}", game, preset, {switch: value})
    return replace(with_rules(setup_of_preset(game, preset), changes), house=name)


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


def _check_rules(
    path: Path, key: str, game: str, preset: str | None = None, changes: dict[str, object] | None = None
) -> None:
    """:raises SettingsError: naming the key of the file that the game does not take."""
    try:
        game_called(game, changes, preset)
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
    base = read_rules(house) if house is not None else setup_of_preset(game, preset or None)
    if game not in (DEFAULT_GAME, base.game):
        raise CommandError(f"got the game {game} and {house}, which is for {base.game}; expected one of them")
    return with_rules(base, rules)


def setup_of_preset(name: str, preset: str | None) -> Setup:
    """Returns a game with its named house rules, or with its defaults."""
    game = game_called(name, None, preset)
    answers = game.book.presets[preset].answers if preset is not None else frozenset()
    to_ask = tuple(switch for switch in game.book.switches if switch.ask and switch.name not in answers)
    return Setup(name, (), game.rules.changes, preset, switches_to_ask=to_ask)


def with_rules(setup: Setup, changes: Mapping[str, RuleValue]) -> Setup:
    """Returns the setup with single house rules changed, which are not asked then."""
    game = game_called(setup.game, {**dict(setup.rules), **changes})
    to_ask = tuple(switch for switch in setup.open if switch.name not in changes)
    return replace(setup, rules=game.rules.changes, switches_to_ask=to_ask)


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
