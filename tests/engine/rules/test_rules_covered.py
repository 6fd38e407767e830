"""Every rule, decision and switch of every game is named by a test, and explained in docs/rules.md."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from engine.games import all_games
from engine.rules.findings import Kind
from engine.rules.house_rules import Switch


def _numbered(prefix: str, last: int, first: int = 1) -> list[str]:
    return [f"{prefix}{number}" for number in range(first, last + 1)]


RULES = [
    *_numbered("BW", 23), "BW25", "BW10a", "BW10b", "BW20a", "BW24a", "BW24b",
    *_numbered("BA", 22),
    *_numbered("WA", 14), *_numbered("WA", 26, first=20), *_numbered("WA", 35, first=30),
    *_numbered("GR", 9),
]  # fmt: skip
VARIANTS = [
    *_numbered("WB", 14, first=10), *_numbered("WB", 27, first=20), "WB31", "WB31a", "WB32", "WB34", "WB35", "WB41",
    "WB44", "WB51", "WS6", "WS7", "WS9", "WS10", "WS12", "WT3", "WT6", "WT7", "WT9", "WT10",
]  # fmt: skip
"""The rules of Watten in other regions that a switch, a preset or a finding stands on."""
BOOK_GAMES = ("bauerchen", "bohemian-watten", "gras", "watten")
"""Those of the rule book; the rules of a game that was added are the reasons in its own book."""
EXPLAINED_GAMES = (*BOOK_GAMES, "blattla", "grasobern", "ramsen", "schafkopf", "wallachen", "zwanzig-ab")
"""Those whose rules `docs/rules.md` explains."""
ADDED = sorted({rule for name, kind in all_games().items() if name not in BOOK_GAMES for rule in kind.book.reasons})
SECTIONS = ["1.6", "2.2", "3.4", "3.5", "3.8", "3.9", "3.10", "3.11"]
"""Trick play and ranks have no numbers of their own in the rule book."""
DECISIONS = [
    *_numbered("DECISIONS BW", 20),
    *_numbered("DECISIONS BA", 15),
    *_numbered("DECISIONS WA", 26),
    *_numbered("DECISIONS GRA", 8),
    *_numbered("DECISIONS E", 4),
]
PARTS = re.compile(r"BW17[a-f]|(1\.6|2\.2|GR5)( \([1-5]\)| lead| taker)?|1\.5|3\.(1|3|4|5|8|9|10|11)")
"""What may be named besides: the letters of BW17, the rungs of a ladder, sections as a whole, the table of variants."""

WRITTEN = re.compile(r'([a-z_0-9]+)="?([a-z_0-9]*)')
"""A switch as a record writes it; the end of a text stands for a value put in."""

SHARED = Path(__file__).parents[3].parent / "shared" / "rules"
SWITCHES = [(name, switch) for name, kind in all_games().items() for switch in kind.book.switches]


@cache
def sources() -> tuple[ast.Module, ...]:
    return tuple(
        ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(Path(__file__).parents[1].rglob("*.py"))
        if path != Path(__file__)
    )


@cache
def named_rules() -> frozenset[str]:
    """Returns every id given to the `rule` mark in the tests of the engine."""
    return frozenset(
        argument.value
        for module in sources()
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute)
        if (node.func.id if isinstance(node.func, ast.Name) else node.func.attr) == "rule"
        for argument in node.args
        if isinstance(argument, ast.Constant)
    )


@cache
def settings_in_tests() -> dict[str, list[object]]:
    """Returns by name the values that stand beside it in a test, as a key, an argument or in a table.

    A value that is not written out there, such as a parameter of the test, is `...`.
    """
    by_name: dict[str, list[object]] = {switch.name: [] for _, switch in SWITCHES}
    modules = [*sources(), *(_as_module(path) for path in sorted(Path(__file__).parents[1].rglob("*.toml")))]
    for name, value in (pair for module in modules for node in ast.walk(module) for pair in _pairs(node)):
        if name in by_name:
            by_name[name].append(value)
    return by_name


def _as_module(table: Path) -> ast.Module:
    """Returns the cases of a table as a test file would write them."""
    return ast.parse(repr(tomllib.loads(table.read_text(encoding="utf-8"))))


def _pairs(node: ast.AST) -> Iterator[tuple[str, object]]:
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, _constant(value)
    elif isinstance(node, ast.Call):
        yield from ((word.arg, _constant(word.value)) for word in node.keywords if word.arg)
        yield from _neighbours(node.args)
    elif isinstance(node, ast.Tuple | ast.List):
        yield from _neighbours(node.elts)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "=" in node.value:
        yield from ((name, _written(value)) for name, value in WRITTEN.findall(node.value))


def _neighbours(nodes: list[ast.expr]) -> Iterator[tuple[str, object]]:
    for name, value in pairwise(nodes):
        if isinstance(name, ast.Constant) and isinstance(name.value, str):
            yield name.value, _constant(value)


def _written(text: str) -> object:
    words: dict[str, object] = {"true": True, "false": False, "": ...}
    return words.get(text, int(text) if text.isdigit() else text)


def _constant(node: ast.expr) -> object:
    return node.value if isinstance(node, ast.Constant) else ...


def test_every_rule_is_named_by_a_test() -> None:
    assert sorted({*RULES, *VARIANTS, *ADDED, *SECTIONS, *DECISIONS} - named_rules()) == []


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    unknown = named_rules() - {*RULES, *VARIANTS, *ADDED, *SECTIONS, *DECISIONS}
    assert [rule for rule in sorted(unknown) if not PARTS.fullmatch(rule)] == []


def test_each_switch_is_tested_with_another_value() -> None:
    """Each switch is set, in some test, to a value that is not its default; see also `test_dead_switches`."""
    assert [(name, switch.name) for name, switch in SWITCHES if not is_tested(switch)] == []


def is_tested(switch: Switch) -> bool:
    values = settings_in_tests()[switch.name]
    others = [value for value in switch.values if value != switch.default or type(value) is not type(switch.default)]
    return any(value is ... or any(value is other or value == other for other in others) for value in values)


def test_every_switch_names_its_source() -> None:
    known = {*RULES, *VARIANTS, *ADDED, *DECISIONS, *(f"section {section}" for section in SECTIONS), *SECTIONS, "3.1"}
    for name, switch in SWITCHES:
        assert sources_of(switch.source), (name, switch.name)
        assert set(sources_of(switch.source)) <= known, (name, switch.name)


def sources_of(text: str) -> list[str]:
    """Returns the ids in a list such as `BW15, DECISIONS BW12, BW13`: what follows a DECISIONS is one of them too."""
    found: list[str] = []
    for part in text.split(", "):
        listed = found and found[-1].startswith("DECISIONS") and re.fullmatch(r"[A-Z]+[0-9]+", part)
        found.append(f"DECISIONS {part}" if listed else part)
    return found


@pytest.mark.parametrize("name", all_games())
def test_every_reason_is_a_rule(name: str) -> None:
    """What the book gives a sentence for, and what findings and rungs stand on, are rules that exist."""
    book = all_games()[name].book
    used = {*book.reasons, *book.rungs.values(), *book.findings.values()}
    known = {*RULES, *VARIANTS, *ADDED, *DECISIONS, *SECTIONS}
    assert [
        rule for rule in sorted(used) if rule not in known and not PARTS.fullmatch(rule.removeprefix("section "))
    ] == []


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"needs the rule book in {SHARED}, which is not in the repository")
def test_the_lists_are_those_of_the_rule_book() -> None:
    rules = re.findall(r"^\| ((?:BW|BA|WA|GR)[0-9]+[a-z]?) \|", _read("RULEBOOK.md"), re.MULTILINE)
    assert sorted(rules) == sorted(RULES)
    variants = re.findall(r"^\| (W[BST][0-9]+[a-z]?) \|", _read("WATTEN_VARIANTS.md"), re.MULTILINE)
    assert set(VARIANTS) <= set(variants)
    text = _read("DECISIONS.md")
    decisions = re.findall(r"^\| ((?:BW|BA|WA|GRA)[0-9]+) \|", text, re.MULTILINE)
    contradictions = re.findall(r"^([0-9]+)\. ", text.partition("## E.")[2], re.MULTILINE)
    expected = [f"DECISIONS {decision}" for decision in [*decisions, *(f"E{number}" for number in contradictions)]]
    assert sorted(expected) == sorted(DECISIONS)
    headings = re.findall(r"^### ([0-9.]+) ", _read("RULEBOOK.md"), re.MULTILINE)
    assert set(SECTIONS) <= set(headings)


def _read(name: str) -> str:
    return (SHARED / name).read_text(encoding="utf-8")


ROOT = Path(__file__).parents[3]
AN_ID = re.compile(r'"((?:DECISIONS )?(?:BW|BA|W[ABLST]|BL|GR|GRA|GO|RA|SK|ZA)\d+[a-z]?|\d\.\d+(?: \(\d\))?)"')


@cache
def rows() -> dict[str, tuple[str, str, str]]:
    """Returns English, German and source by id."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    cells = [
        [cell.strip() for cell in line.strip("|\n ").split(" | ")] for line in text.splitlines() if line[:2] == "| "
    ]
    return {row[0]: (row[1], row[2], row[3]) for row in cells if row[0] != "id"}


def ids() -> set[str]:
    books = [all_games()[name].book for name in EXPLAINED_GAMES]
    in_books = {rule for book in books for rule in (*book.reasons, *book.rungs.values(), *book.findings.values())}
    of_switches = {rule for book in books for switch in book.switches for rule in sources_of(switch.source)}
    in_code = {rule for path in (ROOT / "engine").rglob("*.py") for rule in AN_ID.findall(path.read_text("utf-8"))}
    return in_books | in_code | {rule.removeprefix("section ") for rule in of_switches}


def test_every_id_is_explained() -> None:
    assert sorted(ids() - rows().keys()) == []
    assert sorted(rows().keys() - ids()) == []


@pytest.mark.parametrize("name", EXPLAINED_GAMES)
def test_page_and_messages_agree(name: str) -> None:
    for rule, words in all_games()[name].book.reasons.items():
        assert rows()[rule][:2] == (words.english, words.german)


def test_every_row_has_two_languages_and_a_source() -> None:
    for rule, (english, german, source) in rows().items():
        assert english
        assert german
        assert english != german
        quoted = "‹" in source or rule.startswith("DECISIONS")
        assert quoted or (source and rule.startswith(("BL", "GO", "RA", "SK", "WL", "ZA"))), rule


@pytest.mark.parametrize("name", EXPLAINED_GAMES)
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
