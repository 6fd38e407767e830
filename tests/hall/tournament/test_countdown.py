"""Games that count down: the fewest points win, several may, and what is left counts as minus."""

import pytest

from hall.formats.load import preset
from hall.formats.sentences import sentences
from hall.tournament.commands import course, results
from hall.tournament.events import MatchResult
from hall.tournament.ranking import standings
from hall.tournament.scores import score_match
from link.messages import GamePoints
from tests.support.hall_commands import refused
from tests.support.hall_tournaments import Played

EVENINGS = ("bohemian-watten-evening", "gras-evening")


def games(*points: tuple[int, ...]) -> MatchResult:
    return MatchResult(tuple(map(GamePoints, points)))


@pytest.mark.parametrize("name", EVENINGS)
@pytest.mark.parametrize(
    ("result", "points", "own"),
    [
        (games((0, 4, 9, 12), (3, -1, 8, 20), (5, 0, 7, 2)), (1, 2, 0, 0), (-8, -3, -24, -34)),
        (games((-2, -2, 9, 12), (3, 0, 0, 20), (5, 0, 7, 2)), (1, 3, 1, 0), (-6, 2, -16, -34)),
    ],
)
def test_the_fewest_points_win(name: str, result: MatchResult, points: tuple[int, ...], own: tuple[int, ...]) -> None:
    scores = score_match(preset(name), result, 4)
    assert tuple(score.points for score in scores) == points
    assert tuple(score.own for score in scores) == own


def test_a_game_is_over_at_zero() -> None:
    played = Played("gras-evening").register(4)
    played.start_round()
    unended = games((0, 4, 9, 12), (1, 4, 8, 20), (5, 0, 7, 2))
    refused("unended", lambda: results.report(played.now, 1, 1, unended), game=2, points="1:4:8:20", target=0)
    played.add(results.report(played.now, 1, 1, games((0, 4, 9, 12), (0, 0, 8, 20), (5, 0, 7, 2))))
    played.add(course.close_round(played.now))
    first = played.round.matches[0].pairing.sides[1][0]
    best = standings(played.now).lines[0]
    assert (best.number, best.values) == (first, (2, -4))


@pytest.mark.parametrize("name", [*EVENINGS, "bauerchen-evening", "schafkopf-2x32"])
def test_the_evenings_of_the_house_are_shipped_and_explained(name: str) -> None:
    said = [sentences(preset(name), language) for language in ("de", "bar", "en")]
    assert {len(each) for each in said} == {len(said[0])}
    assert all(german != english for german, english in zip(said[0], said[2], strict=True) if not german.isdecimal())
    assert said[0] != said[1]
