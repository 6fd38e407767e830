"""The view of the cash: who has paid, what came in, and the prizes."""

from __future__ import annotations

from dataclasses import dataclass

from hall.formats.money import amount_text
from hall.tournament.cash import cash_of
from hall.tournament.state import Entry
from web.hall.views.base import HallContext


@dataclass(frozen=True, slots=True)
class CashView:
    fee: str
    """Empty without a fee."""
    paid: tuple[Entry, ...]
    unpaid: tuple[Entry, ...]
    income: str
    prizes: tuple[tuple[int, str, str], ...]
    """Rank, amount, and who gets it, if that is known."""
    rest: str


def cash_view(context: HallContext) -> CashView:
    def amount(cents: int) -> str:
        return amount_text(cents, context.language)

    cash, fee = cash_of(context.tournament, context.ranking), context.tournament.format.money.fee_cents
    prizes = ((one.rank, amount(one.cents), "" if one.line is None else one.line.name) for one in cash.prizes)
    return CashView(
        amount(fee) if fee else "", cash.paid, cash.unpaid, amount(cash.income), tuple(prizes), amount(cash.rest)
    )
