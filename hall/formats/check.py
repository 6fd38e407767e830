"""Finds contradictions and values out of range in a format whose keys all have the right type."""

import re
from collections.abc import Callable, Iterator

from common.limits import MAX_FEE_CENTS, MAX_GAMES, MAX_MINUTES, MAX_POINTS_OF_FORMAT, MAX_ROUNDS
from engine.games import UnknownGame, all_games
from engine.rules.house_rules import RuleError
from hall.formats.format import Format, allowed_sizes, game_of, table_sizes, two_sides_only

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


def faults_of(chosen: Format) -> Iterator[str]:
    """Yields each fault as key, what was got, and what is expected. Later checks rely on earlier ones."""
    for check in _CHECKS:
        yield from check(chosen)


def _general(chosen: Format) -> Iterator[str]:
    if not _NAME.fullmatch(chosen.name):
        yield f"key name: got {chosen.name!r}, expected lower-case letters, digits and hyphens, 40 at the most"
    if not (chosen.title.german.strip() and chosen.title.english.strip()):
        yield "key title: got an empty text, expected the name of the format in german and english"


def _game(chosen: Format) -> Iterator[str]:
    known = chosen.is_refereed
    if not known and chosen.game_title is None:
        names = ", ".join(sorted(all_games()))
        yield (
            f"key game: got {chosen.game!r}, expected one of {names}; for a game that the table does not referee "
            "give game_title and players as well"
        )
        return
    if known and chosen.players:
        yield f"key players: the game {chosen.game} has its own, take the key out"
    if not known and not 2 <= chosen.players <= 4:
        yield f"key players: got {chosen.players}, expected the players at a table, 2 to 4"
    if not known and (chosen.rules or chosen.preset):
        yield f"key rules or preset: house rules of {chosen.game} are not known, take the key out"
    try:
        game_of(chosen)
    except (UnknownGame, RuleError) as error:
        yield f"key preset or rules: {error}"


def _table(chosen: Format) -> Iterator[str]:
    if chosen.entrants != "single":
        if chosen.rounds.sizes:
            yield f"key rounds.sizes: got {_join(chosen.rounds.sizes)}, expected none where pairs play, take it out"
        if 4 not in allowed_sizes(chosen):
            yield f"key entrants: got {chosen.entrants}, but {chosen.game} is not for four, expected single"
        elif chosen.is_refereed and len(all_games()[chosen.game]().sides(range(4))) != 2:
            yield f"key entrants: got {chosen.entrants}, but {chosen.game} has no partners, expected single"
        return
    allowed = allowed_sizes(chosen)
    for size in chosen.rounds.sizes:
        if size not in allowed:
            yield f"key rounds.sizes: got {size}, expected sizes that {chosen.game} allows: {_join(allowed)}"
    if len(set(chosen.rounds.sizes)) < len(chosen.rounds.sizes):
        yield f"key rounds.sizes: got {_join(chosen.rounds.sizes)}, expected each size once"


def _match(chosen: Format) -> Iterator[str]:
    match = chosen.match
    yield from _range("match.games", match.games, 1, MAX_GAMES)
    yield from _range("match.minutes", match.minutes, 0, MAX_MINUTES)
    if match.winner == "fewest" and (match.unit == "deal" or chosen.points.bonuses or chosen.rules.get("plus50")):
        yield "key match.winner: got fewest, expected games without bonuses, which plus 50 does not win"
    if match.when_time_is_up != "as_it_stands" and not match.minutes:
        yield "key match.when_time_is_up: without match.minutes no time is up, give them or take it out"


def _rounds(chosen: Format) -> Iterator[str]:
    rounds = chosen.rounds
    least = 0 if rounds.draw == "round_robin" else 1
    yield from _range("rounds.number", rounds.number, least, MAX_ROUNDS)
    if rounds.draw != "drawn" and not two_sides_only(chosen):
        sizes = _join(table_sizes(chosen))
        yield (
            f"key rounds.draw: got {rounds.draw} with single players at tables of {sizes}, expected drawn; "
            "the others need pairs, or tables of two"
        )


def _points(chosen: Format) -> Iterator[str]:
    points = chosen.points
    for name in ("game_won", "game_lost", "match_won", "match_drawn"):
        yield from _range(f"points.{name}", getattr(points, name), 0, MAX_POINTS_OF_FORMAT)
    if not (points.game_won or points.match_won or points.own != "never"):
        yield "key points: nothing counts, expected game_won, match_won or own"
    if chosen.match.unit == "deal" and (points.game_won or points.game_lost or points.bonuses or points.own == "lost"):
        yield 'key points: with the unit deal no games are won, expected own = "always" or match_won only'
    if points.balanced and not (chosen.match.unit == "deal" and points.own == "always"):
        yield 'key points.balanced: got true, expected it with the unit deal and own = "always" only'
    for bonus in points.bonuses:
        yield from _range("points.bonuses.points", bonus.points, 1, MAX_POINTS_OF_FORMAT)
        if bonus.when != "to_nil" and chosen.is_refereed and chosen.game != "watten":
            yield f"key points.bonuses.when: got {bonus.when}, but nobody is gespannt in {chosen.game}"
    for name in ("points", "games", "own", "missed"):
        yield from _range(f"bye.{name}", getattr(chosen.bye, name), 0, MAX_POINTS_OF_FORMAT)


def _ranking(chosen: Format) -> Iterator[str]:
    ranking = chosen.ranking
    columns = ranking.columns
    if not columns or len(set(columns)) < len(columns):
        yield f"key ranking.columns: got {_join(columns)}, expected at least one column, each once"
    if not two_sides_only(chosen):
        for name in ("direct", "buchholz"):
            if name in columns:
                yield f"key ranking.columns: got {name}, which needs matches between two pairs or two players"
    if "bonus" in columns and not chosen.points.bonuses:
        yield "key ranking.columns: got bonus, but no points.bonuses are declared"
    yield from _range("ranking.decider_target", ranking.decider_target, 0, MAX_POINTS_OF_FORMAT)
    yield from _range("ranking.decider_places", ranking.decider_places, 0, MAX_POINTS_OF_FORMAT)
    if ranking.decider_target and ranking.decider != "game":
        yield f"key ranking.decider_target: got {ranking.decider_target}, but no game decides, take it out"
    if ranking.decider_places and ranking.decider == "none":
        yield f"key ranking.decider_places: got {ranking.decider_places}, but nothing decides, take it out"


def _finals(chosen: Format) -> Iterator[str]:
    finals = chosen.finals
    if finals.entries and (chosen.entrants == "team" or not two_sides_only(chosen)):
        yield f"key finals.entries: got {finals.entries}, expected 0: finals need pairs, or tables of two"
    if not finals.entries and (finals.third_place or finals.games or finals.pairing != "seeded"):
        yield "key finals: without finals.entries there are none, give them or take the other keys out"
    yield from _range("finals.games", finals.games, 0, MAX_GAMES)
    if chosen.rounds.draw == "round_robin" and chosen.entrants == "team" and chosen.rounds.number == 0:
        yield "key rounds.number: got 0 with teams, expected the number of rounds"


def _money(chosen: Format) -> Iterator[str]:
    money = chosen.money
    yield from _range("money.fee_cents", money.fee_cents, 0, MAX_FEE_CENTS)
    if any(share < 1 for share in money.prizes) or sum(money.prizes) > 100:
        yield f"key money.prizes: got {_join(money.prizes)}, expected percents from 1 on, 100 together at the most"
    if money.prizes and not money.fee_cents:
        yield "key money.prizes: they are paid from the fees, give money.fee_cents or take them out"


def _range(key: str, value: int, least: int, most: int) -> Iterator[str]:
    if not least <= value <= most:
        yield f"key {key}: got {value}, expected {least} to {most}"


def _join(values: tuple[object, ...]) -> str:
    return ", ".join(map(str, values)) or "nothing"


_CHECKS: tuple[Callable[[Format], Iterator[str]], ...] = (
    _general,
    _game,
    _table,
    _match,
    _rounds,
    _points,
    _ranking,
    _finals,
    _money,
)
