"""Which tests may notice a change of a module: those that import it, the nearest first."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
DISCOVERED = {"engine/games/__init__.py": "engine/games", "cli/main.py": "cli/commands"}
"""Modules that import whatever lies in a folder."""


def nearest_tests(module: str, root: Path = ROOT) -> list[Path]:
    """Returns the test files that import *module*, directly or by others.

    First its own, then those with most words of its path in theirs, then by the distance of imports.
    """
    path = module_path(module, root)
    own = own_tests(path.relative_to(root), root)
    near: dict[Path, int] = {}
    reached, distance, importers = {path}, 0, {path}
    while importers:
        distance += 1
        importers = {one for one, imported in _imports(root).items() if imported & importers} - reached
        reached |= importers
        near |= {one: distance for one in importers if one.name.startswith("test_")}
    subject = _words(path.relative_to(root))
    ranked = sorted(near, key=lambda one: (-len(subject & _words(one.relative_to(root / "tests"))), near[one], one))
    return own + [one for one in ranked if one not in own]


def _words(path: Path) -> set[str]:
    """Returns the words of a path below its room: folders and the words of the file's name."""
    return {word for part in path.with_suffix("").parts[1:] for word in part.split("_")} - {"test"}


def own_tests(path: Path, root: Path) -> list[Path]:
    """Returns the test files whose place and name mirror those of a module."""
    folder = root / "tests" / path.parent
    patterns = (f"test_{path.stem}.py", f"test_{path.stem}_*.py", f"{path.stem}/test_*.py")
    return sorted(file for pattern in patterns for file in folder.glob(pattern))


def module_path(module: str, root: Path) -> Path:
    return root.joinpath(*module.split(".")).with_suffix(".py")


@cache
def _imports(root: Path) -> dict[Path, frozenset[Path]]:
    """Returns the modules of the repository that each file imports, those for types only left out."""
    files = [
        file
        for room in ("common", "engine", "vision", "simulator", "device", "link", "hall", "web", "cli", "tests", "lab")
        for file in (root / room).rglob("*.py")
    ]
    return {file: frozenset(_imported(file, root)) for file in files}


def _imported(file: Path, root: Path) -> set[Path]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    unseen = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    names: set[str] = set()
    for node in ast.walk(tree):
        if id(node) in unseen:
            continue
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    folder = DISCOVERED.get(file.relative_to(root).as_posix())
    found = set() if folder is None else {*(root / folder).rglob("*.py")} - {file}
    paths = [module_path(name, root) for name in names]
    packages = [root.joinpath(*name.split("."), "__init__.py") for name in names]
    return found | {path for path in [*paths, *packages] if path.is_file()}
