"""kiebitz enrol: makes a pack from one picture a card, or from cards shown to a camera."""

import argparse
import re
from pathlib import Path

from common.errors import CommandError
from common.texts.phrases import LANGUAGES, spoken_language
from device.camera.sources import sources_in_words
from device.storage.pack_paths import SUFFIX, pack_file
from engine.cards import PACKS


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pack", required=True, metavar="P", help="the pack to make: a name, or a file ending in .npz")
    parser.add_argument("--kind", required=True, choices=list(PACKS), help="which cards the deck has")
    parser.add_argument("--partial", action="store_true", help="enrol although pictures of some cards are missing")
    parser.add_argument("--replace", action="store_true", help="take the place of another deck of that name")
    parser.add_argument("--anew", action="store_true", help="with --show: begin again, not where it stopped")
    parser.add_argument("--jsonl", "--json", action="store_true", help="JSON Lines, see kiebitz help packs")
    taken_as = parser.add_mutually_exclusive_group()
    taken_as.add_argument(
        "--scans", action="store_true", help="the whole picture is the card, whatever is printed on it"
    )
    taken_as.add_argument(
        "--photos",
        "--photographs",
        action="store_true",
        help="each card lies on a table, however tidily; with --show: a folder of photographs, not of frames",
    )
    parser.add_argument("--same", action="store_true", help="two cards of this deck look the same: take both")
    parser.add_argument("--sheet", metavar="FILE", type=Path, help="where the contact sheet goes (beside the pack)")
    parser.add_argument("--show", metavar="SOURCE", help=f"the cards are shown: {sources_in_words()}")
    parser.add_argument("--rows", action="store_true", help="with --show: suit by suit, the cards of one in a row")
    parser.add_argument("--fps", type=float, default=10.0, help="frames a second of a shown folder (%(default)g)")
    parser.add_argument(
        "--quiz", metavar="FOLDER", type=Path, help="further pictures of the cards, to be read and graded"
    )
    parser.add_argument("--language", choices=LANGUAGES, default=spoken_language(), help="of the output (%(default)s)")
    parser.add_argument(
        "folder", metavar="FOLDER", type=Path, nargs="?", help="pictures named in card notation: HK.jpg, E10_2.png"
    )


def run(arguments: argparse.Namespace) -> int:
    """:raises BadFolder: if the pictures do not make a pack of this kind."""
    if (arguments.folder is None) == (arguments.show is None):
        raise CommandError("got a folder and --show, or neither, expected one of them, see kiebitz enrol --help")
    if (arguments.rows or arguments.anew) and arguments.show is None:
        raise CommandError("got --rows or --anew without --show, expected a camera or a folder, add --show SOURCE")
    target = _target(arguments.pack)
    if arguments.show is None:
        from cli.enrolment import enrol_from_folder

        return enrol_from_folder(arguments, target)
    from cli.enrolment_by_showing import enrol_by_showing

    return enrol_by_showing(arguments, target)


def _target(pack: str) -> Path:
    if pack.endswith(SUFFIX) or Path(pack).name != pack:
        if Path(pack).suffix != SUFFIX:
            raise CommandError(f"got --pack {pack}, expected a plain name, or a file ending in {SUFFIX}")
        return Path(pack)
    if not re.fullmatch(r"[\w][\w .-]*", pack):
        raise CommandError(f"got --pack {pack!r}, expected a name of letters and digits")
    return pack_file(pack)
