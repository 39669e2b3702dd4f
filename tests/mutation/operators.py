"""Small wrongs that can be done to source code, one at a time."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
DROPPED = (ast.Raise, ast.AugAssign, ast.Delete)
"""Statements that are left out; calls and assignments to parts of something likewise."""


class Mutation(NamedTuple):
    """One wrong: where, what, and how to do it to the tree it was found in."""

    line: int
    what: str
    do: Callable[[], None]


def mutations(tree: ast.Module) -> Iterator[Mutation]:
    """Everything that can be done to a module, in the order of its source."""
    idle = set(_idle(tree))
    for node in ast.walk(tree):
        if id(node) not in idle:
            yield from _expressions(node)
        for field in ("body", "orelse", "finalbody"):
            statements = getattr(node, field, None)
            if isinstance(statements, list):
                yield from _statements(statements)


def mutant(source: str, number: int) -> str:
    """The source with the mutation of that number done."""
    tree = ast.parse(source)
    list(mutations(tree))[number].do()
    return ast.unparse(ast.fix_missing_locations(tree))


def _idle(tree: ast.Module) -> Iterator[int]:
    """What decides no rule: types, and the guard of zip against our own mistakes."""
    for node in ast.walk(tree):
        said = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.keyword) and node.arg == "strict":
            said.append(node.value)
        for part in filter(None, said):
            yield from (id(inner) for inner in ast.walk(part))


def _expressions(node: ast.AST) -> Iterator[Mutation]:
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in COMPARISONS:
            yield _changed(node, node, "ops", [COMPARISONS[type(operator)]()])
        case ast.BinOp(op=operator) | ast.AugAssign(op=operator) if type(operator) in OPERATORS:
            yield _changed(node, node, "op", OPERATORS[type(operator)]())
        case ast.BoolOp(op=ast.And()):
            yield _changed(node, node, "op", ast.Or())
        case ast.BoolOp(op=ast.Or()):
            yield _changed(node, node, "op", ast.And())
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield _changed(test, node, "test", ast.UnaryOp(ast.Not(), test))
        case ast.Constant(value=bool(value)):
            yield _changed(node, node, "value", not value)
        case ast.Constant(value=int(value)):
            yield _changed(node, node, "value", value + 1)
            yield _changed(node, node, "value", value - 1)
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield _changed(node, node, "value", ast.Constant(None))


def _changed(told: ast.AST, node: ast.AST, field: str, value: Any) -> Mutation:
    before = ast.unparse(told)

    def do() -> None:
        setattr(node, field, value)

    kept = getattr(node, field)
    do()
    after = ast.unparse(ast.fix_missing_locations(value if told is kept else node))
    setattr(node, field, kept)
    return Mutation(getattr(told, "lineno", 0), f"{_short(before)}  ->  {_short(after)}", do)


def _statements(body: list[ast.stmt]) -> Iterator[Mutation]:
    for index, statement in enumerate(body):
        if _can_go(statement):
            yield Mutation(statement.lineno, f"without: {_short(ast.unparse(statement))}", _drop(body, index))


def _can_go(statement: ast.stmt) -> bool:
    if isinstance(statement, DROPPED):
        return True
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    if isinstance(statement, ast.Assign):
        return all(isinstance(target, ast.Attribute | ast.Subscript) for target in statement.targets)
    return False


def _drop(body: list[ast.stmt], index: int) -> Callable[[], None]:
    def do() -> None:
        body[index] = ast.Pass()

    return do


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 90 else f"{line[:89]}…"
