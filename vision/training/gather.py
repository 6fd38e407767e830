"""Gathers the free decks by the names of their packages: python -m vision.training.gather

Debian packages come by apt-get from the archive that this machine is set up with (other suites of it included),
npm packages by npm. What cannot be had is named and left out.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from vision.training.places import cache_folder
from vision.training.record import Entry, Package, Record, load_record, sources
from vision.training.slices import (
    AISLERIOT,
    AISLERIOT_GERMAN,
    KDE,
    NoPictures,
    png_cards,
    pysol_cards,
    sheet_cards,
    stored,
    svg_cards,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PIL import Image as Pillow

Cards: TypeAlias = "Iterator[tuple[str, Pillow.Image]]"
DecksOf: TypeAlias = "Iterator[tuple[str, Callable[[], Cards]]]"

SUITES = ("trixie", "bookworm")
_FEWEST = 20
_ARCHIVE_OPTIONS = (
    "-q",
    "-o",
    "APT::Sandbox::User=root",
    "-o",
    "Acquire::Languages=none",
    "-o",
    "APT::Architectures::=amd64",
)
_TIMEOUT = 600.0


class NotGathered(ValueError):
    """Raised for a package that could not be had."""


def decks_of(root: Path) -> DecksOf:
    """Names the decks in an unpacked package and how to cut them."""
    for sheet in sorted(root.glob("usr/share/aisleriot/cards/*.svgz")):
        if not sheet.stem.isascii():
            continue  # a second name of atlasnye
        kind = AISLERIOT_GERMAN if sheet.stem.lower() == "xskat" else AISLERIOT
        yield _plain(f"aisleriot_{sheet.stem}"), partial(sheet_cards, sheet, kind)
    for place, kind in KDE.items():
        sheet = root / "usr/share/carddecks" / place
        if sheet.exists():
            yield _plain(f"kde_{sheet.stem}"), partial(sheet_cards, sheet, kind)
    for folder in sorted(root.glob("usr/share/games/pysolfc/cardset-*")):
        yield _plain(f"pysol_{folder.name.removeprefix('cardset-')}"), partial(pysol_cards, folder)
    if (root / "package/png/2x").is_dir():
        yield "npm_svgcards", partial(png_cards, root / "package/png/2x")
    if (root / "package/cards").is_dir():
        yield "npm_cardsjs", partial(svg_cards, root / "package/cards")


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def gather(target: Path, packages: tuple[Package, ...] | None = None) -> tuple[Record, list[str]]:
    """Fills *target* with one folder a deck; what its record holds already stays as it is.

    Returns the record and what went wrong, or otherwise than listed.
    """
    target.mkdir(parents=True, exist_ok=True)
    record, troubles = load_record(target), []
    if not all((target / entry.deck).is_dir() for entry in record.entries):
        record = Record()
    with tempfile.TemporaryDirectory() as temporary:
        shop = Shop(Path(temporary))
        for listed in sources() if packages is None else packages:
            if record.holds(listed.name, listed.suite):
                continue
            try:
                had, root = shop.fetch(listed)
            except NotGathered as error:
                troubles.append(f"left out {error}")
                continue
            if had != listed:
                troubles.append(f"{listed}: got version {had.version}, which nobody looked at; used all the same")
            entries = tuple(_cut_all(target, had, root, {entry.deck for entry in record.entries}))
            record = record.with_package(had, entries)
            record.save(target)
    return record, troubles


def _cut_all(target: Path, package: Package, root: Path, taken: set[str]) -> Iterator[Entry]:
    for name, cards in decks_of(root):
        if name in taken:
            continue
        folder = target / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        try:
            sizes = {card: stored(picture, folder / f"{card}.png") for card, picture in cards()}
        except NoPictures:
            sizes = {}  # the packages hold tiles, dominoes and the like beside cards
        faces = [size for card, size in sizes.items() if not card.startswith("back")]
        if len(faces) < _FEWEST:
            shutil.rmtree(folder)
            continue
        print(f"{name:34s} {len(faces):3d} cards  {package.name}", flush=True)
        yield Entry(name, package, len(faces), min(faces))


class Shop:
    """Downloads and unpacks packages into a folder of its own; installs nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._apt_options: list[str] | None = None

    def fetch(self, listed: Package) -> tuple[Package, Path]:
        """Returns the package as it is to be had today, and the folder it was unpacked into.

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
            _run(["apt-get", *self._apt(), "download", f"{listed.name}/{listed.suite}"], place, str(listed))
            archive = _only(place.glob("*.deb"), str(listed))
            version = _run(["dpkg-deb", "-f", str(archive), "Version"], place, str(listed)).strip()
            _run(["dpkg-deb", "-x", str(archive), str(root)], place, str(listed))
        content = archive.read_bytes()
        had = replace(listed, version=version, bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
        return verified(had, listed), root

    def _apt(self) -> list[str]:
        """Options under which apt-get sees the suites we need, in folders of our own."""
        if self._apt_options is None:
            sources = self.folder / "sources.sources"
            sources.write_text(debian_source(SUITES), "utf-8")
            for name in ("lists/partial", "cache/archives/partial"):
                (self.folder / name).mkdir(parents=True)
            places = {
                "Dir::Etc::sourcelist": sources,
                "Dir::Etc::sourceparts": "-",
                "Dir::State::lists": self.folder / "lists",
                "Dir::Cache": self.folder / "cache",
            }
            options = [*_ARCHIVE_OPTIONS, *(part for key, value in places.items() for part in ("-o", f"{key}={value}"))]
            _run(["apt-get", *options, "update"], self.folder, "package lists of " + ", ".join(SUITES))
            self._apt_options = options
        return self._apt_options


def debian_source(suites: tuple[str, ...], etc: Path = Path("/etc/apt")) -> str:
    """Returns an apt source of *suites*, taken from this machine's own Debian source.

    :raises NotGathered: if apt knows no Debian archive.
    """
    files = [etc / "sources.list", *sorted((etc / "sources.list.d").glob("*"))]
    texts = [path.read_text("utf-8", "replace") for path in files if path.is_file()]
    stanzas = [_stanza(part) for text in texts for part in re.split(r"\n\s*\n", text)]
    stanzas += [_one_line(line) for text in texts for line in text.splitlines()]
    for stanza in stanzas:
        known = set(stanza.get("suites", "").split())
        if known & {"bookworm", "trixie", "stable", "testing", "sid"} and "main" in stanza.get("components", ""):
            signed = f"Signed-By: {stanza['signed-by']}\n" if stanza.get("signed-by") else ""
            address = stanza["uris"].split()[0]
            return f"Types: deb\nURIs: {address}\nSuites: {' '.join(suites)}\nComponents: main\n{signed}"
    raise NotGathered(f"got no Debian archive in {etc}, expected one; add it, or gather on a Debian machine")


def _stanza(text: str) -> dict[str, str]:
    """Reads the fields of a deb822 stanza (a key's one line is enough for an archive's)."""
    lines = (line for line in text.splitlines() if ":" in line and not line.startswith(("#", " ")))
    fields = {key.strip().lower(): value.strip() for key, _, value in (line.partition(":") for line in lines)}
    return fields if fields.get("types", "").startswith("deb") and "uris" in fields else {}


def _one_line(line: str) -> dict[str, str]:
    found = re.match(r"deb\s+(?:\[(?P<options>[^]]*)\]\s+)?(?P<uris>\S+)\s+(?P<suites>\S+)\s+(?P<components>.+)", line)
    if not found:
        return {}
    signed = re.search(r"signed-by=(\S+)", found["options"] or "")
    fields = {key: found[key] for key in ("uris", "suites", "components")}
    return fields | {"signed-by": signed[1] if signed else ""}


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


def _only(found: Iterator[Path], what: str) -> Path:
    archive = next(found, None)
    if archive is None:
        raise NotGathered(f"{what}: the download left no file; try again")
    return archive


def verified(had: Package, listed: Package) -> Package:
    """Returns the package that was had.

    :raises NotGathered: if its checksum is another than that of the same version in the list.
    """
    if had.version == listed.version and had.sha256 != listed.sha256:
        raise NotGathered(
            f"{listed}: got checksum {had.sha256[:12]}…, expected {listed.sha256[:12]}…; somebody changed it, ask why"
        )
    return had


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.training.gather", description=__doc__)
    parser.add_argument("--decks", type=Path, default=cache_folder() / "decks", help="where the decks go")
    arguments = parser.parse_args()
    return report(arguments.decks, *gather(arguments.decks))


def report(folder: Path, record: Record, troubles: list[str]) -> int:
    for trouble in troubles:
        print(f"gather: {trouble}", file=sys.stderr)
    print(f"{len(record.entries)} decks, {sum(entry.cards for entry in record.entries)} cards in {folder}")
    return 0 if record.entries else 2


if __name__ == "__main__":
    sys.exit(main())
