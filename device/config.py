"""The settings of one table: `kiebitz.toml`. Everything has a default, so that an empty file will do."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from device.canvas import text_width
from device.game_choice import configured_game
from device.house_files import HouseFileError
from device.phrases import Region
from device.seating import SEATS, number_of_players
from device.settings import SettingsError, read_settings
from device.words import Language, Words, region_for, words_for
from engine.games import game as game_called

if TYPE_CHECKING:
    from device.game_choice import GameChoice
    from device.view import Setup
    from engine.cards import Pack, Seat

NAME_WIDTH = 31
"""px of a quarter of the display, in small type."""


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    language: Language = "de"
    region: Region = "bavarian"
    game: str = "bohemian-watten"
    preset: str = ""
    """House rules that have a name."""
    house: str = ""
    """A file of house rules instead, with its game; a path from the folder of these settings."""
    rules: dict[str, str | int | bool] = {}
    """Single house rules that differ from the game's defaults, the preset or the file."""
    seats: tuple[int, ...] = SEATS[4]
    names: dict[str, str] = {}
    """What a seat is called, by its number."""
    pack: str = ""
    """The enrolled pack: its name in the folder of packs, or a path."""
    board: str = "default_kit"

    @property
    def choice(self) -> GameChoice:
        """:raises ValueError: for a game or house rules that there are not."""
        return configured_game(self.game, self.preset, Path(self.house) if self.house else None, self.rules)

    def setup(self, choice: GameChoice, evening: str) -> Setup:
        """Returns what this table plays, on an evening of that name."""
        names = tuple((int(seat), name) for seat, name in sorted(self.names.items()) if int(seat) in self.seats)
        return dataclasses.replace(choice.setup(self.seats), evening=evening, names=names)

    def words_for(self, pack: Pack) -> Words:
        """Returns the words of this table for the cards of *pack*, whose names may not be those of the region."""
        names: dict[Seat, str] = {int(seat): name for seat, name in self.names.items()}
        return words_for(self.language, region_for(pack, self.region), names)


def read_config(path: Path) -> Config:
    """Returns the settings of a file.

    :raises SettingsError: naming the key, what was got and what was expected.
    """
    config = read_settings(path, Config)
    if config.house:
        config = msgspec.structs.replace(config, house=str(path.parent / Path(config.house).expanduser()))
    _check_seats(path, config.seats)
    _check_game(path, config)
    for seat, name in config.names.items():
        if seat not in ("0", "1", "2", "3"):
            raise SettingsError(f"{path}, key names.{seat}: got seat {seat!r}, expected 0, 1, 2 or 3")
        if not name or text_width(name, "small") > NAME_WIDTH:
            raise SettingsError(f"{path}, key names.{seat}: got {name!r}, expected a name of one to about six letters")
    return config


def _check_game(path: Path, config: Config) -> None:
    try:
        choice = config.choice
        number_of_players(game_called(choice.game, dict(choice.rules)), len(config.seats))
    except HouseFileError:
        raise  # names its own file
    except ValueError as error:
        raise SettingsError(f"{path}: {error}") from None


def _check_seats(path: Path, seats: tuple[int, ...]) -> None:
    if sorted(set(seats)) != list(seats) or not set(seats) <= {0, 1, 2, 3} or not 2 <= len(seats) <= 4:
        raise SettingsError(f"{path}, key seats: got {list(seats)}, expected two to four of 0, 1, 2, 3 in rising order")
