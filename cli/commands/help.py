"""kiebitz help: the documents that come with the program, in the terminal."""

import argparse
import pydoc
import re
import sys
from importlib.util import find_spec
from pathlib import Path

from common.errors import CommandError

INSTALLED, CHECKOUT = Path(__file__).parents[1] / "documents", Path(__file__).parents[2] / "docs"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="?", help="a document, or a command")


def run(arguments: argparse.Namespace) -> int:
    """:raises CommandError: if there is neither a document nor a command of that name."""
    folder = INSTALLED if INSTALLED.is_dir() else CHECKOUT
    documents = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md"))}
    name = arguments.name
    if name in documents:
        text = plain_text(documents[name])
        if sys.stdout.isatty():
            pydoc.pager(text)
        else:
            print(text)
        return 0
    if name is None:
        for each, text in documents.items():
            print(f"{each:19}{text.partition(chr(10))[0].lstrip('# ')}")
        print("\nRead one: kiebitz help NAME. What a command takes: kiebitz COMMAND --help")
        return 0
    if not (name.isidentifier() and find_spec(f"{__package__}.{name}")):
        raise CommandError(f"got {name[:40]!r}, expected one of {', '.join(documents)}, or a command")
    arguments.all_commands().parse_args([name, "--help"])
    return 0


def plain_text(markdown: str) -> str:
    """Returns the text of a document without pictures, comments and the targets of links."""
    without_pictures = re.sub(r"!\[[^\]]*\]\([^)]*\)\n?|<!--.*?-->\n*", "", markdown, flags=re.DOTALL)
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", without_pictures).rstrip("\n")
