"""The settings of one table: `kiebitz.toml`, which may be empty or missing.

Settings in the file are fixed; the rest is chosen at the table (`device.settings.preferences`), with defaults until
then.
"""

import dataclasses
from pathlib import Path
from typing import Annotated

import msgspec

from common.files.user_files import SettingsError, convert_settings, path_relative_to, read_table
from common.texts.phrases import Language, Region, region_for
from common.texts.words import TableWords, words_for
from device.display.text_layout import drawable, text_width
from device.settings.requests import SpeechLevel
from device.settings.table_setup import (
    DEFAULT_GAME,
    SEATS,
    Setup,
    game_from_settings,
    number_of_players,
    seatings,
)
from engine.cards import Pack, Seat

NAME_WIDTH = 41
"""px in small type. A row of four players has 32 px for each: there longer names are narrowed, and then shortened."""
VOLUME_PERCENT = 50
"""The volume of the speech until one is chosen; espeak-ng's own."""
LANGUAGE: Language = "de"
"""The language of the display until one is chosen."""


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `kiebitz.toml` may fix, and what is otherwise chosen at the table; None or empty is open."""

    language: Language | None = None
    game: str | None = None
    preset: str | None = None
    """The name of the house rules; it and the single rules belong to `game`."""
    rules: dict[str, str | int | bool] = {}
    """Single house rules that differ from the preset, or from the game's defaults."""
    seats: tuple[int, ...] | None = None
    names: dict[str, str] = {}
    tones: bool | None = None
    speech: SpeechLevel | None = None
    """The level of the speech, if espeak-ng is installed."""
    volume: Annotated[int, msgspec.Meta(ge=0, le=100)] | None = None
    """The volume of the speech in percent."""

    @property
    def fault(self) -> str:
        """What is wrong with seats or names: the key, what was got and what was expected; empty if nothing is."""
        if self.seats is not None and not any(self.seats in seatings(count) for count in SEATS):
            return f"key seats: got {list(self.seats)}, expected two to four of 0, 1, 2, 3 in rising order"
        for seat, name in self.names.items():
            if seat not in ("0", "1", "2", "3"):
                return f"key names.{seat}: got seat {seat!r}, expected 0, 1, 2 or 3"
            if not is_name(name):
                return f"key names.{seat}: got {name!r}, expected one to about nine Latin letters"
        return ""


class Config(TableSettings, frozen=True):
    """The content of the file; None is left to the table."""

    region: Region | None = None
    """Whose names cards have; by default those of the deck in use."""
    house: str = ""
    """A file with game and house rules instead; the path is relative to the folder of these settings."""
    pack: str = ""
    """The enrolled pack: its name in the folder of packs, or a path."""
    board: str = "auto"

    @property
    def choice(self) -> Setup:
        """:raises ValueError: for an unknown game or house rule."""
        house = Path(self.house) if self.house else None
        return game_from_settings(self.game or DEFAULT_GAME, self.preset or "", house, self.rules)

    @property
    def fixes_game(self) -> bool:
        """Whether the settings name the game, or rules of one."""
        return bool(self.game or self.house or self.preset or self.rules)

    @property
    def places(self) -> tuple[Seat, ...]:
        """The seats of the players; by default the usual number, or as many as the game allows."""
        return self.seats or SEATS[number_of_players(self.choice.as_game, None)]

    def setup(self, evening: str) -> Setup:
        """Returns the setup of this table for the evening of that name.

        :raises ValueError: for an unknown game or house rule.
        """
        seats = self.places
        names = tuple((int(seat), name) for seat, name in sorted(self.names.items()) if int(seat) in seats)
        return dataclasses.replace(self.choice, seats=seats, evening=evening, names=names)

    def words_for(self, pack: Pack) -> TableWords:
        """Returns the words of this table, with the region that fits the cards of *pack*."""
        names: dict[Seat, str] = {int(seat): name for seat, name in self.names.items()}
        words = words_for(self.language or LANGUAGE, region_for(pack, self.region or "bavarian"), names)
        return dataclasses.replace(words, is_home_chosen=self.region is not None)


def read_config(path: Path) -> Config:
    """Returns the settings of a file.

    :raises SettingsError: naming the key, what was got and what was expected.
    """
    config = convert_settings(read_table(path), Config, str(path))
    if config.house:
        config = msgspec.structs.replace(config, house=str(path_relative_to(path, config.house)))
    if config.fault:
        raise SettingsError(f"{path}, {config.fault}")
    try:
        choice = config.choice
        game = choice.as_game
        number_of_players(game, len(config.seats) if config.seats else None)
    except SettingsError:
        raise  # names its own file
    except ValueError as error:
        unnamed = "" if config.game or config.house else f"; without the key game it is {DEFAULT_GAME}"
        raise SettingsError(f"{path}: {error}{unnamed}") from None
    return config


def is_name(name: str) -> bool:
    """Returns whether the display can show a name: it has the letters, and room for about nine."""
    can_be_shown = name.isprintable() and drawable(name, "small") == name
    return bool(name) and can_be_shown and text_width(name, "small") <= NAME_WIDTH
