"""The settings of one table: `kiebitz.toml`. Everything has a default, so that an empty file will do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from device.canvas import text_width
from device.phrases import Region
from device.settings import SettingsError, read_settings
from device.words import Language, Words, words_for

if TYPE_CHECKING:
    from pathlib import Path

    from engine.cards import Seat

ALL_SEATS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""Who sits where, by number of players: 0 bottom, 1 left, 2 top, 3 right as the camera sees them."""
NAME_WIDTH = 31
"""px of a quarter of the display, in small type."""


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    language: Language = "de"
    region: Region = "bavarian"
    game: str = "bohemian-watten"
    rules: dict[str, str | int | bool] = {}
    """House rules that differ from the game's defaults."""
    seats: tuple[int, ...] = ALL_SEATS[4]
    names: dict[str, str] = {}
    """What a seat is called, by its number."""
    pack: str = ""
    """The enrolled pack: its name in the folder of packs, or a path."""
    board: str = "default_kit"

    @property
    def words(self) -> Words:
        names: dict[Seat, str] = {int(seat): name for seat, name in self.names.items()}
        return words_for(self.language, self.region, names)


def read_config(path: Path) -> Config:
    """Returns the settings of a file.

    :raises SettingsError: naming the key, what was got and what was expected.
    """
    config = read_settings(path, Config)
    _check_seats(path, config.seats)
    for seat, name in config.names.items():
        if seat not in ("0", "1", "2", "3"):
            raise SettingsError(f"{path}, key names.{seat}: got seat {seat!r}, expected 0, 1, 2 or 3")
        if not name or text_width(name, "small") > NAME_WIDTH:
            raise SettingsError(f"{path}, key names.{seat}: got {name!r}, expected a name of one to about six letters")
    return config


def _check_seats(path: Path, seats: tuple[int, ...]) -> None:
    if sorted(set(seats)) != list(seats) or not set(seats) <= {0, 1, 2, 3} or not 2 <= len(seats) <= 4:
        raise SettingsError(f"{path}, key seats: got {list(seats)}, expected two to four of 0, 1, 2, 3 in rising order")
