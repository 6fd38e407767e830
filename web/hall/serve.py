"""Runs a hall: its web pages, the broker for the devices at its tables, and the announcement in the terminal."""

import asyncio
import socket
import sys
import tempfile
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeAlias

import segno

from common.errors import CommandError
from common.feed.codes import new_key, player_code
from common.limits import MAX_CONNECTIONS_OF_HALL, MAX_FILES
from common.signals import signals_as_interrupt
from common.tasks import beside
from common.texts.phrases import spoken_language
from hall.formats.format import Format
from hall.formats.load import presets
from hall.live_hall import LiveHall
from hall.service.folders import DATABASE, copy_to_look_at, known_names
from hall.service.simulated import AutomaticOrganiser, SimulatedDevices
from hall.service.table_devices import StoredTables, TableDevices
from hall.storage.events import SCHEMA, TableEvents, TournamentRecord
from hall.storage.hall_file import HallFile, HallFileError
from hall.tournament.state import Tournament
from web.hall.app import HallApp
from web.kit.requests import addresses
from web.kit.server import WebServer, open_files
from web.kit.texts import Texts

_say = partial(print, file=sys.stderr, flush=True)
BLACK_ON_WHITE, USUAL_COLOURS = "\x1b[30;107m", "\x1b[0m"
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""Characters by the modules above and below that are dark."""


Keeps: TypeAlias = Literal["everything", "nothing", "changes nothing"]
"""What is there after the end: the tournament; nothing of a simulated one; one that was only looked at, as before."""
_ENDS: Mapping[Keeps, str] = {
    "everything": "terminal_stop",
    "nothing": "terminal_simulated",
    "changes nothing": "terminal_read_only",
}


def announcement(
    tournament: Tournament, file: Path, addresses: tuple[str, ...], key: str, keeps: Keeps = "everything"
) -> str:
    """Returns the lines, with a QR code by which the organiser logs in."""
    texts, code = Texts(spoken_language(), "hall"), player_code(key)
    lines = [
        texts.terminal_tournament.format(title=tournament.title or texts.terminal_no_tournament, file=file),
        texts.terminal_address.format(addresses=f" {texts.terminal_or} ".join(addresses)),
        texts.terminal_code.format(code=f"{code[:3]} {code[3:]}"),
        qr_code(f"{addresses[0]}/o/{code}"),
        str(getattr(texts, _ENDS[keeps])),
    ]
    return "\n".join(lines)


def qr_code(text: str) -> str:
    """Returns a QR code of half blocks, dark on light whatever the terminal's colours are."""
    rows = [list(row) for row in segno.make(text, error="l", micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = ("".join(HALVES[bool(top), bool(low)] for top, low in zip(*pair, strict=True)) for pair in pairs)
    return "\n".join(f"{BLACK_ON_WHITE}{line}{USUAL_COLOURS}" for line in lines)


@dataclass(frozen=True)
class HallOptions:
    folder: Path
    host: str = "0.0.0.0"
    port: int = 8322
    broker_port: int = 8883
    broker: str = ""
    """The host of a broker that runs already; by default one is started here."""
    names: tuple[str, ...] = ()
    formats: tuple[Format, ...] = ()
    """Formats of the organiser, besides those that are shipped."""
    tables: int = 64
    simulated_pace_s: float = 0.0
    """Seconds from card to card of simulated tables; 0 for real ones."""
    simulated_seed: int = 1
    is_read_only: bool = False


def serve_hall(options: HallOptions) -> None:
    """Serves the tournament in a folder until it is stopped.

    :raises CommandError: if its file cannot be used, or something else has the port.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((options.host, options.port))
        except OSError as error:
            got = f"got port {options.port} at {options.host}: {error.strerror}"
            raise CommandError(f"{got}, expected a free one: does another hall run? (--port)") from error
    try:
        options.folder.mkdir(parents=True, exist_ok=True)
        with HallFile(options.folder / DATABASE, SCHEMA) as file:
            if file.notice:
                _say(file.notice)
            record = TournamentRecord(file)
            with suppress(KeyboardInterrupt), signals_as_interrupt():  # uvicorn raises a signal again after its end
                asyncio.run(_serve(options, record, TableEvents(file)))
    except HallFileError as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        raise CommandError(f"got folder {options.folder}: {error}, expected one that can be written") from error


def serve_copy(source: Path, options: HallOptions) -> None:
    """Serves a copy of a tournament's file, read-only.

    :raises CommandError: if it is not such a file.
    """
    with tempfile.TemporaryDirectory(prefix="kiebitz-hall-") as folder:
        copy_to_look_at(source, Path(folder) / DATABASE)
        serve_hall(HallOptions(Path(folder), options.host, options.port, names=options.names, is_read_only=True))


def serve_simulated(options: HallOptions) -> None:
    """Serves a tournament that simulated tables play, in a folder that is deleted at the end."""
    with tempfile.TemporaryDirectory(prefix="kiebitz-hall-") as folder:
        serve_hall(replace(options, folder=Path(folder)))


async def _serve(options: HallOptions, record: TournamentRecord, storage: TableEvents) -> None:
    is_simulated = options.simulated_pace_s > 0
    is_real = not (options.is_read_only or is_simulated)
    names = known_names(options.folder.parent, options.folder) if is_real else ()
    hall = LiveHall(record, None, options.is_read_only, names, (*options.formats, *presets()))
    hall.set_tables(StoredTables(hall, storage))
    key, where = new_key(), addresses(options.host, options.port, options.names)
    hall.address = where[0]
    app = HallApp(hall, key, options.names)
    open_files(MAX_FILES)
    server = WebServer(
        app.app, hall, None, MAX_CONNECTIONS_OF_HALL, host=options.host, port=options.port, log_level="warning"
    )
    works: list[Coroutine[Any, Any, None]] = []
    if not options.is_read_only:
        devices = TableDevices(
            hall,
            storage,
            options.folder / "broker",
            options.tables,
            tuple(address.partition("://")[2].partition(":")[0] for address in where),
            options.broker_port,
            _say,
            encrypted=not is_simulated,
            broker=options.broker,
        )
        works.append(devices.run())
        if is_simulated:
            pace, seed = options.simulated_pace_s, options.simulated_seed
            works.append(AutomaticOrganiser(hall, options.tables, pace, seed).run())
            works.append(SimulatedDevices(devices, pace, seed).run())
    keeps: Keeps = "changes nothing" if options.is_read_only else "nothing" if is_simulated else "everything"
    print(announcement(hall.tournament, options.folder / DATABASE, where, key, keeps), flush=True)
    async with beside(*works):
        await server.serve()
