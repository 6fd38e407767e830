"""Varies thresholds in place, one at a time, to find the figures that depend on them.

The thresholds of a room are one instance of a frozen dataclass, which is changed here and restored.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, TypeAlias, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from _typeshed import DataclassInstance

Value: TypeAlias = "float | tuple[Value, ...]"
CPU_NOISE = 0.15
"""Relative change of the processor time above which a difference is no noise, even beside other programs."""


@dataclass(frozen=True)
class Figures:
    """The counts of one run by name, and a checksum of all `readings`: names, places and scores.

    `error` is the exception, if one was raised.
    """

    counts: Mapping[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    readings: int = 0
    error: str = ""

    def moves(self, usual: Figures) -> bool:
        """Returns whether a count differs from the *usual* one, or the time by more than its noise."""
        return bool(self.error) or self.counts != usual.counts or abs(self.cpu_change(usual)) > CPU_NOISE

    def cpu_change(self, usual: Figures) -> float:
        return self.seconds / usual.seconds - 1 if usual.seconds else 0.0


@dataclass(frozen=True)
class Variation:
    """A changed value of one threshold of a room; *by* is the relative change."""

    name: str
    by: float
    value: Value


def variations(thresholds: DataclassInstance, by: float, names_wanted: Iterable[str] = ()) -> list[Variation]:
    """Returns each threshold, or those in *names_wanted*, decreased and increased *by* a share of it.

    :raises ValueError: for a name that is no threshold.
    """
    names = [field.name for field in fields(thresholds)]
    for name in names_wanted:
        if name not in names:
            raise ValueError(f"got threshold {name!r}, expected one of {', '.join(names)}")
    return [
        Variation(name, sign * by, change_by_share(getattr(thresholds, name), sign * by))
        for name in (list(names_wanted) or names)
        for sign in (-1, 1)
    ]


def change_by_share(value: Value, by: float) -> Value:
    """Returns a value changed by a share of it; integers stay integers, and change by at least one."""
    if isinstance(value, tuple):
        return tuple(change_by_share(each, by) for each in value)
    if isinstance(value, int):
        step = max(abs(round(value * by)), 1)
        return value + step if by > 0 else value - step
    return value * (1 + by)


@contextmanager
def override(thresholds: DataclassInstance, name: str, value: Value) -> Iterator[None]:
    """Changes a threshold within the context."""
    before = cast("Value", getattr(thresholds, name))
    object.__setattr__(thresholds, name, value)
    try:
        yield
    finally:
        object.__setattr__(thresholds, name, before)


def table(usual: Figures, varied: Sequence[tuple[Variation, Figures]]) -> Iterator[str]:
    """Yields a row for each variation that changes a figure, then the thresholds that change none."""
    yield f"{'':42s}{'by':>7s}{'value':>22s}" + "".join(f"{name:>10s}" for name in usual.counts) + f"{'CPU':>8s}"
    yield f"{'as it is':71s}" + "".join(f"{count:10d}" for count in usual.counts.values()) + f"{usual.seconds:6.1f} s"
    moving, touching = set(), set()
    for variation, figures in varied:
        if figures.moves(usual):
            moving.add(variation.name)
            yield _row(variation, figures, usual)
        if figures.readings != usual.readings:
            touching.add(variation.name)
    names = list(dict.fromkeys(variation.name for variation, _ in varied))
    still = [name for name in names if name not in moving]
    yield f"\nmoves places or scores only: {_join(name for name in still if name in touching)}"
    yield f"moves nothing: {_join(name for name in still if name not in touching)}"


def _row(variation: Variation, figures: Figures, usual: Figures) -> str:
    head = f"{variation.name:42s}{variation.by:+7.0%}{_text(variation.value):>22s}"
    if figures.error:
        return f"{head}  {figures.error}"
    differences = [figures.counts[name] - before for name, before in usual.counts.items()]
    changes = "".join(f"{difference:+10d}" if difference else f"{'·':>10s}" for difference in differences)
    cpu = figures.cpu_change(usual)
    return f"{head}{changes}" + (f"{cpu:+8.0%}" if abs(cpu) > CPU_NOISE else f"{'·':>8s}")


def _text(value: Value) -> str:
    shown = ",".join(map(_text, value)) if isinstance(value, tuple) else f"{value:.4g}"
    return shown if len(shown) <= 20 else f"{shown[:19]}…"


def _join(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"
