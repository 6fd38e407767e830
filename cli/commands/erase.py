"""kiebitz erase: deletes a person, an evening, or everything, for good."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from cli.keyboard import is_wanted
from cli.probes import refuse_while_running
from common.errors import CommandError
from device.settings.requests import Erase

if TYPE_CHECKING:
    from device.storage.erasure import Inventory


def configure(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--person", metavar="NAME", help="this name, in all evenings; the cards stay")
    what.add_argument("--evening", metavar="E", help="this evening, such as 2026-11-21")
    what.add_argument("--evenings", action="store_true", help="all evenings with all names")
    what.add_argument("--everything", action="store_true", help="decks and choices too")
    parser.add_argument("--yes", action="store_true", help="without asking")


def run(arguments: argparse.Namespace) -> int:
    """Without an option it lists what there is. Returns 1 if the answer was no.

    :raises CommandError: while Kiebitz runs, for an unknown name, or if nobody can be asked.
    :raises ErasureError: if the journal cannot be read or written; then nothing was deleted.
    """
    from device.storage.erasure import erase, finish_interrupted_erasure, inventory

    refuse_while_running(", or use its menu Landlord")
    finish_interrupted_erasure()
    stored = inventory()
    request = _request(arguments, stored)
    if request is None:
        print(f"people: {', '.join(stored.people) or 'none'}")
        print(f"evenings: {', '.join(evening.title for evening in stored.evenings) or 'none'}")
        return 0
    if not (arguments.yes or is_wanted("It cannot be undone. Delete it?", "--yes to delete it")):
        print("nothing was deleted")
        return 1
    erase(request)
    print("deleted, also from the backups here; files on USB sticks are left alone")
    return 0


def _request(arguments: argparse.Namespace, stored: Inventory) -> Erase | None:
    """:raises CommandError: for a name that is not stored."""
    if arguments.person is not None:
        _check_name(arguments.person, stored.people, stored.people, "person")
        return Erase("person", arguments.person)
    if arguments.evening is not None:
        # An evening without a name goes by its day, unless that is the name of another one.
        names = {evening.title: evening.name for evening in stored.evenings}
        names |= {evening.name: evening.name for evening in stored.evenings}
        _check_name(arguments.evening, names, [evening.title for evening in stored.evenings], "evening")
        return Erase("evening", names[arguments.evening])
    if arguments.everything:
        return Erase("everything")
    return Erase("evenings") if arguments.evenings else None


def _check_name(name: str, names: Collection[str], listed: Sequence[str], what: str) -> None:
    if name not in names:
        expected = f"expected one of: {', '.join(listed)}" if listed else "but nothing is stored that could be deleted"
        raise CommandError(f"got {what} {name!r}, {expected}")
