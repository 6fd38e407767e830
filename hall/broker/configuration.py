"""The configuration and the access list of mosquitto."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hall.limits import MAX_CLIENTS, MAX_MESSAGE_BYTES, MAX_QUEUED

if TYPE_CHECKING:
    from pathlib import Path

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
