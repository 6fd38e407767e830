"""Menus that name the players: a name known from before, or a new one entered letter by letter."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import combinations, pairwise
from typing import TypeAlias

from common.texts.phrases import Label, Text
from common.texts.words import given_names
from device.hardware.presses import Button
from device.menus.base import Answer, Buttons, Item, Listing, ListMenu, Menu, Reply, SeatMenu
from device.screens.base import Screen
from device.screens.table import NameScreen
from device.settings.requests import Choose
from device.settings.settings import is_name
from device.state.table_view import View
from engine.amendments import effective_facts
from engine.cards import Seat
from engine.events import Amended, EveningStarted, PlayersSeated, is_person

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ"
LOWERCASE = "abcdefghijklmnopqrstuvwxyzäöüß"
END_OF_NAME = ""
"""Ends the name; it stands after the letters."""
MAX_GROUPS = 3
USUAL_LENGTH = 4
"""Letters from which on the end of a name is likely."""
RARE_COUNT = 12
"""Added to the count of each letter in the given names. Tuned so that every name of four letters takes at most 15
presses; from 8 to 24 the average differs by 0.2."""

Letters: TypeAlias = tuple[str, ...]


def letters_after(name: str) -> Letters:
    """Returns the letters that can follow *name*, and its end; a name of full length can only be ended."""
    alphabet = (*LOWERCASE, END_OF_NAME) if name else tuple(CAPITALS)
    return tuple(letter for letter in alphabet if letter == END_OF_NAME or is_name(name + letter))


def groups_of(letters: Letters, name: str) -> tuple[Letters, ...]:
    """Returns *letters*, one of which follows *name*, in three groups, or in as many as there are letters."""
    if len(letters) <= MAX_GROUPS:
        return tuple((letter,) for letter in letters)
    counts = _counts(min(len(name), 1) + (len(name) >= USUAL_LENGTH))
    _, cuts = _best_cuts(tuple(counts[letter] for letter in letters))
    bounds = (0, *cuts, len(letters))
    return tuple(letters[start:end] for start, end in pairwise(bounds))


@cache
def _counts(part: int) -> Counter[str]:
    """Counts letters and ends in a part of the given names: the first letter (0), the next ones (1), later ones (2)."""
    first, last = ((0, 1), (1, USUAL_LENGTH), (USUAL_LENGTH, None))[part]
    letters = [letter for name in given_names() for letter in name[first:last]]
    ends = [END_OF_NAME for name in given_names() if part and (len(name) >= USUAL_LENGTH) == (part == 2)]
    return Counter([*letters, *ends, *(LOWERCASE if part else CAPITALS) * RARE_COUNT, *[END_OF_NAME] * RARE_COUNT])


@cache
def _best_cuts(counts: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Returns the least sum of count times depth, and where the second and the third group begin."""
    count = len(counts)
    if count <= MAX_GROUPS:
        return (sum(counts) if count > 1 else 0), tuple(range(1, count))
    return min(
        (sum(counts) + sum(_best_cuts(counts[a:b])[0] for a, b in ((0, i), (i, j), (j, count))), (i, j))
        for i, j in combinations(range(1, count), 2)
    )


def seat_players(view: View, names: Mapping[Seat, str]) -> Answer:
    """Returns the answer that seats everybody anew, for now and for the next evening."""
    players = tuple(sorted(names.items()))
    return Answer((PlayersSeated(players),), request=Choose(names=players))


def amend_players(view: View, change: Amended) -> Answer:
    """Returns the answer that amends a recorded seating; the choice stored for the next evening changes with it."""
    facts = effective_facts([*view.table.journal, change])
    seatings = (fact for _, fact in reversed(facts) if isinstance(fact, EveningStarted | PlayersSeated))
    last = next(seatings, None)
    names = dict(last.players) if isinstance(last, PlayersSeated) else {}
    return Answer((change,), request=Choose(names=tuple(names.items())) if names != view.table.players else None)


@dataclass(frozen=True, slots=True)
class PlayerToNameMenu(SeatMenu):
    """Selects the seat whose name is entered; the cursor begins at the first one without a name."""

    selected: int = field(default=-1, kw_only=True)

    def title(self, view: View) -> Label:
        return "names"

    def items(self, view: View) -> Sequence[Seat]:
        return view.setup.seats

    def place(self, view: View) -> int:
        if self.selected >= 0:
            return self.selected
        unnamed = (place for place, seat in enumerate(view.setup.seats) if seat not in view.names)
        return next(unnamed, 0)

    def choose(self, view: View, item: Seat, seat: Seat | None) -> Reply:
        return KnownNameMenu(item) if known_names(view) else WriteNameMenu(item)


@dataclass(frozen=True, slots=True)
class KnownNameMenu(ListMenu):
    """Selects a name known at this table, or a new one."""

    seat: Seat

    def listing(self, view: View) -> Listing:
        title = view.words.phrase("named", seat=view.words.seat(self.seat))
        rows = [Item(Text(name), partial(_answer_with_name, seat=self.seat, name=name)) for name in known_names(view)]
        rows.append(Item("new_name", WriteNameMenu(self.seat)))
        return Listing(title, rows, PlayerToNameMenu())


@dataclass(frozen=True, slots=True)
class WriteNameMenu(Menu):
    """A name is written: UP, PLAY and DOWN choose one of three groups of letters, until one letter is left.

    FOLD leaves a group, or takes the last letter back.
    """

    repeats = False
    seat: Seat
    name: str = ""
    group: Letters = ()
    """The letters chosen so far; empty for all that can follow."""

    def screen(self, view: View) -> Screen:
        title = view.words.phrase("named", seat=view.words.seat(self.seat))
        return NameScreen(title, self.name, tuple(self._choices.items()), bool(self.name or self.group))

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        fold: Menu = PlayerToNameMenu()
        if self.group or self.name:
            fold = WriteNameMenu(self.seat, self.name if self.group else self.name[:-1])
        replies = {button: self._reply(group) for button, group in self._choices.items()}
        return Buttons(fold=fold)._replace(**replies)

    def _reply(self, group: Letters) -> Reply:
        if len(group) > 1:
            return replace(self, group=group)
        if group[0] == END_OF_NAME:
            return partial(_answer_with_name, seat=self.seat, name=self.name)
        return WriteNameMenu(self.seat, self.name + group[0])

    @property
    def _choices(self) -> dict[Button, Letters]:
        """The groups by the buttons that choose them; a single one is chosen by PLAY."""
        groups = groups_of(self.group or letters_after(self.name), self.name)
        buttons: tuple[Button, ...] = ("up", "play", "down") if len(groups) > 1 else ("play",)
        return dict(zip(buttons, groups, strict=False))


def known_names(view: View) -> tuple[str, ...]:
    """Returns the names of earlier players, also of other evenings, who are not seated now, the latest first."""
    players_by_seating = [fact.players for _, fact in reversed(view.table.facts) if isinstance(fact, PlayersSeated)]
    here = (name for players in players_by_seating for _, name in players if is_person(name))
    names = dict.fromkeys([*here, *view.appliance.earlier_names])
    return tuple(name for name in names if name not in view.names.values())


def _answer_with_name(view: View, seat: Seat, name: str) -> Answer:
    """Returns the answer that gives a name, and continues with the seats that have none."""
    answer = seat_players(view, {**view.names, seat: name})
    unnamed = set(view.setup.seats) - set(view.names) - {seat}
    return answer._replace(menu=PlayerToNameMenu()) if unnamed else answer
