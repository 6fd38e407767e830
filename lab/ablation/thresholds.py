"""What each threshold of `vision` moves: doubled and halved, one at a time, on a small set of pictures."""

from __future__ import annotations

import csv
import signal
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from lab.ablation.pictures import QUICK_WITH_ENROLMENT as SETS
from lab.ablation.pictures import Outcome, load, read
from lab.benchmarks.harness.jobs import one_thread, spread
from lab.house.thresholds import Threshold, thresholds_of

Value: TypeAlias = "float | tuple[Value, ...]"

TABLE = Path(__file__).parents[1] / "results" / "thresholds.csv"
COLUMNS = ("name", "value", "measure", "measured on", "read in", "doubled", "halved")
NOT_REACHED, NOT_RUN = "not reached", "not run"
SECONDS = 90
"""Processor time after which a variation is given up."""


def table() -> dict[str, dict[str, str]]:
    """Returns the lines of `TABLE` by name."""
    if not TABLE.exists():
        return {}
    with TABLE.open(newline="", encoding="utf-8") as lines:
        return {line["name"]: line for line in csv.DictReader(lines)}


def measure(folder: Path, processes: int, only: Collection[str] = ()) -> None:
    """Varies the thresholds *only*, or all whose line is not whole or has another value, and writes `TABLE`."""
    thresholds = {one.name: one for one in thresholds_of()}
    known, rows = table(), dict[str, dict[str, str]]()
    usual, readings = _usual(folder, thresholds.values())
    for name, one in thresholds.items():
        where = [each for each in SETS if name in readings[each]]
        row = {"name": name, "value": str(_value(one)), "measure": one.measure, "measured on": one.measured_on}
        row["read in"], before = " ".join(where), known.get(name, row)
        row["doubled"] = row["halved"] = NOT_RUN if where else NOT_REACHED
        is_known = before["value"] == row["value"] and name not in only
        ran = {way: before.get(way, NOT_RUN) for way in ("doubled", "halved")} if is_known else {}
        rows[name] = row | {way: moved for way, moved in ran.items() if moved not in (NOT_RUN, NOT_REACHED)}
    _write(rows)
    wanted = [name for name in only or rows if NOT_RUN in rows[name].values()]
    jobs = [(thresholds[name], way) for way in ("doubled", "halved") for name in wanted if rows[name][way] == NOT_RUN]
    work = partial(_varied, folder=folder, usual=usual, where={name: rows[name]["read in"].split() for name in wanted})
    for (one, way), moved in zip(jobs, spread(work, jobs, processes), strict=True):
        rows[one.name][way] = moved
        _write(rows)


def _write(rows: Mapping[str, Mapping[str, str]]) -> None:
    with TABLE.open("w", newline="", encoding="utf-8") as lines:
        writer = csv.DictWriter(lines, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows.values())


def _usual(folder: Path, thresholds: Iterable[Threshold]) -> tuple[dict[str, Outcome], dict[str, set[str]]]:
    """Returns the outcome of each set with today's values, and the thresholds that are read in it."""
    one_thread()
    outcomes, readings = {}, {}
    for name in SETS:
        read(folder, name)  # fills the caches of the pack
        _clear_caches()
        with _noted_readings(thresholds, reads := set[str]()):
            outcomes[name] = read(folder, name)
        readings[name] = reads
    return outcomes, readings


@contextmanager
def _noted_readings(thresholds: Iterable[Threshold], reads: set[str]) -> Iterator[None]:
    """Adds the names of the thresholds that are read within the context to *reads*."""
    instances = {one.name.partition(".")[0]: _instance(one) for one in thresholds}
    names = {type(instance): name for name, instance in instances.items()}

    def note(instance: object, attribute: str) -> object:
        reads.add(f"{names[type(instance)]}.{attribute}")
        return object.__getattribute__(instance, attribute)

    for kind in names:
        kind.__getattribute__ = note  # type: ignore[assignment]
    try:
        yield
    finally:
        for kind in names:
            del kind.__getattribute__


def _varied(
    job: tuple[Threshold, str], *, folder: Path, usual: Mapping[str, Outcome], where: Mapping[str, Iterable[str]]
) -> str:
    """Returns what doubling or halving a threshold moves in the sets that read it, in words."""
    one, way = job
    counts, changed = Counter[str](), False
    signal.signal(signal.SIGVTALRM, _give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        for name in where[one.name]:
            load(folder, name)  # the pack is enrolled with the usual value
        with varied(one, 2.0 if way == "doubled" else 0.5):
            for name in where[one.name]:
                outcome = read(folder, name)
                counts.update(outcome.counts)
                counts.subtract(usual[name].counts)
                changed |= outcome.readings != usual[name].readings
    except Exception as error:  # a value with which the code fails is a result as well
        return f"raises {type(error).__name__}"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    moved = ", ".join(f"{name} {count:+d}" for name, count in sorted(counts.items()) if count)
    return moved or ("places or scores only" if changed else "nothing")


def _give_up(*_: object) -> None:
    raise TimeoutError(f"got no result after {SECONDS} s of processor time")


@contextmanager
def varied(one: Threshold, factor: float) -> Iterator[None]:
    """Multiplies the value of a threshold within the context."""
    instance, field, value = _instance(one), one.name.partition(".")[2], _value(one)
    object.__setattr__(instance, field, multiplied(value, factor))
    _clear_caches()
    try:
        yield
    finally:
        object.__setattr__(instance, field, value)
        _clear_caches()


def multiplied(value: Value, factor: float) -> Value:
    """Returns a value times *factor*; integers stay integers."""
    if isinstance(value, tuple):
        return tuple(multiplied(each, factor) for each in value)
    return round(value * factor) if isinstance(value, int) else value * factor


def _instance(one: Threshold) -> Any:
    return getattr(import_module(one.module), one.name.partition(".")[0])


def _value(one: Threshold) -> Value:
    value: Value = getattr(_instance(one), one.name.partition(".")[2])
    return value


def _clear_caches() -> None:
    """Forgets what functions of `vision` have computed from thresholds."""
    for path, module in sorted(sys.modules.items()):
        if path.startswith("vision."):
            for each in vars(module).values():
                getattr(each, "cache_clear", int)()
