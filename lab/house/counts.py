"""Lines, imports and names of Python files, as the formatter writes them at 120 columns."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

WIDTH = 120
"""Columns of the formatter, whatever width the files were written with."""


class Size(NamedTuple):
    """`lines` with blank ones, `full` without; a file counts in `full_files` if it is not empty."""

    lines: int
    files: int
    full: int
    full_files: int
    median_file: float
    """Lines of the median file that is not empty, with blank ones."""


class Names(NamedTuple):
    """`once` are private functions that their module calls once; one-letter names are those that functions assign."""

    import_share: float
    functions: int
    once: int
    repeated_classes: int
    one_letter: int
    longest_function: int


def formatted(root: Path, folders: Iterable[str], left_out: Sequence[str] = ()) -> list[str]:
    """Returns the Python files below *folders* as the formatter writes them, except those below *left_out*."""
    with tempfile.TemporaryDirectory() as made:
        for path in _files(root, folders, left_out):
            copy = Path(made) / path.relative_to(root)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        ruff = [sys.executable, "-m", "ruff", "format", "--quiet", "--isolated", "--line-length", str(WIDTH), made]
        subprocess.run(ruff, check=True)
        return [path.read_text(encoding="utf-8") for path in sorted(Path(made).rglob("*.py"))]


def _files(root: Path, folders: Iterable[str], left_out: Sequence[str]) -> list[Path]:
    outside = [root / folder for folder in left_out]
    found = {path for folder in folders for path in (root / folder).rglob("*.py")}
    return sorted(path for path in found if not any(path.is_relative_to(folder) for folder in outside))


def size_of(files: Sequence[str]) -> Size:
    lines = [text.splitlines() for text in files]
    full = [sum(bool(line.strip()) for line in each) for each in lines]
    not_empty = [len(each) for each, count in zip(lines, full, strict=True) if count]
    return Size(sum(map(len, lines)), len(files), sum(full), len(not_empty), median(not_empty) if not_empty else 0.0)


def names_of(files: Sequence[str]) -> Names:
    imports = functions = once = one_letter = longest = 0
    classes: Counter[str] = Counter()
    for tree in map(ast.parse, files):
        used = Counter(name for node in ast.walk(tree) if (name := _used(node)) is not None)
        for node in ast.walk(tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                imports += _lines(node)
            elif isinstance(node, ast.ClassDef):
                classes[node.name] += 1
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                functions += 1
                longest = max(longest, _lines(node))
                once += (node.name.startswith("_") and not node.name.startswith("__")) and used[node.name] == 1
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                one_letter += len(node.id) == 1 and node.id != "_"
            elif isinstance(node, ast.arg):
                one_letter += len(node.arg) == 1
    lines = sum(len(text.splitlines()) for text in files)
    repeated = sum(count > 1 for count in classes.values())
    return Names(imports / lines if lines else 0.0, functions, once, repeated, one_letter, longest)


def _lines(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def _used(node: ast.AST) -> str | None:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else None
