"""kiebitz sheet: draws a pack to print and cut out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from common.errors import CommandError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from PIL.Image import Image as Picture

    from simulator.card_art import Style

SUMMARY = "a drawn pack as pages to print on A4 and cut"


def configure(parser: argparse.ArgumentParser) -> None:
    from engine.cards import PACKS

    parser.add_argument("--kind", required=True, choices=list(PACKS), help="which cards")
    parser.add_argument(
        "--style", default="house", metavar="S", help="house, doubled, or a number: every number is another deck"
    )
    parser.add_argument("--backs", action="store_true", help="backs as well, for printing on both sides")
    parser.add_argument("file", metavar="FILE", type=Path, help="a name ending in .pdf, or .png (one file a page)")


def run(arguments: argparse.Namespace) -> int:
    """:raises CommandError: if the file name ends in neither .pdf nor .png, or for an unknown style."""
    from device.storage.pack_paths import shipped_pack
    from engine.cards import PACKS

    path: Path = arguments.file
    suffix = path.suffix.lower()
    if suffix not in (".pdf", ".png"):
        raise CommandError(f"got sheet file {path}, expected a name that ends in .pdf or .png")
    if not path.parent.is_dir():
        raise CommandError(f"got sheet file {path}, but there is no folder {path.parent}; make it first")
    pages = _pages(arguments.kind, _style(arguments.style), arguments.backs)
    written = _write_pdf(path, pages) if suffix == ".pdf" else _write_pictures(path, pages)
    print(f"{written}: print at actual size (100 %), cut along the marks")
    if arguments.style == "house":
        print(f"This deck needs no enrolment: kiebitz run --pack {shipped_pack(PACKS[arguments.kind])}")
    return 0


def _style(text: str) -> Style:
    from simulator.card_art import Style

    if text == "house":
        return Style.default()
    if text == "doubled":
        return Style.doubled()
    if re.fullmatch(r"[0-9]{1,18}", text):
        return Style.random(int(text))
    raise CommandError(f"got style {text[:40]!r}, expected house, doubled or a number such as 7")


def _pages(kind: str, style: Style, backs: bool) -> Iterator[Picture]:
    from PIL import Image

    from simulator.card_art.packs import print_pages

    for page in print_pages(kind, style, backs):
        yield Image.fromarray(page[:, :, ::-1])


def _write_pdf(path: Path, pages: Iterator[Picture]) -> str:
    from simulator.card_art.packs import DPI

    first, *more = pages
    first.save(path, "PDF", resolution=DPI, save_all=True, append_images=more, quality=92, subsampling=0)
    return f"{path}, {1 + len(more)} pages"


def _write_pictures(path: Path, pages: Iterator[Picture]) -> str:
    from simulator.card_art.packs import DPI

    names = []
    for number, page in enumerate(pages, 1):
        name = path.with_stem(f"{path.stem}-{number}")
        page.save(name, "PNG", dpi=(DPI, DPI), compress_level=6)
        names.append(name)
    return f"{names[0]} to {names[-1].name}" if len(names) > 1 else str(names[0])
