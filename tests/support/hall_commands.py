"""What tests of the commands of a tournament share."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from common.texts.phrases import LANGUAGES, phrase_in
from hall.formats.format import Format
from hall.tournament.commands.course import HallRefusal
from hall.tournament.events import HallEvent, MatchResult
from link.messages import GamePoints
from tests.support.hall_tournaments import Played, pairs_format

WON = MatchResult((GamePoints((11, 4)),))
LOST = MatchResult((GamePoints((4, 11)),))
ELEVEN = replace(pairs_format(), rules={"target": 11})


def running(count: int = 4, chosen: Format = ELEVEN) -> Played:
    """Returns a tournament of *count* pairs in its first round."""
    played = Played(chosen).register(count)
    played.start_round()
    return played


def refused(key: str, command: Callable[[], list[HallEvent]], **values: object) -> None:
    """Checks that a command is refused for this reason, and that these *values* are told with it."""
    with pytest.raises(HallRefusal) as caught:
        command()
    assert caught.value.reason.key == f"refused_{key}"
    assert values.items() <= caught.value.reason.values.items()
    for language in LANGUAGES:
        text = phrase_in(language, caught.value.reason)
        assert "{" not in text
        assert text.endswith(".")


def status(played: Played, table: int = 1) -> tuple[str, MatchResult | None]:
    match = played.now.rounds[0].match_at(table)
    assert match is not None
    return match.status, match.result


def games(*points: tuple[int, ...]) -> MatchResult:
    return MatchResult(tuple(GamePoints(each) for each in points))
