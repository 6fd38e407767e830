"""kiebitz hall: a tournament over many tables."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from device.errors import CommandError

if TYPE_CHECKING:
    import argparse

SUMMARY = "a tournament over many tables: draw, results, ranking, and the page of the hall"
PACKAGES = ("starlette", "uvicorn", "jinja2", "segno", "paho")
DEFAULT_PORT, DEFAULT_BROKER_PORT = 8322, 8883
MAX_TABLES = 1000
SIMULATED_TABLES = 8
PACE_S = 2.0
FAILED = 1


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--folder", type=Path, metavar="FOLDER", help="of the tournament, by default this user's")
    parser.add_argument("--host", default="127.0.0.1", metavar="IP", help="where the page listens (%(default)s)")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, metavar="N", help="and at which port (%(default)s)")
    parser.add_argument(
        "--broker-port", type=int, default=DEFAULT_BROKER_PORT, metavar="N", help="the port for tables (%(default)s)"
    )
    parser.add_argument("--simulate", action="store_true", help="let simulated tables play, to try the hall")
    parser.add_argument("--tables", type=int, metavar="N", help=f"so many simulated tables ({SIMULATED_TABLES})")
    parser.add_argument(
        "--pace", type=float, default=PACE_S, metavar="S", help="seconds from card to card (%(default)s)"
    )
    parser.add_argument("--minutes", type=float, metavar="M", help="no page, but a load test of so many minutes")
    parser.add_argument("--kills", type=int, default=0, metavar="N", help="kill broker, hall or tables N times in it")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="of the simulated deals and kills (%(default)s)"
    )


def run(arguments: argparse.Namespace) -> int:
    """:raises CommandError: if the extra `hall` is not installed, or an argument cannot be."""
    _check(arguments)
    if arguments.minutes is not None:
        from hall.simulation.load import Load
        from hall.simulation.run import simulate

        tables = arguments.tables or SIMULATED_TABLES
        load = Load(tables, 60 * arguments.minutes, arguments.kills, arguments.pace, arguments.seed)
        return 0 if simulate(load) else FAILED
    raise CommandError("got no --minutes, expected it: the page of the hall is not there yet")


def _check(arguments: argparse.Namespace) -> None:
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        raise CommandError(f"got no {missing[0]}, expected the extra hall: pip install 'kiebitz[hall]'")
    if not arguments.simulate and (arguments.tables is not None or arguments.minutes is not None or arguments.kills):
        raise CommandError("got --tables, --minutes or --kills, expected --simulate with them")
    if arguments.kills and arguments.minutes is None:
        raise CommandError("got --kills, expected --minutes with it: how long is the test?")
    if arguments.tables is not None and not 1 <= arguments.tables <= MAX_TABLES:
        raise CommandError(f"got {arguments.tables} tables, expected 1 to {MAX_TABLES}")
    if arguments.kills < 0 or arguments.pace <= 0 or (arguments.minutes is not None and arguments.minutes <= 0):
        raise CommandError("got a number below or equal to 0, expected a greater one")
    for port in (arguments.port, arguments.broker_port):
        if not 1 <= port <= 65535:
            raise CommandError(f"got port {port}, expected a number from 1 to 65535")
