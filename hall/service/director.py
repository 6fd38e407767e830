"""Connects the tournament with its tables: sends pairings and the ranking, stores results and calls for a referee."""

import logging
from collections.abc import Callable

from common.texts.phrases import phrase_in
from hall.formats.format import house_rules
from hall.formats.sentences import COLUMN_HEADINGS
from hall.live_hall import LiveHall
from hall.receiver import Receiver
from hall.storage.hall_file import HallFileError
from hall.tournament.commands.course import HallRefusal
from hall.tournament.commands.results import call_referee, report
from hall.tournament.events import MatchResult
from hall.tournament.rounds import Match, Round
from hall.tournament.state import Tournament
from link.messages import GamePoints, PairingId, PairingMessage, Ranking, RankingLine


def pairing_messages(tournament: Tournament) -> dict[str, PairingMessage]:
    """Returns by table the pairing message of the current round; empty if the engine does not know the game."""
    round_, chosen = tournament.round, tournament.format
    if round_ is None or round_.state != "running" or not chosen.is_refereed:
        return {}
    rules = house_rules(chosen)
    return {str(match.table): message_of(tournament, round_, match, rules) for match in round_.matches}


def message_of(
    tournament: Tournament, round_: Round, match: Match, rules: dict[str, str | int | bool]
) -> PairingMessage:
    """Returns the pairing message of a match of any round; *rules* are house rules that differ from the defaults."""
    sides = tuple(
        tuple(name for number in side for name in tournament.entries[number].members) for side in match.pairing.sides
    )
    return PairingMessage(
        PairingId(tournament.id, round_.number, round_.attempt),
        str(match.table),
        sides,
        tournament.format.game,
        rules,
        tournament.games_in(round_),
        tournament.format.match.unit,
        closed=match.result is not None,
        calls_decided=sum(not call.is_open for call in match.calls),
    )


_log = logging.getLogger("kiebitz.hall")


class Director:
    """Call `update` after each change of the tournament, in the loop of the receiver."""

    def __init__(self, hall: LiveHall, say: Callable[[str], None] = _log.warning) -> None:
        self._hall, self._say = hall, say
        self.receiver: Receiver | None = None
        """Set it before the first update."""
        self._shown: dict[str, PairingMessage] = {}
        self._ranking: Ranking | None = None
        self._count = -1
        self._calling: dict[str, bool] = {}
        """By table: whether its latest report had a call. The next call counts only after a report without one."""

    def update(self) -> None:
        """Sends each table its pairing, and all tables the ranking, if these have changed."""
        count = self._hall.record.count
        if self.receiver is None or count == self._count:
            return
        self._count = count
        messages = pairing_messages(self._hall.tournament)
        for table in self.receiver.tables:
            message = messages.get(table, PairingMessage(table=table))
            if message != self._shown.get(table):
                self._shown[table] = message
                self.receiver.show_pairing(table, message)
        tournament, standings = self._hall.tournament, self._hall.ranking
        lines = tuple(
            RankingLine(
                line.rank, line.number, line.name, tuple("" if one is None else str(one) for one in line.values)
            )
            for line in standings.lines
        )
        # msgspec encodes no subclass of str.
        columns = tuple(phrase_in("de", COLUMN_HEADINGS[column]) for column in standings.columns)
        ranking = Ranking(tournament.title, standings.round, columns, lines)
        if ranking != self._ranking:
            self._ranking = ranking
            self.receiver.show_ranking(ranking)

    def pairing_of(self, table: str, pairing: PairingId) -> PairingMessage | None:
        """Returns what was to be played at a table in a round; None if there was nothing, or it was drawn again."""
        tournament = self._hall.tournament
        round_ = tournament.round_numbered(pairing.round)
        if round_ is None or PairingId(tournament.id, round_.number, round_.attempt) != pairing:
            return None
        match = round_.match_at(int(table))
        return message_of(tournament, round_, match, house_rules(tournament.format)) if match is not None else None

    def take_result(self, table: str, pairing: PairingId, games: tuple[GamePoints, ...]) -> None:
        """Stores the result of a table; a callback for `Receiver.on_result`."""
        round_ = self._hall.tournament.round_numbered(pairing.round)
        if round_ is None or round_.attempt != pairing.attempt or pairing.tournament != self._hall.tournament.id:
            return
        try:
            self._hall.record.do(lambda now: report(now, pairing.round, int(table), MatchResult(games)))
        except HallRefusal as refusal:
            self._say(f"table {table}: {refusal}")
        self._hall.look()

    def take_call(self, table: str) -> None:
        """Calls the referee if the table asks for one; a callback for `Receiver.on_change`."""
        round_ = self._hall.tournament.round
        if self.receiver is None or round_ is None or round_.state != "running":
            return
        said = self.receiver.tables[table].report
        match = round_.match_at(int(table))
        if said is None or match is None:
            return
        if said.pairing != PairingId(self._hall.tournament.id, round_.number, round_.attempt):
            return
        # A report may still contain a call from before this hall was started.
        is_known = self._calling.get(table, bool(match.calls) and match.calls[-1].by == "table")
        self._calling[table] = said.calls_referee
        if not said.calls_referee or is_known or match.open_call is not None:
            return
        evidence = {"findings": said.findings, "score": list(said.score)}
        try:
            self._hall.record.do(lambda now: call_referee(now, round_.number, int(table), "", "table", evidence))
        except (HallRefusal, HallFileError) as error:
            self._say(f"table {table}: {error}")
        self._hall.look()
