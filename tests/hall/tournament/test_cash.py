"""Fees that were paid, and prizes as shares of them."""

import pytest
from msgspec.structs import replace

from hall.formats.format import MoneyFormat
from hall.tournament.cash import cash_of
from hall.tournament.commands import course, entries, results
from hall.tournament.events import MatchResult, Paid, decode_event
from hall.tournament.ranking import standings
from link.messages import GamePoints
from tests.support.hall_commands import ELEVEN, refused
from tests.support.hall_tournaments import Played


def played_with(money: MoneyFormat, pairs: int = 8) -> Played:
    chosen = replace(ELEVEN, money=money, rounds=replace(ELEVEN.rounds, number=1))
    return Played(chosen).register(pairs)


def prizes_of(played: Played) -> list[tuple[int, int]]:
    cash = cash_of(played.now, standings(played.now))
    assert cash.rest == cash.income - sum(prize.cents for prize in cash.prizes) >= 0
    return [(prize.rank, prize.cents) for prize in cash.prizes]


def play(played: Played, lost: list[int]) -> None:
    """One round, in which the losers of the tables make so many points: more are better."""
    played.start_round()
    for table, points in enumerate(lost, 1):
        played.add(results.report(played.now, 1, table, MatchResult((GamePoints((11, points)),))))
    played.add(course.close_round(played.now))


def test_who_has_paid_is_noted_and_may_turn_out_otherwise() -> None:
    played = played_with(MoneyFormat(1000, (50, 30)))
    played.add(entries.register(played.now, ["Later", "Comes"], present=False))
    for number in (1, 2, 3):
        played.add(entries.pay(played.now, number))
    assert entries.pay(played.now, 1) == []
    played.add(entries.pay(played.now, 3, paid=False))
    played.add(entries.leave(played.now, 2))
    cash = cash_of(played.now, standings(played.now))
    assert [entry.number for entry in cash.paid] == [1, 2], "who leaves has paid"
    assert [entry.number for entry in cash.unpaid] == [3, 4, 5, 6, 7, 8], "who has not come owes nothing"
    assert (cash.income, cash.rest) == (2000, 400)
    refused("no_entry", lambda: entries.pay(played.now, 99))


def test_without_a_fee_nothing_is_paid() -> None:
    refused("no_fee", lambda: entries.pay(Played(ELEVEN).register(1).now, 1))


@pytest.mark.parametrize(
    ("prizes", "expected"),
    [
        ((), []),
        ((50, 30, 20), [(1, 1166), (1, 1166), (1, 1166)]),
        ((50,), [(1, 583), (1, 583), (1, 583)]),
        ((40, 20, 10, 5, 5), [(1, 816), (1, 816), (1, 816), (4, 175), (5, 175)]),
    ],
)
def test_those_who_share_a_rank_share_its_prizes(prizes: tuple[int, ...], expected: list[tuple[int, int]]) -> None:
    """Of 35.00 that five have paid: three winners share the first ranks, then come the losers by their points."""
    played = played_with(MoneyFormat(700, prizes), 6)
    for number in range(1, 6):
        played.add(entries.pay(played.now, number))
    assert prizes_of(played) == [(rank, 3500 * share // 100) for rank, share in enumerate(prizes, 1)], "before play"
    columns = replace(played.now.format.ranking, columns=("games", "own"))
    played.add(course.change_format(played.now, replace(played.now.format, ranking=columns)))
    play(played, [3, 5, 7])
    assert prizes_of(played) == expected


def test_a_stored_entry_of_before_has_not_paid() -> None:
    """Events of a Kiebitz without fees are read, and those with a fee say so only where it is not the usual."""
    old = decode_event('{"kind":"registered","number":1,"members":["A","B"],"present":true}')
    played = Played(ELEVEN)
    played.add([old])
    assert not played.now.entries[1].paid
    assert decode_event('{"kind":"paid","number":1}') == Paid(1)
