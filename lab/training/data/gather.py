"""Gathers the free decks by the names of their packages: python -m lab.training.data.gather

Debian packages come by apt-get from the archive that this machine is set up with (other suites of it included),
npm packages by npm. Unavailable packages are reported and skipped.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TypeAlias

from PIL import Image as Pillow

from lab.training.data import slices
from lab.training.data.options import PART, cache_folder
from lab.training.data.provenance import Entry, NotGathered, Package, Record, debian_source, load_record, sources

Cards: TypeAlias = "Iterator[tuple[str, Pillow.Image]]"
DecksOf: TypeAlias = "Iterator[tuple[str, Callable[[], Cards]]]"

SUITES = ("trixie", "bookworm")
_FEWEST = 20
_ARCHIVE_OPTIONS = ("APT::Sandbox::User=root", "Acquire::Languages=none", "APT::Architectures::=amd64")
_TIMEOUT = 600.0


def decks_of(root: Path) -> DecksOf:
    """Returns the decks of an unpacked package, with how to cut them."""
    for sheet in sorted(root.glob("usr/share/aisleriot/cards/*.svgz")):
        if not sheet.stem.isascii():
            continue  # a second name of atlasnye
        kind = slices.AISLERIOT_GERMAN if sheet.stem.lower() == "xskat" else slices.AISLERIOT
        yield _plain(f"aisleriot_{sheet.stem}"), partial(slices.sheet_cards, sheet, kind)
    for place, kind in slices.KDE.items():
        sheet = root / "usr/share/carddecks" / place
        if sheet.exists():
            yield _plain(f"kde_{sheet.stem}"), partial(slices.sheet_cards, sheet, kind)
    for folder in sorted(root.glob("usr/share/games/pysolfc/cardset-*")):
        yield _plain(f"pysol_{folder.name.removeprefix('cardset-')}"), partial(slices.pysol_cards, folder)
    if (root / "package/png/2x").is_dir():
        yield "npm_svgcards", partial(slices.png_cards, root / "package/png/2x")
    if (root / "package/cards").is_dir():
        yield "npm_cardsjs", partial(slices.svg_cards, root / "package/cards")


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def gather(target: Path, packages: tuple[Package, ...] | None = None) -> tuple[Record, list[str]]:
    """Fills *target* with one folder a deck; what its record holds as listed, and lies there whole, stays as it is.

    Returns the record and what went wrong, or otherwise than listed.
    """
    target.mkdir(parents=True, exist_ok=True)
    record, troubles = load_record(target), []
    with tempfile.TemporaryDirectory() as temporary:
        shop = Shop(Path(temporary))
        for listed in sources() if packages is None else packages:
            if record.holds(listed, target):
                continue
            try:
                had, root = shop.fetch(listed)
            except NotGathered as error:
                troubles.append(f"left out {error}")
                continue
            entries = tuple(_cut_all(target, had, root, record))
            if not entries and not _names_of_others(record, had) & {name for name, _ in decks_of(root)}:
                troubles.append(f"left out {had}: got no deck in it, expected one or more; ask what became of them")
                continue
            if had != listed:
                troubles.append(f"{listed}: got version {had.version}, which nobody looked at; used all the same")
            record = record.with_package(had, entries)
            record.save(target)
    return record, list(dict.fromkeys(troubles))


def _names_of_others(record: Record, package: Package) -> set[str]:
    return {entry.deck for entry in record.entries if not entry.package.replaces(package)}


def _cut_all(target: Path, package: Package, root: Path, record: Record) -> Iterator[Entry]:
    """Cuts the decks that the *record* lacks, from this package or by that name from another."""
    complete = {entry.deck: entry for entry in record.entries if entry.package == package and entry.is_whole(target)}
    for name, cards in decks_of(root):
        if name in _names_of_others(record, package):
            continue
        entry = complete.get(name) or _cut(target / name, package, cards)
        if entry is not None:
            print(f"{name:34s} {entry.cards:3d} cards  {package.name}", flush=True)
            yield entry


def _cut(folder: Path, package: Package, cards: Callable[[], Cards]) -> Entry | None:
    """Cuts a deck, whose folder gets its name when it is whole; returns None for tiles, dominoes and the like."""
    half = folder.with_name(folder.name + PART)
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir()
    try:
        faces = _stored_faces(cards(), half)
    except slices.NoPictures:
        faces = []
    if len(faces) < _FEWEST:
        shutil.rmtree(half)
        return None
    shutil.rmtree(folder, ignore_errors=True)
    half.rename(folder)
    return Entry(folder.name, package, len(faces), min(faces))


def _stored_faces(cards: Cards, folder: Path) -> list[tuple[int, int]]:
    """Stores cards and backs; returns the sizes of the cards.

    :raises slices.NoPictures: if a card is empty; a deck may lack its back.
    """
    faces = []
    for card, picture in cards:
        back = card.startswith("back")
        try:
            size = slices.stored(picture, folder / f"{card}.png")
        except slices.NoPictures:
            if not back:
                raise
            continue
        if not back:
            faces.append(size)
    return faces


class Shop:
    """Downloads and unpacks packages into a folder of its own; installs nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fetch(self, listed: Package) -> tuple[Package, Path]:
        """Returns the package in its current version, and the folder into which it was unpacked.

        :raises NotGathered: if either fails, or if it has the listed version, but another checksum.
        """
        place = self.folder / f"{listed.name}-{listed.suite or 'npm'}"
        root = place / "unpacked"
        root.mkdir(parents=True)
        if listed.suite is None:
            _run(["npm", "pack", "--silent", f"{listed.name}@{listed.version}"], place, str(listed))
            archive, version = _only(place.glob("*.tgz"), str(listed)), listed.version
            _run(["tar", "-xzf", str(archive), "-C", str(root)], place, str(listed))
        else:
            if isinstance(self._apt, NotGathered):
                raise self._apt
            _run(["apt-get", *self._apt, "download", f"{listed.name}/{listed.suite}"], place, str(listed))
            archive = _only(place.glob("*.deb"), str(listed))
            version = _run(["dpkg-deb", "-f", str(archive), "Version"], place, str(listed)).strip()
            _run(["dpkg-deb", "-x", str(archive), str(root)], place, str(listed))
        content = archive.read_bytes()
        had = replace(listed, version=version, bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
        return verified(had, listed), root

    @cached_property
    def _apt(self) -> list[str] | NotGathered:
        """Options under which apt-get sees the suites we need, in folders of our own; or why it does not."""
        try:
            sources = self.folder / "sources.sources"
            sources.write_text(debian_source(SUITES), "utf-8")
            for name in ("lists/partial", "cache/archives/partial"):
                (self.folder / name).mkdir(parents=True)
            places = [f"Dir::Etc::sourcelist={sources}", "Dir::Etc::sourceparts=-"]
            places += [f"Dir::State::lists={self.folder / 'lists'}", f"Dir::Cache={self.folder / 'cache'}"]
            options = ["-q", *(part for option in (*_ARCHIVE_OPTIONS, *places) for part in ("-o", option))]
            _run(["apt-get", *options, "update"], self.folder, "package lists of " + ", ".join(SUITES))
            return options
        except NotGathered as error:
            return NotGathered(f"every Debian package: {error}")


def _run(command: list[str], folder: Path, what: str) -> str:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=_TIMEOUT, check=False)
    except FileNotFoundError as error:
        raise NotGathered(f"{what}: got no command {command[0]}, expected it on this machine; install it") from error
    except subprocess.TimeoutExpired as error:
        raise NotGathered(f"{what}: {command[0]} took more than {_TIMEOUT:.0f} s; try again") from error
    if done.returncode:
        last = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()][-1:] or ["no message"]
        raise NotGathered(f"{what}: {command[0]} failed: {last[0]}")
    return done.stdout


def _only(archives: Iterator[Path], what: str) -> Path:
    archive = next(archives, None)
    if archive is None:
        raise NotGathered(f"{what}: the download left no file; try again")
    return archive


def verified(had: Package, listed: Package) -> Package:
    """Returns the obtained package.

    :raises NotGathered: if its checksum is another than that of the same version in the list.
    """
    if had.version == listed.version and had.sha256 != listed.sha256:
        raise NotGathered(
            f"{listed}: got checksum {had.sha256[:12]}…, expected {listed.sha256[:12]}…; somebody changed it, ask why"
        )
    return had


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m lab.training.data.gather", description=__doc__)
    parser.add_argument("--decks", type=Path, default=cache_folder() / "decks", help="where the decks go")
    arguments = parser.parse_args()
    try:
        return print_summary(arguments.decks, *gather(arguments.decks))
    except OSError as error:
        print(f"gather: {error}; expected to write to {arguments.decks}, make room and try again", file=sys.stderr)
        return 2


def print_summary(folder: Path, record: Record, troubles: list[str]) -> int:
    for trouble in troubles:
        print(f"gather: {trouble}", file=sys.stderr)
    complete = [entry for entry in record.entries if entry.is_whole(folder)]
    print(f"{len(complete)} decks, {sum(entry.cards for entry in complete)} cards in {folder}")
    return 0 if complete else 2


if __name__ == "__main__":
    sys.exit(main())
