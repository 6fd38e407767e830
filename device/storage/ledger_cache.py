"""The file beside the journal that keeps the ledger of each evening, so that only new evenings are folded.

Everything in it follows from the journal, so backups leave it out. It is rebuilt if it cannot be read or the rules of
the program have changed; an evening is rebuilt if its rows have changed.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import msgspec

import engine
from common.files.bounded_read import read_bounded
from common.files.durable_files import give_to_folder_owner, write_atomically
from engine.games import game as game_called
from engine.rules.deal import DealScore, Result
from engine.state.ledger import Evening, LedgerDeal, LedgerGame

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.rules.game import Game

_MAX_BYTES = 256 << 20
"""Bytes; ten thousand evenings of three deals take some fifteen million."""
_Seats: TypeAlias = tuple[int, ...]
_BySeat: TypeAlias = dict[int, int]
_Standing: TypeAlias = dict[str, dict[int, int]]


class _Result(msgspec.Struct, array_like=True, frozen=True):
    tallies: _BySeat
    winners: _Seats
    losers: _Seats

    @classmethod
    def of(cls, result: Result) -> _Result:
        return cls(dict(result.tallies), result.winners, result.losers)

    def restore(self) -> Result:
        return Result(self.tallies, self.winners, self.losers)


class _Deal(msgspec.Struct, array_like=True, frozen=True):
    players: dict[int, str]
    number: int
    dealer: int
    trump: str | None
    tricks: _BySeat
    changes: _BySeat
    result: _Result
    folded: _Seats
    struck: _Seats

    @classmethod
    def of(cls, deal: LedgerDeal) -> _Deal:
        score = deal.score
        return cls(
            dict(deal.players), score.number, score.dealer, score.trump, dict(score.tricks), dict(score.changes),
            _Result.of(score.result), score.folded, score.struck,
        )  # fmt: skip

    def restore(self) -> LedgerDeal:
        score = DealScore(
            self.number, self.dealer, self.trump, self.tricks, self.changes, self.result.restore(), self.folded,
            self.struck,
        )  # fmt: skip
        return LedgerDeal(self.players, score)


class _Game(msgspec.Struct, array_like=True, frozen=True):
    name: str
    rules: tuple[tuple[str, bool | int | str], ...]
    seats: _Seats
    players: dict[int, str]
    deals: tuple[_Deal, ...]
    result: _Result
    added: _Standing
    standing: _Standing

    @classmethod
    def of(cls, game: LedgerGame) -> _Game:
        return cls(
            game.name, game.rules.changes, game.seats, dict(game.players), tuple(map(_Deal.of, game.deals)),
            _Result.of(game.result), _plain(game.added), _plain(game.standing),
        )  # fmt: skip

    def restore(self) -> LedgerGame:
        rules, deals = _game(self.name, self.rules).rules, tuple(deal.restore() for deal in self.deals)
        result = self.result.restore()
        return LedgerGame(self.name, rules, self.seats, self.players, deals, result, self.added, self.standing)


class _Evening(msgspec.Struct, array_like=True, frozen=True):
    name: str
    games: tuple[_Game, ...]

    def restore(self) -> Evening:
        return Evening(self.name, tuple(game.restore() for game in self.games))


class Unit(msgspec.Struct, array_like=True, frozen=True):
    """Rows of the journal that can be judged without any others: an evening, or several that amend one another."""

    start: int
    end: int
    """The position after the last one."""
    digest: str
    """The digest of the rows."""
    ledger: tuple[_Evening, ...]

    @classmethod
    def of(cls, start: int, end: int, digest: str, evenings: tuple[Evening, ...]) -> Unit:
        of_unit = (_Evening(evening.name, tuple(map(_Game.of, evening.games))) for evening in evenings)
        return cls(start, end, digest, tuple(of_unit))

    @property
    def evenings(self) -> tuple[Evening, ...]:
        """:raises ValueError: for a game or rule that is unknown here."""
        return tuple(evening.restore() for evening in self.ledger)


class _File(msgspec.Struct, frozen=True):
    program: str
    units: tuple[Unit, ...]


def cache_file(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}.ledger")


def read_units(journal: Path) -> list[Unit]:
    """Returns the cached units of a journal, in order; nothing if this program has written none."""
    with suppress(OSError, ValueError):
        file = msgspec.json.decode(read_bounded(cache_file(journal), _MAX_BYTES), type=_File)
        if file.program == _program():
            return list(file.units)
    return []


def write_units(journal: Path, units: list[Unit]) -> None:
    """Writes the cache; if that is not possible, the next call folds everything again."""
    with suppress(OSError):
        write_atomically(cache_file(journal), msgspec.json.encode(_File(_program(), tuple(units))))
        give_to_folder_owner(cache_file(journal))


@cache
def _program() -> str:
    """Returns a digest of the rules, with which every result may change."""
    from hashlib import blake2b  # loads OpenSSL, 3.5 MiB

    folder = Path(engine.__file__).parent
    files = sorted(file for file in folder.rglob("*") if file.suffix in (".py", ".toml"))
    digest = blake2b(digest_size=16)
    for file in (*files, Path(__file__)):
        digest.update(file.read_bytes())
    return digest.hexdigest()


@cache
def _game(name: str, rules: tuple[tuple[str, bool | int | str], ...]) -> Game:
    return game_called(name, dict(rules))


def _plain(standing: Mapping[str, Mapping[int, int]]) -> _Standing:
    return {name: dict(by_seat) for name, by_seat in standing.items()}
