"""kiebitz complete: a script by which a shell completes commands, options and files."""

import argparse
from collections.abc import Iterator
from pathlib import Path

import shtab

EPILOG = (
    "For bash: kiebitz complete bash > ~/.local/share/bash-completion/completions/kiebitz. "
    "For zsh: kiebitz complete zsh > a folder of $fpath, as _kiebitz. It works in the next shell."
)

FILES = ("SOURCE", "RECORD", "JOURNAL", "P")
"""What else than paths may be a file; a number or a name is completed by nobody."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("shell", choices=["bash", "zsh", "tcsh"])


def run(arguments: argparse.Namespace) -> int:
    commands = arguments.all_commands()
    for action in _actions(commands):
        if action.type is Path or action.metavar in FILES:
            vars(action)["complete"] = shtab.FILE
    print(shtab.complete(commands, arguments.shell))
    return 0


def _actions(top: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yields those of all commands; argparse gives them only by names with an underscore."""
    for action in top._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for subparser in action.choices.values():
                yield from _actions(subparser)
