"""Makes all files of a release: `python -m deploy.release --key FILE` in the checkout of the tagged commit.

They are the archive for boards with its signature, the list of what is in it, and what a card needs for its first
start; in `python/` the wheel and the source for pip, pipx and uv, as a package index takes them (that source has the
name of our archive, and is none); and the SHA-256 sums of all. The licence of each is known; publish nothing else.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path

from deploy.archive import LOCKED, SOURCE, check_key, fail, git, make_archive, pip, run, say, sign, version_of

SUMS = "SHA256SUMS"
CARD_FILES = ("user-data", "card.py")


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m deploy.release", description="Makes all files of a release.")
    parser.add_argument("--to", type=Path, default=SOURCE / "dist", metavar="FOLDER", help="an empty one (dist)")
    parser.add_argument("--key", type=Path, metavar="FILE", help="sign the archive with this private key of OpenSSH")
    arguments = parser.parse_args(words)
    folder = arguments.to.resolve()
    if folder.is_dir() and any(folder.iterdir()):
        fail(f"got files in {folder}, expected an empty folder: move them away")
    check_key(arguments.key)
    folder.mkdir(parents=True, exist_ok=True)
    make_packages(folder / "python")
    archive = make_archive(folder)
    sign(archive, arguments.key)
    with tarfile.open(archive) as opened:
        bill = opened.extractfile(f"kiebitz-{version_of(SOURCE)}/sbom.cdx.json")
        assert bill is not None, "the archive has it"
        (folder / f"kiebitz-{version_of(SOURCE)}.cdx.json").write_bytes(bill.read())
    for name in CARD_FILES:
        shutil.copyfile(SOURCE / "deploy" / name, folder / name)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n" for path in files)
    (folder / SUMS).write_text(sums, encoding="utf-8")
    say(f"{len(files)} files and {SUMS} in {folder}")


def make_packages(folder: Path) -> None:
    """Makes the wheel and the source archive, with the tools that `deploy/locks/build.txt` names."""
    time = (git("log", "-1", "--format=%ct") or b"0").decode().strip()
    with tempfile.TemporaryDirectory() as tools:
        pip("install", *LOCKED, "--target", tools, "--requirement", str(SOURCE / "deploy" / "locks" / "build.txt"))
        environment = {"PYTHONPATH": tools, "SOURCE_DATE_EPOCH": time}
        for kind in ("sdist", "wheel"):
            program = f"import os; os.chdir({str(SOURCE)!r}); from hatchling.cli import hatchling; hatchling()"
            run(sys.executable, "-c", program, "build", "--target", kind, "--directory", str(folder), **environment)


if __name__ == "__main__":
    main()
