"""What the referee of a deal is given, and how far it can be trusted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.cards import Card, Seat, Trump
from engine.events import CardLaid
from engine.referee.referee import Referee
from engine.rules.deal import Deal
from engine.rules.game import Game
from engine.tricks import Play


class OpenCards(NamedTuple):
    """Cards that everybody knows to be in a hand until they are laid; `position` is the event that showed them."""

    position: int
    seat: Seat
    cards: tuple[Card, ...]
    is_whole_hand: bool
    """Whether the hand holds no other card."""
    were_visible: bool
    """Whether the cards lay open, rather than being announced, as in a meld."""
    earlier_facts: frozenset[int]
    """The positions of the facts before; later facts may have changed the hand."""


def open_cards(
    game: Game,
    deal: Deal,
    position: int,
    seat: Seat,
    cards: Sequence[Card],
    *,
    is_whole_hand: bool = False,
    were_visible: bool = True,
) -> OpenCards:
    """Returns *cards* as they are known after the facts of *deal*, without those that are not of the pack."""
    earlier_facts = frozenset(entry.position for entry in deal.facts)
    in_pack = tuple(card for card in cards if card in game.pack)
    return OpenCards(position, seat, in_pack, is_whole_hand, were_visible, earlier_facts)


def certainly_stay_in_hand(game: Game, deal: Deal, known: OpenCards) -> bool:
    """Returns whether no fact after *known* may have changed the hand before the first lead."""
    later_facts = [entry.fact for entry in deal.facts if entry.position not in known.earlier_facts]
    return known.seat in game.active(deal) and game.keeps_hand(deal, known.seat, later_facts)


@dataclass(slots=True)
class SeatDoubts:
    """Plays are given by position. A ruling on the play that caused a doubt removes the doubt."""

    _rests_on: dict[int, int] = field(default_factory=dict)
    """By play with a doubtful seat: the play that caused the doubt, usually itself."""
    _after_gap: set[int] = field(default_factory=set)
    """Plays before which the camera may have missed a card."""
    _overtaken: dict[int, Seat] = field(default_factory=dict)
    """For each play out of turn, the seat whose turn it was."""

    def __contains__(self, position: int | None) -> bool:
        return position in self._rests_on

    def __bool__(self) -> bool:
        return bool(self._rests_on)

    def add(self, *positions: int) -> None:
        self._rests_on.update({position: position for position in positions})

    def add_out_of_turn(self, turn: Seat, *positions: int) -> None:
        """Doubts the seats of plays that were laid when it was the turn of another seat."""
        self.add(*positions)
        self._overtaken.update(dict.fromkeys(positions, turn))

    def add_in_turn(self, position: int, fact: CardLaid, before: Iterable[Play]) -> None:
        """Doubts the seat of a play in turn if the seat was only derived from the turn.

        After a card that may have been missed, the seat is as doubtful as the plays *before* it in the trick.
        """
        if fact.seat_by_turn:
            self.add(position)
        elif fact.after_gap:
            rests_on = next((play.position for play in before if play.position in self), None)
            if rests_on is not None:
                self._rests_on[position] = self._rests_on[rests_on]

    def add_gap(self, position: int) -> None:
        """Records that the camera may have missed a card before the play at *position*."""
        self._after_gap.add(position)

    def confirm(self, position: int) -> None:
        """Removes all doubts that rest on the play at *position*."""
        self._rests_on = {each: rests_on for each, rests_on in self._rests_on.items() if rests_on != position}

    def has_unsure_turn(self, plays: Iterable[Play]) -> bool:
        """Returns whether the turn after *plays* is uncertain, since the camera may have missed a card among them."""
        return any(play.position in self and play.position in self._after_gap for play in plays)

    def has_out_of_turn(self, plays: Iterable[Play]) -> bool:
        return any(play.position in self._overtaken for play in plays)

    def is_overtaken(self, seat: Seat, plays: Iterable[Play]) -> bool:
        """Returns whether one of *plays* was laid when it was the turn of *seat*."""
        return any(self._overtaken.get(play.position) == seat for play in plays)

    def turn_of(self, play: Play) -> Seat:
        """Returns the seat whose turn it was: that of the play, unless it was out of turn."""
        return self._overtaken.get(play.position, play.seat)

    def keep_turns(self, plays: Iterable[Play]) -> None:
        """Records for the plays after one out of turn that each seat has used its own turn."""
        self._overtaken |= {play.position: play.seat for play in plays}


def new_referee(game: Game, deal: Deal, trump: Trump | None) -> Referee:
    """Returns the referee of a *deal* without its invalid facts, under one *trump*; None if trump is unknown."""
    referee = Referee(game.pack, dict.fromkeys(game.active(deal), game.tricks_in_deal))
    for holding in game.known_holdings(deal):
        referee.hold(holding.position, holding.seat, holding.cards, holding.at_least, holding.source)
    for card in game.out_of_play(deal):
        referee.leave(card)
    for seat, cards in game.lacking_cards(deal):
        referee.lack(seat, cards)
    for seat, cards in game.implications(deal, trump) if trump is not None else ():
        referee.imply(seat, cards)
    return referee
