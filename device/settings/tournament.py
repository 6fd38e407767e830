"""A pairing of a tournament at this table, as the hall sends it, and the file with the table's state in it."""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from common.feed.pairing import ConfirmedResult, PairingId
from common.files.durable_files import move_aside, write_atomically
from common.files.user_files import read_bounded
from device.display.text_layout import drawable
from device.settings.settings import is_name
from device.settings.table_setup import SEATS, Setup
from engine.cards import Seat
from engine.games import game as game_called


class BadPairing(ValueError):
    """Raised for a pairing that cannot be played; the message says what was got and expected."""


class Pairing(msgspec.Struct, frozen=True):
    """The pairing message of the hall. `pairing` is None if there is nothing to play."""

    pairing: PairingId | None = None
    table: str = ""
    """The name that the hall uses, such as `7`."""
    sides: tuple[tuple[str, ...], ...] = ()
    """The names of the players by side. Sides alternate around the table, so that two pairs sit crosswise."""
    game: str = ""
    rules: dict[str, str | int | bool] = {}
    """The house rules that differ from the game's defaults."""
    games: int = 1
    """Games of a match, or deals if `unit` says so."""
    unit: Literal["game", "deal"] = "game"
    resume: bool = False
    """Whether the hall has events of this match from another device, to be asked for and continued."""
    closed: bool = False
    """Whether the hall has the result, so that nothing is asked at the table any more."""
    calls_decided: int = 0
    """How many calls for a referee from this match the organisers have decided: with each the table's own one ends."""

    @property
    def seats(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats by side, in the order of its names."""
        seats = SEATS.get(sum(map(len, self.sides)), ())
        return tuple(seats[number :: len(self.sides)] for number in range(len(self.sides)))

    @property
    def names(self) -> dict[Seat, str]:
        """The names by seat, as the display can show them."""
        seats = [seat for side in self.seats for seat in side]
        shown = short_names([name for side in self.sides for name in side])
        return dict(sorted(zip(seats, shown, strict=True)))

    @property
    def setup(self) -> Setup:
        """The game, seats, names and evening with which it is played; nothing is left to be asked."""
        names, evening = self.names, self.pairing.evening if self.pairing is not None else ""
        rules = tuple(sorted(self.rules.items()))
        return Setup(self.game, tuple(names), rules, switches_to_ask=(), evening=evening, names=tuple(names.items()))


def check_pairing(pairing: Pairing) -> None:
    """Returns if the pairing can be played here, or there is none.

    :raises BadPairing: for an unknown game or rule, sides that the game does not have, or names that cannot be shown.
    """
    if pairing.pairing is None:
        return
    try:
        game = game_called(pairing.game, pairing.rules)
    except ValueError as error:
        raise BadPairing(str(error)) from error
    names = [name for side in pairing.sides for name in side]
    if len({len(side) for side in pairing.sides}) != 1 or len(names) not in game.players:
        raise BadPairing(
            f"got sides of {[len(side) for side in pairing.sides]} players, expected equal ones for {game.name}"
        )
    together = {frozenset(side) for side in game.sides(SEATS[len(names)])}
    if len(pairing.sides[0]) > 1 and {frozenset(side) for side in pairing.seats} != together:
        raise BadPairing(f"got sides of {len(pairing.sides[0])}, expected those of {game.name}")
    if not all(name.strip() for name in names):
        raise BadPairing(f"got the names {names}, expected one for each player")
    if pairing.games < 1 or pairing.pairing.round < 1 or not pairing.pairing.tournament.strip():
        raise BadPairing(f"got {pairing.games} games in round {pairing.pairing.round}, expected at least one of each")


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """Returns each name as it is if it fits, else the surname with an initial, else its beginning; all are different.

    Letters that the display lacks lose their accents, or become a question mark. Invisible characters, such as soft
    hyphens, are left out.
    """
    taken: list[str] = []
    for name in names:
        taken.append(next(each for each in _forms(name) if is_name(each) and each not in taken))
    return tuple(taken)


def _forms(name: str) -> Iterator[str]:
    """Yields forms of a name, the best first; numbered ones at last."""
    letters = []
    for letter in filter(str.isprintable, " ".join(name.split())):
        plain = letter if drawable(letter, "small") == letter else unicodedata.normalize("NFKD", letter)[:1]
        letters.append(drawable(plain, "small"))
    whole = "".join(letters)
    *given, surname = whole.split() or ["?"]
    yield whole or surname
    if given:
        yield f"{given[0][0]}. {surname}"
        yield surname
    for length in range(len(surname) - 1, 0, -1):
        yield f"{surname[:length]}."
    yield from (f"{surname[:4]} {number}" for number in range(2, 100))


MAX_BYTES = 64 << 10
"""Largest file in bytes; it has some hundred."""


class StoredTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    on: bool = True
    """Whether the table takes part in the tournament that it has joined."""
    pairing: Pairing | None = None
    confirmed: tuple[bool, ...] = ()
    """By side: whether it has confirmed the pairing."""
    agreed: tuple[bool, ...] = ()
    """By side: whether it has confirmed the result `agreed_points`."""
    agreed_points: tuple[tuple[int, ...], ...] = ()
    calls_referee: bool = False
    """Whether the table calls a referee of the tournament."""
    journal: str = ""
    """The id of the journal when the pairing came; the same evening before it is of another tournament of that name."""
    position: int = 0
    """The number of events in it then."""
    last: PairingId | None = None
    """The pairing that was taken away."""
    done: bool = False
    """Whether its result was agreed, or the hall had it."""
    results: tuple[ConfirmedResult, ...] = ()
    """Those of the earlier matches of the tournament: the hall may lack them still."""


def with_result(now: StoredTournament) -> StoredTournament:
    """Returns *now* with the result of its pairing, which all sides have confirmed, among the earlier ones."""
    if now.pairing is None or now.pairing.pairing is None:
        return now
    own = ConfirmedResult(now.pairing.pairing, now.agreed_points)
    return msgspec.structs.replace(now, results=(*_results_before(now, own.pairing), own))


def with_pairing(now: StoredTournament, pairing: Pairing, is_agreed: bool, end: tuple[str, int]) -> StoredTournament:
    """Returns what is remembered of a new pairing; one that was taken away and comes again finds its match.

    *is_agreed*: the result of the pairing before is; *end* are the id of the journal and its number of events.
    """
    if pairing.pairing is None:
        last = now.pairing.pairing if now.pairing is not None else None
        done = now.done or is_agreed or (now.pairing is not None and now.pairing.closed)
        return msgspec.structs.replace(now, pairing=pairing, last=last or now.last, done=done, calls_referee=False)
    if pairing.pairing == now.last and not now.done:
        return msgspec.structs.replace(now, pairing=pairing)
    sides, results = (False,) * len(pairing.sides), _results_before(now, pairing.pairing)
    if now.pairing is None:  # nothing is stored, perhaps after a deletion: the journal may have the match
        end = "", 0
    return StoredTournament(now.on, pairing, sides, sides, journal=end[0], position=end[1], results=results)


def _results_before(now: StoredTournament, pairing: PairingId) -> tuple[ConfirmedResult, ...]:
    """Returns the results of earlier rounds; those of another tournament, or of last year's, are left out."""
    own = (each for each in now.results if each.pairing.tournament == pairing.tournament)
    return tuple(each for each in own if each.pairing.round < pairing.round)


class TournamentFile:
    """If the disk cannot be written, changes are only in memory, and the evening goes on."""

    def __init__(self, path: Path, warn: Callable[[str], None]) -> None:
        """*warn* is called with a line about a file that cannot be read or written."""
        self._path, self._warn = path, warn
        self.now = StoredTournament()
        try:
            stored = msgspec.json.decode(read_bounded(path, MAX_BYTES), type=StoredTournament)
            if stored.pairing is not None:
                check_pairing(stored.pairing)
            self.now = stored
        except FileNotFoundError:
            pass
        except (OSError, ValueError, RecursionError) as error:
            with suppress(OSError):
                warn(f"got {path} that cannot be used ({error}); it is kept as {move_aside(path).name}")

    def store(self, changed: StoredTournament) -> None:
        """Returns when the content is on the disk."""
        if changed == self.now:
            return
        self.now = changed
        try:
            write_atomically(self._path, msgspec.json.format(msgspec.json.encode(changed), indent=2) + b"\n")
        except OSError as error:
            self._warn(
                f"cannot keep the pairing of the tournament in {self._path}: {error.strerror or error}; "
                "it holds until Kiebitz is switched off"
            )
