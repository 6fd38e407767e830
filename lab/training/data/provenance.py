"""What was gathered: packages of the Debian archive with licence and checksum, and the decks cut from them."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import asdict, dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from common.files.durable_files import write_atomically

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

    def replaces(self, other: Package) -> bool:
        """Tells whether both are one package, of whatever version."""
        return (self.name, self.suite) == (other.name, other.suite)

    def __str__(self) -> str:
        return f"{self.name} {self.version}" + (f" ({self.suite})" if self.suite else "")


@dataclass(frozen=True)
class Entry:
    """A deck; `smallest` is the width and height of its smallest card, px."""

    deck: str
    package: Package
    cards: int
    smallest: tuple[int, int]

    def is_whole(self, folder: Path) -> bool:
        """Tells whether *folder* has as many cards as were cut."""
        faces = [path for path in (folder / self.deck).glob("*.png") if not path.stem.startswith("back")]
        return len(faces) == self.cards


@dataclass(frozen=True)
class Record:
    packages: tuple[Package, ...] = ()
    entries: tuple[Entry, ...] = ()

    def holds(self, listed: Package, folder: Path) -> bool:
        """Tells whether the package matches the *listed* one, and all its decks are complete in *folder*."""
        same = [had for had in self.packages if had.replaces(listed)]
        as_listed = [(had.version, had.sha256) == (listed.version, listed.sha256) for had in same]
        return any(as_listed) and all(entry.is_whole(folder) for entry in self.entries if entry.package in same)

    def with_package(self, package: Package, entries: tuple[Entry, ...]) -> Record:
        """Returns the record with *package* and all its decks, in place of an earlier version."""
        others = tuple(had for had in self.packages if not had.replaces(package))
        remaining = tuple(entry for entry in self.entries if entry.package in others)
        return Record((*others, package), (*remaining, *entries))

    def save(self, folder: Path) -> None:
        decks = [
            {"deck": entry.deck, "package": self.packages.index(entry.package), "cards": entry.cards}
            | {"smallest": entry.smallest}
            for entry in self.entries
        ]
        content = {"packages": [asdict(package) for package in self.packages], "decks": decks}
        write_atomically(folder / FILE, (json.dumps(content, indent=1) + "\n").encode())


def load_record(folder: Path) -> Record:
    """Returns what was gathered into *folder*: nothing, if it has no record that can be read."""
    try:
        content = json.loads((folder / FILE).read_text("utf-8"))
        packages = tuple(Package(**package) for package in content["packages"])
        entries = tuple(_entry(deck, packages) for deck in content["decks"])
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return Record()
    return Record(packages, entries)


def recorded(folder: Path) -> list[Path]:
    """Returns the folders of the decks that were gathered into *folder* and lie there whole, in the order of names."""
    return sorted(folder / entry.deck for entry in load_record(folder).entries if entry.is_whole(folder))


def _entry(deck: dict[str, Any], packages: tuple[Package, ...]) -> Entry:
    width, height = deck["smallest"]
    return Entry(deck["deck"], packages[deck["package"]], deck["cards"], (width, height))


def sources() -> tuple[Package, ...]:
    """Returns the packages that the reader may learn from, as they were when they were listed."""
    listed = tomllib.loads((resources.files("lab.training.data") / "sources.toml").read_text("utf-8"))
    return tuple(Package(**({"suite": None} | package)) for package in listed["package"])


_SUITES = {"bookworm", "trixie", "stable", "testing", "sid"}


class NotGathered(ValueError):
    """Raised for a package that could not be obtained."""


def debian_source(suites: tuple[str, ...], etc: Path = Path("/etc/apt")) -> str:
    """Returns an apt source of *suites*, taken from this machine's own Debian source.

    :raises NotGathered: if apt knows no Debian archive.
    """
    files = [etc / "sources.list", *sorted((etc / "sources.list.d").glob("*"))]
    archives = [archive for path in files if path.is_file() for archive in _archives(path) if _is_like_debian(archive)]
    if not archives:
        raise NotGathered(f"got no Debian archive in {etc}, expected one; add it, or gather on a Debian machine")
    archive = min(archives, key=_is_signed_by_others)
    signed = f"Signed-By: {archive['signed-by']}\n" if archive.get("signed-by") else ""
    address = archive["uris"].split()[0]
    return f"Types: deb\nURIs: {address}\nSuites: {' '.join(suites)}\nComponents: main\n{signed}"


def _archives(path: Path) -> list[dict[str, str]]:
    """Returns the fields of every entry; files with other names are ignored, as by apt."""
    text = path.read_text("utf-8", "replace")
    if path.suffix == ".sources":
        return [_stanza(part) for part in re.split(r"\n\s*\n", text)]
    return [_one_line(line) for line in text.splitlines()] if path.suffix == ".list" else []


def _is_like_debian(archive: dict[str, str]) -> bool:
    """Tells by suite, component and address, as third parties use `stable main` too."""
    return bool(
        _SUITES & set(archive.get("suites", "").split())
        and "main" in archive.get("components", "").split()
        and "deb" in archive.get("types", "deb").split()
        and archive.get("enabled", "yes").lower() not in {"no", "false", "off", "without", "disable", "0"}
        and "debian" in archive.get("uris", "")
    )


def _is_signed_by_others(archive: dict[str, str]) -> bool:
    """Distinguishes third-party archives at similar addresses from Debian: those have a key of their own."""
    return bool(archive.get("signed-by")) and "debian-archive" not in archive["signed-by"]


def _stanza(text: str) -> dict[str, str]:
    """Reads the fields of a deb822 stanza (a key's one line is enough for an archive's)."""
    lines = (line for line in text.splitlines() if ":" in line and not line.startswith(("#", " ")))
    return {key.strip().lower(): value.strip() for key, _, value in (line.partition(":") for line in lines)}


def _one_line(line: str) -> dict[str, str]:
    match = re.match(r"deb\s+(?:\[(?P<options>[^]]*)\]\s+)?(?P<uris>\S+)\s+(?P<suites>\S+)\s+(?P<components>.+)", line)
    if not match:
        return {}
    signed = re.search(r"signed-by=(\S+)", match["options"] or "")
    fields = {key: match[key] for key in ("uris", "suites", "components")}
    return fields | {"signed-by": signed[1] if signed else ""}
