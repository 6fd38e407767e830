"""Draws packs in many random styles for training: python -m lab.training.data.drawn_packs

No registry holds a Bavarian, Franconian, Salzburg or Tell deck; the project's own drawings stand in for them.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2

from engine.cards import PACKS
from lab.card_art.packs import draw_back, draw_card, draw_pack
from lab.card_art.style import Style
from lab.training.data.decks import HELD_OUT_DRAWN, PICTURE_HEIGHT
from lab.training.data.options import PART, at_least, cache_folder

SHARES = {"bavarian32": 5, "german33": 5, "french52": 1}
"""Packs of each kind in a cycle; most free decks are French."""
_HELD_OUT_EVERY = 17
_BACK = "back"


def is_drawn(name: str) -> bool:
    """Tells whether the deck of this name was drawn by this module."""
    return re.fullmatch(rf"({'|'.join(SHARES)})_\d{{4,}}(_{HELD_OUT_DRAWN})?", name) is not None


def draw(target: Path, count: int, first: int = 0) -> Iterator[Path]:
    """Draws packs number *first* to *first* + *count*, yields each folder; a drawn pack is not drawn again."""
    kinds = [kind for kind, share in SHARES.items() for _ in range(share)]
    for number in range(first, first + count):
        # kinds are interleaved, so that any prefix of the list is balanced
        kind = kinds[number * 7 % len(kinds)]
        apart = f"_{HELD_OUT_DRAWN}" if number % _HELD_OUT_EVERY == 3 else ""
        folder = target / f"{kind}_{number:04d}{apart}"
        drawn = {path.stem for path in folder.glob("*.png") if path.stat().st_size}
        if not drawn.issuperset({_BACK, *map(str, PACKS[kind].cards)}):
            style = Style.random(number)
            half = folder.with_name(folder.name + PART)
            half.mkdir(parents=True, exist_ok=True)
            cards = {str(card): picture for card, picture in draw_pack(kind, style, PICTURE_HEIGHT).items()}
            for name, picture in (cards | {_BACK: draw_back(style, PICTURE_HEIGHT, kind)}).items():
                (half / f"{name}.png").write_bytes(cv2.imencode(".png", picture)[1].tobytes())
            shutil.rmtree(folder, ignore_errors=True)
            half.rename(folder)
            draw_card.cache_clear()
        yield folder


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m lab.training.data.drawn_packs", description=__doc__)
    parser.add_argument("--packs", type=at_least(1), default=220)
    parser.add_argument("--first", type=at_least(0), default=0, help="number of the first pack; it seeds its style")
    parser.add_argument("--drawn", type=Path, default=cache_folder() / "drawn", help="where the packs go")
    arguments = parser.parse_args()
    try:
        follow(arguments.packs, draw(arguments.drawn, arguments.packs, arguments.first))
    except OSError as error:
        print(f"draw: {error}", file=sys.stderr)
        return 2
    return 0


def follow(count: int, drawn: Iterable[Path]) -> list[Path]:
    """Shows the progress on one line; returns the folders."""
    folders = []
    for folder in drawn:
        folders.append(folder)
        print(f"\r{len(folders)}/{count} {folder.name:40s}", end="", flush=True)
    print()
    return folders


if __name__ == "__main__":
    sys.exit(main())
