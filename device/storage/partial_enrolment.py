"""A deck of which a part was shown: a picture of each card in a folder beside its pack, until the pack is whole.

A card is written as soon as it was shown, and alone: a pulled plug costs the card in hand, and nothing is embedded for
it. So what is called a pack was meant to be one, and nobody plays with what was left in the middle.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

from device.files.atomic_files import write_whole
from device.files.bounded_read import NotSmall, read_small
from device.storage.pack_store import put_pack
from vision.recognition.acceptance import calibrated
from vision.recognition.card_images import MAX_PICTURE_BYTES, BadPicture, decode_card, encode_picture
from vision.recognition.pack import enrol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from engine.cards import Card, Pack
    from vision.recognition.embedder import Recogniser
    from vision.recognition.pack import EnrolledPack
    from vision.types import Image

ROOM = 1 << 20
"""Bytes: a pack and its pictures take less."""


class PartialEnrolment:
    """What was shown of a deck so far: `read` it once, `keep` what comes to it, `finish` it when it is whole."""

    def __init__(self, pack: Path, kind: Pack) -> None:
        """*pack* is the file of the pack to be made; what was begun there of another kind is left alone."""
        self.pack, self.kind = pack, kind
        self.folder = pack.with_name(f"{pack.stem}.{kind.name}.begun")
        self.aside: Path | None = None
        """Under which name a file is kept that lay in the place of the pack and could not be used."""
        self._before: dict[Card, list[Image]] = {}
        self._kept: dict[Card, Image] = {}

    def check_room(self) -> None:
        """:raises OSError: if neither the cards nor their pack could be kept."""
        room = self.folder / "room"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with room.open("wb") as file:
                os.posix_fallocate(file.fileno(), 0, ROOM)  # without wearing a memory card
        finally:
            with suppress(OSError):  # of which the last says that there are cards in the folder
                room.unlink()
                self.folder.rmdir()

    def read(self) -> dict[Card, list[Image]]:
        """Returns what was shown before; a card whose picture is damaged is asked for again."""
        for card in self.kind.cards:
            with suppress(OSError, NotSmall, BadPicture):
                self._kept[card] = decode_card(read_small(self._file(card), MAX_PICTURE_BYTES))
        self._before = {card: [picture] for card, picture in self._kept.items()}
        return dict(self._before)

    def keep(self, pictures: Mapping[Card, Sequence[Image]]) -> None:
        """Writes what is new, and takes away what is asked for again.

        :raises OSError: if it cannot be written.
        """
        for card, (picture, *_) in pictures.items():
            if self._kept.get(card) is not picture:
                write_whole(self._file(card), encode_picture(picture))
                self._kept[card] = picture
        for card in self._kept.keys() - pictures.keys():
            self._file(card).unlink(missing_ok=True)
            del self._kept[card]

    def leave_as_before(self) -> None:
        """Forgets what came to it since it was read: that was another deck.

        :raises OSError: if it cannot be written.
        """
        if self._before:
            self.keep(self._before)
        else:
            self.forget()

    def forget(self) -> None:
        """Nothing was shown."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self._before, self._kept = {}, {}

    def finish(
        self, pictures: Mapping[Card, Sequence[Image]], recogniser: Recogniser, length: float | None = None
    ) -> EnrolledPack:
        """Returns the pack of what was shown, and saves it, in the order of its kind; then nothing is begun any more.

        :raises OSError: if it cannot be written.
        """
        in_order = {card: pictures[card] for card in self.kind.cards if card in pictures}
        pack = calibrated(enrol(in_order, self.kind.name, recogniser, self.pack.stem, length), recogniser)
        self.aside = put_pack(pack, self.pack, recogniser) or self.aside
        self.forget()
        return pack

    def _file(self, card: Card) -> Path:
        return self.folder / f"{card}.jpg"
