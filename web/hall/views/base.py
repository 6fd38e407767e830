"""The context of every view of the hall, and numbers, sides and results as text."""

import re
import time
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

from common.limits import MAX_TABLES
from common.texts.phrases import Language, phrase_in
from common.texts.words import minus
from hall.formats.format import Format, Text
from hall.formats.money import amount_text
from hall.formats.sentences import COLUMN_HEADINGS, text_in
from hall.live_hall import LiveMatch, TablesWithoutDevices
from hall.tournament.events import MatchResult
from hall.tournament.ranking import Standings
from hall.tournament.rounds import Match, Round
from hall.tournament.scores import game_winners
from hall.tournament.state import Tournament
from web.kit.security import Role
from web.kit.texts import Texts

TABLES_A_ROUND = MAX_TABLES + 1
"""The number of a match in URLs is the round times this, plus the table."""
UMLAUTS = ("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")


@dataclass(frozen=True, slots=True)
class Clock:
    since: float
    minutes: int
    """The time limit; 0 without one."""


@dataclass(frozen=True, slots=True)
class HallContext:
    """The input of a view; templates get it as `c`."""

    tournament: Tournament
    ranking: Standings
    tables: TablesWithoutDevices
    texts: Texts
    language: Language
    role: Role
    me: int
    """The start number that this phone has chosen, 0 without one."""
    number: int
    """The number in the URL of views that have one, else -1."""
    now: float
    """Seconds since 1970."""
    known: tuple[str, ...] = ()
    """Names of people from earlier tournaments, to be suggested."""
    formats: tuple[Format, ...] = ()
    address: str = ""
    """The URL of the hall in its network."""

    @property
    def is_organiser(self) -> bool:
        return self.role == "organiser"

    @property
    def clock(self) -> Clock | None:
        round_ = self.tournament.round
        if round_ is None or round_.state != "running":
            return None
        return Clock(round_.started, self.tournament.format.match.minutes)

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(phrase_in(self.language, COLUMN_HEADINGS[column]) for column in self.ranking.columns)

    @property
    def byes(self) -> tuple[str, ...]:
        """The entries that have a bye in the latest round."""
        entries, round_ = self.tournament.entries, self.tournament.round
        return tuple(entries[number].label for number in (round_.byes if round_ else ()) if number in entries)

    def live(self, round_: Round, match: Match) -> LiveMatch | None:
        """Returns the state of the device; what it says of other sides than those of the match is left out."""
        live = self.tables.match(round_.number, round_.attempt, match.table)
        sides = len(match.pairing.sides)
        if live is None or (len(live.score) in (0, sides) and all(len(game.points) == sides for game in live.games)):
            return live
        return replace(live, games=(), score=())

    def say(self, text: Text) -> str:
        return text_in(text, self.language)

    def amount(self, cents: int) -> str:
        return amount_text(cents, self.language)

    @property
    def title(self) -> str:
        """The name of the latest round, or that there is none yet."""
        round_ = self.tournament.round
        return self.texts.before_first_round if round_ is None else self.round_title(round_)

    def round_title(self, round_: Round) -> str:
        """Returns the name of a round, such as Runde 2 or Halbfinale."""
        if round_.stage == "round":
            return self.texts.round_number.format(number=round_.number)
        return str(getattr(self.texts, f"stage_{round_.stage}"))

    def match_title(self, round_: Round, match: Match) -> str:
        """Returns the title of a match; the second table of the final plays for the third place."""
        if round_.stage == "final" and match is not round_.matches[0]:
            return self.texts.third_place
        return self.round_title(round_)


def match_number(round_: Round, match: Match) -> int:
    return round_.number * TABLES_A_ROUND + match.table


def find_match(tournament: Tournament, number: int) -> tuple[Round, Match] | None:
    """Returns the match with this number in URLs, or None if there is none."""
    round_number, table = divmod(number, TABLES_A_ROUND)
    round_ = tournament.round_numbered(round_number)
    match = None if round_ is None else round_.match_at(table)
    return None if round_ is None or match is None else (round_, match)


def games_text(result: MatchResult, texts: Texts) -> str:
    """Returns the games of a result, such as 13:7, 9:13."""
    if result.forfeited:
        return texts.forfeited
    return ", ".join(points_text(game.points) for game in result.games)


def points_text(points: Iterable[int]) -> str:
    """Returns the points of the sides, such as 13:7."""
    return ":".join(map(minus, points))


def games_won(chosen: Format, result: MatchResult, sides: int) -> tuple[int, ...]:
    """Returns how many games each side has won; a forfeited match has none."""
    won = [0] * sides
    for game in () if result.forfeited else result.games:
        for winner in game_winners(chosen, game):
            won[winner] += 1
    return tuple(won)


def slug(title: str) -> str:
    """Returns a short name of a tournament for topics: lower-case letters, digits and hyphens."""
    german = title.lower()
    for letter, letters in UMLAUTS:
        german = german.replace(letter, letters)
    plain = unicodedata.normalize("NFKD", german).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:32].strip("-") or "tournament"


def clock_text(seconds: float) -> str:
    """Returns a time of day, such as 19:05, in the time zone of this machine."""
    return time.strftime("%H:%M", time.localtime(seconds)) if seconds else ""
