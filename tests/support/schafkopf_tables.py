"""Tables of Schafkopf for tests: seat 3 deals, so seat 0 is forehand and leads."""

from functools import partial

from engine import Table
from engine.games.schafkopf.game import Schafkopf
from tests.support.records import game_of, play_record

schafkopf = partial(game_of, Schafkopf)


replay = partial(play_record, seats="0 1 2 3", dealer=3, name="schafkopf")


def called(table: Table) -> Schafkopf:
    asked = table.current_game
    assert isinstance(asked, Schafkopf)
    return asked
