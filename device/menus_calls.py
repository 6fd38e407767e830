"""Menus of what may be said, for any phase of any game: they list the game's options in the words of its book."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.canvas import keys_fit, shortened
from device.menus import Answer, moved
from device.menus_correct import PickCard, last_event
from device.screens import Choice, RankTile, SuitTile, said
from device.screens_lists import Listed, YesOrNo
from device.sentences import option_text, value_text
from engine.events import Announced, CardTaken, Exchanged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.presses import Press
    from device.screens import Screen, Tile
    from device.view import View
    from engine.cards import Seat
    from engine.events import Fact

NAMED = 60
"""px for what a tile is called, between the keys."""
REFUSALS = frozenset({"fold", "go", "refuse", "decline", "reject", "no", "pass", "keep", "leave", "weiter"})
"""Calls that are the red key's where there is one other."""


@dataclass(frozen=True, slots=True)
class AtOptions:
    """A phase in which something is to be said: two answers on the two keys, suits and ranks as tiles, else a list."""

    selected: int = 0

    def screen(self, view: View) -> Screen:
        options = view.options
        if (answers := two_answers(view, options)) is not None:
            return _yes_or_no(view, *answers)
        selected = self.selected % len(options)
        tiles = [tile_of(view, option) for option in options]
        calls = {getattr(option, "call", "") for option, tile in zip(options, tiles, strict=True) if tile is not None}
        if len(calls) == 1 and _seat_of(options) is not None:
            named = shortened(_named(view, options[selected]), "small", NAMED)
            return Choice(question(view), tuple(tile or "…" for tile in tiles), selected, named=named)
        return Listed(question(view), rows_of(view, options), selected)

    def press(self, view: View, press: Press) -> Answer:
        options = view.options
        if (answers := two_answers(view, options)) is not None:
            if press.button in ("up", "down"):
                return Answer(menu=last_event(view))
            return Answer((_by(answers[press.button == "play"], press.seat),))
        if press.button == "fold":
            return Answer(menu=last_event(view))
        if press.button != "play":
            return Answer(menu=AtOptions(moved(self.selected, press, len(options))))
        return Answer((_by(options[self.selected % len(options)], press.seat),))


@dataclass(frozen=True, slots=True)
class Saying:
    """During the play, what may be said besides laying cards; then what may be wrong with the deal."""

    selected: int = 0

    def screen(self, view: View) -> Screen:
        return Listed("say", (*rows_of(view, view.options, always=True), *self._others(view)), self.selected)

    def press(self, view: View, press: Press) -> Answer:
        options, others = view.options, self._others(view)
        if press.button == "fold":
            return Answer()
        if press.button != "play":
            return Answer(menu=Saying(moved(self.selected, press, len(options) + len(others))))
        if self.selected < len(options):
            return Answer((_by(options[self.selected], press.seat),))
        if others[self.selected - len(options)] == "misdeal":
            return Answer((Announced(view.deal.dealer, "misdeal"),))
        return Answer(menu=PickCard(view.turn, view.missing()))

    def _others(self, view: View) -> tuple[str, ...]:
        return ("card_missing", "misdeal") if view.seeing else ("misdeal",)


def two_answers(view: View, options: Sequence[Fact]) -> tuple[Fact, Fact] | None:
    """Returns what FOLD and PLAY say where one seat has just these two answers, one of which refuses."""
    if len(options) != 2 or _seat_of(options) is None or any(getattr(option, "value", "") for option in options):
        return None
    refusing = [option for option in options if isinstance(option, Announced) and option.call in REFUSALS]
    if len(refusing) != 1:
        return None
    other = next(option for option in options if option is not refusing[0])
    fits = keys_fit(*(option_text(option, view.game, view.words, drawn=False) for option in (refusing[0], other)))
    return (refusing[0], other) if fits else None


def question(view: View) -> str:
    """Returns what the game asks in this phase."""
    asked = view.game.book.phases.get(view.table.phase)
    seats = ", ".join(map(view.words.seat, view.table.step.seats))
    if asked is None:
        return said(view.words, "asked", seat=seats or view.words.phrases.say)
    return view.words.of(asked.format(seat=seats))


def rows_of(view: View, options: Sequence[Fact], always: bool = False) -> tuple[str, ...]:
    """Returns a line for each option, with who says it if that is not plain."""
    words = view.words
    with_seats = always or _seat_of(options) is None
    texts = [option_text(option, view.game, words) for option in options]
    if not with_seats:
        return tuple(text[:1].upper() + text[1:] for text in texts)
    seats_of = [getattr(option, "seat", None) for option in options]
    names = ["" if seat is None else words.seat(seat) for seat in seats_of]
    return tuple(
        said(words, "says", seat=name, what=text) if name else text for name, text in zip(names, texts, strict=True)
    )


def tile_of(view: View, option: Fact) -> Tile | None:
    """Returns the suit, the rank or the card that a call names, to be drawn."""
    if isinstance(option, CardTaken):
        return option.card
    if not isinstance(option, Announced) or not option.value:
        return None
    call = view.game.book.calls.get(option.call)
    match call.value if call is not None else "":
        case "suit" if option.value in view.words.names.suits:
            return SuitTile(option.value)
        case "rank":
            return RankTile(option.value)
        case "card" if option.value in map(str, view.game.pack.cards):
            return view.game.pack.card(option.value)
    return None


def _named(view: View, option: Fact) -> str:
    """Returns the name of what a tile shows, or all of what is said."""
    call = view.game.book.calls.get(option.call) if isinstance(option, Announced) and option.value else None
    if call is not None and isinstance(option, Announced):
        return value_text(call.value, option.value, view.game, view.words, drawn=False)
    return option_text(option, view.game, view.words, drawn=False)


def _yes_or_no(view: View, no: Fact, yes: Fact) -> YesOrNo:
    game, words = view.game, view.words
    refusal, consent = (option_text(option, game, words, drawn=False) for option in (no, yes))
    trump = view.table.trump
    suit = game.trump_suit(trump) if trump is not None else None
    rank = game.trump_rank(trump) if trump is not None else None
    seat = _seat_of((no, yes))
    return YesOrNo(
        "" if seat is None else words.seat(seat),
        question(view),
        refusal,
        consent,
        _said_last(view),
        words.sign(suit) if suit else None,
        words.corner(rank) if rank else "",
    )


def _said_last(view: View) -> str:
    """Returns the last thing said in this deal, and by whom."""
    last = next((fact for _, fact in reversed(view.facts) if isinstance(fact, Announced)), None)
    if last is None:
        return ""
    return said(view.words, "says", seat=view.words.seat(last.seat), what=option_text(last, view.game, view.words))


def _seat_of(options: Sequence[Fact]) -> Seat | None:
    """Returns the seat that all options are for, or None if they differ."""
    seats = {getattr(option, "seat", None) for option in options}
    return seats.pop() if len(seats) == 1 else None


def _by(option: Fact, seat: Seat | None) -> Fact:
    """Returns the option as said by the seat at whose own button it was pressed."""
    if seat is None or not isinstance(option, Announced | Exchanged | CardTaken):
        return option
    return replace(option, seat=seat)
