"""A zip for remote support: checks, settings, versions, logs; no pictures and no names.

Names of players and of the machine and serial numbers are replaced wherever they occur. Settings that cannot be parsed
are left out, since names in them cannot be recognised.
"""

import getpass
import json
import platform
import re
import shutil
import subprocess
import sys
import unicodedata
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any

from common.files.paths import choices_file, config_file, journal_file
from common.files.user_files import MAX_TOML_BYTES, read_bounded, read_toml
from common.json_types import Line
from common.texts.phrases import LANGUAGES
from device.diagnostics.check import CheckContext
from device.hardware.board import board_names
from device.storage.evenings import player_names
from device.storage.journal import JournalError
from device.storage.journal_repair import readable_events
from device.storage.recorded_events import read_journal
from engine.cards import PACKS
from engine.games import all_games

_QUOTED = re.compile(r"""(["'])((?:(?!\1)[^\\\n]|\\.)+)\1""")


def parse_settings(file: Path) -> dict[str, Any] | None:
    """Returns what a file of TOML or JSON holds; None if it is neither, or not there."""
    try:
        values = read_toml(file) if file.suffix == ".toml" else json.loads(read_bounded(file, MAX_TOML_BYTES))
    except Exception:  # a damaged file of any kind has no keys and values to distinguish
        return None
    return values if isinstance(values, dict) else None


def names_in(file: Path, read_names: Callable[[Path], Mapping[str, str]]) -> Iterator[str]:
    """Yields the names that *read_names* finds in a file; if the file cannot be used, every word outside Kiebitz's own
    vocabulary.
    """
    if not file.is_file():
        return
    try:
        yield from read_names(file).values()
    except Exception:  # which key is wrong, and so what is a name, is not known
        texts = (text for text in _texts(file) if len(text) > 1 and "/" not in text and any(map(str.isalpha, text)))
        ours = _our_words()
        yield from (text for text in texts if text not in ours)


def _texts(file: Path) -> Iterator[str]:
    values = parse_settings(file)
    if values is not None:
        yield from _leaves(values)
        return
    try:
        text = read_bounded(file, MAX_TOML_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):
        return
    yield from (found[2] for found in _QUOTED.finditer(text))


def _leaves(value: object) -> Iterator[str]:
    """Yields all keys and texts."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield str(key)
            yield from _leaves(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from _leaves(entry)


def _our_words() -> set[str]:
    from device.settings.preferences import StoredChoices
    from device.settings.settings import Config

    books = [game.book for game in all_games().values()]
    rules = {word for book in books for switch in book.switches for word in (switch.name, *map(str, switch.values))}
    presets = {preset for book in books for preset in book.presets}
    keys = (*Config.__struct_fields__, *StoredChoices.__struct_fields__)
    values = ("auto", "camera", "by_hand", "paused", *LANGUAGES, *PACKS, *board_names())
    return {*keys, *values, *all_games(), *presets, *rules}


UNIT = "kiebitz"
MAX_LOG_LINES = 5000
MAX_FILE_BYTES = 1 << 20
"""Largest size of a file in the bundle, in bytes; of a longer one the end is kept."""
LOG_TIMEOUT_SECONDS = 20
COMMON_NAMES = {"", "root", "pi", "kiebitz", "raspberrypi", "localhost"}
"""Common names of users and machines, which identify nobody."""
_SERIALS = (
    re.compile(r"(\bserial(?:[ _]?(?:number|no))?['\"]?\s*[:=]\s*['\"]?)[^\s,;'\"]+", re.IGNORECASE),
    re.compile(r"()\b[0-9a-f]{2}(?::[0-9a-f]{2}){5}\b", re.IGNORECASE),
    re.compile(r"(\b(?:PART)?UUID=)[^\s,;'\"]+", re.IGNORECASE),
    re.compile(r"()\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", re.IGNORECASE),
)
"""The group of a match is kept."""
_ABOUT_PARTS = "voltage|throttl|i2c|spi|gpio|camera|imx|unicam|csi|mmc|usb|ext4|oom"
"""Lines of the kernel's log about power, parts or memory."""


def write_bundle(path: Path, checks: Sequence[Line], context: CheckContext) -> None:
    """Writes the zip; an old file of that name is never overwritten.

    :raises OSError: if it cannot be written, or is there already.
    """
    names = list(names_to_hide(context))
    with zipfile.ZipFile(path, "x", zipfile.ZIP_DEFLATED) as archive:
        for name, text in _files(checks, context):
            archive.writestr(name, without_serials(without_names(text, names))[-MAX_FILE_BYTES:])


def without_names(text: str, names: Iterable[str]) -> str:
    """Returns the text with every name replaced by `name-1` and so on, in upper or lower case."""
    text = unicodedata.normalize("NFC", text)
    for number, name in enumerate(sorted({*names}, key=len, reverse=True), start=1):
        name = unicodedata.normalize("NFC", name)
        spellings = [name]  # and as it is escaped in JSON and TOML
        for width, letter in ((4, "u"), (8, "U")):
            spellings.append("".join(each if each.isascii() else f"\\{letter}{ord(each):0{width}x}" for each in name))
        forms = "|".join(map(re.escape, spellings))
        text = re.sub(rf"(?<!\w)(?:{forms})(?!\w)", f"name-{number}", text, flags=re.IGNORECASE)
    return text


def without_serials(text: str) -> str:
    """Returns the text without identifiers of the machine: serial numbers, network addresses, disk ids."""
    for pattern in _SERIALS:
        text = pattern.sub(r"\1…", text)
    return text


def _files(checks: Sequence[Line], context: CheckContext) -> Iterator[tuple[str, str]]:
    from device.settings.preferences import PAGE_FIELDS

    yield "checks.jsonl", "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in checks)
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    installed = sorted(f"{each.metadata['Name']} {each.version}" for each in metadata.distributions())
    yield "versions.txt", "".join(f"{line}\n" for line in (f"Python {sys.version}", system, *installed))
    house = [Path(context.config.house)] if context.config.house else []
    board = [Path(context.config.board)] if context.config.board.endswith(".toml") else []
    for file in [file for file in (config_file(), choices_file(), *house, *board) if file.is_file()]:
        values = parse_settings(file)
        if values is not None:  # its comments stay out as well
            values = {name: value for name, value in values.items() if name not in PAGE_FIELDS}
            yield f"settings/{file.stem}.json", json.dumps(values, indent=2, ensure_ascii=False, default=str)
    newest = ("--no-pager", "--no-hostname", "--output=short-iso", f"--lines={MAX_LOG_LINES}")
    yield "kiebitz.log", output_of("journalctl", f"--unit={UNIT}", *newest)
    yield "kernel.log", output_of("journalctl", "--dmesg", f"--grep={_ABOUT_PARTS}", *newest)
    yield (
        "service.txt",
        output_of("systemctl", "show", UNIT, "--property=ActiveState,SubState,StatusText,NRestarts,Result"),
    )


def names_to_hide(context: CheckContext) -> Iterator[str]:
    """Yields the names in the settings, in the choices made at the table, of all players in the journal, and of user
    and machine.
    """
    from device.settings.preferences import read_choices
    from device.settings.settings import read_config

    machine = {platform.node()}
    with suppress(OSError, KeyError, RuntimeError):
        machine |= {getpass.getuser(), Path.home().name}
    yield from machine - COMMON_NAMES
    yield from context.config.names.values()
    yield from names_in(config_file(), lambda file: read_config(file).names)
    yield from names_in(choices_file(), lambda file: read_choices(file).names)
    with suppress(OSError):
        try:
            events = read_journal(journal_file())
        except JournalError:
            events, _ = readable_events(journal_file())
        for event in events:
            yield from player_names(event)


def output_of(*command: str) -> str:
    """Returns the output of a command, or a line that it is missing."""
    if shutil.which(command[0]) is None:
        return f"there is no {command[0]} here\n"
    try:
        process = subprocess.run(command, capture_output=True, timeout=LOG_TIMEOUT_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{error}\n"
    return (process.stdout + process.stderr).decode("utf-8", "replace")
