"""Folders of Kiebitz: XDG folders, or those that systemd passes to a service."""

import os
from pathlib import Path
from typing import Literal


class NoHome(ValueError):
    """Raised if the user's folders are unknown."""


def state_folder() -> Path:
    """Returns the folder of journal and packs: `STATE_DIRECTORY` under systemd, else `XDG_STATE_HOME/kiebitz`."""
    return _from_systemd("STATE_DIRECTORY") or _xdg("XDG_STATE_HOME", ".local/state") / "kiebitz"


def journal_file() -> Path:
    return state_folder() / "journal.sqlite"


def choices_file() -> Path:
    return state_folder() / "chosen.json"


def tournament_file() -> Path:
    return state_folder() / "tournament.json"


def starts_file(reason: Literal["starts", "denied_devices", "hung_camera"]) -> Path:
    """Returns the file that counts starts in quick succession, or restarts for that reason."""
    return state_folder() / f"{reason}.json"


def pack_folder() -> Path:
    return state_folder() / "packs"


def upload_folder() -> Path:
    """Returns the folder of files that the landlord's phone has uploaded, until they are put in place."""
    return state_folder() / "upload"


def config_file() -> Path:
    """Returns the settings, below `CONFIGURATION_DIRECTORY` under systemd, else below `XDG_CONFIG_HOME/kiebitz`."""
    folder = _from_systemd("CONFIGURATION_DIRECTORY") or _xdg("XDG_CONFIG_HOME", ".config") / "kiebitz"
    return folder / "kiebitz.toml"


def runtime_folder() -> Path:
    """Returns the folder of sockets.

    It is `RUNTIME_DIRECTORY` under systemd, else `XDG_RUNTIME_DIR/kiebitz`, else the folder of the journal.
    """
    if folder := _from_systemd("RUNTIME_DIRECTORY"):
        return folder
    value = os.environ.get("XDG_RUNTIME_DIR", "")
    return Path(value) / "kiebitz" if Path(value).is_absolute() else state_folder()


def table_socket() -> Path:
    return runtime_folder() / "table.sock"


def link_socket() -> Path:
    return runtime_folder() / "link.sock"


def link_file() -> Path:
    """Returns the settings of the link, with the joined tournament and its password."""
    return state_folder() / "link.toml"


def _from_systemd(variable: str) -> Path | None:
    # systemd may pass several folders, separated by colons; the first is used.
    value = os.environ.get(variable, "").split(":")[0]
    return Path(value) if value else None


def _xdg(variable: str, otherwise: str) -> Path:
    value = os.environ.get(variable, "")
    # The XDG specification asks to ignore relative paths.
    if Path(value).is_absolute():
        return Path(value)
    try:
        return Path.home() / otherwise
    except RuntimeError:
        raise NoHome(f"got a user without a home folder, expected one: set HOME or {variable}") from None
