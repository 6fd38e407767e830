"""Gras for tables of cases: three at 0 to 2, dealer 0, forehand 1."""

from engine.cards import BAVARIAN_32, Card
from engine.events import DealStarted, Event, GameStarted, UpcardTurned
from engine.games.gras import Gras
from engine.rules.findings import Finding
from engine.rules.house_rules import Rules
from engine.state.table import Table

FOUR, THREE, TWO = (0, 1, 2, 3), (0, 1, 2), (0, 2)


def gras(**rules: object) -> Gras:
    return Gras(Rules(Gras.book.switches, rules))


def card(text: str) -> Card:
    return BAVARIAN_32.card(text)


def table(*events: Event, seats: tuple[int, ...] = THREE, **rules: object) -> tuple[Table, list[Finding]]:
    """A table of three at which seat 0 deals, and what was found."""
    reported = Table()
    findings: list[Finding] = []
    for event in (GameStarted("gras", seats, 0, tuple(rules.items())), DealStarted(0), *events):  # type: ignore[arg-type]
        findings += reported.observe(event)
    return reported, findings


UP = UpcardTurned(card("LU"))
