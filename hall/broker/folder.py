"""The folder of a hall's broker: configuration, access list, passwords, certificates, files with which tables join."""

import os
import re
import secrets
import subprocess
from collections.abc import Sequence
from pathlib import Path

from common.errors import CommandError
from common.files.durable_files import write_atomically
from common.limits import MAX_CLIENTS, MAX_MESSAGE_BYTES, MAX_QUEUED
from hall.broker.certificates import make_authority, make_certificate
from link.settings import NAME_PATTERN, TLS_PORT, BrokerAccess, HallAccess, as_toml, read_hall_access

INFLIGHT = 200
"""Messages that one client may have unacknowledged; mosquitto's own 20 slow the hall down."""

_ALWAYS = (
    "use_username_as_clientid true",
    "allow_anonymous false",
    "persistence false",
    "log_dest stderr",
    "log_type error",
    "log_type warning",
    "log_type notice",
    "connection_messages true",
    f"max_connections {MAX_CLIENTS}",
    f"max_packet_size {MAX_MESSAGE_BYTES}",
    f"max_inflight_messages {INFLIGHT}",
    f"max_queued_messages {MAX_QUEUED}",
    "set_tcp_nodelay true",
)


def configuration(folder: Path, port: int, encrypted: bool) -> str:
    """Returns mosquitto.conf.

    Nothing is stored on the disk: those who published retained messages publish them again. The client id is the user
    name, so that no client can end the connection of another one by using its id.
    """
    lines = [
        f"listener {port}" + ("" if encrypted else " 127.0.0.1"),
        *_ALWAYS,
        f"password_file {folder / 'passwords'}",
        f"acl_file {folder / 'access'}",
    ]
    if encrypted:
        lines += [
            f"cafile {folder / 'ca.pem'}",
            f"certfile {folder / 'server.pem'}",
            f"keyfile {folder / 'server.key'}",
            "tls_version tlsv1.2",
        ]
    if os.geteuid() == 0:
        lines.append("user root")  # whose files these are
    return "\n".join(["# Written by kiebitz hall at each start.", *lines]) + "\n"


def access_list(tournament: str, hall: str) -> str:
    """Returns the access list: each table writes only below its own name, and reads only the topics for it."""
    top = f"k/1/{tournament}"
    lines = [
        f"user {hall}",
        f"topic read {top}/table/#",
        f"topic readwrite {top}/hall/#",
        "",
        *(f"pattern write {top}/table/%u/{what}" for what in ("event", "state", "up", "ask")),
        *(f"pattern read {top}/hall/{what}/%u" for what in ("ack", "pairing", "resume")),
        f"pattern read {top}/hall/list/#",
    ]
    return "\n".join(lines) + "\n"


TIMEOUT_S = 60


def hash_passwords(file: Path) -> None:
    """Replaces the passwords in *file*, a line `user:password` each, by their hashes.

    They are not passed as arguments, which all users of a machine can read.

    :raises CommandError: if mosquitto's program is missing or fails.
    """
    try:
        done = subprocess.run(
            ["mosquitto_passwd", "-U", str(file)], capture_output=True, text=True, check=False, timeout=TIMEOUT_S
        )
    except FileNotFoundError:
        raise CommandError("got no program mosquitto_passwd, expected it: apt install mosquitto") from None
    if done.returncode:
        raise CommandError(f"mosquitto_passwd could not hash the passwords: {done.stderr.strip()[-300:]}")


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
            lines = [f"{own.user}:{own.password}\n"]
            for table in tables:
                known = (self.tables / self.table_file(table)).exists()
                password = self.read_access(table).password if known else secrets.token_urlsafe(PASSWORD_BYTES)
                access = HallAccess(hosts[0], self.tournament, table, password, ca, port)
                self._write(f"tables/{self.table_file(table)}", as_toml(access))
                lines.append(f"{table}:{password}\n")
            self._write("passwords", "".join(lines))
            hash_passwords(self.path / "passwords")
            self._write("access", access_list(self.tournament, HALL_USER))
            self._write(self.configuration.name, configuration(self.path, port, encrypted))
        finally:
            os.umask(before)
        return own

    def table_file(self, table: str) -> str:
        return f"table-{table.zfill(2)}.toml"

    def read_access(self, table: str) -> HallAccess:
        return read_hall_access(self.tables / self.table_file(table))

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
