"""The shapes hold for games that differ most: Watten (striker, hand cut short, bids) and Bauerchen (teams, no stock).

These are sketches of RULEBOOK 2 and 3, just enough to see that neither table nor referee has to be bent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import engine.games
from engine.cards import FRENCH_20, GERMAN_33, Card
from engine.events import Announced
from engine.findings import Kind
from engine.house import Book
from engine.ladder import Rung
from engine.notation import read, write
from engine.rules import Game, Result, Step
from engine.table import Table
from engine.words import Words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.cards import Pack, Seat
    from engine.deal import Deal
    from engine.events import Fact
    from engine.findings import Finding
    from engine.ladder import Ladder
    from engine.rules import Cards, Trump

RUNGS = {"follow": "follow", "trump": "trump", "overtrump": "overtrump"}
BOOK = Book((), {}, {}, RUNGS, {kind.value: "table" for kind in Kind})


class TeamGame(Game):
    """Four players, opposite seats partners, forehand leads."""

    players = (4,)
    hand_size = 5
    book = BOOK

    def best(self, trick: Cards, trump: Trump) -> Card:
        lying = self.cards(trick)
        best = lying[0]
        for card in lying[1:]:
            if self.height(card, trump) > self.height(best, trump) and (
                card.suit == best.suit or self.height(card, trump) >= 100
            ):
                best = card
        return best

    def height(self, card: Card, trump: Trump) -> int:
        raise NotImplementedError

    def trumps(self, trump: Trump) -> tuple[Card, ...]:
        above = [card for card in self.pack.cards if self.height(card, trump) >= 100]
        return tuple(sorted(above, key=lambda card: -self.height(card, trump)))

    def trump(self, deal: Deal) -> Trump | None:
        said = {call.call: call.value for call in deal.of(Announced)}
        words = [said[call] for call in self.announcements if call in said]
        return " ".join(words) if len(words) == len(self.announcements) else None

    announcements: tuple[str, ...] = ("trump",)

    def step(self, deal: Deal) -> Step:
        if self.finished(deal):
            return Step("scored")
        return Step("play") if deal.has_play or self.trump(deal) else Step("announce", (deal.forehand,))

    def check(self, deal: Deal, position: int, fact: Fact) -> list[Finding]:
        return []

    def active(self, deal: Deal) -> tuple[Seat, ...]:
        return deal.seats

    def leader(self, deal: Deal) -> Seat:
        return deal.forehand

    def start(self, seats: Sequence[Seat]) -> dict[Seat, int]:
        return dict.fromkeys(seats, 0)

    def dealer_after(self, deal: Deal) -> Seat:
        return deal.forehand

    def tricks_of_team(self, deal: Deal, team: int) -> int:
        return sum(count for seat, count in self.tricks_taken(deal).items() if seat % 2 == team)


class Watten(TeamGame):
    """Normal Watten: `trump` is suit and striker; the hand ends at a team's third trick, or when the others go."""

    name = "watten-sketch"
    title = Words("Watten", "Watten")
    pack: Pack = GERMAN_33
    announcements = ("trump", "striker")

    def height(self, card: Card, trump: Trump) -> int:
        suit, striker = trump.split()
        rank = 10 - (*self.pack.ranks, "6").index(card.rank)
        if card.rank == striker:
            return 300 if card.suit == suit else 200
        return 100 + rank if card.suit == suit else rank

    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        lying = self.cards(trick)
        suit, striker = trump.split()
        if not lying or lying[0].suit != suit:
            return ()
        allowed = self.pack.set(card for card in self.pack.cards if card.suit == suit)
        right = self.pack.set([Card(suit, striker)])
        return (Rung(allowed & ~right, allowed, "follow"),)

    def finished(self, deal: Deal) -> bool:
        gone = deal.callers("go")
        return bool(gone) or any(self.tricks_of_team(deal, team) >= 3 for team in (0, 1))

    def changes(self, deal: Deal) -> dict[Seat, int]:
        bids = sum(call.call == "bid" for call in deal.of(Announced))
        lost = {seat % 2 for seat in deal.callers("go")}
        won = 1 - lost.pop() if lost else max((0, 1), key=lambda team: self.tricks_of_team(deal, team))
        points = 2 + bids - (1 if deal.callers("go") else 0)
        return {seat: points if seat % 2 == won else 0 for seat in deal.seats}

    def result(self, before: Mapping[Seat, int], changes: Mapping[Seat, int]) -> Result:
        tallies = {seat: tally + changes[seat] for seat, tally in before.items()}
        winners = tuple(seat for seat, tally in tallies.items() if tally >= 9)
        return Result(tallies, winners, tuple(seat for seat in tallies if winners and seat not in winners))


class Bauerchen(TeamGame):
    """Four Bauern above the trump suit, card points, no stock."""

    name = "bauerchen-sketch"
    title = Words("Bauerchen", "Bauerchen")
    pack: Pack = FRENCH_20

    def height(self, card: Card, trump: Trump) -> int:
        if card.rank == "J":
            return 300 - self.pack.suits.index(card.suit)
        rank = 10 - self.pack.ranks.index(card.rank)
        return 100 + rank if card.suit == trump else rank

    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        lying = self.cards(trick)
        if not lying:
            return ()
        trumps = self.pack.set(self.trumps(trump))
        best = self.best(lying, trump)
        higher = self.pack.set(
            card for card in self.trumps(trump) if self.height(card, trump) > self.height(best, trump)
        )
        follow = self.pack.suit_set(lying[0].suit) & ~trumps
        over = Rung(higher, higher, "overtrump")
        if lying[0] in self.trumps(trump):
            return over, Rung(trumps, trumps, "trump")
        return Rung(follow, follow, "follow"), over, Rung(trumps, trumps, "trump")

    def finished(self, deal: Deal) -> bool:
        return len(deal.tricks) + (len(deal.trick) >= 4) >= 5

    def changes(self, deal: Deal) -> dict[Seat, int]:
        return dict.fromkeys(deal.seats, 1)

    def result(self, before: Mapping[Seat, int], changes: Mapping[Seat, int]) -> Result:
        return Result({seat: tally + changes[seat] for seat, tally in before.items()})


@pytest.fixture(autouse=True)
def _two_more_games(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = {kind.name: kind for kind in (Watten, Bauerchen)}
    monkeypatch.setattr(engine.games, "all_games", lambda: kinds)


def told(game: str, *lines: str) -> tuple[Table, list[Finding]]:
    table, found = Table(), []
    for event in read("\n".join(["kiebitz record 1", f"game {game} seats 0 1 2 3 dealer 0", "deal 0", *lines])):
        found += table.observe(event)
    return table, found


WATTEN = ("say 0 trump H", "say 1 striker U")


def test_watten_stops_at_the_third_trick_of_a_team() -> None:
    table, found = told(
        "watten-sketch", *WATTEN, "play 1:HU 2:H7 3:H8 0:S6 >1", "play 1:EU 2:LU 3:E9 0:E8 >1",
        "say 1 bid", "say 2 hold", "play 1:HA 2:E7 3:HK 0:H9",
    )  # fmt: skip
    # The first Linker of a trick beats the later one; the Weli on a trump led is open until hearts show up.
    assert [finding.kind for finding in found] == [Kind.REVOKE]
    assert (found[0].seat, str(found[0].card)) == (0, "S6")
    assert (table.phase, dict(table.tallies), table.trump) == ("scored", {0: 0, 1: 3, 2: 0, 3: 3}, "H U")
    assert table.hand_size(1) == 2


def test_watten_ends_when_the_others_go() -> None:
    table, _ = told("watten-sketch", *WATTEN, "play 1:HU 2:H7", "say 3 bid", "say 0 go")
    assert (table.phase, dict(table.tallies)) == ("scored", {0: 0, 1: 2, 2: 0, 3: 2})


def test_watten_announced_at_the_end_is_judged_from_the_beginning() -> None:
    """Latinisch: nobody but two players knew."""
    play = ("play 1:H9 2:H7 3:S8 0:H8 >1", "play 1:E9 2:LU 3:HA 0:E8 >2")
    table, found = told("watten-sketch", *play)
    assert (found, table.trump) == ([], None)
    table, found = told("watten-sketch", *play, "insert 2: say 0 trump H", "insert 2: say 1 striker U")
    assert table.trump == "H U"
    assert [(finding.kind, finding.seat, str(finding.card)) for finding in found] == [(Kind.REVOKE, 3, "S8")]


def test_bauerchen_without_a_stock_proves_early() -> None:
    """REVOKE.md, 5, example (b): three cannot all be out of trumps."""
    table, found = told("bauerchen-sketch", "say 1 trump H", "play 1:HA 2:CK 3:CQ 0:C10")
    assert [finding.kind for finding in found] == [Kind.REVOKE_AMONG]
    assert found[0].seats == (0, 2, 3)
    assert read(write(table.journal)) == table.journal
