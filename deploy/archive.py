"""Makes an archive to carry to a board: this checkout with all wheels, so that pip needs no network there.

`python deploy/archive.py` runs wherever Python 3.11 with pip and a network is: Windows, macOS, Linux. git, if it is
there, says what belongs to the commit; only signing needs OpenSSH.
"""

from __future__ import annotations

import argparse
import gzip
import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

SOURCE = Path(__file__).resolve().parents[1]
STEPS = SOURCE / "deploy" / "steps.sh"
MORE_PARTS = ("lab", "CHANGELOG.md")
"""What an archive has besides the parts that are installed."""
FORMER_PARTS = ("page",)
"""Folders that older versions demand of an archive before they hand over to it; empty if this one has none."""
LOCKED = ("--no-deps", "--require-hashes", "--only-binary", ":all:")
OLDEST_GLIBC = 17
"""Minor version of the C library of manylinux2014; wheels for newer ones are taken up to that of the system."""
SIGNED_FOR = "kiebitz-release"
EPILOG = "On the board: sudo /opt/kiebitz/upgrade ARCHIVE, or, the first time, unpack it and sudo deploy/install."


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python deploy/archive.py", description=__doc__, epilog=EPILOG)
    parser.add_argument("--to", type=Path, default=SOURCE / "dist", metavar="FOLDER", help="where it goes (dist)")
    parser.add_argument("--key", type=Path, metavar="FILE", help="sign it with this private key of OpenSSH")
    arguments = parser.parse_args(words)
    check_key(arguments.key)
    arguments.to.mkdir(parents=True, exist_ok=True)
    archive = make_archive(arguments.to.resolve())
    sign(archive, arguments.key)


def check_key(key: Path | None) -> None:
    """Ends the program if *key* is named and no file."""
    if key is not None and not key.is_file():
        fail(f"got no file {key}, expected the private key to sign with: docs/build.md says how to make one")


def make_archive(folder: Path) -> Path:
    """Returns the archive made in *folder*; the same commit gives the same bytes with the same Python."""
    version = version_of(SOURCE)
    with tempfile.TemporaryDirectory() as temporary:
        tree = Path(temporary) / f"kiebitz-{version}"
        committed = export(tree)
        time = int(os.environ.get("SOURCE_DATE_EPOCH") or committed)
        say(f"wheels of Kiebitz {version} and what it needs")
        make_wheel(tree, time)
        download(tree)
        bill = run(sys.executable, "-I", str(tree / "deploy" / "sbom.py"), str(tree), str(time))
        (tree / "sbom.cdx.json").write_bytes(bill)
        archive = folder / f"{tree.name}.tar.gz"
        pack(tree, archive, time)
    say(f"{archive}: {archive.stat().st_size / 1e6:.0f} MB")
    return archive


def export(tree: Path) -> int:
    """Copies what belongs to the commit to *tree*; returns the time of the commit, seconds since 1970, or 0."""
    wanted = [*parts(), *MORE_PARTS]
    for former in FORMER_PARTS:
        (tree / former).mkdir(parents=True, exist_ok=True)
    if git("rev-parse", "--git-dir") is None:
        say("not of a commit: this is no checkout with git")
        for path in (SOURCE / name for name in wanted):
            for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
                if file.is_file() and "__pycache__" not in file.parts:
                    _copy(file, tree)
        return 0
    if git("status", "--porcelain", "--", *wanted):
        say("not of a commit: something here is changed or new")
        for name in (git("ls-files", "-z", "--", *wanted) or b"").decode().split("\0"):
            if name and (SOURCE / name).is_file():
                _copy(SOURCE / name, tree)
    else:
        # As committed: a checkout on Windows may have other ends of lines.
        content = git("-c", "core.autocrlf=false", "archive", "--format=tar", "HEAD", "--", *wanted)
        with tarfile.open(fileobj=io.BytesIO(content or b"")) as committed:
            committed.extractall(tree, filter="data")
    return int(git("log", "-1", "--format=%ct") or 0)


def make_wheel(tree: Path, time: int) -> None:
    """Makes the wheel of Kiebitz itself, by what `deploy/locks/build.txt` names."""
    environment = {"SOURCE_DATE_EPOCH": str(time), "PYTHONDONTWRITEBYTECODE": "1"}  # deploy/readme.py is imported
    with tempfile.TemporaryDirectory() as tools:
        pip("install", *LOCKED, "--target", tools, "--requirement", str(tree / "deploy" / "locks" / "build.txt"))
        options = ("--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tree / "wheels"))
        pip("wheel", *options, str(tree), PYTHONPATH=tools, **environment)


def download(tree: Path) -> None:
    """Downloads the wheels that the lock file of the system names."""
    system, python, glibc = system_facts()
    platforms = ["manylinux2014_aarch64", *(f"manylinux_2_{minor}_aarch64" for minor in range(OLDEST_GLIBC, glibc + 1))]
    abis = (f"cp{python.replace('.', '')}", "abi3", "none")
    pip(
        *("download", *LOCKED, "--dest", str(tree / "wheels"), "--implementation", "cp", "--python-version", python),
        *(word for name in platforms for word in ("--platform", name)),
        *(word for name in abis for word in ("--abi", name)),
        *("--requirement", str(tree / "deploy" / "locks" / f"{system}.txt")),
    )


def pack(tree: Path, archive: Path, time: int) -> None:
    """Writes a tar of *tree* without anything of this machine or this hour."""

    def tidied(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.mtime, member.uid, member.gid, member.uname, member.gname = time, 0, 0, "", ""
        member.mode = 0o755 if member.isdir() or _is_program(tree.parent / member.name) else 0o644
        return member

    paths = sorted((path.relative_to(tree.parent).as_posix(), path) for path in (tree, *tree.rglob("*")))
    with (
        archive.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, 0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as opened,
    ):
        for name, path in paths:
            opened.add(path, name, recursive=False, filter=tidied)


def sign(archive: Path, key: Path | None) -> None:
    signature = Path(f"{archive}.sig")
    signature.unlink(missing_ok=True)
    if key is None:
        say("not signed; with --key FILE it is, and boards take it without --unsigned")
        return
    command = ["ssh-keygen", "-Y", "sign", "-q", "-f", str(key.resolve()), "-n", SIGNED_FOR, str(archive)]
    try:
        subprocess.run(command, check=True)
    except (OSError, subprocess.CalledProcessError):
        fail(f"got no signature by {key} (see above), expected one: OpenSSH makes it, by ssh-keygen")
    say(f"{signature}: signed")


# What steps.sh and pyproject.toml say


def version_of(source: Path) -> str:
    return _found(r'^version = "(.*)"$', source / "pyproject.toml")[0]


def parts() -> list[str]:
    """Returns files and folders that are installed."""
    return _found(r"^parts=\((.*)\)$", STEPS)[0].split()


def system_facts() -> tuple[str, str, int]:
    """Returns the name of the system, its version of Python, and the minor version of its C library."""
    (system,) = _found(r"^system=(\w+)", STEPS)
    python, glibc = _found(r"^python_version=(\S+) .*glibc=(\d+)", STEPS)
    return system, python, int(glibc)


def _found(pattern: str, path: Path) -> tuple[str, ...]:
    found = re.search(pattern, path.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None, f"{path}: no {pattern}"
    return found.groups()


# Programs


def run(*command: str, **environment: str) -> bytes:
    """Returns the output of a program; its failure ends this one."""
    done = subprocess.run(
        command, cwd=tempfile.gettempdir(), env=os.environ | environment, stdout=subprocess.PIPE, check=False
    )
    if done.returncode:
        fail(
            f"{Path(command[0]).name} could not do its part (see above), expected it to: is there a network? Once more"
        )
    return done.stdout


def pip(*words: str, **environment: str) -> None:
    python = os.environ.get("PYTHON", sys.executable)
    sys.stdout.buffer.write(run(python, "-m", "pip", "--quiet", "--disable-pip-version-check", *words, **environment))


def git(*words: str) -> bytes | None:
    """Returns what git prints; None if there is no git here, or it fails."""
    command = ["git", "-c", "safe.directory=*", "-C", str(SOURCE), *words]
    try:
        return subprocess.run(command, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None


def _copy(path: Path, tree: Path) -> None:
    to = tree / path.relative_to(SOURCE)
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_bytes(path.read_bytes())


def _is_program(path: Path) -> bool:
    """Whether the system may run it; a file system may not know, so its first bytes decide."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(2) == b"#!"


def say(line: str) -> None:
    print(f"* {line}", flush=True)


def fail(line: str) -> NoReturn:
    print(f"kiebitz: {line}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
