"""docs/rules.md has every id that a message can name, in words of both languages and with its source."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from engine.games import all_games
from engine.rules.findings import Kind
from tests.engine.rules.test_rules_covered import BOOK_GAMES, sources_of

ROOT = Path(__file__).parents[3]
AN_ID = re.compile(r'"((?:DECISIONS )?(?:BW|BA|WA|GR|GRA)\d+[a-z]?|\d\.\d+(?: \(\d\))?)"')


@cache
def rows() -> dict[str, tuple[str, str, str]]:
    """Returns English, German and source by id."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    cells = [
        [cell.strip() for cell in line.strip("|\n ").split(" | ")] for line in text.splitlines() if line[:2] == "| "
    ]
    return {row[0]: (row[1], row[2], row[3]) for row in cells if row[0] != "id"}


def ids() -> set[str]:
    books = [all_games()[name].book for name in BOOK_GAMES]
    in_books = {rule for book in books for rule in (*book.reasons, *book.rungs.values(), *book.findings.values())}
    of_switches = {rule for book in books for switch in book.switches for rule in sources_of(switch.source)}
    in_code = {rule for path in (ROOT / "engine").rglob("*.py") for rule in AN_ID.findall(path.read_text("utf-8"))}
    return in_books | in_code | {rule.removeprefix("section ") for rule in of_switches}


def test_every_id_is_explained() -> None:
    assert sorted(ids() - rows().keys()) == []
    assert sorted(rows().keys() - ids()) == []


@pytest.mark.parametrize("name", BOOK_GAMES)
def test_page_and_messages_agree(name: str) -> None:
    for rule, words in all_games()[name].book.reasons.items():
        assert rows()[rule][:2] == (words.english, words.german)


def test_every_row_has_two_languages_and_a_source() -> None:
    for rule, (english, german, source) in rows().items():
        assert english
        assert german
        assert english != german
        assert "‹" in source or rule.startswith("DECISIONS"), rule


@pytest.mark.parametrize("name", BOOK_GAMES)
def test_every_finding_of_the_table_has_a_rule(name: str) -> None:
    """A finding without an id would name the game instead."""
    game = all_games()[name]()
    kinds = (
        Kind.OUT_OF_TURN,
        Kind.SEEN_TWICE,
        Kind.FOREIGN_CARD,
        Kind.CARD_TOO_MANY,
        Kind.WRONG_TAKER,
        Kind.SHORT_TRICK,
    )
    assert all(game.rule_for(kind) in rows() for kind in kinds)
