"""The command `kiebitz`: runs one of the commands, and reports errors in one line.

A command is a module of `cli.commands` with `configure(parser)` and `run(arguments) -> exit code`, and an entry in
`COMMANDS`. Only the command that runs is imported; it imports NumPy, OpenCV and Pillow inside `run`, so that its help
appears at once.
"""

import argparse
import importlib
import io
import os
import sys
from collections.abc import Mapping, Sequence
from typing import NoReturn

from common.errors import explain_error

COMMANDS: Mapping[str, str] = {
    "demo": "play one deal of any game on a rendered table; somebody revokes and is found out",
    "run": "the appliance: watches the table with the parts that hang on the board, or with simulated ones",
    "read": "say which cards lie in a photograph",
    "watch": "watch a video, a folder of frames or a camera, and referee the game",
    "enrol": "learn the cards of a deck, from one picture of each or by being shown them",
    "exam": "test how often cards are named wrongly with your deck, table and lamp",
    "judge": "go over a recorded game: who takes, what was against the rules, how it scores",
    "ask": "what a player may lay, and why",
    "simulate": "play random deals, for statistics and to examine the referee",
    "sheet": "a drawn pack as pages to print on A4 and cut",
    "doctor": "power, heat, disk, camera, display, buttons, decks, journal: what is well, and what to do",
    "export": "evenings as .csv, .record, .jsonl or .txt; everything as one .zip for another device",
    "complete": "a script by which bash, zsh or tcsh completes commands, options and files",
    "erase": "deletes a person, an evening or everything for good, with the backups here",
    "field": "measure a board: camera, display, buttons, light, heat, speed; in one file to read and to send",
    "hall": "a tournament over many tables: draw, results, ranking, and the page of the hall",
    "help": "read a document, such as rules, house-rules, commands, notation or packs; without a name, list them",
    "ledger": "evenings, games and what everybody won, lost and owes, from records or journals",
    "link": "the table's connection to the hall of a tournament, or to Home Assistant",
    "page": "the page for phones, tablets and a television: score, tricks, corrections, names",
    "restore": "journal, decks and choices of another device, from the .zip of kiebitz export",
    "rules": "the games and their presets; with a game, its house rules, order of cards and duties in words",
    "salvage": "mends a damaged journal: says what can be kept, and keeps the damaged one beside it",
}
"""What each command does, in the order of the help."""
MAX_PIXELS = 128 << 20
"""Pixels that the header of a picture may declare; OpenCV reads this limit when it is imported."""
BAD_INPUT, INTERRUPTED, PIPE_CLOSED = 2, 130, 141


class Parser(argparse.ArgumentParser):
    """Complains in one line instead of printing the whole usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message}; see {self.prog} --help\n")


def parser(*imported: str) -> argparse.ArgumentParser:
    """Returns the parser of all commands; only those named in *imported* have their arguments, and can be run."""
    top = Parser(
        prog="kiebitz",
        description="A camera that watches a card table: it names the cards, judges the tricks and keeps the score.",
        epilog="Start with: kiebitz demo, or play yourself: kiebitz run --simulated. "
        "Every command explains itself: kiebitz COMMAND --help",
        allow_abbrev=False,
    )
    top.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    subparsers = top.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for name, summary in COMMANDS.items():
        description = f"{summary[:1].upper()}{summary[1:]}."
        subparser = subparsers.add_parser(name, help=summary, description=description, allow_abbrev=False)
        if name in imported:
            command = importlib.import_module(f"cli.commands.{name}")
            command.configure(subparser)
            subparser.set_defaults(run=command.run, complain=subparser.error, all_commands=lambda: parser(*COMMANDS))
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
        if not arguments:
            parser().print_help(sys.stderr)
            return BAD_INPUT
        _check_command(arguments[0])
        parsed, unknown = parser(*arguments).parse_known_args(arguments)
        if unknown:
            parsed.complain(f"unrecognized arguments: {' '.join(unknown)}")
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


def _check_command(name: str) -> None:
    """Ends the program with one line if there is no such command."""
    if not name.startswith("-") and name not in COMMANDS:
        from difflib import get_close_matches

        near = "".join(f"; did you mean {each}?" for each in get_close_matches(name, COMMANDS, n=1))
        Parser(prog="kiebitz").error(f"got command {name!r}, expected one of {', '.join(COMMANDS)}{near}")


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
