"""What many simulated deals came to, in numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.examination import Examined


@dataclass
class Statistics:
    """Distributions by value; `merge` adds those of other deals."""

    deals: Counter[str] = field(default_factory=Counter)
    """By trump."""
    tricks: Counter[int] = field(default_factory=Counter)
    """How many hands took so many tricks; folded hands are not among them."""
    changes: Counter[int] = field(default_factory=Counter)
    """How many hands changed their tally by so much."""
    folds: Counter[int] = field(default_factory=Counter)
    """In how many deals so many players folded."""
    games_ended: int = 0
    findings: Counter[str] = field(default_factory=Counter)
    false_findings: int = 0
    planted: int = 0
    provable: int = 0
    proved_first: int = 0
    """Revokes proved at the very play at which the second opinion says that they can be."""
    delays: Counter[int] = field(default_factory=Counter)
    """How many revokes were proved so many cards later."""

    def add(self, deal: Examined) -> None:
        score = deal.score
        self.deals[str(score.trump)] += 1
        self.tricks.update(score.tricks.values())
        self.changes.update(change for seat, change in score.changes.items() if seat not in score.folded)
        self.folds[len(score.folded)] += 1
        self.games_ended += score.result.over
        self.findings.update(noticed.finding.kind.value for noticed in deal.noticed)
        self.false_findings += len(deal.false_findings)
        if deal.planted is not None:
            self.planted += 1
            self.provable += deal.provable is not None
            self.proved_first += deal.provable is not None and deal.provable == deal.proved
            if deal.delay is not None:
                self.delays[deal.delay] += 1

    def merge(self, other: Statistics) -> None:
        for entry in fields(self):
            setattr(self, entry.name, getattr(self, entry.name) + getattr(other, entry.name))

    def line(self) -> dict[str, Any]:
        """Returns the numbers as one object for JSON Lines."""
        line: dict[str, Any] = {"event": "statistics"}
        for entry in fields(self):
            value = getattr(self, entry.name)
            line[entry.name] = {str(key): value[key] for key in sorted(value)} if isinstance(value, Counter) else value
        return line | {"deals": self.deals.total(), "trumps": line["deals"]}

    def text(self) -> str:
        """Returns the numbers as a table for people."""
        deals = self.deals.total()
        rows = [
            ("trump", _shares(self.deals)),
            ("tricks a hand", _shares(self.tricks)),
            ("points a hand", _shares(self.changes)),
            ("folded a deal", _shares(self.folds)),
            ("games ended", str(self.games_ended)),
            ("found", ", ".join(f"{count} {kind}" for kind, count in sorted(self.findings.items())) or "nothing"),
            ("found wrongly", str(self.false_findings)),
        ]
        if self.planted:
            later = sum(delay * count for delay, count in self.delays.items()) / max(1, self.delays.total())
            rows += [
                ("revokes planted", f"{self.planted} in {deals} deals"),
                ("provable", str(self.provable)),
                ("proved at once", str(self.delays[0])),
                ("proved", f"{self.delays.total()}, on average {later:.1f} cards later"),
                ("as early as can be", f"{self.proved_first} of {self.provable}"),
            ]
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:<{width}}  {value}" for name, value in rows)


def _shares(counted: Counter[Any]) -> str:
    total = max(1, counted.total())
    return "  ".join(f"{key}: {100 * counted[key] / total:.1f} %" for key in sorted(counted))
