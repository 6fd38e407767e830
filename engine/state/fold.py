"""The fold: every fact changes the state; an amendment refolds from the last deal that began before the change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.events import Announced, EveningStarted, Fact, PlayersSeated, Ruled, TricksEntered
from engine.rules.deal import Deal
from engine.rules.findings import Finding, Kind
from engine.state.fact_fold import FactFold, begins, identity_of
from engine.state.fold_state import EarlierFold, Mark, State, index_after


class Fold(FactFold):
    """Follows the facts that hold, in their order; late calls count from the beginning of their deal."""

    def __init__(self) -> None:
        super().__init__()
        self.facts: list[tuple[int, Fact]] = []

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
        mark = self._marks[-1] if self._marks else Mark(0, 0, None, State())
        self.state = replace(mark.state, findings=self.state.findings[: mark.findings])
        if mark.state.match is not None and mark.deal is not None:
            self._new_deal(mark.deal[0], mark.state.match, mark.deal[1])
        withdrawn: frozenset[int] = frozenset()
        behind_invalid = index_after(facts, self._invalid_facts)
        try:
            start = mark.facts
            while start < len(facts):
                begin = (index for index in range(start + 1, len(facts)) if begins(facts[index][1]))
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

    def _fold_deal(self, facts: Sequence[tuple[int, Fact]], start: int, end: int) -> None:
        """Folds one deal; calls in `late_calls` made after the first card are applied before it."""
        if start < end and begins(facts[start][1]):
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
