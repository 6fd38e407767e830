"""The Debian archive that this machine's own apt is set up with."""

from __future__ import annotations

import re
from pathlib import Path

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
