"""Choices made at the table: one small file beside the journal, replaced atomically.

The settings in `kiebitz.toml` take precedence; games are in the journal only. An unusable file is moved aside, and the
defaults hold until a new choice is made.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from common.files.durable_files import move_aside, write_atomically
from common.files.user_files import read_bounded
from device.settings.requests import CameraUse, Choose
from device.settings.settings import Config, TableSettings
from device.settings.table_setup import number_of_players
from engine.cards import PACKS
from engine.games import PACK_SWITCH
from engine.games import game as game_called

MAX_BYTES = 64 << 10
"""Largest file in bytes; the choices take some hundred."""


class ChoicesError(ValueError):
    """Raised for a file of choices that cannot be used; the message says what was got and expected."""


class StoredChoices(TableSettings, frozen=True, omit_defaults=True):
    """The content of the file; None or empty for what has not been chosen yet.

    The rules include those left at their default when they were asked.
    """

    aimed: bool = False
    deck: str = ""
    """The kind of the pack in use (`device.storage.pack_paths`), such as `bavarian32`."""
    upside_down: bool = False
    """Whether the display is rotated by 180° relative to the board profile."""
    quarter_turns: int = 0
    """Quarter turns of the camera's picture, clockwise: the seat at its lower edge."""
    watched: CameraUse = "camera"
    """Whether the table has paused, or enters scores by hand; it is kept over a power cut."""
    page_key: str = ""
    """The key of the page's codes (`common.feed.codes`); empty while the page is off."""
    page_viewers: bool = False
    """Whether phones without the code may look at the page."""
    page_crops: bool = False
    wifi: bool = False
    """Whether the table has its own Wi-Fi while the page is on."""
    wifi_name: str = ""
    wifi_password: str = ""


SOUNDS = ("tones", "speech", "volume")
"""The settings that hold as soon as they are chosen, and depend on no others."""
PAGE_FIELDS = ("page_key", "page_viewers", "page_crops", "wifi", "wifi_name", "wifi_password")
"""Choices about phones, with what they join by: they belong to the device of now, and leave it in no backup."""


def with_page_of(choices: StoredChoices, now: StoredChoices) -> StoredChoices:
    """Returns *choices* with what was chosen about phones in *now*."""
    return msgspec.structs.replace(choices, **{name: getattr(now, name) for name in PAGE_FIELDS})


class Choices:
    """The current choices. If the disk cannot be written they are only in memory, and the evening continues."""

    def __init__(self, path: Path, warn: Callable[[str], None] | None = None) -> None:
        """*warn* is called with a line about a file that cannot be read or written."""
        self._path, self._warn = path, warn or (lambda line: print(f"kiebitz: {line}", file=sys.stderr))
        try:
            self.now = read_choices(path)
        except ChoicesError as error:
            self.now, copy = StoredChoices(), ""
            with suppress(OSError):
                copy = move_aside(path).name
            outcome = f"it is kept as {copy}, and is asked anew" if copy else "it is asked anew"
            self._warn(f"{error}; {outcome}")

    def choose(self, **changes: Any) -> StoredChoices:
        """Stores choices, by the names of `StoredChoices`, and returns all of them."""
        self.now = msgspec.structs.replace(self.now, **changes)
        try:
            write_atomically(self._path, encode_choices(self.now))
        except OSError as error:
            reason = error.strerror or str(error)
            self._warn(f"cannot keep what was chosen in {self._path}: {reason}; it holds until Kiebitz is switched off")
        return self.now

    def keep(self, request: Choose) -> StoredChoices:
        plain = ("language", *SOUNDS)
        changes: dict[str, Any] = {name: value for name in plain if (value := getattr(request, name)) is not None}
        if request.game is not None:
            changes |= {"game": request.game.game, "preset": request.game.preset, "rules": dict(request.game.rules)}
            seats = self.now.seats
            if seats is not None and len(seats) not in game_called(request.game.game).players:
                changes["seats"] = None
        if request.seats is not None:
            changes["seats"] = request.seats
        if request.names is not None:
            changes["names"] = {str(seat): name for seat, name in request.names if name}
        return self.choose(**changes)


def encode_choices(choices: StoredChoices) -> bytes:
    return msgspec.json.format(msgspec.json.encode(choices), indent=2) + b"\n"


def read_choices(path: Path) -> StoredChoices:
    """Returns the stored choices; defaults if there is no file.

    :raises ChoicesError: if the file is broken, or has values that this version does not know.
    """
    try:
        chosen = msgspec.json.decode(read_bounded(path, MAX_BYTES), type=StoredChoices)
        _check(chosen)
    except FileNotFoundError:
        return StoredChoices()
    except OSError as error:
        raise ChoicesError(f"got {path}: {(error.strerror or str(error)).lower()}, expected what was chosen") from error
    except (ValueError, RecursionError) as error:
        raise ChoicesError(
            f"got {path} that cannot be used ({error}), expected what was chosen at the table"
        ) from error
    return chosen


def apply_choices(config: Config, chosen: StoredChoices) -> Config:
    """Returns the settings completed with the choices; what stays None is still to be asked.

    Choices that do not fit the settings are left out: seats that the game does not allow, and a game for another number
    of seats. Of house rules that the settings name, the table may have answered those that are asked, and chosen the
    cards of the deck that it has.
    """
    seats = config.seats
    if seats is not None and chosen.game is not None and len(seats) not in game_called(chosen.game).players:
        chosen = msgspec.structs.replace(chosen, game=None, preset=None, rules={})
    game = config.choice.game if config.fixes_game else chosen.game
    own = game is not None and game == chosen.game
    his_rules = bool(config.house) or config.preset is not None
    open_rules = {PACK_SWITCH, *(switch.name for switch in config.choice.open)}
    open_rules = open_rules if his_rules else set(chosen.rules)
    filled = msgspec.structs.replace(
        config,
        language=config.language or chosen.language,
        game=None if config.house else game,
        preset=chosen.preset if own and not his_rules else config.preset,
        rules={**{name: value for name, value in chosen.rules.items() if own and name in open_rules}, **config.rules},
        names=config.names or chosen.names,
        **{name: getattr(chosen if getattr(config, name) is None else config, name) for name in SOUNDS},
    )
    fits = chosen.seats is not None and len(chosen.seats) in filled.choice.as_game.players
    return msgspec.structs.replace(filled, seats=chosen.seats if config.seats is None and fits else config.seats)


def _check(chosen: StoredChoices) -> None:
    """:raises ValueError: for a game, house rules, seats or names that cannot be."""
    if chosen.game is not None:
        game = game_called(chosen.game, {**chosen.rules}, chosen.preset)
        if chosen.seats is not None:
            number_of_players(game, len(chosen.seats))
    elif chosen.preset is not None or chosen.rules:
        raise ChoicesError("got house rules without a game")
    if chosen.fault:
        raise ChoicesError(chosen.fault)
    if chosen.deck and chosen.deck not in PACKS:
        raise ChoicesError(f"got the deck {chosen.deck!r}, expected one of {', '.join(PACKS)}")
    if chosen.quarter_turns not in range(4):
        raise ChoicesError(f"got {chosen.quarter_turns} quarter turns of the picture, expected 0 to 3")
