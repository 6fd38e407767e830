"""The table: a fold over the facts of the journal. It refuses no misdeed; it returns findings.

Only what cannot be a journal at all raises: an unknown game, or an amendment of what has not happened yet.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from engine.deal import Deal
from engine.events import (
    Amended,
    Announced,
    CardLaid,
    CardsShown,
    DealStarted,
    EveningStarted,
    GameStarted,
    PlayersSeated,
    Ruled,
    TrickGathered,
    effective,
)
from engine.findings import Finding, Kind
from engine.match import DealScore, Match
from engine.rules import Result, Step
from engine.seating import NOBODY, Moves, moves_between
from engine.told import note, rule, take_in, with_call
from engine.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.cards import Seat
    from engine.deal import Standing
    from engine.events import Event, Fact
    from engine.referee import Verdict
    from engine.rules import Game, Trump


@dataclass(slots=True)
class _State:
    """Everything that the fold holds; what begins a deal is enough to fold on from there."""

    match: Match | None = None
    deal: Deal | None = None
    watch: Watch | None = None
    findings: list[Finding] = field(default_factory=list)
    players: Mapping[Seat, str] = field(default_factory=dict)
    moves: Moves = NOBODY
    """Who changed seats since the deal began; his tally follows after it."""
    new_evening: bool = False
    """Whether an evening has begun since the last game did."""
    untold: frozenset[str] | None = None
    """The calls that hold from the beginning of the deal if they are told now; None before its first card."""


class _Mark(NamedTuple):
    """A state to fold on from: the match, and the deal if one had just begun."""

    facts: int
    """How many were folded."""
    findings: int
    match: Match | None
    deal: tuple[int, Seat] | None
    """The event that began it, and the dealer."""
    players: Mapping[Seat, str]
    new_evening: bool


class Table:
    """Tell it events with `observe`; ask it anything else."""

    def __init__(self) -> None:
        self.journal: list[Event] = []
        self._state = _State()
        self._facts: list[tuple[int, Fact]] = []
        self._marks: list[_Mark] = []
        self._belied: frozenset[int] = frozenset()
        """What was said and the cards prove false later: melds that show nothing of a hand."""

    @classmethod
    def from_journal(cls, events: Iterable[Event]) -> Table:
        """Returns the table after all *events*.

        :raises ValueError: for an unknown game or rule, or an amendment of what has not happened yet.
        """
        table = cls()
        table.journal = list(events)
        table._fold(effective(table.journal))
        return table

    def observe(self, event: Event) -> list[Finding]:
        """Takes in what happened and returns what is noticed about it, or anew because of it.

        :raises ValueError: for an unknown game or rule, or an amendment of what has not happened yet; the event then
            has no effect.
        """
        position = len(self.journal)
        if isinstance(event, Amended):
            return self._noticed_anew(effective([*self.journal, event]), event)
        if isinstance(event, Announced) and event.call in (self._state.untold or ()):
            return self._noticed_anew([*self._facts, (position, event)], event)
        found = self._apply(len(self._facts), position, event)
        if any(finding.kind is Kind.FALSE_MELD and finding.position != position for finding in found):
            del self._state.findings[-len(found) :]
            return self._noticed_anew([*self._facts, (position, event)], event)
        self.journal.append(event)
        self._facts.append((position, event))
        return found

    def _noticed_anew(self, facts: Sequence[tuple[int, Fact]], event: Event) -> list[Finding]:
        known = {_as_said(finding) for finding in self.findings}
        self._fold(facts)
        self.journal.append(event)
        return [finding for finding in self.findings if _as_said(finding) not in known]

    # How it stands

    @property
    def game(self) -> Game | None:
        return self._state.match.game if self._state.match else None

    @property
    def match(self) -> Match | None:
        """The game as it was when this deal began."""
        return self._state.match

    @property
    def deal(self) -> Deal | None:
        return self._state.deal

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self._state.match.seats if self._state.match else ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(self._state.findings)

    @property
    def facts(self) -> tuple[tuple[int, Fact], ...]:
        """What holds after all amendments, each with the position that names it."""
        return tuple(self._facts)

    @property
    def step(self) -> Step:
        """The phase, and whose turn it is: `no_game`, `over`, or a phase of the game such as `declare` or `play`."""
        match, deal = self._state.match, self._state.deal
        if match is None:
            return Step("no_game")
        if deal is None or match.game.void(deal):
            return Step("deal", (match.after(deal).dealer if deal else match.dealer,))
        step = match.game.step(deal)
        if step.phase == "play" and not step.seats:
            seat = match.game.next_to_play(deal)
            return Step("play", () if seat is None else (seat,))
        if step.phase == "scored" and match.after(deal).over:
            return Step("over")
        return step

    @property
    def phase(self) -> str:
        return self.step.phase

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is, or None if it is nobody's."""
        seats = self.step.seats
        return seats[0] if seats else None

    @property
    def trump(self) -> Trump | None:
        match, deal = self._state.match, self._state.deal
        return match.game.trump(deal) if match and deal else None

    @property
    def score(self) -> DealScore | None:
        """The score of this deal, as soon as its last card lies, by the seats where everybody sits now."""
        match, deal = self._state.match, self._state.deal
        score = match.score(deal) if match and deal else None
        return score.moved(self._state.moves) if score and self._state.moves else score

    @property
    def tallies(self) -> Mapping[Seat, int]:
        """What everybody stands at, this deal included if it is scored."""
        match, score = self._state.match, self.score
        if score is not None or match is None:
            return score.result.tallies if score else {}
        return self._state.moves.of(match.tallies)

    @property
    def history(self) -> tuple[DealScore, ...]:
        """All deals of this game that are scored."""
        match, score = self._state.match, self.score
        done = match.history if match else ()
        if moves := self._state.moves:
            done = tuple(earlier.moved(moves) for earlier in done)
        return (*done, score) if score else done

    @property
    def players(self) -> Mapping[Seat, str]:
        """Who sits where, as far as it was told."""
        return self._state.players

    @property
    def standing(self) -> Standing:
        """What lasts from game to game, this one included once it is over."""
        match = self._so_far()
        return match.standing if match else {}

    @property
    def result(self) -> Result:
        """Winners and losers, if the game is over."""
        score = self.score
        return score.result if score else Result(self.tallies)

    @property
    def next_dealer(self) -> Seat | None:
        match, deal = self._state.match, self._state.deal
        if match is None:
            return None
        return match.after(deal).dealer if deal else match.dealer

    def hand_size(self, seat: Seat) -> int:
        """Returns how many cards *seat* still holds."""
        match, deal = self._state.match, self._state.deal
        if match is None or deal is None or seat not in match.game.active(deal):
            return 0
        return match.game.in_hand(deal, seat)

    def verdict(self, position: int) -> Verdict | None:
        """Returns what is known by now of the card laid at *position* of this deal, or None if there is none."""
        return self._state.watch.verdict(position) if self._state.watch else None

    def open_plays(self) -> tuple[int, ...]:
        """Returns the plays of this deal that are neither proved nor known to be legal."""
        return self._state.watch.open_plays() if self._state.watch else ()

    # The fold

    def _fold(self, facts: Sequence[tuple[int, Fact]]) -> None:
        """Folds anew from the last deal that began before anything changed."""
        same = 0
        while same < min(len(facts), len(self._facts)) and facts[same] == self._facts[same]:
            same += 1
        marks = [mark for mark in self._marks if mark.facts <= same]
        self._belied, belied = frozenset(), None
        while belied is None or not belied <= self._belied:
            self._belied |= belied or frozenset()
            belied = self._fold_from(marks, facts)
        self._facts = list(facts)

    def _fold_from(self, marks: Sequence[_Mark], facts: Sequence[tuple[int, Fact]]) -> frozenset[int]:
        """Folds on from the last of *marks*, and returns what the cards prove to have been said falsely."""
        before = self._state, self._marks
        self._marks = list(marks)
        mark = self._marks[-1] if self._marks else _Mark(0, 0, None, None, {}, False)
        findings = self._state.findings[: mark.findings]
        self._state = _State(mark.match, None, None, findings, mark.players, NOBODY, mark.new_evening)
        if mark.match is not None and mark.deal is not None:
            self._new_deal(mark.deal[0], mark.match, mark.deal[1])
        try:
            start = mark.facts
            while start < len(facts):
                end = _end_of_deal(facts, start)
                self._fold_deal(facts, start, end)
                start = end
        except ValueError:
            self._state, self._marks = before
            raise
        found = self._state.findings[mark.findings :]
        return frozenset(finding.position for finding in found if finding.kind is Kind.FALSE_MELD)

    def _fold_deal(self, facts: Sequence[tuple[int, Fact]], start: int, end: int) -> None:
        """Folds one deal; what was settled after its play holds from its beginning."""
        if start < end and isinstance(facts[start][1], GameStarted | DealStarted):
            self._apply(start, *facts[start])
            start += 1
        while start < end and isinstance(facts[start][1], EveningStarted | PlayersSeated):
            self._apply(start, *facts[start])
            start += 1
        laid = start
        while laid < end and not self._begins_play(*facts[laid]):
            self._apply(laid, *facts[laid])
            laid += 1
        late = self._told_late(facts, laid, end)
        for index in (*late, *(index for index in range(laid, end) if index not in late)):
            self._apply(index, *facts[index])

    def _told_late(self, facts: Sequence[tuple[int, Fact]], laid: int, end: int) -> list[int]:
        """Returns the places of what holds from the beginning of the deal although it was told after the first card."""
        game = self.game
        if laid == end or game is None or not game.settled_late:
            return []
        told = ((index, facts[index][1]) for index in range(laid, end))
        untold = self._note_untold(game)
        return [index for index, fact in told if isinstance(fact, Announced) and fact.call in untold]

    def _begins_play(self, position: int, fact: Fact) -> bool:
        """Whether *fact* is a card that the deal takes in; others may lie about before the play."""
        match = self._state.match
        if not isinstance(fact, CardLaid) or match is None:
            return False
        if self._state.deal is None:
            self._new_deal(position, match, match.dealer)
        deal = self._state.deal
        return deal is not None and fact.seat in match.game.active(deal) and not match.game.finished(deal)

    def _note_untold(self, game: Game) -> frozenset[str]:
        """At the first card: notes what can be told late, for what was said before the play stands as it is."""
        if self._state.untold is None:
            self._state.untold = game.untold(self._state.deal) if self._state.deal else game.settled_late
        return self._state.untold

    def _apply(self, index: int, position: int, fact: Fact) -> list[Finding]:
        match = self._state.match
        if isinstance(fact, GameStarted | DealStarted):
            found = self._begin(position, fact)
        elif isinstance(fact, EveningStarted | PlayersSeated):
            found = []
            self._seat(fact)
        elif match is None:
            found = []  # nothing can be judged before a game is chosen
        else:
            if self._state.deal is None:
                self._new_deal(position, match, match.dealer)
            found = self._happens(position, fact)
        self._state.findings += found
        if isinstance(fact, GameStarted | DealStarted):
            deal = self._state.deal
            begun = (deal.started, deal.dealer) if deal else None
            state = self._state
            mark = _Mark(index + 1, len(state.findings), state.match, begun, state.players, state.new_evening)
            self._marks.append(mark)
        return found

    def _so_far(self) -> Match | None:
        match, deal = self._state.match, self._state.deal
        match = match.after(deal) if match and deal else match
        return match.moved(self._state.moves) if match and self._state.moves else match

    def _seat(self, fact: EveningStarted | PlayersSeated) -> None:
        """Takes tallies along when players change seats; a deal that has begun is still scored as it was dealt."""
        state, match = self._state, self._state.match
        before, after = state.players, dict(fact.players) if isinstance(fact, PlayersSeated) else {}
        state.players = after
        state.new_evening |= isinstance(fact, EveningStarted)
        if match is None:
            return
        state.moves = state.moves.then(moves_between(before, after, match.game, match.seats))
        if state.moves and (state.deal is None or state.deal.untouched):
            deal, match = state.deal, match.moved(state.moves)
            state.match, state.moves = match, NOBODY
            if deal is not None:
                self._new_deal(deal.started, match, deal.dealer)

    def _begin(self, position: int, fact: GameStarted | DealStarted) -> list[Finding]:
        if isinstance(fact, GameStarted):
            self._state.match = Match.begun(fact, None if self._state.new_evening else self._so_far())
            self._state.deal = self._state.watch = self._state.untold = None
            self._state.moves, self._state.new_evening = NOBODY, False
            return []
        match, deal = self._state.match, self._state.deal
        if match is None:
            return []
        found = []
        if deal is not None and (deal.facts or deal.has_play) and not _ended(match.game, deal):
            found.append(Finding(Kind.DEAL_UNFINISHED, match.game.rule_for(Kind.DEAL_UNFINISHED), position))
        match = self._so_far() or match
        if match.over:
            found.append(Finding(Kind.GAME_OVER, match.game.rule_for(Kind.GAME_OVER), position))
        dealer = fact.dealer if fact.dealer in match.seats else match.dealer
        if fact.dealer != match.dealer:
            kind = Kind.WRONG_DEALER if fact.dealer in match.seats else Kind.STRANGER
            found.append(Finding(kind, match.game.rule_for(kind), position, fact.dealer, seats=(match.dealer,)))
        self._new_deal(position, match, dealer)
        return found

    def _new_deal(self, position: int, match: Match, dealer: Seat) -> None:
        number = len(match.history) + 1
        deal = Deal(number, match.seats, dealer, match.tallies, match.sat_out, match.standing, position)
        deal.history, deal.belied = match.history, self._belied
        self._state.match, self._state.deal, self._state.moves = match, deal, NOBODY
        self._state.watch, self._state.untold = Watch(match.game, deal), None

    def _happens(self, position: int, fact: Fact) -> list[Finding]:
        match, deal, watch = self._state.match, self._state.deal, self._state.watch
        if match is None or deal is None or watch is None:
            return []
        if isinstance(fact, CardLaid | TrickGathered | CardsShown):
            if self._begins_play(position, fact):
                self._note_untold(match.game)
            found = match.game.check_laid(deal, position, fact) if isinstance(fact, CardLaid) else []
            found += match.game.check_shown(deal, position, fact) if isinstance(fact, CardsShown) else []
            found += watch.sees(position, fact, match.game.next_to_play(deal))
        elif isinstance(fact, Ruled):
            found = rule(deal, watch, position, fact)
        else:
            found = take_in(match.game, deal, watch, position, fact)
        found = [with_call(deal, finding, position, fact) for finding in found]
        for finding in found:
            note(deal, finding, fact if finding.position == position else None)
        return found


def _as_said(finding: Finding) -> Finding:
    """A revoke that was said already is not said anew if only its proof is known better."""
    proved = finding.kind is Kind.REVOKE
    return replace(finding, breach=None, evidence=(), count=None) if proved else finding


def _end_of_deal(facts: Sequence[tuple[int, Fact]], start: int) -> int:
    following = range(start + 1, len(facts))
    return next((index for index in following if isinstance(facts[index][1], GameStarted | DealStarted)), len(facts))


def _ended(game: Game, deal: Deal) -> bool:
    return game.finished(deal) or game.void(deal)
