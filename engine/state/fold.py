"""The fold: every fact changes the state; an amendment refolds from the last deal that began before the change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.events import (
    Announced,
    CardLaid,
    CardsShown,
    CardTaken,
    DealStarted,
    EveningStarted,
    Exchanged,
    GameStarted,
    PlayersSeated,
    Ruled,
    TrickGathered,
    TricksEntered,
    UpcardTurned,
)
from engine.rules.deal import Deal
from engine.rules.findings import Finding, Kind
from engine.rules.values import NO_MOVES, moves_between
from engine.state.announcements import apply_announcement, apply_ruling, record_misdeed, with_call
from engine.state.deal_observer import DealObserver
from engine.state.fold_state import EarlierFold, Mark, State, index_after
from engine.state.match import Match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Seat
    from engine.events import Fact
    from engine.rules.game import Game


class Fold:
    """Applies facts to `state` and returns findings."""

    def __init__(self) -> None:
        self.state = State()
        self.facts: list[tuple[int, Fact]] = []
        self._marks: list[Mark] = []
        self._invalid_facts: frozenset[int] = frozenset()
        """Positions of facts that are proved false or taken back later; they imply nothing about hands."""

    def take(self, position: int, fact: Fact) -> list[Finding]:
        """Applies one more fact, and returns the findings about it and those that it changes.

        :raises ValueError: for an unknown game or rule.
        """
        if isinstance(fact, Announced) and fact.call in (self.state.late_calls or ()):
            return self.refold([*self.facts, (position, fact)])
        deal, match = self.state.deal, self.state.match
        if isinstance(fact, TricksEntered) and deal and deal.misdeeds and match and match.game.calls_before_entry:
            return self.refold([*self.facts, (position, fact)])
        withdrawn = self._withdrawn_positions()
        findings = self._apply(len(self.facts), position, fact)
        proved_false = any(finding.kind is Kind.FALSE_MELD and finding.position != position for finding in findings)
        if proved_false or (isinstance(fact, Ruled) and self._withdrawn_positions() != withdrawn):
            del self.state.findings[len(self.state.findings) - len(findings) :]
            return self.refold([*self.facts, (position, fact)])
        self.facts.append((position, fact))
        return findings

    def refold(self, facts: Sequence[tuple[int, Fact]]) -> list[Finding]:
        """Replaces all facts by *facts*, and returns the findings that are new.

        :raises ValueError: for an unknown game or rule.
        """
        known = {identity_of(finding) for finding in self.state.findings}
        same = 0
        while same < min(len(facts), len(self.facts)) and facts[same] == self.facts[same]:
            same += 1
        marks = [mark for mark in self._marks if mark.facts <= same]
        before = EarlierFold(self.state, self._marks, self.facts, self._invalid_facts, facts)
        self._invalid_facts, invalid_facts = frozenset(), None
        while invalid_facts is None or not invalid_facts <= self._invalid_facts:
            self._invalid_facts |= invalid_facts or frozenset()
            invalid_facts = self._fold_from(marks, facts, before)
        self.facts = list(facts)
        return [finding for finding in self.state.findings if identity_of(finding) not in known]

    def copy(self) -> Fold:
        """Returns a fold of the same facts, of which only the current deal is folded again."""
        twin = Fold()
        twin.state.findings = list(self.state.findings)
        twin._invalid_facts = self._invalid_facts
        twin._fold_from(self._marks, self.facts)
        twin.facts = list(self.facts)
        return twin

    def begins_deal(self, fact: Fact) -> bool:
        """Returns whether *fact* begins a deal, said or not: only an amendment changes a result.

        Tricks entered after the end of a deal are those of the next one, unless a counted misdeed has ended it before.
        Where tricks are entered, what is said, taken or turned after the end of a game is of the next one too, unless
        it is an option of the last deal, such as a meld.
        """
        if isinstance(fact, GameStarted | DealStarted):
            return True
        match, deal = self.state.match, self.state.deal
        if match is None or deal is None or not _has_ended(match.game, deal) or match.game.lacks_trump(deal):
            return False
        if isinstance(fact, TricksEntered):
            return deal.entered is not None or not deal.counted or match.after(deal).is_over
        is_said = isinstance(fact, Announced | Exchanged | CardTaken | UpcardTurned)
        is_after_entry = is_said and deal.entered is not None and match.after(deal).is_over
        return is_after_entry and fact not in match.game.options(deal)

    def begins_game(self, fact: Fact) -> bool:
        """Returns whether *fact* begins a game, said or not: the deal after the end of a game is that of the next."""
        if isinstance(fact, GameStarted) or not self.begins_deal(fact):
            return isinstance(fact, GameStarted)
        match = self.state.current_match()
        return match is not None and match.is_over

    def deal_before(self, position: int) -> Deal | None:
        """Returns the deal that the fact at *position* belongs to, as it stood before."""
        place = next(place for place, (name, _) in enumerate(self.facts) if name == position)
        other = Fold()
        other._fold_from([mark for mark in self._marks if mark.facts <= place], self.facts[:place])
        return other.state.deal

    def _fold_from(
        self, marks: Sequence[Mark], facts: Sequence[tuple[int, Fact]], earlier: EarlierFold | None = None
    ) -> frozenset[int]:
        """Folds from the last of *marks*, and returns the positions of facts that turn out to be invalid.

        Once the state equals that of *earlier*, the rest is copied from there.
        """
        before = self.state, self._marks
        self._marks = list(marks)
        mark = self._marks[-1] if self._marks else Mark(0, 0, None, None, {}, False)
        findings = self.state.findings[: mark.findings]
        self.state = State(
            mark.match, None, None, findings, mark.players, mark.players, mark.games, mark.evening, mark.game_evening
        )
        self.state.new_evening = mark.new_evening
        if mark.match is not None and mark.deal is not None:
            self._new_deal(mark.deal[0], mark.match, mark.deal[1])
        withdrawn: frozenset[int] = frozenset()
        behind_invalid = index_after(facts, self._invalid_facts)
        try:
            start = mark.facts
            while start < len(facts):
                begin = (index for index in range(start + 1, len(facts)) if _begins(facts[index][1]))
                end = next(begin, len(facts))
                self._fold_deal(facts, start, end)
                withdrawn |= self._withdrawn_positions()
                if earlier is not None and start >= behind_invalid and self._reuse_rest(earlier, start):
                    break
                start = end
        except ValueError:
            self.state, self._marks = before
            raise
        later_findings = self.state.findings[mark.findings :]
        return withdrawn | {finding.position for finding in later_findings if finding.kind is Kind.FALSE_MELD}

    def _reuse_rest(self, earlier: EarlierFold, start: int) -> bool:
        """Copies the rest from *earlier* if the deal at *start* begins in the same state and no later fact has changed;
        returns whether it did.
        """
        mark = self._marks[-1] if self._marks else None
        if mark is None or mark.facts != start + 1:
            return False
        rest = earlier.rest_after(mark, self.state.findings[: mark.findings])
        if rest is None:
            return False
        marks, self.state = rest
        self._marks += marks
        return True

    def _withdrawn_positions(self) -> frozenset[int]:
        """Returns the positions taken back in the current deal that the referee has already used."""
        return frozenset(self.state.deal.withdrawn) if self.state.deal else frozenset()

    def _fold_deal(self, facts: Sequence[tuple[int, Fact]], start: int, end: int) -> None:
        """Folds one deal; calls in `late_calls` made after the first card are applied before it."""
        if start < end and _begins(facts[start][1]):
            self._apply(start, *facts[start])
            start += 1
        while start < end and isinstance(facts[start][1], EveningStarted | PlayersSeated):
            self._apply(start, *facts[start])
            start += 1
        entry = self._entry_after_calls(facts, start, end)
        for index in (entry, *range(start, entry)) if entry is not None else ():
            self._apply(index, *facts[index])
        start = start if entry is None else entry + 1
        first_play = start
        while first_play < end and not self._begins_play(*facts[first_play]):
            self._apply(first_play, *facts[first_play])
            first_play += 1
        late = self._late_calls(facts, first_play, end)
        for index in (*late, *(index for index in range(first_play, end) if index not in late)):
            self._apply(index, *facts[index])

    def _entry_after_calls(self, facts: Sequence[tuple[int, Fact]], start: int, end: int) -> int | None:
        """Returns the index of tricks entered by hand, if only `calls_before_entry` precede them in the deal."""
        deal, match = self.state.deal, self.state.match
        calls = match.game.calls_before_entry if match is not None else ()
        index = start
        while index < end and (fact := facts[index][1]) and isinstance(fact, Announced) and fact.call in calls:
            index += 1
        if match is None or index in (start, end) or not isinstance(facts[index][1], TricksEntered):
            return None
        if deal is None:
            self._new_deal(facts[start][0], match, match.dealer)
        return index if deal is None or deal.is_untouched else None

    def _late_calls(self, facts: Sequence[tuple[int, Fact]], first_play: int, end: int) -> list[int]:
        """Returns the indices of calls made after the first card that hold from the beginning of the deal."""
        game = self.state.match.game if self.state.match else None
        if first_play == end or game is None or not game.late_calls:
            return []
        late_calls = self._remember_late_calls(game)
        entered = [index for index in range(first_play, end) if isinstance(facts[index][1], TricksEntered)]
        late = []
        for index in range(first_play, end):
            fact = facts[index][1]
            if isinstance(fact, Announced) and fact.call in late_calls:
                if entered and entered[0] < index and not self._is_in_this_deal(facts[:index]):
                    break
                late.append(index)
        return late

    def _is_in_this_deal(self, facts: Sequence[tuple[int, Fact]]) -> bool:
        """Returns whether the current deal is still the current one after *facts*: tricks entered may begin another."""
        other, deal = Fold(), self.state.deal
        other._invalid_facts = self._invalid_facts
        other._fold_from(self._marks, facts)
        return deal is not None and other.state.deal is not None and other.state.deal.started == deal.started

    def _begins_play(self, position: int, fact: Fact) -> bool:
        """Returns whether *fact* is a card that is played in the deal; starts the deal if there is none."""
        match = self.state.match
        if not isinstance(fact, CardLaid) or match is None:
            return False
        if self.state.deal is None:
            self._new_deal(position, match, match.dealer)
        deal = self.state.deal
        return deal is not None and fact.seat in match.game.active(deal) and not match.game.is_finished(deal)

    def _remember_late_calls(self, game: Game) -> frozenset[str]:
        """Returns the calls missing at the first card, which may be made late; computed once in a deal."""
        if self.state.late_calls is None:
            self.state.late_calls = game.missing_late_calls(self.state.deal) if self.state.deal else game.late_calls
        return self.state.late_calls

    def _apply(self, index: int, position: int, fact: Fact) -> list[Finding]:
        match = self.state.match
        if isinstance(fact, DealStarted):
            findings = self._begin_deal(position, fact)
        elif isinstance(fact, GameStarted):
            findings = []
            self._begin_game(position, fact)
        elif isinstance(fact, EveningStarted | PlayersSeated):
            findings = []
            self._seat(fact)
        elif match is None:
            findings = []  # without a game there is nothing to judge
        else:
            if self.state.deal is None:
                self._new_deal(position, match, match.dealer)
            elif self.begins_deal(fact):
                self._begin_deal(position, DealStarted(match.after(self.state.deal).dealer))
            findings = self._apply_in_deal(position, fact)
        findings = [_in_game(finding, self.state) for finding in findings]
        findings = [finding for finding in findings if not self._refines(finding)]
        self.state.findings += findings
        if _begins(fact):
            deal = self.state.deal
            deal_start = (deal.started, deal.dealer) if deal else None
            state = self.state
            games = state.games, state.evening, state.game_evening
            mark = Mark(
                index + 1, len(state.findings), state.match, deal_start, state.players, state.new_evening, *games
            )
            self._marks.append(mark)
        return findings

    def _refines(self, finding: Finding) -> bool:
        """Puts a better proof of a revoke in the place of the earlier one; returns whether there is one."""
        if finding.kind is not Kind.REVOKE:
            return False
        identity, known = identity_of(finding), self.state.findings
        place = next((place for place, earlier in enumerate(known) if identity_of(earlier) == identity), None)
        if place is not None:
            known[place] = finding
        return place is not None

    def _seat(self, fact: EveningStarted | PlayersSeated) -> None:
        """Moves tallies with players who change seats; a deal that has begun keeps the seats of its dealing."""
        state, match = self.state, self.state.match
        before, after = state.players, dict(fact.players) if isinstance(fact, PlayersSeated) else {}
        if state.deal is not None and not state.deal.is_untouched:
            state.dealt = after | {seat: name for seat, name in state.dealt.items() if name}
        state.players = after
        if isinstance(fact, EveningStarted):
            state.new_evening, state.evening = True, state.evening + 1
        if match is None:
            return
        state.moves = state.moves.followed_by(moves_between(before, after, match.game.sides(match.seats), match.seats))
        if state.moves and (state.deal is None or state.deal.is_untouched):
            deal, match = state.deal, match.with_moves(state.moves)
            state.match, state.moves = match, NO_MOVES
            if deal is not None:
                self._new_deal(deal.started, match, deal.dealer)

    def _begin_deal(self, position: int, fact: DealStarted) -> list[Finding]:
        """Begins a deal, and before it a game with the same rules if the one before is over."""
        match, deal = self.state.match, self.state.deal
        if match is None:
            return []
        findings = []
        if deal is not None and not deal.is_untouched and not _has_ended(match.game, deal):
            findings.append(match.game.finding(Kind.DEAL_UNFINISHED, position))
        match = self.state.current_match() or match
        dealer = fact.dealer if fact.dealer in match.seats else match.dealer
        if match.is_over:
            match = self._begin_game(
                position, GameStarted(match.game.name, match.seats, dealer, match.game.rules.changes)
            )
        if fact.dealer != match.dealer:
            kind = Kind.WRONG_DEALER if fact.dealer in match.seats else Kind.STRANGER
            findings.append(match.game.finding(kind, position, fact.dealer, seats=(match.dealer,)))
        self._new_deal(position, match, dealer)
        return findings

    def _begin_game(self, position: int, fact: GameStarted) -> Match:
        state = self.state
        match = Match.begin(fact, None if state.new_evening else state.current_match(), position)
        state.games += state.current_games()
        state.match, state.game_evening, state.dealt = match, state.evening, state.players
        state.deal = state.observer = state.late_calls = None
        state.moves, state.new_evening = NO_MOVES, False
        return match

    def _new_deal(self, position: int, match: Match, dealer: Seat) -> None:
        number = len(match.history) + 1
        deal = Deal(number, match.seats, dealer, match.tallies, match.sat_out, match.standing, position)
        deal.history, deal.invalid_facts = match.history, self._invalid_facts
        self.state.match, self.state.deal, self.state.moves = match, deal, NO_MOVES
        self.state.dealt = self.state.players
        self.state.observer, self.state.late_calls = DealObserver(match.game, deal), None

    def _apply_in_deal(self, position: int, fact: Fact) -> list[Finding]:
        match, deal, observer = self.state.match, self.state.deal, self.state.observer
        if match is None or deal is None or observer is None:
            return []
        if isinstance(fact, CardLaid | TrickGathered | CardsShown):
            if self._begins_play(position, fact):
                self._remember_late_calls(match.game)
            if isinstance(fact, CardLaid) and (fact.doubts or fact.seat_by_turn):
                deal.doubtful.add(position)
            findings = _disproved_calls(match.game, deal, position, fact)
            findings += observer.observe(position, fact, match.game.next_to_play(deal))
        elif isinstance(fact, Ruled):
            findings = apply_ruling(match.game, deal, observer, position, fact)
        else:
            findings = apply_announcement(match.game, deal, observer, position, fact)
        findings = [with_call(deal, finding, position, fact) for finding in findings]
        for finding in findings:
            record_misdeed(deal, finding, fact if finding.position == position else None)
        return findings


def _disproved_calls(game: Game, deal: Deal, position: int, fact: Fact) -> list[Finding]:
    """Returns findings about calls that cards disprove; a card whose reading or seat is uncertain disproves none."""
    if isinstance(fact, CardsShown):
        return game.check_shown(deal, position, fact)
    if isinstance(fact, CardLaid) and position not in deal.doubtful:
        return game.check_laid(deal, position, fact)
    return []


def _in_game(finding: Finding, state: State) -> Finding:
    """Returns *finding* with game, house rules and trump, so that its sentence can be made during a later game."""
    if state.match is None:
        return finding
    game = state.match.game
    trump = game.trump(state.deal) if state.deal else None
    return replace(finding, game=game.name, rules=game.rules.changes, trump=trump)


def identity_of(finding: Finding) -> Finding:
    """Returns what identifies a finding; a revoke is not reported again if only its proof has changed."""
    proved = finding.kind is Kind.REVOKE
    return replace(finding, rule="", breach=None, evidence=(), count=None) if proved else finding


def _begins(fact: Fact) -> bool:
    """Returns whether *fact* says that a deal begins."""
    return isinstance(fact, GameStarted | DealStarted)


def _has_ended(game: Game, deal: Deal) -> bool:
    return game.is_finished(deal) or game.is_void(deal)
