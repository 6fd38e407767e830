"""Enrols the deck that `kiebitz sheet` draws, and renders the sample photograph of it.

python -m lab.house_deck models/house_deck [--check]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from pathlib import Path

import cv2
import numpy as np

from cli.print_pages import DPI, SheetLayout, page_layout, print_pages
from device.storage.pack_paths import SAMPLE, SAMPLE_PACK, SHIPPED, SUFFIX
from engine.cards import Card, Pack
from lab.benchmarks.accuracy.scenes import Tables, count_readings
from lab.benchmarks.harness.results import HEAD, Tally
from lab.benchmarks.stills.tabletop import Tabletop, VisibleCard
from lab.card_art import Style, draw_back, draw_pack
from simulator.choreography import Lay
from simulator.deck import CARD_HEIGHT, print_picture
from simulator.table import LightName, Look, RenderedFrame, RenderedTable
from vision.enrolment.photographs.cropping import median_aspect
from vision.recognition.acceptance_calibration import calibrate_acceptance
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.pack_file import load_pack, save_pack
from vision.recognition.reader import PackReader
from vision.scene.still_scene import read_scene
from vision.types import BACK, Image

SAMPLE_CARDS = "EO L10 HK S8"
SAMPLE_SEED = 20
SAMPLE_QUALITY = 85
"""Of JPEG."""


def render(deck: Mapping[Card, Image], cards: Iterable[Card], seed: int, light: LightName = "good") -> RenderedFrame:
    """Returns the table once each seat has laid a card, the first one at seat 0."""
    table = RenderedTable(deck, Look.random(seed, light), seed)
    *_, last = table.play([Lay(seat, card) for seat, card in enumerate(cards)])
    return last


def printed_deck(kind: Pack, page: SheetLayout, sheets: Iterable[Image], seed: int) -> dict[Card, Image]:
    """Returns the cards of the *sheets*, laid out as *page*, as a printer and scissors make them.

    Ink is paler and softer than on a screen, paper has a tint, and a cut misses its mark by up to a millimetre.
    """
    rng = np.random.default_rng(seed)
    deck = {}
    for first, sheet in zip(range(0, len(kind.cards), page.per_page), sheets, strict=True):
        paper = rng.uniform((0.88, 0.94, 0.95), (1.0, 1.0, 1.0))
        printed = (255 - (255 - cv2.GaussianBlur(sheet, (0, 0), 2.0)) * rng.uniform(0.75, 0.95)) * paper
        for number, card in enumerate(kind.cards[first : first + page.per_page]):
            row, column = divmod(number, page.columns)
            left, top = page.left + column * page.card_width, page.top + row * page.card_height
            shift, slip = rng.uniform(-DPI / 25.4, DPI / 25.4, 2).astype(int)
            cut = printed[top + slip : top + slip + page.card_height, left + shift : left + shift + page.card_width]
            deck[card] = cut.astype(np.uint8)
    return deck


def read_printed(reader: PackReader, kind: Pack, light: LightName, tables: int) -> Tally:
    """Lays four random printed cards on each of *tables* rendered tables, and reads them."""
    pictures = [print_picture(kind, str(card)) for card in kind.cards]
    page = page_layout(pictures[0].shape[1], pictures[0].shape[0])
    read, sheets = Tables(), list(print_pages(page, pictures))
    for seed in range(1, tables + 1):
        chosen = np.random.default_rng(seed).choice(len(kind.cards), 4, replace=False)
        frame = render(printed_deck(kind, page, sheets, seed), [kind.cards[one] for one in chosen], seed, light)
        cards = tuple(VisibleCard(one.card, one.quad, one.visible) for one in frame.cards)
        count_readings(read, Tabletop(frame.image, cards), read_scene(frame.image, reader))
    return read.every


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--check", type=int, metavar="TABLES", help="count readings of printed cards instead")
    arguments = parser.parse_args()
    recogniser, style = Recogniser(), Style.default()
    if arguments.check is not None:
        print(f"{'':22s}{HEAD}")
    for name, kind in SHIPPED.items():
        file = arguments.folder / f"{name}{SUFFIX}"
        if arguments.check is None:
            cards, back = draw_pack(kind.name, style, CARD_HEIGHT), draw_back(style, CARD_HEIGHT, kind.name)
            pictures = {card: [picture] for card, picture in cards.items()}
            pack = enrol(pictures, kind.name, recogniser, name, median_aspect(cards.values()), {BACK: [back]})
            save_pack(calibrate_acceptance(pack, recogniser), file)
            continue
        reader = PackReader(recogniser, load_pack(file, recogniser))
        for light in ("good", "dim"):
            print(f"{f'{name}, {light}':22s}{read_printed(reader, kind, light, arguments.check).row()}", flush=True)
    if arguments.check is None:
        deck = draw_pack(SHIPPED[SAMPLE_PACK].name, style, CARD_HEIGHT)
        frame = render(deck, SHIPPED[SAMPLE_PACK].parse(SAMPLE_CARDS), SAMPLE_SEED)
        cv2.imwrite(str(arguments.folder / SAMPLE), frame.image, [cv2.IMWRITE_JPEG_QUALITY, SAMPLE_QUALITY])


if __name__ == "__main__":
    main()
