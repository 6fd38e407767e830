"""Divides a line of a record written by hand into actions: who, a verb, and the other words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from engine.notation.by_hand.calls import begins_with_call
from engine.notation.by_hand.lines import begins_with_card, seat_or_none
from engine.notation.by_hand.words import VERBS
from engine.notation.card_names import items_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.cards import Pack, Seat
    from engine.rules.game import Game

LISTS = frozenset({"take", "show"})
"""The verbs that are followed by cards that are not laid."""


class Action(NamedTuple):
    seat: Seat | None
    """Who, if the action says it."""
    verb: str
    words: list[str]
    """All words but the name of the player."""
    actor: Seat | None
    """Whose action this is if it has a verb: `seat`, or that of the action before in the same line."""

    @property
    def rest(self) -> list[str]:
        """The words after the verb."""
        return self.words[bool(self.verb) :]


def actions_of(line: str, names: Mapping[str, Seat], game: Game) -> Iterator[Action]:
    """Yields the actions of a line; each begins with a player, a verb, a call, or cards to be laid."""
    groups: list[list[str]] = []
    for clause in _clauses(line, names, game.pack):
        if not groups or _begins_action(clause, groups[-1], names, game):
            groups.append([])
        for word in clause:
            said = [word for word in groups[-1] if word.casefold() not in VERBS]
            lays_it = len(said) == 1 and said[0].casefold() in names and begins_with_card([word], game.pack)
            if said and word.casefold() in names and not lays_it:  # "Zenzi Max" lays a card, even if Max plays too
                groups.append([])
            groups[-1].append(word)
    actor: Seat | None = None
    for group in groups:
        action = _action(group, actor, names)
        actor = action.actor
        yield action


def _clauses(line: str, names: Mapping[str, Seat], pack: Pack) -> Iterator[list[str]]:
    """Yields the words between two separators; the names of players are kept whole."""
    clause: list[str] = []
    for token in re.findall(r"[,;]|[^\s,;:]+", line):
        whole = token.casefold() in names or token.startswith(">")
        items = [[token]] if whole else [list(item.words) for item in items_of(token, pack)]
        for place, words in enumerate(items or [[], []]):
            if place and clause:
                yield clause
                clause = []
            clause += words
    if clause:
        yield clause


def _begins_action(clause: Sequence[str], action: Sequence[str], names: Mapping[str, Seat], game: Game) -> bool:
    if VERBS.get(action[-1].casefold()) in ("say", "announce", "upcard") or clause[0].startswith(">"):
        return False
    if clause[0].casefold() in VERBS or clause[0].casefold() in names or begins_with_call(clause, game):
        return True
    verbs = {VERBS.get(word.casefold()) for word in action[:2]}
    return begins_with_card(clause, game.pack) and verbs.isdisjoint(LISTS)


def _action(words: Sequence[str], before: Seat | None, names: Mapping[str, Seat]) -> Action:
    rest, verb = list(words), VERBS.get(words[0].casefold(), "")
    place = 1 if verb else 0
    # "tauscht 2" after another action of the same player is no seat.
    is_count = verb and before is not None and len(words) == 2 and words[1].casefold() not in names
    seat = seat_or_none(words[place], names) if place < len(words) and not is_count else None
    if seat is not None:
        del rest[place]
    verb = VERBS.get(rest[0].casefold(), "") if rest else ""
    return Action(seat, verb, rest, before if seat is None else seat)
