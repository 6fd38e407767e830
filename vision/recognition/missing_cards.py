"""What cards of a deck look like that are missing in its pack, as far as the other suits tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.cards import PACKS, Card

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.recognition.pack import EnrolledPack
    from vision.types import Image


def missing_of_suit(pack: EnrolledPack, card: Card) -> Iterator[Image]:
    """Yields upright crops of what the missing cards of a card's suit may look like, one of each suit that tells.

    The nine of leaves differs from the seven of leaves about as the nine of hearts differs from the seven of hearts.
    """
    own = pack.pictures_of(card)
    if not own:
        return
    missing = (one for one in PACKS[pack.kind].cards if one.suit == card.suit and one not in pack.known)
    for rank in {one.rank for one in missing}:
        for suit in PACKS[pack.kind].suits:
            same, other = Card(suit, card.rank), Card(suit, rank)
            if same in pack.known and other in pack.known:
                change = pack.pictures_of(other)[0].astype(np.int16) - pack.pictures_of(same)[0]
                yield np.clip(own[0] + change, 0, 255).astype(np.uint8)
