"""No library that runs on the device tells anybody anything: by what it holds, and by what importing it does."""

import mmap
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.privacy.witness import Seen, audited

ROOT = Path(__file__).parents[2]
TELLTALES = (
    b"events.data.microsoft.com", b"vortex.data.microsoft", b"applicationinsights", b"google-analytics.com",
    b"sentry.io", b"api.segment.io", b"posthog.com", b"api.mixpanel.com", b"amplitude.com", b"scarf.sh", b"bugsnag.com",
    b"datadoghq.com",
)  # fmt: skip
"""Where programs tell their makers what is done with them; the first is where onnxruntime does, from 1.29 on."""


def needed(name: str) -> set[str]:
    """Returns the names of all distributions that *name* needs to run, and of what these need."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for line in metadata.requires(waiting.pop()) or ():
            requirement = Requirement(line)
            wanted = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
            if wanted and requirement.name.lower() not in found:
                found.add(requirement.name.lower())
                waiting.append(requirement.name)
    return found


def telltales(file: Path) -> set[bytes]:
    if not file.stat().st_size:
        return set()
    with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return {sign for sign in TELLTALES if content.find(sign) >= 0}


@pytest.mark.slow
def test_no_library_knows_where_to_tell() -> None:
    libraries = needed("kiebitz")
    assert {"numpy", "opencv-python-headless", "onnxruntime", "pillow", "luma.core", "smbus2"} <= libraries
    for name in sorted(libraries):
        for file in metadata.files(name) or ():
            path = Path(str(file.locate()))
            if path.suffix in (".py", ".so", ".json", ".toml", ".cfg") or ".so." in path.name:
                assert telltales(path) == set(), f"{name}: {path.name}"


def test_a_library_that_knows_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "lib.so").write_bytes(bytes(100_000) + b"https://mobile.events.data.microsoft.com/OneCollector/1.0")
    assert telltales(tmp_path / "lib.so") == {b"events.data.microsoft.com"}


def importing(*more: str, path: Path) -> Seen:
    reader, writer = os.pipe()
    command = [sys.executable, str(ROOT / "tests/privacy/imports.py"), str(writer), *more]
    variables = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{path}", "PYTHONDONTWRITEBYTECODE": "1"}
    variables.pop("CI", None)  # where it is set, onnxruntime 1.29 and later tell nobody anything
    ended = subprocess.Popen(command, env=variables, pass_fds=[writer], stderr=subprocess.PIPE, text=True)
    os.close(writer)
    with os.fdopen(reader) as said:
        lines = said.read()
    assert ended.communicate(timeout=300)[1] == ""
    return audited(lines)


@pytest.mark.slow
def test_importing_everything_and_reading_opens_no_socket_and_writes_nothing(tmp_path: Path) -> None:
    """The last module that is imported does, and it alone is found."""
    (tmp_path / "chatty.py").write_text("import socket\nsocket.socket(socket.AF_INET, socket.SOCK_DGRAM).close()\n")
    seen = importing("chatty", path=tmp_path)
    assert [socket[:16] for socket in seen.sockets] == ["socket.__new__(<"]
    assert seen.programs == []
    assert seen.written == {}
