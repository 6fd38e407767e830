"""Each seed of the fuzzer, and what it once found, is taken or refused in words; seeds are there to be taken."""

from pathlib import Path

import pytest

from lab.fuzz.__main__ import TARGETS as NAMES
from lab.fuzz.targets import SEEDS, TARGETS

FILES = sorted(path for name in TARGETS for path in (SEEDS / name).iterdir())


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}-{path.name}" for path in FILES])
def test_a_seed_is_no_fault(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    reasons: list[str] = []
    monkeypatch.setattr("lab.fuzz.targets.explain_error", lambda error: reasons.append(str(error)) or str(error))
    TARGETS[path.parent.name](path.read_bytes())
    assert reasons == []


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_no_such_file_is_refused_or_empty(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    for content in (b"", b"\0", b"nothing of the kind", bytes(range(256))):
        TARGETS[name](content)
    assert set(TARGETS) == set(NAMES)
    assert (SEEDS / name).is_dir()
