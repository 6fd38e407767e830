"""The cash of a tournament: the fees that were paid, and the prizes as shares of them."""

from typing import NamedTuple

from hall.tournament.ranking import Standing, Standings
from hall.tournament.state import Entry, Tournament


class Prize(NamedTuple):
    rank: int
    cents: int
    line: Standing | None
    """Who gets it; None while the tournament is played."""


class Cash(NamedTuple):
    paid: tuple[Entry, ...]
    unpaid: tuple[Entry, ...]
    """Those who have not paid, without those who were expected and did not come."""
    income: int
    """Cents."""
    prizes: tuple[Prize, ...]

    @property
    def rest(self) -> int:
        """Cents that are left after the prizes."""
        return self.income - sum(prize.cents for prize in self.prizes)


def cash_of(tournament: Tournament, ranking: Standings) -> Cash:
    """Returns the cash; those who share a rank share the prizes of its places, in whole cents."""
    entries = tournament.entries.values()
    paid = tuple(entry for entry in entries if entry.paid)
    income = len(paid) * tournament.format.money.fee_cents
    shares = tournament.format.money.prizes
    if tournament.phase in ("over", "finished"):
        ranks = [line.final_rank for line in ranking.lines]
        prizes = [
            Prize(rank, income * sum(shares[rank - 1 : rank - 1 + ranks.count(rank)]) // 100 // ranks.count(rank), line)
            for rank, line in zip(ranks, ranking.lines, strict=True)
            if rank <= len(shares)
        ]
    else:
        prizes = [Prize(rank, income * share // 100, None) for rank, share in enumerate(shares, 1)]
    unpaid = tuple(entry for entry in entries if not entry.paid and entry.presence in ("present", "left"))
    return Cash(paid, unpaid, income, tuple(prizes))
