"""The command `kiebitz`: finds the commands, runs one, and tells errors in one line.

A command is a module of `cli.commands` with a `SUMMARY`, `configure(parser)` and `run(arguments) -> exit code`.
Heavy imports are made inside `run`, so that the help appears at once.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import pkgutil
import sys
from collections.abc import Sequence
from typing import NoReturn

from cli import commands
from common.errors import explain_error

ORDER = ("demo", "run", "read", "watch", "enrol", "exam", "judge", "ask", "simulate", "sheet", "doctor", "export")
"""The order of the commands in the help; others follow."""
MAX_PIXELS = 128 << 20
"""Pixels that the header of a picture may declare; OpenCV reads this limit when it is imported."""
BAD_INPUT, INTERRUPTED, PIPE_CLOSED = 2, 130, 141


class Parser(argparse.ArgumentParser):
    """Complains in one line instead of printing the whole usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message}; see {self.prog} --help\n")


def command_names() -> list[str]:
    names = {module.name for module in pkgutil.iter_modules(commands.__path__) if not module.name.startswith("_")}
    return [name for name in ORDER if name in names] + sorted(names.difference(ORDER))


def parser() -> argparse.ArgumentParser:
    top = Parser(
        prog="kiebitz",
        description="A camera that watches a card table: it names the cards, judges the tricks and keeps the score.",
        epilog="Start with: kiebitz demo, or play yourself: kiebitz run --simulated. "
        "Every command explains itself: kiebitz COMMAND --help",
        allow_abbrev=False,
    )
    top.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    subparsers = top.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for name in command_names():
        command = importlib.import_module(f"{commands.__name__}.{name}")
        subparser = subparsers.add_parser(
            name,
            help=command.SUMMARY,
            description=command.SUMMARY[:1].upper() + command.SUMMARY[1:] + ".",
            allow_abbrev=False,
        )
        command.configure(subparser)
        subparser.set_defaults(run=command.run, all_commands=top)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code: 0 well, 2 bad input, 130 interrupted, 141 reader gone."""
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MAX_PIXELS))
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads for our small products cost more than they spare
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a locale without these characters must not end the command
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        _check_command(arguments)
        top = parser()
        if not arguments:
            top.print_help(sys.stderr)
            return BAD_INPUT
        parsed = top.parse_args(arguments)
        code: int = parsed.run(parsed)
        if sys.stdout is not None:  # None if the caller closed it
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except (ValueError, OSError, ImportError) as error:
        line = explain_error(error)
        if line is None:
            raise
        try:
            if sys.stdout is not None:
                sys.stdout.flush()
        except OSError:
            _drop_output()
        print(f"kiebitz: {line}", file=sys.stderr)
        return BAD_INPUT
    return code


def _check_command(arguments: Sequence[str]) -> None:
    """Ends the program with one line if there is no such command, before all commands are imported for the help."""
    name, names = arguments[0] if arguments else "--help", command_names()
    if not name.startswith("-") and name not in names:
        from difflib import get_close_matches

        near = "".join(f"; did you mean {each}?" for each in get_close_matches(name, names, n=1))
        Parser(prog="kiebitz").error(f"got command {name!r}, expected one of {', '.join(names)}{near}")


def _drop_output() -> None:
    """Discards buffered output, which would raise again when Python closes standard output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Version(argparse.Action):
    """Looks up the version only on request, since the import takes three MiB."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("kiebitz")
        except PackageNotFoundError:
            number = "(not installed)"
        print(f"kiebitz {number}")
        parser.exit()
