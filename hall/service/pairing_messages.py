"""Makes the pairing messages for the devices at tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games import all_games
from hall.formats.playing import house_rules
from link.messages import PairingId, PairingMessage

if TYPE_CHECKING:
    from hall.tournament.rounds import Match, Round
    from hall.tournament.state import Tournament


def pairing_messages(tournament: Tournament) -> dict[str, PairingMessage]:
    """Returns by table the pairing message of the current round; empty if the engine does not know the game."""
    round_, chosen = tournament.round, tournament.format
    if round_ is None or round_.state != "running" or chosen.game not in all_games():
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
