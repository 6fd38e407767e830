"""What import-linter cannot say: awkward libraries each stay in one room."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "vision", "device")


def imported(module: Path) -> Iterator[str]:
    """Yields the top-level names of all packages that *module* imports."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def importers(library: str) -> list[str]:
    modules = [module for package in PACKAGES for module in sorted((ROOT / package).rglob("*.py"))]
    assert len(modules) > 50
    return [str(module.relative_to(ROOT)) for module in modules if library in set(imported(module))]


@pytest.mark.parametrize(
    ("library", "room"),
    [("gpiozero", "device/gpio.py"), ("luma", "device/oled.py"), ("onnxruntime", "vision/recognise.py")],
)
def test_a_library_lives_in_one_room(library: str, room: str) -> None:
    assert importers(library) == [room]


def test_training_libraries_stay_in_training() -> None:
    rooms = {*importers("torch"), *importers("onnx")}
    assert rooms
    assert all(room.startswith("vision/training/") for room in rooms)
