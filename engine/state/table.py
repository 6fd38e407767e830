"""The table: a fold over the facts of the journal. It returns findings and never refuses a misdeed.

It raises only for an unknown game or rule, or an amendment of an event that does not exist yet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

from engine.amendments import effective_facts
from engine.cards import Card, Cards, Seat, Trump
from engine.events import Amended, Event, EventError, Fact, is_event, shorten
from engine.referee.proofs import Verdict
from engine.rules.deal import Deal, DealScore, Result, Standing
from engine.rules.findings import Finding
from engine.rules.game import AnyPhase, Game, Phase, Step
from engine.state.fact_fold import identity_of
from engine.state.fold import Fold
from engine.state.fold_state import PlayedGame
from engine.state.match import Match


class Table:
    """Takes events with `observe`; the properties describe the state after them."""

    def __init__(self) -> None:
        self.journal: list[Event] = []
        self._fold = Fold()

    @classmethod
    def from_journal(cls, events: Iterable[Event]) -> Table:
        """Returns the table after all *events*.

        :raises ValueError: for an object that is no event, an unknown game or rule, or an amendment of a later event.
        """
        table = cls()
        table.journal = list(events)
        for event in table.journal:
            _check(event)
        table._fold.refold(effective_facts(table.journal))
        return table

    def observe(self, event: Event) -> list[Finding]:
        """Applies *event* and returns the findings about it and those that it changes.

        :raises ValueError: for an object that is no event, an unknown game or rule, or an amendment of a later event;
            it then has no effect.
        """
        _check(event)
        self._forget_derived()
        if isinstance(event, Amended):
            findings = self._fold.refold(effective_facts([*self.journal, event]))
        else:
            findings = self._fold.take(len(self.journal), event)
        self.journal.append(event)
        return findings

    def copy(self) -> Table:
        """Returns an independent copy."""
        twin = Table()
        twin.journal, twin._fold = list(self.journal), self._fold.copy()
        return twin

    def pop(self, count: int = 1) -> list[Event]:
        """Removes the last *count* events from the journal, and returns them.

        At a real table record `Amended` instead, which keeps the history.

        :raises IndexError: if there are fewer.
        """
        if not 0 <= count <= len(self.journal):
            raise IndexError(f"got {count} events to pop, expected at most the {len(self.journal)} in the journal")
        length = len(self.journal) - count
        popped = self.journal[length:]
        self._forget_derived()
        self._fold.refold(effective_facts(self.journal[:length]))
        del self.journal[length:]
        return popped

    def _forget_derived(self) -> None:
        """Forgets what is computed once for the journal as it is."""
        for name in ("step", "score", "_match_after"):
            vars(self).pop(name, None)

    # The state after the events

    @property
    def game(self) -> Game | None:
        match = self._fold.state.match
        return match.game if match else None

    @property
    def match(self) -> Match | None:
        """The match at the beginning of this deal."""
        return self._fold.state.match

    @property
    def deal(self) -> Deal | None:
        return self._fold.state.deal

    @property
    def current_game(self) -> Game:
        """:raises ValueError: if no game has started."""
        match = self._fold.state.match
        if match is None:
            raise ValueError("got no game, expected one to have started")
        return match.game

    @property
    def current_deal(self) -> Deal:
        """:raises ValueError: if no deal has begun."""
        deal = self._fold.state.deal
        if deal is None:
            raise ValueError("got no deal, expected one to have begun")
        return deal

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self._fold.state.match.seats if self._fold.state.match else ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(self._fold.state.findings)

    def remaining_findings(self, findings: Collection[Finding]) -> tuple[Finding, ...]:
        """Returns those of *findings* that later events have not removed; a revoke stays one with another proof."""
        if not findings:
            return ()
        known = {identity_of(finding) for finding in self._fold.state.findings}
        return tuple(finding for finding in findings if identity_of(finding) in known)

    @property
    def facts(self) -> tuple[tuple[int, Fact], ...]:
        """The facts that hold after all amendments, each with its position."""
        return tuple(self._fold.facts)

    @cached_property
    def step(self) -> Step:
        """The phase, and whose turn it is: `NO_GAME`, `DEAL`, `OVER`, or a phase of the game such as `DECLARE`."""
        match, deal, after = self._fold.state.match, self._fold.state.deal, self._match_after
        if match is None or after is None:
            return Step(Phase.NO_GAME)
        if deal is None or match.game.is_void(deal):
            return Step(Phase.DEAL, (after.dealer,))
        step = match.game.step(deal)
        if step.phase == Phase.PLAY:
            seat = match.game.next_to_play(deal)
            return Step(Phase.PLAY, () if seat is None else (seat,))
        if step.phase == Phase.SCORED and after.is_over:
            return Step(Phase.OVER)
        return step

    @property
    def phase(self) -> AnyPhase:
        return self.step.phase

    @property
    def turn(self) -> Seat | None:
        """The seat to act, or None if there is none."""
        seats = self.step.seats
        return seats[0] if seats else None

    @property
    def trump(self) -> Trump | None:
        match, deal = self._fold.state.match, self._fold.state.deal
        return match.game.trump(deal) if match and deal else None

    @cached_property
    def score(self) -> DealScore | None:
        """The score of this deal, with the current seats, once its last card is laid."""
        match, after = self._fold.state.match, self._match_after
        is_scored = match is not None and after is not None and len(after.history) > len(match.history)
        score = after.history[-1] if after is not None and is_scored else None
        return self._fold.state.moves.move_score(score) if score and self._fold.state.moves else score

    @property
    def tallies(self) -> Mapping[Seat, int]:
        """The tallies by seat, including this deal if it is scored."""
        match, score = self._fold.state.match, self.score
        if score is not None or match is None:
            return score.result.tallies if score else {}
        return self._fold.state.moves.move_values(match.tallies)

    @property
    def history(self) -> tuple[DealScore, ...]:
        """All deals of this game that are scored."""
        match, score = self._fold.state.match, self.score
        done = match.history if match else ()
        if moves := self._fold.state.moves:
            done = tuple(map(moves.move_score, done))
        return (*done, score) if score else done

    @property
    def players(self) -> Mapping[Seat, str]:
        """The known names by seat."""
        return self._fold.state.players

    @property
    def standing(self) -> Standing:
        """The counts that last from game to game, including this game once it is over."""
        match = self._fold.state.current_match()
        return match.standing if match else {}

    @property
    def games(self) -> tuple[PlayedGame, ...]:
        """All games so far; the current one is last."""
        return (*self._fold.state.games, *self._fold.state.current_games())

    def begins_deal(self, fact: Fact) -> bool:
        """Returns whether *fact* begins a deal, as tricks entered after the end of one do."""
        return self._fold.begins_deal(fact)

    def begins_game(self, fact: Fact) -> bool:
        """Returns whether *fact* begins a game, as the first deal after the end of one does."""
        return self._fold.begins_game(fact)

    def deal_before(self, position: int) -> Deal | None:
        """Returns the deal of the fact at *position*, as it was before that fact."""
        return self._fold.deal_before(position)

    @property
    def result(self) -> Result:
        """Winners and losers, if the game is over."""
        score = self.score
        return score.result if score else Result(self.tallies)

    @property
    def next_dealer(self) -> Seat | None:
        return self._match_after.dealer if self._match_after else None

    @cached_property
    def _match_after(self) -> Match | None:
        """The match after this deal; an unfinished deal changes nothing."""
        match, deal = self._fold.state.match, self._fold.state.deal
        return match.after(deal) if match and deal else match

    def hand_size(self, seat: Seat) -> int:
        """Returns how many cards *seat* still holds."""
        match, deal = self._fold.state.match, self._fold.state.deal
        if match is None or deal is None or seat not in match.game.active(deal):
            return 0
        return match.game.in_hand(deal, seat)

    def legal(self, seat: Seat, hand: Cards) -> frozenset[Card]:
        """Returns the cards of *hand* that *seat* may lay next: on the trick in play, or leading to the next one.

        It answers whether or not it is the turn of *seat*. A seat that does not play in this deal may lay none.

        :raises UnknownCard: for what is not in the pack.
        """
        match, deal = self._fold.state.match, self._fold.state.deal
        if match is None or deal is None or seat not in match.game.active(deal):
            return frozenset()
        return match.game.legal_in(deal, seat, hand)

    def verdict(self, position: int) -> Verdict | None:
        """Returns the verdict on the card laid at *position* of this deal, or None if there is none."""
        return self._fold.state.observer.verdict(position) if self._fold.state.observer else None

    def open_plays(self) -> tuple[int, ...]:
        """Returns the plays of this deal that are neither proved nor known to be legal."""
        return self._fold.state.observer.open_plays() if self._fold.state.observer else ()


def _check(event: object) -> None:
    """Raises EventError for an object that is no event."""
    if not is_event(event):
        raise EventError(f"got {shorten(event)}, expected an event of engine.events, such as DealStarted(0)")
