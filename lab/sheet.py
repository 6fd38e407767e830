"""Draws any deck for printing, as `kiebitz sheet` writes it: python -m lab.sheet --kind french20 --style 7 pack.pdf"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cli.print_pages import check_sheet_file, page_layout, print_pages, write_sheet
from common.errors import CommandError
from engine.cards import PACKS
from lab.card_art.packs import draw_back, draw_card
from lab.card_art.style import Style
from lab.card_pictures import print_height


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m lab.sheet", description=__doc__)
    parser.add_argument("--kind", required=True, choices=list(PACKS), help="which cards")
    parser.add_argument("--style", required=True, type=int, metavar="N", help="every number is another deck")
    parser.add_argument("--backs", action="store_true", help="backs as well, for printing on both sides")
    parser.add_argument("file", metavar="FILE", type=Path, help="a name ending in .pdf, or .png (one file a page)")
    arguments = parser.parse_args()
    style, kind = Style.random(arguments.style), PACKS[arguments.kind]
    height = print_height(kind)
    try:
        check_sheet_file(arguments.file)
    except CommandError as error:
        print(f"sheet: {error}", file=sys.stderr)
        return 2
    back = draw_back(style, height, kind.name)
    faces = (draw_card.__wrapped__(kind, card, style, height) for card in kind.cards)
    page = page_layout(back.shape[1], back.shape[0])
    write_sheet(arguments.file, print_pages(page, faces, back if arguments.backs else None))
    return 0


if __name__ == "__main__":
    sys.exit(main())
