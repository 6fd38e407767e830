"""Statistics of many simulated deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any

from engine.cards import PACKS
from engine.rules.game import Game
from engine.simulation.audit import AuditedDeal

NO_TRUMP = "none"
"""Stands for no trump, in a deal that was not played."""


RANKS = tuple(dict.fromkeys(card.rank for pack in PACKS.values() for card in pack.cards))
"""The ranks of all packs, each pack's in its order."""


@dataclass
class DealStatistics:
    """Distributions by value; `merge` adds those of other deals. A side is a team, or who plays for himself."""

    deals: Counter[str] = field(default_factory=Counter)
    """By trump."""
    suits: Counter[str] = field(default_factory=Counter)
    """Deals by trump suit."""
    ranks: Counter[str] = field(default_factory=Counter)
    """Deals by the rank that was trump with it, where a game has that."""
    tricks: Counter[int] = field(default_factory=Counter)
    """Number of sides by tricks taken, without sides that did not play."""
    changes: Counter[int] = field(default_factory=Counter)
    """Number of sides by change of tally."""
    folds: Counter[int] = field(default_factory=Counter)
    """Number of deals by players who did not play."""
    games_ended: int = 0
    game_lengths: Counter[int] = field(default_factory=Counter)
    """Number of games by deals."""
    findings: Counter[str] = field(default_factory=Counter)
    false_findings: int = 0
    planted: int = 0
    provable: int = 0
    proved_first: int = 0
    """Revokes proved at the very play at which the matching oracle says that they can be."""
    delays: Counter[int] = field(default_factory=Counter)
    """Number of revokes by the cards between revoke and proof."""

    def add(self, deal: AuditedDeal, game: Game) -> None:
        score = deal.score
        trump = score.trump
        self.deals[NO_TRUMP if trump is None else trump] += 1
        self.suits[(game.trump_suit(trump) if trump is not None else None) or NO_TRUMP] += 1
        if trump is not None and (rank := game.trump_rank(trump)) is not None:
            self.ranks[rank] += 1
        for side in game.sides(tuple(score.result.tallies)):
            playing = [seat for seat in side if seat not in score.folded]
            if playing:
                self.tricks[sum(score.tricks.get(seat, 0) for seat in playing)] += 1
                self.changes[score.changes.get(playing[0], 0)] += 1
        self.folds[len(score.folded)] += 1
        if score.result.is_over:
            self.games_ended += 1
            self.game_lengths[score.number] += 1
        self.findings.update(noticed.finding.kind.value for noticed in deal.recorded_findings)
        self.false_findings += len(deal.false_findings)
        if deal.planted is not None:
            self.planted += 1
            self.provable += deal.provable is not None
            self.proved_first += deal.provable is not None and deal.provable == deal.position_of_proof
            if deal.delay is not None:
                self.delays[deal.delay] += 1

    def merge(self, other: DealStatistics) -> None:
        for entry in fields(self):
            setattr(self, entry.name, getattr(self, entry.name) + getattr(other, entry.name))

    def line(self) -> dict[str, Any]:
        line: dict[str, Any] = {"event": "statistics"}
        for entry in fields(self):
            value = getattr(self, entry.name)
            line[entry.name] = {str(key): value[key] for key in sorted(value)} if isinstance(value, Counter) else value
        return line | {"deals": self.deals.total(), "trumps": line["deals"]}

    def text(self) -> str:
        """Returns the numbers as a table for people; what the game does not have is left out."""
        deals = sum(number * count for number, count in self.game_lengths.items())
        ended = self.games_ended
        rows = [
            ("trump", _shares(self.suits)),
            ("striker", _shares(self.ranks, RANKS.index)),
            ("tricks a side", _shares(self.tricks)),
            ("points a side", _shares(self.changes)),
            ("out of the deal", _shares(self.folds) if set(self.folds) - {0} else ""),
            ("games ended", f"{ended}, after {deals / ended:.1f} deals on average" if ended else "0"),
            ("found", ", ".join(f"{count} {kind}" for kind, count in sorted(self.findings.items())) or "nothing"),
            ("found wrongly", str(self.false_findings)),
        ]
        if self.planted:
            proved = self.delays.total()
            later = sum(delay * count for delay, count in self.delays.items()) / max(1, proved)
            rows.append(("revokes planted", f"{self.planted} in {self.deals.total()} deals"))
            # A secret trump is revealed after the play, so the matching oracle, which judges card by card, is not used.
            if self.provable:
                rows.append(("provable", str(self.provable)))
            rows.append(("proved at once", str(self.delays[0])))
            rows.append(("proved", f"{proved}, on average {later:.1f} cards later" if proved else "0"))
            if self.provable:
                rows.append(("as early as can be", f"{self.proved_first} of {self.provable}"))
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:<{width}}  {value}" for name, value in rows if value)


def _shares(counted: Counter[Any], order: Callable[[Any], int] | None = None) -> str:
    total = counted.total()
    return "  ".join(f"{key}: {100 * counted[key] / total:.1f} %" for key in sorted(counted, key=order))
