"""kiebitz link: connects this table with a hall or a home."""

import argparse
from pathlib import Path

from common.errors import CommandError, check_extra
from common.files.paths import link_file, link_socket
from link.settings import join, leave, read_link_settings


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action", nargs="?", choices=("join", "leave"), help="join the hall that made FILE, or leave it; else connect"
    )
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="such as table-07.toml, made by the hall")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="instead of link.toml beside the journal")
    parser.add_argument("--while-on", action="store_true", help="end when the table leaves the tournament")
    parser.add_argument("--socket", type=Path, metavar="FILE", help="the socket of the referee, by default this user's")


def run(arguments: argparse.Namespace) -> int:
    """:raises CommandError: if the extra `link` is not installed, or a file is missing or invalid."""
    if (arguments.action == "join") != (arguments.file is not None):
        raise CommandError("got half of it, expected: kiebitz link join FILE, kiebitz link leave, or kiebitz link")
    check_extra("link", "paho")

    file = arguments.settings or link_file()
    if arguments.action == "join":
        print(join(arguments.file, file))
    elif arguments.action == "leave":
        print(leave(file))
    else:
        settings = read_link_settings(file)
        if settings.hall is None and settings.home is None:
            raise CommandError(f"got neither [hall] nor [home] in {file}, expected one: kiebitz link join FILE")
        from link.service import serve

        serve(arguments.socket or link_socket(), settings, file, arguments.while_on)
    return 0
