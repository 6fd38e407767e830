"""kiebitz run: runs the appliance."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from device.camera.sources import sources_in_words

if TYPE_CHECKING:
    import argparse

SUMMARY = "the appliance: watches the table with the parts that hang on the board"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="F", help="the settings, by default those of this user")
    parser.add_argument("--camera", metavar="SOURCE", help=f"instead of the board's: {sources_in_words()}")


def run(arguments: argparse.Namespace) -> int:
    """Runs until SIGTERM or SIGINT.

    :raises ValueError: for settings that cannot be used.
    """
    import msgspec

    from device.errors import explain_error
    from device.files.paths import config_file, starts_file
    from device.hardware.board_profiles import read_board
    from device.runtime.appliance import Appliance
    from device.runtime.landlord.between_runs import carry_out, notices_of_start
    from device.runtime.log import Log
    from device.runtime.outputs import LISTENERS
    from device.runtime.quick_starts import Starts
    from device.runtime.systemd import Service
    from device.settings.settings import Config, read_config

    path = arguments.config or config_file()
    config = read_config(path) if arguments.config or path.exists() else Config()
    board = read_board(config.board)
    if arguments.camera is not None:
        board = msgspec.structs.replace(board, camera=msgspec.structs.replace(board.camera, source=arguments.camera))
    stopped: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, _: stopped.append(number))
    starts, service, log = Starts(starts_file()), Service(), Log()
    notices, quick_starts = notices_of_start(log.say), starts.begin()
    try:
        while True:
            with Appliance(
                config, board, service=service, listeners=LISTENERS, quick_starts=quick_starts, notices=notices
            ) as appliance:
                appliance.run(keep_on=lambda: not stopped)
            if appliance.landlord.successor is None:
                break
            notices, quick_starts = [carry_out(appliance.landlord.successor, log.say, service.feed)], 0
            if stopped or appliance.has_abandoned_worker:
                break
    except Exception as error:
        if explain_error(error) is not None:  # the settings, which only a person can correct
            starts.forget()
        raise
    starts.forget()
    if appliance.has_abandoned_worker:
        exit_at_once()
    return 0


def exit_at_once() -> NoReturn:
    """Ends the process well without ending its threads.

    Python ends a thread when it comes back from a library; within onnxruntime's C++ that aborts the process.
    """
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(0)
