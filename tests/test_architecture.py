"""No two modules need each other: imports for types, and imports inside functions, count like all others."""

import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

PACKAGES = ("common", "engine", "vision", "simulator", "device", "link", "hall", "web", "cli", "lab")
LOADED = "import {there}\n"
FOR_A_TYPE = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from {there} import Name\n"
WHEN_CALLED = "def call():\n    from {there} import Name\n"


def circle_in(*packages: str) -> str:
    """Returns one circle of modules, each of which imports the next, or nothing if there is none."""
    graph = grimp.build_graph(*packages, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return " -> ".join(reversed(error.args[1]))
    return ""


def test_no_modules_form_a_circle() -> None:
    assert circle_in(*PACKAGES) == ""


@pytest.mark.parametrize("way", [LOADED, FOR_A_TYPE, WHEN_CALLED])
def test_a_circle_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    package = tmp_path / "circular"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "one.py").write_text(LOADED.format(there="circular.two"), encoding="utf-8")
    (package / "two.py").write_text(way.format(there="circular.one"), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found = circle_in("circular")
    sys.modules.pop("circular", None)
    assert found.split(" -> ") in (
        ["circular.one", "circular.two", "circular.one"],
        ["circular.two", "circular.one", "circular.two"],
    )
