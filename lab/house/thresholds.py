"""The thresholds of `vision`, found without importing it.

A threshold is a field of a frozen dataclass *Thresholds or *Limits of which its module has one instance; its name is
that of the instance and of the field, such as `SCENE.max_layers`. The other numbers are constants of modules: they are
only counted, as most are sizes and formats.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import NamedTuple

VISION = Path(__file__).parents[2] / "vision"
UNITS = re.compile(r"_(px|seconds|levels|rad|deg|mm|log|cosine|iou|ncc|frames|cards|rows|lab|ab|(?:of|per)_\w+)$")
MEASURED = re.compile(r"\b(?:[Mm]easured|[Ss]et on|[Tt]uned|Computed|Timed)\b")


class Threshold(NamedTuple):
    """`module` is dotted; `about` is the docstring."""

    module: str
    name: str
    about: str

    @property
    def measure(self) -> str:
        """What the value is measured in, by the name: a unit, a ratio, or a number of things."""
        unit = UNITS.search(self.name)
        return unit.group(1).replace("_", " ") if unit else "number"

    @property
    def measured_on(self) -> str:
        sentences = re.split(r"(?<=[.;])\s+", self.about)
        return " ".join(" ".join(filter(MEASURED.search, sentences)).split()) or "chosen by hand"


def thresholds_of(package: Path = VISION) -> list[Threshold]:
    """Returns the thresholds of a package, without importing it."""
    found: list[Threshold] = []
    for path in sorted(package.rglob("*.py")):
        module = ".".join(path.relative_to(package.parent).with_suffix("").parts)
        body = ast.parse(path.read_text("utf-8")).body
        classes = {one.name: one for one in body if isinstance(one, ast.ClassDef)}
        for one in body:
            match one:
                case ast.Assign([ast.Name(instance)], ast.Call(ast.Name(kind))) if kind in classes:
                    if kind.endswith(("Thresholds", "Limits")):
                        fields = _fields(classes[kind]).items()
                        found += [Threshold(module, f"{instance}.{name}", about) for name, about in fields]
    return found


def _fields(kind: ast.ClassDef) -> dict[str, str]:
    """Returns the fields of a dataclass with their docstrings."""
    fields: dict[str, str] = {}
    for one in kind.body:
        match one:
            case ast.AnnAssign(ast.Name(name)):
                fields[name] = ""
            case ast.Expr(ast.Constant(str(about))) if fields:
                fields[next(reversed(fields))] = about
    return fields


def constants_of(package: Path = VISION) -> int:
    """Returns how many other constants in capitals hold a number."""
    count = 0
    for path in sorted(package.rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]
                numbers = (one.value for one in ast.walk(node.value) if isinstance(one, ast.Constant))
                count += all(map(str.isupper, names)) and any(type(one) in (int, float) for one in numbers)
    return count
