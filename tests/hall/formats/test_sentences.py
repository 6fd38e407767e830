"""A format in words: every key that changes an outcome is said."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from common.texts.phrases import LANGUAGES
from engine.games import game
from hall.formats.format import Format
from hall.formats.load import check_format, preset, preset_names
from hall.formats.sentences import all_house_rules, sentences

GOLDEN = Path(__file__).with_name("sentences.txt")
SILENT = {"name", "title", "source", "preset"}
"""Keys that change no outcome; a preset is said by its rules."""

OTHER_GAME: dict[str, Any] = {
    "game": "tarock", "game_title": {"german": "Tarock", "english": "Tarot"}, "players": 4, "rules": {}
}  # fmt: skip
NIL: dict[str, Any] = {"when": "to_nil", "points": 3}
CHANGES: dict[str, list[dict[str, Any]]] = {
    "entrants": [{"entrants": "team"}, {"entrants": "single"}],
    "game": [{"game": "bauerchen", "rules": {}, "points": {"game_won": 1}}],
    "game_title": [OTHER_GAME],
    "players": [
        {**OTHER_GAME, "entrants": "single"}, {**OTHER_GAME, "entrants": "single", "players": 3},
    ],
    "rules": [{"rules": {"target": 15}}, {"rules": {"target": 13, "misdeal": "redeal"}}],
    "match.games": [{"match": {"games": 4}}, {"match": {"games": 1}}],
    "match.unit": [{"points": {"own": "always"}}, {"match": {"unit": "deal"}, "points": {"own": "always"}}],
    "match.winner": [{"game": "gras", "rules": {}, "entrants": "single", "match": {"winner": "fewest"}}],
    "match.minutes": [{"match": {"minutes": 45}}],
    "match.when_time_is_up": [{"match": {"minutes": 45}}, {"match": {"minutes": 45, "when_time_is_up": "not_counted"}}],
    "match.first_dealer": [{"match": {"first_dealer": "lower_number"}}, {"match": {"first_dealer": "higher_number"}}],
    "rounds.number": [{"rounds": {"number": 4}}, {"rounds": {"number": 1}}],
    "rounds.draw": [{"rounds": {"draw": name}} for name in ("swiss", "stay", "round_robin")],
    "rounds.sizes": [{"entrants": "single"}, {"entrants": "single", "rounds": {"sizes": [3, 4]}}],
    "points.game_won": [{"points": {"game_won": 2}}],
    "points.game_lost": [{"points": {"game_won": 1, "game_lost": 1}}],
    "points.own": [{"points": {"game_won": 1, "own": own}} for own in ("lost", "always")],
    "points.match_won": [{"points": {"game_won": 1, "match_won": 2}}],
    "points.match_drawn": [
        {"points": {"game_won": 1, "match_drawn": 1}}, {"points": {"match_won": 2}},
        {"points": {"match_won": 2, "match_drawn": 1}},
    ],
    "points.bonuses": [
        {"points": {"game_won": 1, "bonuses": bonuses}}
        for bonuses in (
            [{"when": "to_nil", "points": 1}],
            [{"when": "to_nil", "points": 2}],
            [{"when": "to_nil", "points": 2, "name": {"german": "Warme", "english": "Warm one"}}],
            [{"when": "to_nil", "points": 2, "replaces": True}],
            [{"when": "loser_gespannt", "points": 2}],
            [{"when": "loser_gespannt_to_nil", "points": 2}],
        )
    ],
    "points.balanced": [{"match": {"unit": "deal"}, "points": {"own": "always", "balanced": True}}],
    "bye.points": [{"bye": {"points": 2}}],
    "bye.games": [{"bye": {"games": 2}}, {"bye": {"games": 1, "own": 13}}],
    "bye.own": [{"bye": {"own": 26}}],
    "bye.missed": [{"bye": {"missed": 1}}],
    "ranking.columns": [
        {"ranking": {"columns": ["points", name]}}
        for name in ("games", "game_difference", "matches", "own", "conceded", "difference", "direct", "buchholz")
    ]
    + [{"points": {"game_won": 1, "bonuses": [NIL]}, "ranking": {"columns": ["points", "bonus"]}}],
    "ranking.decider": [{"ranking": {"decider": "game"}}, {"ranking": {"decider": "lot"}}],
    "ranking.decider_target": [{"ranking": {"decider": "game"}}, {"ranking": {"decider": "game", "decider_target": 5}}],
    "ranking.decider_places": [{"ranking": {"decider": "lot"}}, {"ranking": {"decider": "lot", "decider_places": 3}}],
    "finals.entries": [{"finals": {"entries": entries}} for entries in (2, 4, 8, 16)],
    "finals.third_place": [{"finals": {"entries": n, "third_place": t}} for n in (2, 4) for t in (False, True)],
    "finals.pairing": [{"finals": {"entries": n, "pairing": p}} for n in (2, 4) for p in ("seeded", "drawn")],
    "finals.games": [{"finals": {"entries": 4}}, {"finals": {"entries": 4, "games": 5}}],
    "money.fee_cents": [
        {"money": {"fee_cents": 1000}}, {"money": {"fee_cents": 750}},
        {"entrants": "single", "money": {"fee_cents": 500}},
    ],
    "money.prizes": [{"money": {"fee_cents": 1000, "prizes": prizes}} for prizes in ([50, 30, 20], [60])],
    "typed_twice": [{"typed_twice": False}],
}  # fmt: skip
BASE: dict[str, Any] = {
    "name": "base",
    "title": {"german": "Probe", "english": "Test"},
    "entrants": "pair",
    "game": "watten",
    "rules": {"target": 13},
    "points": {"game_won": 1},
}


def format_with(change: dict[str, Any]) -> Format:
    chosen = msgspec.convert({**BASE, **change}, Format)
    check_format(chosen, "test")
    return chosen


def keys_of(kind: type[msgspec.Struct]) -> list[str]:
    found = []
    for field in msgspec.structs.fields(kind):
        inner = field.type
        if isinstance(inner, type) and issubclass(inner, msgspec.Struct) and field.name != "title":
            found += [f"{field.name}.{key}" for key in keys_of(inner)]
        else:
            found.append(field.name)
    return found


def test_every_key_is_varied() -> None:
    assert set(keys_of(Format)) - SILENT == CHANGES.keys()


@pytest.mark.parametrize("key", CHANGES)
def test_a_change_of_a_key_changes_a_sentence(key: str) -> None:
    """In both languages, and every value says something of its own."""
    versions = [format_with({}), *map(format_with, CHANGES[key])]
    for language in LANGUAGES:
        said = [tuple(sentences(chosen, language)) for chosen in versions]
        assert len(set(said)) == len(said)


def pairs(chosen: Format) -> list[tuple[str, str]]:
    """Returns each sentence in German and in English."""
    return list(zip(sentences(chosen, "de"), sentences(chosen, "en"), strict=True))


def said_by_change() -> str:
    """Returns what each change of `CHANGES` says that the base format does not, a language a line."""
    usual = pairs(format_with({}))
    lines = [f"{line}\n" for words in usual for line in words]
    for key, changes in CHANGES.items():
        for change in changes:
            lines.append(f"\n{key}: {json.dumps(change)}\n")
            lines += [f"{line}\n" for words in pairs(format_with(change)) if words not in usual for line in words]
    return "".join(lines)


def test_sentences_are_those_of_the_golden_file() -> None:
    """After a change of sentences: python -m tests.hall.formats.test_sentences writes it; read what it changes."""
    assert said_by_change() == GOLDEN.read_text(encoding="utf-8")


PARTNERS_DRAWN = "Before each round partners and opponents are drawn anew"
TABLES_DRAWN = "The tables are drawn anew before each round"
OPPONENTS_DRAWN = "Each round is drawn anew; nobody meets twice as long as that can be avoided"


@pytest.mark.parametrize(
    ("game_name", "entrants", "sizes", "tables", "drawn"),
    [
        ("watten", "pair", [], "four", OPPONENTS_DRAWN),
        ("watten", "team", [], "four", OPPONENTS_DRAWN),
        ("watten", "single", [], "four", PARTNERS_DRAWN),
        ("watten", "single", [3, 4], "three or four", PARTNERS_DRAWN),
        ("watten", "single", [4, 3, 2], "four or three or two", PARTNERS_DRAWN),
        ("watten", "single", [3], "three", TABLES_DRAWN),
        ("watten", "single", [2, 3], "two or three", TABLES_DRAWN),
        ("watten", "single", [2], "two", OPPONENTS_DRAWN),
        ("gras", "single", [], "four", TABLES_DRAWN),
        ("bauerchen", "pair", [], "four", OPPONENTS_DRAWN),
    ],
)
def test_who_sits_at_a_table_and_what_is_drawn_is_said(
    game_name: str, entrants: str, sizes: list[int], tables: str, drawn: str
) -> None:
    chosen = format_with({"game": game_name, "entrants": entrants, "rules": {}, "rounds": {"sizes": sizes}})
    said = sentences(chosen, "en")
    assert said[1].endswith(f", with {tables} at a table")
    assert [one for one in said if one in (PARTNERS_DRAWN, TABLES_DRAWN, OPPONENTS_DRAWN)] == [drawn]


@pytest.mark.parametrize("name", ["watten", "bohemian-watten", "gras", "bauerchen"])
def test_usual_house_rules_are_said_where_tables_often_ask_about_them(name: str) -> None:
    chosen = format_with({"entrants": "single", "game": name, "rules": {}})
    rules, english = game(name).rules, sentences(chosen, "en")
    said = {switch.name for switch in rules.switches if switch.in_words(rules[switch.name]).english in english}
    assert said == {switch.name for switch in rules.switches if switch.ask or switch.name == "target"}


@pytest.mark.parametrize("name", preset_names())
def test_sentences_of_shipped_formats_are_whole(name: str) -> None:
    chosen = preset(name)
    for language in LANGUAGES:
        for text in [*sentences(chosen, language), *all_house_rules(chosen, language)]:
            assert text[0].isupper() or text[0].isdigit()
            assert text == " ".join(text.split())
            assert not text.endswith((".", ";", ","))


def test_house_rules_of_a_game_without_a_referee_are_none() -> None:
    assert all_house_rules(preset("schafkopf-2x32"), "en") == []


if __name__ == "__main__":
    GOLDEN.write_text(said_by_change(), encoding="utf-8")
