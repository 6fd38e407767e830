"""kiebitz page: shows the table of a running Kiebitz to phones."""

import argparse
import ipaddress
import socket
from pathlib import Path

from common.errors import WEB_PACKAGES, CommandError, check_extra
from common.feed.codes import player_code
from common.files.paths import choices_file, table_socket

DEFAULT_PORT = 8321


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="IP", help="where it listens (%(default)s); 0.0.0.0 for the network"
    )
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, metavar="N", help="and at which port (%(default)s)")
    parser.add_argument(
        "--name", action="append", default=[], metavar="NAME", help="a host name besides its own one with .local"
    )
    parser.add_argument("--viewers", action="store_true", help="let everybody look, also without the code")
    parser.add_argument("--replay", type=Path, metavar="RECORD", help="write a recorded deal as a file that replays it")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="where to; the file is index.html there")
    parser.add_argument("--while-on", action="store_true", help="end when the page is switched off at the table")
    parser.add_argument("--socket", type=Path, metavar="FILE", help="the socket of the referee, by default this user's")


def run(arguments: argparse.Namespace) -> int:
    """:raises CommandError: if the extra `page` is not installed, or the address is invalid."""
    check_extra("page", *WEB_PACKAGES)
    if arguments.replay or arguments.to:
        if not arguments.replay or not arguments.to:
            raise CommandError("got one of --replay and --to, expected both: which record, and a folder for its file")
        from cli.record_files import read_record
        from common.texts.phrases import spoken_language
        from web.table.replay import write_replay

        print(write_replay(read_record(arguments.replay).events, arguments.to, spoken_language()))
        return 0
    check_listening(arguments.host, arguments.port)
    from device.settings.preferences import Choices
    from web.kit.requests import addresses
    from web.table.app import serve

    table = arguments.socket or table_socket()
    if not table.exists():
        way_to_join = '  waits for a Kiebitz with its page on: kiebitz run --page, or "phones" at its table'
    else:
        key = Choices(choices_file()).now.page_key
        way_to_join = f"/j/{player_code(key)}" if key else ""
    names = tuple(dict.fromkeys((*arguments.name, f"{socket.gethostname()}.local")))
    for address in addresses(arguments.host, arguments.port, ()):
        print(address + way_to_join, flush=True)
    serve(table, arguments.host, arguments.port, names, arguments.viewers, arguments.while_on)
    return 0


def check_listening(host: str, *ports: int) -> None:
    """:raises CommandError: for anything but an IP address, for a number that no port has, or on Windows."""
    if not hasattr(socket, "AF_UNIX"):
        raise CommandError("got a system without Unix sockets, expected Linux or macOS: the page needs them")
    for port in ports:
        if not 1 <= port <= 65535:
            raise CommandError(f"got port {port}, expected a number from 1 to 65535")
    try:
        ipaddress.ip_address(host)
    except ValueError:
        raise CommandError(f"got host {host!r}, expected a number such as 127.0.0.1 or 0.0.0.0") from None
