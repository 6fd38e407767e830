"""kiebitz sheet: a drawn pack to print and cut out."""

import argparse
from pathlib import Path

from common.errors import CommandError
from device.storage.pack_paths import shipped_pack
from engine.cards import PACKS


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kind", required=True, choices=list(PACKS), help="which cards")
    parser.add_argument("--style", default="house", metavar="S", help="house (single figures) or doubled")
    parser.add_argument("--backs", action="store_true", help="backs as well, for printing on both sides")
    parser.add_argument("file", metavar="FILE", type=Path, help="a name ending in .pdf, or .png (one file a page)")


def run(arguments: argparse.Namespace) -> int:
    """:raises CommandError: if the file name ends in neither .pdf nor .png, or for an unknown style."""
    from cli.print_pages import check_sheet_file, page_layout, print_pages, write_sheet
    from simulator.deck import BACK_NAME, STYLES, print_picture

    check_sheet_file(arguments.file)
    style, kind = arguments.style, PACKS[arguments.kind]
    if style not in STYLES:
        raise CommandError(f"got style {style[:40]!r}, expected {' or '.join(STYLES)}")
    back = print_picture(kind, BACK_NAME, style)
    faces = (print_picture(kind, str(card), style) for card in kind.cards)
    page = page_layout(back.shape[1], back.shape[0])
    write_sheet(arguments.file, print_pages(page, faces, back if arguments.backs else None))
    if style == "house":
        print(f"This deck needs no enrolment: kiebitz run --pack {shipped_pack(kind)}")
    return 0
