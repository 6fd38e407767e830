"""Prepares a card that Raspberry Pi Imager has written: Kiebitz installs itself when the board starts.

`python deploy/card.py FOLDER` on Windows, macOS or Linux; FOLDER is the boot partition of the card. What Imager wrote
there into `user-data` stays, and so does Wi-Fi, in `network-config`.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

SOURCE = Path(__file__).resolve().parents[1]
KEY = re.compile(r"""^["']?runcmd["']?\s*:(.*)$""")
HEADER = "#cloud-config"
OURS = "kiebitz-install"
"""What only our command has in it."""


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python deploy/card.py", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the boot partition of the card")
    parser.add_argument("archive", type=Path, nargs="?", metavar="ARCHIVE", help="kiebitz-….tar.gz, if not there yet")
    arguments = parser.parse_args(words)
    folder, archive = arguments.folder, arguments.archive
    if not (folder / "config.txt").is_file():
        fail(f"got {folder}, expected the boot partition of a card with Raspberry Pi OS: config.txt is on it")
    if archive is not None and not (archive.is_file() and re.fullmatch(r"kiebitz-.+\.tar\.gz", archive.name)):
        fail(f"got {archive}, expected an archive kiebitz-….tar.gz")
    if archive is None and not any(folder.glob("kiebitz-*.tar.gz")):
        fail(f"got no kiebitz-….tar.gz in {folder}, expected its name after that of the folder")
    file, ours = folder / "user-data", (SOURCE / "deploy" / "user-data").read_text(encoding="utf-8")
    try:
        before = file.read_bytes().decode("utf-8") if file.exists() else ""
        merged = merge(before, ours)
    except ValueError as error:
        fail(f"got {file} with {error}; add the command of deploy/user-data to it by hand")
    if archive is not None:
        shutil.copyfile(archive, folder / archive.name)
    if merged != before:
        file.write_bytes(merged.encode("utf-8"))
    print(f"* {file}: Kiebitz will be installed by the first start of the board")


def merge(theirs: str, ours: str) -> str:
    """Returns *theirs* with the commands of *ours* after its own; both are user-data of cloud-init.

    :raises ValueError: if it cannot be told where they belong.
    """
    commands = [line.strip() for line in ours.splitlines() if line.lstrip().startswith("- ")]
    if OURS in theirs:
        return theirs
    end = "\r\n" if "\r\n" in theirs else "\n"
    lines = theirs.removeprefix("\ufeff").splitlines()
    if not any(line.strip() and not line.startswith("#") for line in lines):
        return ours
    if lines[0].rstrip() != HEADER:
        raise ValueError(f"first line {lines[0]!r}, expected {HEADER}")
    keys = [number for number, line in enumerate(lines) if KEY.match(line)]
    if len(keys) > 1:
        raise ValueError("more than one runcmd, of which only the last counts")
    if not keys:
        lines += ["runcmd:", *(f"  {command}" for command in commands)]
    else:
        _add_below(lines, keys[0], commands)
    return end.join(lines) + end


def _add_below(lines: list[str], key: int, commands: Sequence[str]) -> None:
    """Adds list entries to those of the key in the line numbered *key*."""
    found = KEY.match(lines[key])
    value = re.sub(r"\s#.*", "", found[1]).strip() if found else ""
    if value.startswith("[") and value.endswith("]") and value != "[]":
        entries = ", ".join(command.removeprefix("- ") for command in commands)
        lines[key] = f"runcmd: {value[:-1].rstrip().rstrip(',')}, {entries}]"
        return
    if value not in ("", "[]", "null", "~"):
        raise ValueError(f"{lines[key]!r}, expected a list below runcmd")
    lines[key] = "runcmd:"
    last, indent = key, "  "
    for number in range(key + 1, len(lines)):
        line = lines[number]
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        entry = re.match(r"( *)- ", line)
        if entry is None and not line.startswith((" ", "\t")):
            break  # the next key
        if entry is not None and last == key:
            indent = entry[1]
        last = number
    lines[last + 1 : last + 1] = [f"{indent}{command}" for command in commands]


def fail(line: str) -> NoReturn:
    print(f"kiebitz: {line}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
