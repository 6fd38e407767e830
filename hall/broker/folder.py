"""The folder of a hall's broker: configuration, passwords, certificates, and the files with which tables join."""

from __future__ import annotations

import os
import re
import secrets
from typing import TYPE_CHECKING

from common.errors import CommandError
from common.files.atomic_files import write_atomically
from hall.broker.certificates import make_authority, make_certificate
from hall.broker.configuration import access_list, configuration
from hall.broker.passwords import hash_passwords
from link.mqtt.broker_access import TLS_PORT, BrokerAccess
from link.settings import NAME_PATTERN, HallAccess, as_toml, read_hall_access

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

HALL_USER = "hall"
PASSWORD_BYTES = 16
LOOPBACK = "127.0.0.1"


class BrokerFolder:
    """The files are readable by their owner only, as they contain passwords and keys."""

    def __init__(self, folder: Path, tournament: str) -> None:
        """:raises CommandError: if the tournament's name cannot be part of a topic."""
        if not NAME_PATTERN.fullmatch(tournament):
            raise CommandError(f"got tournament {tournament!r}, expected up to 32 letters, digits, - and _")
        self.path, self.tournament = folder, tournament
        self.tables = folder / "tables"
        self.configuration = folder / "mosquitto.conf"

    def prepare(
        self, tables: Sequence[str], hosts: Sequence[str] = (LOOPBACK,), port: int = TLS_PORT, encrypted: bool = True
    ) -> BrokerAccess:
        """Writes the files of mosquitto and those of *tables*; returns the hall's own access to the broker.

        *hosts* are the host names and IP addresses of this machine, the best first. Authority and passwords are kept;
        the certificate is made anew, because the IP address changes from network to network. Without encryption the
        broker serves this machine only.

        :raises CommandError: if a table's name cannot be part of a topic, or a program is missing.
        :raises OSError: if a file cannot be written.
        """
        for table in tables:
            if not NAME_PATTERN.fullmatch(table) or table == HALL_USER:
                raise CommandError(f"got table {table!r}, expected up to 32 letters, digits, - and _, and not hall")
        before = os.umask(0o077)
        try:
            self.tables.mkdir(parents=True, exist_ok=True)
            ca = ""
            if encrypted:
                ca = make_authority(self.path, f"Kiebitz hall {self.tournament}")
                make_certificate(self.path, (*hosts, "localhost", LOOPBACK))
            own = BrokerAccess(LOOPBACK, port, HALL_USER, self._own_password(), ca)
            self._write_passwords(own, [self._table_access(table, hosts[0], port, ca) for table in tables])
            self._write("access", access_list(self.tournament, HALL_USER))
            self._write(self.configuration.name, configuration(self.path, port, encrypted))
        finally:
            os.umask(before)
        return own

    def table_file(self, table: str) -> str:
        """Returns the name of the file with which *table* joins."""
        return f"table-{table.zfill(2)}.toml"

    def read_access(self, table: str) -> HallAccess:
        """Returns the access of *table* to the hall."""
        return read_hall_access(self.tables / self.table_file(table))

    def forget(self, table: str) -> None:
        """Gives *table* a new password the next time, so that a device that was lost or lent is shut out."""
        (self.tables / self.table_file(table)).unlink(missing_ok=True)

    def _table_access(self, table: str, host: str, port: int, ca: str) -> HallAccess:
        file = self.tables / self.table_file(table)
        password = read_hall_access(file).password if file.exists() else secrets.token_urlsafe(PASSWORD_BYTES)
        return HallAccess(host, self.tournament, table, password, ca, port)

    def _write_passwords(self, own: BrokerAccess, accesses: Sequence[HallAccess]) -> None:
        lines = [f"{own.user}:{own.password}\n"]
        for access in accesses:
            self._write(f"tables/{self.table_file(access.table)}", as_toml(access))
            lines.append(f"{access.table}:{access.password}\n")
        self._write("passwords", "".join(lines))
        hash_passwords(self.path / "passwords")

    def _own_password(self) -> str:
        file = self.path / "hall-password"
        if not file.exists():
            self._write(file.name, secrets.token_urlsafe(PASSWORD_BYTES))
        password = file.read_text().strip()
        if not re.fullmatch(r"[\w-]{8,}", password):
            raise CommandError(f"got no password in {file}, expected one: delete the file, and a new one is made")
        return password

    def _write(self, name: str, text: str) -> None:
        write_atomically(self.path / name, text.encode())
