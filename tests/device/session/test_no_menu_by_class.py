"""Session and appliance use methods of menus and screens, and never test for their class."""

import ast
import importlib.util
import pkgutil
from pathlib import Path

import pytest

import device.runtime
import device.session
from device.menus.base import Menu
from device.screens.base import Screen

MODULES = [
    f"{package.__name__}.{module.name}"
    for package in (device.session, device.runtime)
    for module in pkgutil.iter_modules(package.__path__)
]


def classes_asked_for(source: str) -> set[str]:
    """Returns the names of the classes that isinstance, issubclass, `type(…) is` and class patterns ask for."""
    asked: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, classes]):
                asked |= _names(classes)
            case ast.Compare(left=ast.Call(func=ast.Name(id="type")), comparators=classes):
                asked |= {name for each in classes for name in _names(each)}
            case ast.MatchClass(cls=kind):
                asked |= _names(kind)
    return asked


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def offences(name: str, source: str) -> set[str]:
    module = importlib.import_module(name)
    kinds = {asked: getattr(module, asked, None) for asked in classes_asked_for(source)}
    return {asked for asked, kind in kinds.items() if isinstance(kind, type) and issubclass(kind, Menu | Screen)}


@pytest.mark.parametrize("name", MODULES)
def test_no_module_asks_for_the_class_of_a_menu_or_a_screen(name: str) -> None:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    assert offences(name, Path(spec.origin).read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize(
    "question",
    [
        "isinstance(menu, TakeCriticalMenu)",
        "isinstance(menu, str | TakeCriticalMenu)",
        "isinstance(menu, (str, TakeCriticalMenu))",
        "type(menu) is TakeCriticalMenu",
        "match menu:\n    case TakeCriticalMenu():\n        pass",
    ],
)
def test_such_a_question_is_found(question: str) -> None:
    assert offences("device.session.controller", question) == {"TakeCriticalMenu"}
