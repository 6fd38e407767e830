"""kiebitz run: runs the appliance."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from device.camera.sources import sources_in_words

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from device.runtime.appliance import Appliance

SUMMARY = "the appliance: watches the table with the parts that hang on the board"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="F", help="the settings, by default those of this user")
    parser.add_argument("--camera", metavar="SOURCE", help=f"instead of the board's: {sources_in_words()}")
    parser.add_argument("--page", action="store_true", help="show it in a browser of this machine as well")


def run(arguments: argparse.Namespace) -> int:
    """Runs until SIGTERM or SIGINT.

    :raises ValueError: for settings that cannot be used.
    """
    import msgspec

    from device.errors import explain_error
    from device.files.paths import config_file, starts_file
    from device.hardware.board_profiles import read_board
    from device.runtime.appliance import Appliance
    from device.runtime.outputs import LISTENERS
    from device.runtime.quick_starts import Starts
    from device.settings.settings import Config, read_config

    path = arguments.config or config_file()
    config = read_config(path) if arguments.config or path.exists() else Config()
    board = read_board(config.board)
    if arguments.camera is not None:
        board = msgspec.structs.replace(board, camera=msgspec.structs.replace(board.camera, source=arguments.camera))
    stopped: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, _: stopped.append(number))
    starts = Starts(starts_file())
    try:
        with (
            Appliance(config, board, listeners=LISTENERS, quick_starts=starts.begin()) as appliance,
            _page(appliance) if arguments.page else nullcontext(),
        ):
            appliance.run(keep_on=lambda: not stopped)
    except Exception as error:
        if explain_error(error) is not None:  # the settings, which only a person can correct
            starts.forget()
        raise
    starts.forget()
    if appliance.has_abandoned_worker:
        exit_at_once()
    return 0


@contextmanager
def _page(appliance: Appliance) -> Iterator[None]:
    """Switches the page on, and runs it beside the appliance."""
    from device.commands.page import check_installed
    from device.feed.page_process import page_beside
    from device.files.paths import table_socket

    check_installed()
    code = appliance.show_page()
    with page_beside(table_socket()) as address:
        print(f"{address}/j/{code}", flush=True)
        yield


def exit_at_once() -> NoReturn:
    """Ends the process well without ending its threads.

    Python ends a thread when it comes back from a library; within onnxruntime's C++ that aborts the process.
    """
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(0)
