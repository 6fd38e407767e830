"""Small changes of meaning to a module: each is one that a slip of the keyboard or of a thought could make."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

_OTHER_OPERATOR: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
_OTHER_FUNCTION = {"min": "max", "max": "min", "any": "all", "all": "any"}
_COMMUTATIVE = ("max", "min", "maximum", "minimum", "isclose")

Node: TypeAlias = "ast.expr | ast.stmt"


@dataclass(frozen=True)
class Mutant:
    """One change of a module: its line, the statement (or its head) before and after, and the whole new source.

    The rest of the source is as it was, with the comments that the type checker reads.
    """

    line: int
    before: str
    after: str
    source: str


class Site(NamedTuple):
    """Where a mutant is made: the number of a node, and of a variant of it."""

    node: int
    variant: int


def sites_of(source: str) -> list[Site]:
    """Returns every place for a mutant; annotations, texts and what only the type checker sees stay as they are."""
    tree = ast.parse(source)
    return [
        Site(number, variant)
        for number, node in enumerate(_mutable(tree))
        for variant in range(len(list(_variants(node, tree))))
    ]


def mutant_at(source: str, site: Site) -> Mutant:
    tree = ast.parse(source)
    target = list(_mutable(tree))[site.node]
    statements = [one for one in ast.walk(tree) if isinstance(one, ast.stmt)]
    # a walk in breadth meets the innermost last
    statement = [one for one in statements if any(node is target for node in ast.walk(one))][-1]
    before = _head(statement)
    changed = list(_variants(target, tree))[site.variant]
    in_place = _with_text(source, target, ast.unparse(changed))
    _replace(tree, target, changed)
    after = _head(changed if isinstance(changed, ast.stmt) else statement)
    mutated = ast.unparse(ast.fix_missing_locations(tree))
    return Mutant(target.lineno, before, after, in_place if _is_same_code(in_place, mutated) else mutated)


def _with_text(source: str, node: Node, text: str) -> str:
    """Returns the source with *text* in place of a node."""
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    lines = source.encode().splitlines(keepends=True)
    first, last = lines[node.lineno - 1], lines[node.end_lineno - 1]
    changed = text if isinstance(node, ast.stmt) else f"({text})"
    lines[node.lineno - 1 : node.end_lineno] = [
        first[: node.col_offset] + changed.encode() + last[node.end_col_offset :]
    ]
    return b"".join(lines).decode()


def _is_same_code(source: str, other: str) -> bool:
    """Tells whether two sources have the same code; Python before 3.12 misplaces nodes within f-strings."""
    try:
        return ast.dump(ast.parse(source)) == ast.dump(ast.parse(other))
    except SyntaxError:
        return False


def _mutable(tree: ast.Module) -> Iterator[Node]:
    """Yields expressions and statements in the order of the text."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.expr | ast.stmt):
            yield node
        fields = [value for name, value in ast.iter_fields(node) if name not in _UNTOUCHED]
        waiting[:0] = [child for value in fields for child in _nodes(value)]


_UNTOUCHED = {"annotation", "returns", "decorator_list", "bases", "keywords_of_class", "type_params", "msg", "exc"}
"""Fields that are no behaviour: types, decorators, and the words of exceptions."""


def _nodes(value: object) -> list[ast.AST]:
    values = value if isinstance(value, list) else [value]
    return [one for one in values if isinstance(one, ast.AST)]


def _variants(node: Node, tree: ast.Module) -> Iterator[Node]:
    """Yields what may stand in place of a node."""
    match node:
        case ast.Constant():
            yield from _other_constants(node.value)
        case ast.Call(ast.Name(name), arguments, keywords) if name in _OTHER_FUNCTION:
            yield ast.Call(ast.Name(_OTHER_FUNCTION[name], ast.Load()), arguments, keywords)
        case ast.Call(function, [first, second, *rest], keywords) if ast.dump(first) != ast.dump(second):
            if not ast.unparse(function).endswith(_COMMUTATIVE):
                yield ast.Call(function, [second, first, *rest], keywords)
        case ast.Attribute(ast.Name() as owner, name, ast.Load()):
            yield from (ast.Attribute(owner, other, ast.Load()) for other in _other_attributes(tree, owner.id, name))
        case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Continue() | ast.Break():
            yield ast.Pass()
        case _:
            yield from _other_operators(node)


def _other_constants(value: object) -> Iterator[ast.Constant]:
    match value:
        case bool():
            yield ast.Constant(not value)
        case int():
            yield ast.Constant(value + 1)
        case float():
            yield ast.Constant(value * 1.5 or 1.0)


def _other_operators(node: Node) -> Iterator[Node]:
    match node:
        case ast.Compare(left, [operator], comparators) if type(operator) in _OTHER_OPERATOR:
            yield ast.Compare(left, [_OTHER_OPERATOR[type(operator)]()], comparators)  # type: ignore[list-item]
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(_OTHER_OPERATOR[type(operator)](), values)  # type: ignore[arg-type]
            yield from values[:2]
        case ast.BinOp(left, operator, right) if type(operator) in _OTHER_OPERATOR and not _is_text(node):
            yield ast.BinOp(left, _OTHER_OPERATOR[type(operator)](), right)  # type: ignore[arg-type]
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(test, orelse, body)


def _is_text(node: ast.BinOp) -> bool:
    return any(isinstance(part, ast.JoinedStr | ast.List | ast.Tuple) for part in ast.walk(node)) or any(
        isinstance(part, ast.Constant) and isinstance(part.value, str) for part in ast.walk(node)
    )


def _other_attributes(tree: ast.Module, owner: str, name: str) -> list[str]:
    """Returns one other attribute that the module reads of a variable of that name, as `best` for `led`."""
    read = sorted(_attributes_read(tree).get(owner, ()))
    return [read[(read.index(name) + 1) % len(read)]] if name in read and len(read) > 1 else []


@lru_cache(maxsize=1)
def _attributes_read(tree: ast.Module) -> dict[str, set[str]]:
    """Returns the attributes that a module reads by the variable; those of modules and of `self` left out."""
    nodes = list(ast.walk(tree))
    methods = {id(call.func) for call in nodes if isinstance(call, ast.Call)}
    left_out = {alias.asname or alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    left_out.add("self")
    read: dict[str, set[str]] = {}
    for node in nodes:
        match node:
            case ast.Attribute(ast.Name(owner), name) if id(node) not in methods and owner not in left_out:
                read.setdefault(owner, set()).add(name)
    return read


def _head(statement: ast.stmt) -> str:
    return ast.unparse(statement).splitlines()[0]


def _replace(tree: ast.Module, target: Node, other: Node) -> None:
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            if value is target:
                setattr(node, name, other)
                return
            if isinstance(value, list) and any(one is target for one in value):
                value[[one is target for one in value].index(True)] = other
                return
