"""The book of a game: texts, switches, presets and rule ids, read from the TOML file beside its class."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeVar

from engine.events import RuleValue
from engine.rules.findings import Kind
from engine.rules.house_rules import RuleError, Rules, Switch, one_of
from engine.text import Words


@dataclass(frozen=True, slots=True)
class Preset:
    """A named choice of house rules."""

    name: str
    meaning: Words
    rules: Rules
    answers: frozenset[str] = frozenset()
    """The switches that it names, including those left at their default."""
    is_offered: bool = True
    """Whether menus and lists offer it; others are kept for tables that chose them earlier."""
    region: str = ""
    """Where it is played so, if the book names regions; the set-up asks where first. Others are chosen by name."""
    players: int | None = None
    """The usual number of players, if it is not that of the game; the set-up suggests it."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call; `{value}` in its words stands for the value named with it."""

    meaning: Words
    value: Literal["", "suit", "rank", "number", "card"] = ""


@dataclass(frozen=True, slots=True)
class Book:
    """The texts, switches and rule ids of a game, from its TOML file."""

    switches: tuple[Switch, ...]
    reasons: Mapping[str, Words]
    """The text of each rule id."""
    presets: Mapping[str, Preset]
    rungs: Mapping[str, str]
    """The rule id behind each rung of its ladders."""
    findings: Mapping[str, str]
    """The rule id behind each kind of finding that the table itself makes."""
    calls: Mapping[str, Call] = field(default_factory=dict)
    """The calls of the game."""
    phases: Mapping[str, Words] = field(default_factory=dict)
    """The question of each phase; `{seat}` stands for who is to answer."""
    counts: Mapping[str, Words] = field(default_factory=dict)
    """The counts that last from game to game, in the order of display."""
    duties: Mapping[str, Words] = field(default_factory=dict)
    """The duties of rungs that `engine/notation/explain.toml` lacks."""
    regions: Mapping[str, Words] = field(default_factory=dict)
    """Where the game is played differently."""
    file: str = ""
    """The name of the file it was read from, for error messages."""

    @property
    def offered_presets(self) -> tuple[Preset, ...]:
        """The presets that menus and lists offer."""
        return tuple(preset for preset in self.presets.values() if preset.is_offered)


def missing_rung(rung: str, book: Book) -> str:
    """Returns the error message for a ladder with a *rung* that *book* does not name."""
    return f"got rung {rung!r} in the ladder, expected in [rungs] of {book.file} {one_of(rung, book.rungs)}"


def read_book(path: Path) -> Book:
    """Returns the content of a game's TOML file, with the tables in `_TABLES`.

    :raises RuleError: naming the file and the table, if one is wrong.
    """

    def entries(kind: str) -> dict[str, _Table]:
        return {name: _Table(f"{kind}.{name}", content) for name, content in tables.get(kind, {}).items()}

    def words(kind: str) -> dict[str, Words]:
        return {name: table.words() for name, table in entries(kind).items()}

    def rule_ids(kind: str) -> dict[str, str]:
        table = _Table(kind, tables.get(kind, {}))
        return {name: table.get(name, str) for name in table.content}

    try:
        tables = _tables_of(path)
        if extra := tables.keys() - _TABLES:
            raise RuleError(f"got table {min(extra)!r}, expected one of {', '.join(sorted(_TABLES))}")
        switches = tuple(_switch(name, table) for name, table in entries("switch").items())
        reasons, regions, phases, counts, duties = map(words, ("reason", "region", "phase", "count", "duty"))
        presets = {name: _preset(name, table, switches) for name, table in entries("preset").items()}
        calls = {name: _call(table) for name, table in entries("call").items()}
        rungs, findings = rule_ids("rungs"), rule_ids("findings")
        _check_names("finding", findings, tuple(Kind))
        _check_names("duty", duties, rungs)
        _check_needs(switches)
        _check_names("region", [preset.region for preset in presets.values() if preset.region], regions)
    except ValueError as error:
        raise RuleError(f"{path.name}: {error}") from None
    return Book(switches, reasons, presets, rungs, findings, calls, phases, counts, duties, regions, path.name)


_TABLES = {"switch", "reason", "preset", "rungs", "findings", "call", "phase", "count", "duty", "region"}


def _tables_of(path: Path) -> dict[str, Any]:
    """Returns the tables of a file, upon those of the book that it names as `base`.

    `without` lists by table what does not hold here; presets are of one book alone.
    """
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    base, without = tables.pop("base", None), tables.pop("without", {})
    if base is None:
        return tables
    for name, inherited in _tables_of(path.parent / base).items():
        if name != "preset":
            others = {key: content for key, content in inherited.items() if key not in without.get(name, ())}
            tables[name] = others | tables.get(name, {})
    return tables


class _Table:
    """A table of the file; its errors name it."""

    def __init__(self, name: str, content: object) -> None:
        if not isinstance(content, dict):
            raise RuleError(f"got {name} = {content!r}, expected a table")
        self.name = name
        self.content = content

    def get(self, key: str, kind: type[_Field]) -> _Field:
        value = self.content.get(key)
        if not isinstance(value, kind):
            raise RuleError(f"{self.name}: got {key} = {value!r}, expected a {kind.__name__}")
        return value

    def words(self) -> Words:
        return Words(self.get("german", str), self.get("english", str))


_Field = TypeVar("_Field")


def _switch(name: str, table: _Table) -> Switch:
    values = tuple(table.get("values", list))
    if table.content.get("range"):
        values = tuple(range(values[0], values[1] + 1))
    ask = bool(table.content.get("ask", False))
    sentences = _sentences(_Table(f"{table.name}.says", table.content.get("says", {})), values)
    is_offered = bool(table.content.get("offered", True))
    source, default = table.get("source", str), table.content["default"]
    wanted = _Table(f"{table.name}.needs", table.content.get("needs", {}))
    needs = tuple((other, tuple(wanted.get(other, list))) for other in wanted.content)
    players = tuple(table.content.get("players", ()))
    switch = Switch(name, source, values, default, table.words(), ask, sentences, is_offered, needs, players)
    switch.check(switch.default)
    return switch


def _sentences(table: _Table, values: tuple[RuleValue, ...]) -> tuple[tuple[RuleValue, Words], ...]:
    """Reads sentences by value. TOML keys are strings: `true` and `12` stand for these values, `each` for the rest."""
    names = {str(value).lower() if isinstance(value, bool) else str(value): value for value in values}
    if extra := table.content.keys() - names.keys() - {"each"}:
        raise RuleError(f"{table.name}: got {min(extra)!r}, expected one of {', '.join(names)}, or each")
    texts = {name: _Table(f"{table.name}.{name}", content).words() for name, content in table.content.items()}
    return tuple(
        (value, (texts.get(name) or texts["each"]).format(value=name))
        for name, value in names.items()
        if name in texts or "each" in texts
    )


def _call(table: _Table) -> Call:
    value = table.content.get("value", "")
    if value not in ("", "suit", "rank", "number", "card"):
        raise RuleError(f"{table.name}: got value = {value!r}, expected suit, rank, number or card")
    return Call(table.words(), value)


def _check_names(what: str, names: Iterable[str], known: Collection[str]) -> None:
    """Raises RuleError for a name that is not known, and would never be looked up."""
    for name in names:
        if name not in known:
            raise RuleError(f"got {what} {name!r}, expected {one_of(name, known)}")


def _check_needs(switches: Iterable[Switch]) -> None:
    """Raises RuleError for a switch that needs one that does not stand above it, or a value that this does not take."""
    above: dict[str, Switch] = {}
    for switch in switches:
        _check_names("switch", dict(switch.needs), above)
        for name, values in switch.needs:
            for value in values:
                above[name].check(value)
        above[switch.name] = switch


def _preset(name: str, table: _Table, switches: tuple[Switch, ...]) -> Preset:
    try:
        rules = table.content.get("rules", {})
        is_offered = bool(table.content.get("offered", True))
        region = str(table.content.get("region", ""))
        players = table.content.get("players")
        return Preset(name, table.words(), Rules(switches, rules), frozenset(rules), is_offered, region, players)
    except RuleError as error:
        raise RuleError(f"{table.name}: {error}") from None
