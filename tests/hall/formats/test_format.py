"""What tables play by a format: the sizes of tables, the sides, the target, and the places that are decided."""

import pytest
from msgspec.structs import replace

from hall.formats.format import (
    FinalsFormat,
    Format,
    RankingFormat,
    RoundsFormat,
    Text,
    allowed_sizes,
    decided_places,
    house_rules,
    sides_at,
    table_sizes,
    target,
    two_sides_only,
)
from tests.support.hall_tournaments import pairs_format

PAIRS = pairs_format()
SINGLE = pairs_format(entrants="single")
OTHER = replace(SINGLE, game="tarock", game_title=Text("Tarock", "Tarot"), players=3)
"""A game that the engine does not know."""


def at_tables_of(*sizes: int, game: str = "watten") -> Format:
    return replace(SINGLE, game=game, rounds=RoundsFormat(sizes=sizes))


@pytest.mark.parametrize(
    ("chosen", "sizes", "is_of_two_sides"),
    [
        pytest.param(PAIRS, (4,), True, id="pairs"),
        pytest.param(pairs_format(entrants="team"), (4,), True, id="teams of pairs"),
        pytest.param(SINGLE, (4,), False, id="as many as the game has at most"),
        pytest.param(at_tables_of(3, 4), (3, 4), False, id="the preferred size is first"),
        pytest.param(at_tables_of(2), (2,), True, id="tables of two"),
        pytest.param(at_tables_of(2, 3), (2, 3), False, id="a table of three among those of two"),
        pytest.param(OTHER, (3,), False, id="a game that the table does not referee"),
    ],
)
def test_tables_have_the_sizes_of_the_format(chosen: Format, sizes: tuple[int, ...], is_of_two_sides: bool) -> None:
    assert table_sizes(chosen) == sizes
    assert two_sides_only(chosen) is is_of_two_sides


@pytest.mark.parametrize(
    ("chosen", "size", "sides"),
    [
        pytest.param(SINGLE, 4, ((0, 2), (1, 3)), id="partners sit opposite"),
        pytest.param(SINGLE, 3, ((0,), (1,), (2,)), id="three play each alone"),
        pytest.param(at_tables_of(game="gras"), 4, ((0,), (1,), (2,), (3,)), id="a game without partners"),
        pytest.param(OTHER, 3, ((0,), (1,), (2,)), id="nobody knows the partners of another game"),
        pytest.param(PAIRS, 4, ((0,), (1,)), id="a pair is one place"),
    ],
)
def test_who_plays_together_follows_from_the_game(
    chosen: Format, size: int, sides: tuple[tuple[int, ...], ...]
) -> None:
    assert sides_at(chosen, size) == sides


@pytest.mark.parametrize(
    ("chosen", "points"),
    [
        pytest.param(replace(PAIRS, rules={"target": 11}), 11, id="the house rule of the format"),
        pytest.param(replace(PAIRS, preset="wirtshaus-11"), 11, id="the house rule of a preset"),
        pytest.param(replace(PAIRS, preset="wirtshaus-11", rules={"target": 13}), 13, id="a change of the preset"),
        pytest.param(replace(PAIRS, game="bauerchen", rules={"target": 31}), 31, id="another game with a target"),
        pytest.param(at_tables_of(game="gras"), 0, id="a game without a target"),
        pytest.param(OTHER, 0, id="a game that the table does not referee"),
    ],
)
def test_the_target_is_that_of_the_house_rules(chosen: Format, points: int) -> None:
    assert target(chosen) == points


def test_tables_get_the_house_rules_that_differ_from_the_defaults() -> None:
    usual = target(PAIRS)
    assert house_rules(replace(PAIRS, rules={"target": usual})) == {}
    assert house_rules(replace(PAIRS, rules={"target": usual}, preset="wirtshaus-11")) == {}
    assert house_rules(replace(PAIRS, rules={"target": 13})) == {"target": 13}
    assert house_rules(OTHER) == {}


def test_a_game_is_played_by_the_numbers_of_its_rules() -> None:
    assert set(allowed_sizes(SINGLE)) == {2, 3, 4}
    assert allowed_sizes(replace(PAIRS, game="bauerchen")) == (4,)
    assert allowed_sizes(OTHER) == (3,)


@pytest.mark.parametrize(
    ("places", "finals", "decided"),
    [
        pytest.param(0, FinalsFormat(), 1, id="the first one"),
        pytest.param(0, FinalsFormat(entries=2), 2, id="those of the finals"),
        pytest.param(0, FinalsFormat(entries=2, third_place=True), 4, id="and of the match for the third place"),
        pytest.param(0, FinalsFormat(entries=8, third_place=True), 8, id="the finals have more places than that"),
        pytest.param(3, FinalsFormat(entries=8), 3, id="as many as the format says"),
    ],
)
def test_places_that_must_not_be_shared(places: int, finals: FinalsFormat, decided: int) -> None:
    ranking = RankingFormat(decider="lot", decider_places=places)
    assert decided_places(replace(PAIRS, ranking=ranking, finals=finals)) == decided
