"""kiebitz run: runs the appliance, with the parts on the board or with simulated ones."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from cli.game_arguments import add_game_arguments
from device.camera.sources import check_source, sources_in_words

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence

    from device.hardware.board import Board
    from device.runtime.appliance import Appliance
    from device.screens.base import Notice
    from device.settings.settings import Config


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--simulated", action="store_true", help="without hardware: table, parts and players here")
    parser.add_argument("--config", type=Path, metavar="F", help="the settings, by default those of this user")
    parser.add_argument("--camera", metavar="SOURCE", help=f"instead of the board's: {sources_in_words()}")
    parser.add_argument("--pack", metavar="P", help="the pack, instead of that of the settings: its name, or its file")
    parser.add_argument("--state", type=Path, metavar="FOLDER", help="keep the simulated table there, to go on later")
    parser.add_argument("--seed", type=int, metavar="N", help="simulated cards by this number (others each time)")
    add_game_arguments(parser, usual=None)
    parser.add_argument(
        "--page",
        nargs="?",
        const="127.0.0.1",
        metavar="IP",
        help="show it in a browser of this machine as well; with 0.0.0.0 on the phones of its network, too",
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs until SIGTERM or SIGINT, or until the person at a simulated table quits.

    :raises ValueError: for settings that cannot be used, or options that do not go together.
    """
    from common.errors import CommandError

    if arguments.simulated and arguments.camera is not None:
        raise CommandError("got --simulated and --camera, expected one of them: a simulated table has its own camera")
    if arguments.camera is not None:
        check_source(arguments.camera)
    alone = "--state" if arguments.state is not None else "--seed" if arguments.seed is not None else ""
    if alone and not arguments.simulated:
        raise CommandError(f"got {alone} without --simulated, expected both: it is about the simulated table")
    config = _settings(arguments)
    stopped: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, _: stopped.append(number))
    if arguments.simulated:
        import secrets

        from cli.simulated.run import run_simulated
        from device.runtime.outputs import LISTENERS

        seed = arguments.seed if arguments.seed is not None else secrets.randbelow(1 << 31)
        page = partial(_page, arguments.page) if arguments.page else None
        is_abandoned = run_simulated(config, arguments.state, seed, LISTENERS, lambda: not stopped, page)
    else:
        is_abandoned = _watch(arguments, config, stopped)
    if is_abandoned:
        exit_at_once()
    return 0


def _watch(arguments: argparse.Namespace, config: Config, stopped: list[int]) -> bool:
    """Runs with the parts of the board; returns whether a thread of a library still runs."""
    import msgspec

    from common.errors import explain_error
    from common.files.paths import starts_file
    from device.hardware.board import read_board
    from device.runtime.restarts import Starts

    board = read_board(config.board)
    if arguments.camera is not None:
        board = msgspec.structs.replace(board, camera=msgspec.structs.replace(board.camera, source=arguments.camera))
    starts = Starts(starts_file("starts"))
    try:
        is_abandoned = _run_appliances(config, board, starts.begin(), arguments.page, stopped)
    except Exception as error:
        if explain_error(error) is not None:  # the settings, which only a person can correct
            starts.forget()
        raise
    starts.forget()
    return is_abandoned


def _run_appliances(config: Config, board: Board, quick_starts: int, page: str | None, stopped: list[int]) -> bool:
    """Runs the appliance with the parts of the board; returns as `_watch` does."""
    from cli.keyboard import BUTTON_KEYS, single_keys
    from common.texts.phrases import phrase_in, spoken_language
    from device.display.base import LiveDisplay
    from device.hardware.presses import Press
    from device.runtime.appliance import Appliance
    from device.runtime.appliance_runs import run_appliances
    from device.runtime.outputs import LISTENERS
    from device.runtime.systemd import Log, Service
    from device.storage.pack_paths import has_pack, pack_in_use

    service, running = Service(), list[Appliance]()
    terminal = LiveDisplay(sys.stdout, draws=True) if sys.stdin.isatty() and sys.stdout.isatty() else None
    say, log = (print, Log()) if terminal is None else (terminal.say, Log(terminal))

    def take_key(key: str) -> None:
        if key == "q":
            stopped.append(signal.SIGINT)
        elif key in BUTTON_KEYS and running:
            running[0].press(Press(BUTTON_KEYS[key]))

    @contextmanager
    def begin(notices: Sequence[Notice], is_first: bool) -> Iterator[Appliance]:
        starts = quick_starts if is_first else 0
        with Appliance(
            config, board, service=service, listeners=LISTENERS, quick_starts=starts, notices=notices, terminal=terminal
        ) as appliance:
            running[:] = [appliance]
            with _page(page, appliance, say) if page else nullcontext():
                yield appliance

    if terminal is not None:
        language = config.language or spoken_language()
        terminal.say(phrase_in(language, "run_keys"))
        if not has_pack(config.pack or pack_in_use()):
            terminal.say(phrase_in(language, "run_no_deck"))
    with nullcontext() if terminal is None else single_keys(sys.stdin, take_key):
        last = run_appliances(begin, lambda _: not stopped, lambda: bool(stopped), log.say, service.feed)
    return last.has_abandoned_worker


def _settings(arguments: argparse.Namespace) -> Config:
    """Returns the settings of the file, with what the arguments say instead.

    A simulated table has no settings but those of `--config`: it begins like a new one.
    """
    import msgspec

    from cli.game_arguments import game_from_arguments, is_game_chosen
    from common.files.paths import config_file
    from device.settings.settings import Config, read_config

    path = arguments.config or config_file()
    is_read = arguments.config is not None or (not arguments.simulated and path.exists())
    config = read_config(path) if is_read else Config()
    if arguments.pack is not None:
        config = msgspec.structs.replace(config, pack=arguments.pack)
    if is_game_chosen(arguments) or arguments.preset or arguments.rules:
        choice = game_from_arguments(arguments)
        config = msgspec.structs.replace(
            config, game=choice.game, preset=choice.preset, house="", rules=dict(choice.rules)
        )
    return config


@contextmanager
def _page(host: str, appliance: Appliance, say: Callable[[str], None] = print) -> Iterator[str]:
    """Switches the page on, and runs it at *host* beside the appliance; prints and yields its address.

    A socket that fails is logged; then there is neither page nor address.
    """
    from cli.commands.page import check_listening
    from cli.page_beside import page_beside
    from common.errors import WEB_PACKAGES, check_extra
    from common.files.paths import table_socket

    check_extra("page", *WEB_PACKAGES)
    check_listening(host)
    code = appliance.show_page()
    if not code:
        yield ""
        return
    with page_beside(table_socket(), host) as address:
        say(f"{address}/j/{code}")
        yield f"{address}/j/{code}"


def exit_at_once() -> NoReturn:
    """Ends the process well without ending its threads.

    Python ends a thread when it comes back from a library; within onnxruntime's C++ that aborts the process.
    """
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(0)
