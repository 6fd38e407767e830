"""House rules: the switches of a game, one table's choice of them, and the sentences that explain it.

A new house rule is a `[switch.NAME]` in the TOML file of its game (`engine/games`), and `self.rules` in its class.
"""

import difflib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from engine.events import RuleValue
from engine.text import Words

_Value = TypeVar("_Value", str, int, bool)


class RuleError(ValueError):
    """Raised for a switch that the game does not have, or a value that the switch does not take."""


@dataclass(frozen=True, slots=True)
class Switch:
    """One rule that differs between tables."""

    name: str
    source: str
    """Where the choice comes from: an id of RULEBOOK or DECISIONS, such as `BW10a` or `DECISIONS BW1`."""
    values: tuple[RuleValue, ...]
    default: RuleValue
    meaning: Words
    ask: bool = False
    """Whether it is asked before the first game instead of taking the default."""
    sentences: tuple[tuple[RuleValue, Words], ...] = ()
    """A sentence for each value, if the book has one."""
    is_offered: bool = True
    """Whether menus and lists offer it; others are kept for tables that chose them earlier."""
    needs: tuple[tuple[str, tuple[RuleValue, ...]], ...] = ()
    """Other switches with those of their values without which this one changes nothing."""
    players: tuple[int, ...] = ()
    """The numbers of players without which it changes nothing; empty if it goes with all."""

    def check(self, value: object) -> RuleValue:
        """Returns *value* if the switch takes it.

        :raises RuleError: if not; `1` is not `true`.
        """
        for allowed in self.values:
            if value == allowed and type(value) is type(allowed):
                return allowed
        near = did_you_mean(value, (allowed for allowed in self.values if isinstance(allowed, str)))
        expected = "one of " + ", ".join(map(_value_text, self.values))
        numbers = [allowed for allowed in self.values if type(allowed) is int]
        if len(numbers) == len(self.values) > 5 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            expected = f"a whole number from {numbers[0]} to {numbers[-1]}"
        raise RuleError(f"got {self.name} = {_value_text(value)}, expected {expected}{near}")

    def fits(self, players: Collection[int]) -> bool:
        """Returns whether it can change something for one of these numbers of players; empty for an unknown one."""
        return not self.players or not players or not set(self.players).isdisjoint(players)

    def in_words(self, value: RuleValue) -> Words:
        """Returns a sentence that explains *value*."""
        for known, words in self.sentences:
            if value == known and type(value) is type(known):
                return words
        value_words = _YES_OR_NO[value] if isinstance(value, bool) else Words(*[str(value).replace("_", " ")] * 2)
        german, english = self.meaning
        return Words(f"{german} – hier: {value_words.german}", f"{english} – here: {value_words.english}")


_YES_OR_NO = {True: Words("ja", "yes"), False: Words("nein", "no")}


def did_you_mean(got: object, known: Iterable[str]) -> str:
    """Returns the end of an error message with the closest known name, or an empty text."""
    near = difflib.get_close_matches(got, list(known), n=1) if isinstance(got, str) else []
    return f"; did you mean {near[0]}?" if near else ""


def one_of(got: str, known: Collection[str]) -> str:
    """Returns the part of an error message that lists the known names, and the one closest to *got*."""
    return f"one of {', '.join(sorted(known)) or 'none'}{did_you_mean(got, known)}"


def _value_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


class Rules:
    """An immutable choice for every switch of a game, compared by value."""

    __slots__ = ("_switches", "_values")

    def __init__(self, switches: Iterable[Switch], changes: Mapping[str, object] | None = None) -> None:
        """Takes the default of each switch that *changes* does not name.

        :raises RuleError: for an unknown name or value.
        """
        self._switches = {switch.name: switch for switch in switches}
        self._values: dict[str, RuleValue] = {switch.name: switch.default for switch in self._switches.values()}
        for name, value in (changes or {}).items():
            if name not in self._switches:
                near = did_you_mean(name, self._switches)
                raise RuleError(f"got rule {name!r}, expected one of {', '.join(sorted(self._switches))}{near}")
            self._values[name] = self._switches[name].check(value)

    def __getitem__(self, name: str) -> RuleValue:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self._values == other._values

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __repr__(self) -> str:
        return f"Rules({dict(self.changes)})"

    def text(self, name: str) -> str:
        return self._value_of_type(name, str)

    def number(self, name: str) -> int:
        return self._value_of_type(name, int)

    def flag(self, name: str) -> bool:
        return self._value_of_type(name, bool)

    def value(self, name: str) -> RuleValue:
        """Returns the value of a switch that has values of several types."""
        match self._values[name]:
            case bool():
                return self.flag(name)
            case int():
                return self.number(name)
            case _:
                return self.text(name)

    def _value_of_type(self, name: str, kind: type[_Value]) -> _Value:
        value = self._values[name]
        if not isinstance(value, kind):
            raise TypeError(f"got {kind.__name__} asked of rule {name}, which is {value!r}")
        return value

    @property
    def switches(self) -> tuple[Switch, ...]:
        return tuple(self._switches.values())

    @property
    def choosable(self) -> tuple[Switch, ...]:
        """The switches that tables can choose now, and those that this one chose earlier."""
        changed = dict(self.changes)
        return tuple(switch for switch in self._switches.values() if switch.is_offered or switch.name in changed)

    def offered(self, players: Collection[int] = ()) -> tuple[Switch, ...]:
        """Returns those of them that change something with the other choices, and those that the table changed.

        Those that change nothing for any number of *players* are left out.
        """
        changed = dict(self.changes)
        return tuple(
            switch
            for switch in self.choosable
            if switch.fits(players)
            and (switch.name in changed or all(self._values[name] in values for name, values in switch.needs))
        )

    @property
    def changes(self) -> tuple[tuple[str, RuleValue], ...]:
        """The choices that differ from the defaults, as stored in `GameStarted`."""
        return tuple((name, value) for name, value in self._values.items() if value != self._switches[name].default)

    @property
    def choices(self) -> tuple[tuple[str, RuleValue], ...]:
        """Every switch with its value, in the order of the book, as written to exports."""
        return tuple(self._values.items())


def in_words(rules: Rules, players: Collection[int] = ()) -> list[Words]:
    """Returns the rules that are `offered` in sentences: first the `rules.changes`, then the defaults."""
    offered = {switch.name for switch in rules.offered(players)}
    return [switch.in_words(rules[switch.name]) for switch in changed_first(rules) if switch.name in offered]


def changed_first(rules: Rules) -> list[Switch]:
    changed = dict(rules.changes)
    return sorted(rules.choosable, key=lambda switch: switch.name not in changed)
