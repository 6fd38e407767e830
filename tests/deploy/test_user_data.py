"""What a new card is set up by, as the cloud-init of Raspberry Pi OS Trixie reads it."""

from __future__ import annotations

import os
import subprocess
import tomllib
from pathlib import Path

import pytest

from vision.training.data.paths import cache_folder

USER_DATA = Path(__file__).parents[2] / "deploy" / "user-data"
ROOT = cache_folder() / "cloud-init"


def test_it_begins_as_cloud_init_wants_it() -> None:
    """Without this line it is passed over silently."""
    assert USER_DATA.read_text().startswith("#cloud-config\n")


def test_it_looks_for_the_archive_that_we_make() -> None:
    version = tomllib.loads((USER_DATA.parents[1] / "pyproject.toml").read_text())["project"]["version"]
    assert Path(f"/boot/firmware/kiebitz-{version}.tar.gz").match("/boot/firmware/kiebitz-*.tar.gz")
    assert "/boot/firmware/kiebitz-*.tar.gz" in USER_DATA.read_text()
    maker = (USER_DATA.parent / "archive.py").read_text(encoding="utf-8")
    assert 'f"kiebitz-{version}"' in maker
    assert 'f"{tree.name}.tar.gz"' in maker


@pytest.mark.download
@pytest.mark.skipif(not (ROOT / "whole").exists(), reason=f"needs {ROOT}, which tests/deploy/cloud_init_root makes")
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to change the root folder to the one with cloud-init")
@pytest.mark.parametrize(("changed", "verdict"), [("runcmd", 0), ("runcmds", 1)])
def test_cloud_init_takes_it_and_no_other(changed: str, verdict: int) -> None:
    given = ROOT / "tmp" / f"user-data-{os.getpid()}"
    given.write_text(USER_DATA.read_text().replace("runcmd:", f"{changed}:"))
    command = [
        "chroot",
        ROOT,
        "/usr/bin/python3",
        "/usr/bin/cloud-init",
        "schema",
        "--config-file",
        f"/tmp/{given.name}",
    ]
    told = subprocess.run(
        command, capture_output=True, text=True, check=False, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    )
    given.unlink()
    assert told.returncode == verdict, told.stdout + told.stderr
