"""A plugin of pytest that makes house rules dead, one at a time: `KIEBITZ_DEAD_SWITCHES=FILE pytest -p …dead_switch`.

Whatever value is chosen, the game asks in vain and gets the default. FILE is a JSON list of games and switches, and
whether only tests that name the switch are to run; at the end it holds for each switch whether a test has failed.
Tests are collected once; each switch has a process of its own.
"""

import functools
import inspect
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.games import all_games
from engine.rules.house_rules import Rules

DEAD = "KIEBITZ_DEAD_SWITCHES"


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    file = Path(os.environ[DEAD])
    texts = {item: _text_of(item) for item in session.items}
    found = []
    for game, switch, is_said_only in json.loads(file.read_text()):
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            kill(game, switch)
            os._exit(_fails(session, _tests_that_name(game, switch, texts, is_said_only)))
        found.append((game, switch, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])))
    file.write_text(json.dumps(found))
    return True


def kill(game: str, name: str) -> None:
    (dead,) = (switch for switch in all_games()[game].book.switches if switch.name == name)
    typed = Rules._value_of_type

    def answer(rules: Rules, asked: str, kind: type[Any]) -> Any:
        switch = next((one for one in rules.switches if one.name == asked), None)
        return dead.default if switch == dead else typed(rules, asked, kind)

    Rules._value_of_type = answer  # type: ignore[assignment, method-assign]


def _tests_that_name(game: str, switch: str, texts: dict[pytest.Item, str], only: bool) -> Iterator[pytest.Item]:
    """Yields tests that name a switch, or whose case does; unless *only* those, then the others of such files.

    Those that name the game too come first, for one that fails is the last to run.
    """
    naming = [item for item, text in texts.items() if switch in text]
    yield from sorted(naming, key=lambda item: game not in texts[item] and game not in _words(item.path.stem))
    if not only:
        files = {path for path in {item.path for item in texts} if switch in _text_of_file(path)}
        yield from (item for item, text in texts.items() if item.path in files and switch not in text)


def _words(name: str) -> str:
    return name.replace("_", "-")


def _text_of(item: pytest.Item) -> str:
    assert isinstance(item, pytest.Function)
    return f"{_source_of(item.function)}{item.callspec.params if hasattr(item, 'callspec') else ''}"


_source_of = functools.cache(inspect.getsource)


def _text_of_file(path: Path) -> str:
    return "".join(each.read_text(encoding="utf-8") for each in (path, path.with_suffix(".toml")) if each.is_file())


def _fails(session: pytest.Session, tests: Iterator[pytest.Item]) -> bool:
    """Runs tests until one fails."""
    for test in tests:
        test.config.hook.pytest_runtest_protocol(item=test, nextitem=None)
        if session.testsfailed:
            return True
    return False
