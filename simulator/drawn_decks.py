"""The decks that the project draws, as pictures in `models/drawn_decks`."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np

from engine.cards import Card, Pack
from simulator.deck import picture_in
from vision.types import Image

FOLDER = Path(str(files("models"))) / "drawn_decks"
"""`STYLE/FAMILY/HK.webp` and `back.webp`, for printing at 300 dpi; `python -m lab.card_pictures models` draws them."""
STYLES = ("house", "doubled")
"""Single figures, as in the packs before they were doubled; doubled ones with indices, as most pubs have today."""
BACK_NAME = "back"
CARD_HEIGHT = 480
"""px: height of the cards for a rendered table, higher than that of its camera."""


def print_picture(pack: Pack, name: str, style: str = STYLES[0]) -> Image:
    """Returns a card of *pack* by its notation, such as `HK`, or its `back`, in the size of print."""
    return picture_in(FOLDER / style / pack.family / f"{name}.webp")


def table_card(pack: Pack, card: Card, height: int = CARD_HEIGHT) -> Image:
    """Returns the card of the house deck, *height* px high."""
    large = print_picture(pack, str(card))
    width = round(height * large.shape[1] / large.shape[0])
    return np.asarray(cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def table_deck(pack: Pack) -> dict[Card, Image]:
    """Returns the house deck for a rendered table."""
    return {card: table_card(pack, card) for card in pack.cards}
