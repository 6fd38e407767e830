"""Loads and saves enrolled packs, makes readers of them, and keeps an interrupted enrolment beside them.

Of an interrupted enrolment there is one picture a card in a folder, until the pack is complete. Each card is written as
soon as it was accepted, without its embedding; a power cut loses one card at most. A file with the name of a pack is
always a complete enrolment.
"""

import os
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from common.files.durable_files import move_aside, write_atomically
from common.files.paths import pack_folder
from common.files.user_files import FileTooLarge, read_bounded
from device.malloc_trim import trim_heap
from device.storage.pack_paths import names_of_packs, pack_path
from engine.cards import Card, Pack
from vision.inference import Backend
from vision.recognition.acceptance_calibration import calibrate_acceptance
from vision.recognition.card_images import MAX_PICTURE_BYTES, BadPicture, decode_card, encode_picture
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import EnrolledPack, enrol
from vision.recognition.pack_file import BadPack, load_pack, save_pack
from vision.recognition.reader import PackReader
from vision.types import BACK, Image


def open_reader(pack: str, backend: Backend = "auto") -> PackReader:
    """Returns the reader for the name or file *pack*; *backend* runs the network.

    :raises BadPack: if there is no such pack, or this network cannot use it.
    :raises BrokenModel: if the network is missing or damaged.
    """
    recogniser = Recogniser(backend=backend)
    reader = PackReader(recogniser, open_pack(pack, recogniser))
    reader.prepare()
    trim_heap()  # loading the network takes most of the memory before the first reading
    return reader


def open_pack(pack: str, recogniser: Recogniser) -> EnrolledPack:
    path = pack_path(pack)
    if not path.is_file():
        known = ", ".join(names_of_packs())
        raise BadPack(f"got pack {pack!r}, expected a file or one of: {known}; kiebitz enrol makes one of your deck")
    return load_pack(path, recogniser, renew=path.parent == pack_folder())


def known_packs(kind: Pack, recogniser: Recogniser, but: Path) -> list[EnrolledPack]:
    """Returns the packs on the device with all cards of this kind, except one file; unreadable ones are left out."""
    files = [pack_path(name) for name in names_of_packs()]
    packs = [usable_pack(file, recogniser) for file in files if file != but]
    return [pack for pack in packs if pack is not None and set(pack.cards) >= set(kind.cards)]


def usable_pack(path: Path, recogniser: Recogniser) -> EnrolledPack | None:
    """Returns the pack in this file; None if there is none, or this network cannot use it."""
    try:
        return load_pack(path, recogniser, renew=path.parent == pack_folder())
    except BadPack:
        return None


def pictures_of(pack: EnrolledPack) -> dict[Card, list[Image]]:
    """Returns the pictures of the cards of *pack*; empty if it holds none."""
    return {
        card: [decode_card(content) for content in contents]
        for card, contents in zip(pack.cards, pack.pictures[: len(pack.cards)], strict=bool(pack.pictures))
    }


def store_pack(pack: EnrolledPack, path: Path, recogniser: Recogniser) -> Path | None:
    """Saves a pack; returns the new name of a file that was in its place and is no usable pack.

    :raises OSError: if it cannot be written.
    """
    aside = move_aside(path) if path.is_file() and usable_pack(path, recogniser) is None else None
    save_pack(pack, path)
    return aside


MIN_FREE_BYTES = 1 << 20
"""Bytes that must be free on the disk; a pack and its pictures take less."""


class PartialEnrolment:
    """The cards shown so far: call `read` once, `keep` after each change, and `finish` at the end."""

    def __init__(self, pack: Path, kind: Pack) -> None:
        """*pack* is the file of the pack; an interrupted enrolment of another kind is left alone."""
        self.pack, self.kind = pack, kind
        self.folder = pack.with_name(f"{pack.stem}.{kind.name}.begun")
        self.aside: Path | None = None
        """The new name of a file that was in the place of the pack and is no usable pack."""
        self._before: dict[Card, list[Image]] = {}
        self._on_disk: dict[Card, Image] = {}

    def check_room(self) -> None:
        """:raises OSError: if the disk lacks the space for the pictures and the pack."""
        room = self.folder / "room"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with room.open("wb") as file:
                if hasattr(os, "posix_fallocate"):
                    os.posix_fallocate(file.fileno(), 0, MIN_FREE_BYTES)  # writes nothing, to spare the memory card
                else:
                    file.write(bytes(MIN_FREE_BYTES))
        finally:
            with suppress(OSError):  # the last one marks the folder as an enrolment
                room.unlink()
                self.folder.rmdir()

    def read(self) -> dict[Card, list[Image]]:
        """Returns the pictures of earlier runs; a card with a damaged picture is requested again."""
        for card in self.kind.cards:
            with suppress(OSError, FileTooLarge, BadPicture):
                self._on_disk[card] = decode_card(read_bounded(self._file(card), MAX_PICTURE_BYTES))
        self._before = {card: [picture] for card, picture in self._on_disk.items()}
        return dict(self._before)

    def keep(self, pictures: Mapping[Card, Sequence[Image]]) -> None:
        """Writes new pictures, and deletes those of cards that are requested again.

        :raises OSError: if it cannot be written.
        """
        for card, (picture, *_) in pictures.items():
            if self._on_disk.get(card) is not picture:
                write_atomically(self._file(card), encode_picture(picture))
                self._on_disk[card] = picture
        for card in self._on_disk.keys() - pictures.keys():
            self._file(card).unlink(missing_ok=True)
            del self._on_disk[card]

    def discard_additions(self) -> None:
        """Deletes the pictures added since `read`, which were of another deck.

        :raises OSError: if it cannot be written.
        """
        if self._before:
            self.keep(self._before)
        else:
            self.delete()

    def delete(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        self._before, self._on_disk = {}, {}

    def finish(
        self,
        pictures: Mapping[Card, Sequence[Image]],
        recogniser: Recogniser,
        length: float | None = None,
        backs: Sequence[Image] = (),
    ) -> EnrolledPack:
        """Makes and saves the pack, in the card order of its kind, and deletes the pictures.

        :raises OSError: if it cannot be written.
        """
        in_order = {card: pictures[card] for card in self.kind.cards if card in pictures}
        aside = {BACK: backs} if backs else {}
        pack = enrol(in_order, self.kind.name, recogniser, self.pack.stem, length, aside)
        pack = calibrate_acceptance(pack, recogniser)
        self.aside = store_pack(pack, self.pack, recogniser) or self.aside
        self.delete()
        return pack

    def _file(self, card: Card) -> Path:
        return self.folder / f"{card}.jpg"
