"""Which tests may notice a change of a module: those that import it, the nearest first."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[2]
PACKAGES = ("common", "engine", "vision", "simulator", "device", "link", "hall", "web", "cli", "tests", "lab")
DISCOVERED = {"engine.games": "engine.games", "cli.main": "cli.commands"}
"""Modules that import whatever lies in a package."""


def nearest_tests(module: str) -> list[Path]:
    """Returns the test files that import *module*, directly or by others, imports for types only left out.

    First those with most words of its path in theirs, such as its own, then by the distance of imports.
    """
    importers, distance, distances = {module}, 0, {module: 0}
    while importers:
        distance += 1
        importers = set().union(*map(_imports().find_modules_that_directly_import, importers)) - distances.keys()
        distances |= dict.fromkeys(importers, distance)
    tests = [one for one in distances if one.rpartition(".")[2].startswith("test_")]
    shared = {one: len(_words(module) & _words(one.removeprefix("tests."))) for one in tests}
    return [module_path(one, ROOT) for one in sorted(tests, key=lambda one: (-shared[one], distances[one], one))]


def _words(module: str) -> set[str]:
    """Returns the words of the packages below the room and of the module."""
    return {word for part in module.split(".")[1:] for word in part.split("_")} - {"test"}


def module_path(module: str, root: Path) -> Path:
    return root.joinpath(*module.split(".")).with_suffix(".py")


@cache
def _imports() -> grimp.ImportGraph:
    graph = grimp.build_graph(*PACKAGES, exclude_type_checking_imports=True, cache_dir=None)
    for importer, package in DISCOVERED.items():
        for found in graph.find_descendants(package):
            graph.add_import(importer=importer, imported=found)
    return graph
