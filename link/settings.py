"""`link.toml`, beside the journal: the hall that this table plays for, how it joins and leaves, and a home."""

import re
import ssl
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from common.errors import CommandError
from common.files.user_files import convert_settings, read_table, toml_lines, write_private_toml

TLS_PORT = 8883


class BrokerAccess(msgspec.Struct, frozen=True):
    host: str
    port: int = TLS_PORT
    user: str = ""
    password: str = ""
    ca: str = ""
    """The certificate of the authority that has signed the broker's, in PEM; empty for a connection without TLS."""

    @property
    def name(self) -> str:
        """The broker as it is named in messages."""
        return f"{self.host}:{self.port}"

    def tls(self) -> ssl.SSLContext | None:
        """Returns what TLS needs, trusting this authority alone; None without TLS.

        :raises ValueError: if `ca` is no certificate.
        """
        if not self.ca:
            return None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        try:
            context.load_verify_locations(cadata=self.ca)
        except ssl.SSLError as error:
            raise ValueError(
                f"got a certificate `ca` that cannot be read ({error.reason}), expected one in PEM"
            ) from None
        return context


NAME_PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
"""Names of tournaments and tables, which are parts of topics."""
LINK_FILE = "link.toml"


class HallAccess(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Access to the hall, as in the file that the hall makes for each table."""

    host: str
    tournament: str
    table: str
    password: str
    ca: str = ""
    """The certificate of the hall's authority, in PEM; without it the connection is not encrypted."""
    port: int = TLS_PORT

    @property
    def broker(self) -> BrokerAccess:
        return BrokerAccess(self.host, self.port, self.table, self.password, self.ca)


class HomeAccess(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    host: str
    port: int = 1883
    user: str = ""
    password: str = ""
    ca: str = ""
    home_assistant: bool = False
    name: str = "Kiebitz"
    """The name of the table there."""

    @property
    def broker(self) -> BrokerAccess:
        return BrokerAccess(self.host, self.port, self.user, self.password, self.ca)


class LinkSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hall: HallAccess | None = None
    home: HomeAccess | None = None


def read_link_settings(path: Path) -> LinkSettings:
    """Returns the settings of the link.

    :raises SettingsError: if the file is missing, no TOML, or has an unknown key or a wrong value.
    :raises CommandError: for a name, port or certificate that cannot be one.
    """
    table = read_table(path, f"{LINK_FILE}: kiebitz link join FILE makes it from the file of the hall")
    settings = convert_settings(table, LinkSettings, str(path))
    if settings.hall is not None:
        check_hall(settings.hall, f"{path}, [hall]")
    if settings.home is not None:
        _check_broker(settings.home.broker, f"{path}, [home]")
    return settings


def read_hall_access(path: Path) -> HallAccess:
    """Returns the content of the file that a hall makes for a table.

    :raises SettingsError: as `read_link_settings`.
    :raises CommandError: as `read_link_settings`.
    """
    table = read_table(path, "the file that the hall makes for this table, such as table-07.toml")
    access = convert_settings(table.get("hall", table), HallAccess, str(path))
    check_hall(access, str(path))
    return access


def check_hall(access: HallAccess, name: str) -> None:
    """:raises CommandError: for a name, port or certificate that cannot be one."""
    for key in ("tournament", "table"):
        if not NAME_PATTERN.fullmatch(getattr(access, key)):
            raise CommandError(
                f"{name}: got {key} {getattr(access, key)!r}, expected up to 32 letters, digits, - and _: "
                "have the hall make the file again"
            )
    _check_broker(access.broker, name)


def _check_broker(broker: BrokerAccess, name: str) -> None:
    if not broker.host.strip() or not broker.host.isascii() or re.search(r"[\s/]", broker.host):
        raise CommandError(f"{name}: got host {broker.host!r}, expected a name or number such as 192.168.1.10")
    if not 1 <= broker.port <= 65535:
        raise CommandError(f"{name}: got port {broker.port}, expected a number from 1 to 65535")
    try:
        broker.tls()
    except (ValueError, ssl.SSLError) as error:
        raise CommandError(f"{name}: {error}; have the hall make the file again") from None


def write_link_settings(path: Path, settings: LinkSettings) -> None:
    """:raises OSError: if they cannot be written."""
    parts = {"hall": settings.hall, "home": settings.home}
    tables = {name: _without_defaults(part) for name, part in parts.items() if part is not None}
    write_private_toml(path, "Written by kiebitz link join. Whoever has this file can speak for this table.", tables)


def as_toml(part: msgspec.Struct) -> str:
    """Returns the fields as lines of TOML, without those that have their default value."""
    return toml_lines(_without_defaults(part))


def _without_defaults(part: msgspec.Struct) -> dict[str, Any]:
    values = {field.name: (getattr(part, field.name), field.default) for field in msgspec.structs.fields(part)}
    return {name: value for name, (value, default) in values.items() if value != default}


def join(source: Path, file: Path) -> str:
    """Writes *source*, the hall's file, into the settings of the link at *file*; returns what was done.

    :raises SettingsError: if either file cannot be read, or has an unknown key or a wrong value.
    :raises CommandError: for a name, port or certificate that cannot be one.
    :raises OSError: if *file* cannot be written.
    """
    access = read_hall_access(source)
    before = read_link_settings(file) if file.exists() else LinkSettings()
    write_link_settings(file, replace(before, hall=access))
    return f"table {access.table} of {access.tournament} at {access.host}: joined"


def leave(file: Path) -> str:
    """Takes the hall out of the settings of the link.

    :raises CommandError: if there is none.
    """
    before = read_link_settings(file) if file.exists() else LinkSettings()
    if before.hall is None:
        raise CommandError(f"got no hall in {file}, expected one to leave")
    if before.home is None:
        file.unlink()
    else:
        write_link_settings(file, replace(before, hall=None))
    return f"{before.hall.tournament} at {before.hall.host}: left"
