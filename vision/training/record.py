"""What was gathered: packages with version, licence, size and checksum, and the decks that were cut from them."""

from __future__ import annotations

import json
import tomllib
from dataclasses import asdict, dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

FILE = "record.json"


@dataclass(frozen=True)
class Package:
    """Where decks come from; `suite` is None for npm. `licence` is what the package itself states."""

    name: str
    suite: str | None
    version: str
    licence: str
    bytes: int
    sha256: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}" + (f" ({self.suite})" if self.suite else "")


@dataclass(frozen=True)
class Entry:
    """A deck; `smallest` is the width and height of its smallest card, px."""

    deck: str
    package: Package
    cards: int
    smallest: tuple[int, int]


@dataclass(frozen=True)
class Record:
    packages: tuple[Package, ...] = ()
    entries: tuple[Entry, ...] = ()

    def holds(self, name: str, suite: str | None) -> bool:
        return any((package.name, package.suite) == (name, suite) for package in self.packages)

    def with_package(self, package: Package, entries: tuple[Entry, ...]) -> Record:
        return Record((*self.packages, package), (*self.entries, *entries))

    def save(self, folder: Path) -> None:
        """Writes the record; a reader never meets half a file."""
        decks = [
            {"deck": entry.deck, "package": self.packages.index(entry.package), "cards": entry.cards}
            | {"smallest": entry.smallest}
            for entry in self.entries
        ]
        content = {"packages": [asdict(package) for package in self.packages], "decks": decks}
        half = folder / f"{FILE}.part"
        half.write_text(json.dumps(content, indent=1) + "\n", "utf-8")
        half.replace(folder / FILE)


def load_record(folder: Path) -> Record:
    """Returns what was gathered into *folder*: nothing, if it has no record that can be read."""
    try:
        content = json.loads((folder / FILE).read_text("utf-8"))
        packages = tuple(Package(**package) for package in content["packages"])
        entries = tuple(_entry(deck, packages) for deck in content["decks"])
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return Record()
    return Record(packages, entries)


def _entry(deck: dict[str, Any], packages: tuple[Package, ...]) -> Entry:
    width, height = deck["smallest"]
    return Entry(deck["deck"], packages[deck["package"]], deck["cards"], (width, height))


def sources() -> tuple[Package, ...]:
    """Returns the packages that the reader may learn from, as they were when they were listed."""
    listed = tomllib.loads((resources.files("vision.training") / "sources.toml").read_text("utf-8"))
    return tuple(Package(**({"suite": None} | package)) for package in listed["package"])
