"""The parts of three builds with their prices, as a table."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = Path(__file__).with_name("parts.toml")
NONE = "–"


@dataclass(frozen=True, slots=True)
class Part:
    """`count` and `price` (of one piece, euros) by build; a build that does without it has no price."""

    name: str
    which: str
    count: Mapping[str, int]
    price: Mapping[str, float]

    def cost(self, build: str) -> float:
        return self.count[build] * self.price.get(build, 0.0)


def builds() -> Mapping[str, str]:
    """Returns the builds: name → description."""
    named: Mapping[str, str] = _table()["builds"]
    return named


def parts() -> list[Part]:
    return [_part(entry) for entry in _table()["part"]]


def table_lines() -> list[str]:
    """Returns parts, prices and sums as a table in Markdown."""
    names = list(builds())
    lines = [f"| part | which | {' | '.join(names)} |", f"|---|---|{'--:|' * len(names)}"]
    for part in parts():
        prices = (_price(part, build) for build in names)
        lines.append(f"| {part.name} | {part.which} | {' | '.join(prices)} |")
    sums = (f"**{_euros(sum(part.cost(build) for part in parts()))}**" for build in names)
    return [*lines, f"| **sum** | | {' | '.join(sums)} |"]


def builds_in_words() -> list[str]:
    """Returns a line that names the builds."""
    return [f"Three builds: {'; '.join(f'**{name}** ({what})' for name, what in builds().items())}."]


def _price(part: Part, build: str) -> str:
    if build not in part.price:
        return NONE
    count, price = part.count[build], part.price[build]
    return _euros(price) if count == 1 else f"{count} × {price:.2f} = {_euros(count * price)}"


def _euros(amount: float) -> str:
    return f"{amount:.2f}"


def _part(entry: Mapping[str, Any]) -> Part:
    count = entry.get("count", 1)
    by_build = count if isinstance(count, dict) else dict.fromkeys(builds(), count)
    return Part(entry["name"], entry["which"], by_build, entry["price"])


def _table() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))
