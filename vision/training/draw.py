"""Draws packs of many random styles to learn from: python -m vision.training.draw

No registry holds a Bavarian, Franconian, Salzburg or Tell deck; the project's own drawings stand in for them.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import cv2

from vision.simulator.drawing.packs import draw_back, draw_card, draw_pack
from vision.simulator.drawing.style import Style
from vision.training.decks import HELD_OUT_DRAWN, PICTURE_HEIGHT
from vision.training.places import cache_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

SHARES = {"bavarian32": 5, "german33": 5, "french52": 1}
"""How many packs of each kind are drawn in turn; the free decks are French already."""
_HELD_OUT_EVERY = 17


def is_drawn(name: str) -> bool:
    """Tells whether a deck of this name is one of our own drawing."""
    return re.fullmatch(rf"({'|'.join(SHARES)})_\d{{4,}}(_{HELD_OUT_DRAWN})?", name) is not None


def draw(target: Path, count: int, first: int = 0) -> Iterator[Path]:
    """Draws packs number *first* to *first* + *count*, yields each folder; a drawn pack is not drawn again."""
    kinds = [kind for kind, share in SHARES.items() for _ in range(share)]
    for number in range(first, first + count):
        # the order of the kinds is spread out, so that any beginning of the list is a fair mixture
        kind = kinds[number * 7 % len(kinds)]
        apart = f"_{HELD_OUT_DRAWN}" if number % _HELD_OUT_EVERY == 3 else ""
        folder = target / f"{kind}_{number:04d}{apart}"
        if not (folder / "back.png").exists():
            _draw_one(folder, kind, Style.random(number))
        yield folder


def _draw_one(folder: Path, kind: str, style: Style) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for card, picture in draw_pack(kind, style, PICTURE_HEIGHT).items():
        cv2.imwrite(str(folder / f"{card}.png"), picture)
    cv2.imwrite(str(folder / "back.png"), draw_back(style, PICTURE_HEIGHT, kind))  # last: the folder is complete
    draw_card.cache_clear()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.training.draw", description=__doc__)
    parser.add_argument("--packs", type=int, default=220)
    parser.add_argument("--first", type=int, default=0, help="number of the first pack; it seeds its style")
    parser.add_argument("--drawn", type=Path, default=cache_folder() / "drawn", help="where the packs go")
    arguments = parser.parse_args()
    for done, folder in enumerate(draw(arguments.drawn, arguments.packs, arguments.first), 1):
        print(f"\r{done}/{arguments.packs} {folder.name:40s}", end="", flush=True)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
