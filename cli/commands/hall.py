"""kiebitz hall: runs the hall of a tournament over many tables."""

import argparse
import socket
from dataclasses import replace
from pathlib import Path

from cli.commands.page import check_listening
from common.errors import WEB_PACKAGES, CommandError, check_extra
from common.files.paths import state_folder
from common.limits import MAX_TABLES
from hall.formats.load import FormatError, named_format

DEFAULT_PORT, DEFAULT_BROKER_PORT = 8322, 8883
SIMULATED_TABLES = 8
SHOWN_TABLES = 16
LOAD_PACE_S, SHOWN_PACE_S = 2.0, 0.5
USUAL_TABLES = 64


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--folder", type=Path, metavar="FOLDER", help="of the tournament, by default this user's")
    parser.add_argument("--new", action="store_true", help="begin another tournament; earlier ones are kept")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="look at the file of a tournament; nothing changes")
    parser.add_argument(
        "--format", action="append", default=[], metavar="FILE", help="a format of your own, to be chosen on the page"
    )
    parser.add_argument(
        "--host", metavar="IP", help="where the page listens: by default in all networks, simulated on this machine"
    )
    parser.add_argument(
        "--name", action="append", default=[], metavar="NAME", help="a host name besides its own one with .local"
    )
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, metavar="N", help="and at which port (%(default)s)")
    parser.add_argument(
        "--broker-port", type=int, default=DEFAULT_BROKER_PORT, metavar="N", help="the port for tables (%(default)s)"
    )
    parser.add_argument(
        "--broker", default="", metavar="HOST", help="use a broker that runs there with the hall's configuration"
    )
    parser.add_argument(
        "--simulate", action="store_true", help="let simulated tables play, to try the hall; nothing is kept"
    )
    parser.add_argument(
        "--tables", type=int, metavar="N", help=f"tables with a device ({USUAL_TABLES}, simulated {SHOWN_TABLES})"
    )
    parser.add_argument(
        "--pace", type=float, metavar="S", help=f"simulated: seconds from card to card ({SHOWN_PACE_S})"
    )
    parser.add_argument("--minutes", type=float, metavar="M", help="no page, but a load test of so many minutes")
    parser.add_argument("--kills", type=int, default=0, metavar="N", help="kill broker, hall or tables N times in it")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="of the simulated deals and kills (%(default)s)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Returns 1 if the load test has lost or changed an event.

    :raises CommandError: if the extra `hall` is not installed, or an argument is invalid.
    """
    _check(arguments)
    if arguments.minutes is not None:
        from hall.simulation.load import Load, simulate

        tables, pace = arguments.tables or SIMULATED_TABLES, arguments.pace or LOAD_PACE_S
        load = Load(tables, 60 * arguments.minutes, arguments.kills, pace, arguments.seed)
        return 0 if simulate(load) else 1
    from hall.service.folders import tournament_folder
    from web.hall.serve import HallOptions, serve_copy, serve_hall, serve_simulated

    host = arguments.host or ("127.0.0.1" if arguments.simulate or arguments.replay else "0.0.0.0")
    names = tuple(dict.fromkeys((*arguments.name, f"{socket.gethostname()}.local")))
    folder = arguments.folder or tournament_folder(state_folder() / "halls", arguments.new)
    tables = arguments.tables or (SHOWN_TABLES if arguments.simulate else USUAL_TABLES)
    try:
        formats = tuple(map(named_format, arguments.format))
    except FormatError as error:
        raise CommandError(str(error)) from None
    options = HallOptions(folder, host, arguments.port, arguments.broker_port, arguments.broker, names, formats, tables)
    if arguments.replay is not None:
        serve_copy(arguments.replay, options)
    elif arguments.simulate:
        pace = arguments.pace or SHOWN_PACE_S
        serve_simulated(replace(options, simulated_pace_s=pace, simulated_seed=arguments.seed))
    else:
        serve_hall(options)
    return 0


def _check(arguments: argparse.Namespace) -> None:
    check_extra("hall", *WEB_PACKAGES, "paho")
    if not arguments.simulate and (arguments.minutes is not None or arguments.kills or arguments.pace is not None):
        raise CommandError("got --minutes, --kills or --pace, expected --simulate with them")
    if arguments.replay is not None and (arguments.simulate or arguments.new or arguments.folder is not None):
        raise CommandError("got --replay with --simulate, --new or --folder, expected it alone: it only looks")
    if arguments.simulate and (arguments.new or arguments.folder is not None):
        raise CommandError("got --simulate with --new or --folder, expected it alone: nothing of it is kept")
    if arguments.new and arguments.folder is not None:
        raise CommandError("got --new and --folder, expected one of them: a folder that is not there yet is a new one")
    if arguments.broker and (arguments.simulate or arguments.replay is not None):
        raise CommandError("got --broker with --simulate or --replay, expected it with real tables only")
    if arguments.kills and arguments.minutes is None:
        raise CommandError("got --kills, expected --minutes with it: how long is the test?")

    if arguments.tables is not None and not 1 <= arguments.tables <= MAX_TABLES:
        raise CommandError(f"got {arguments.tables} tables, expected 1 to {MAX_TABLES}")
    numbers = (arguments.pace, arguments.minutes)
    if arguments.kills < 0 or any(number is not None and number <= 0 for number in numbers):
        raise CommandError("got a number below or equal to 0, expected a greater one")
    check_listening(arguments.host or "0.0.0.0", arguments.port, arguments.broker_port)
