"""One helper works out when deadlines fall, so that no clock forgets the days on which somebody is away."""

import ast
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
DEADLINES = frozenset({"due_at", "lapses_at", "held_until", "answer_by"})
EXEMPT = {
    ("games/services/waiting.py", "held_until"): "orders act after the hold whether or not anybody is away",
}
"""Where a deadline is worked out by hand, and why."""


def set_by_hand() -> Iterator[tuple[str, str]]:
    """Every deadline of a game or a ladder that is given a sum which is not one of the helper's."""
    for path in sorted((PROJECT / "games").rglob("*.py")):
        if "migrations" in path.parts or "simulation" in path.parts:
            continue
        name = path.relative_to(PROJECT).as_posix()
        for node in ast.walk(ast.parse(path.read_text())):
            for target, value in settings(node):
                if target in DEADLINES and any(map(is_sum, outside_of_the_helper(value))):
                    yield name, target


def settings(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """The attributes and named arguments that a node sets, and to what."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Attribute):
                yield target.attr, node.value
            elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = zip(target.elts, node.value.elts, strict=True)
                yield from ((each.attr, value) for each, value in pairs if isinstance(each, ast.Attribute))
    elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Attribute):
        yield node.target.attr, ast.BinOp(node.target, node.op, node.value)
    elif isinstance(node, ast.Call):
        is_query = isinstance(node.func, ast.Attribute) and node.func.attr in {"filter", "exclude"}
        yield from ((each.arg, each.value) for each in node.keywords if each.arg and not is_query)


def is_sum(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub)


def outside_of_the_helper(node: ast.AST) -> Iterator[ast.AST]:
    """A value and its parts, without what is handed to ``playing_time``."""
    is_helper = isinstance(node, ast.Call) and ast.unparse(node.func).startswith("playing_time.")
    if not is_helper:
        yield node
        for child in ast.iter_child_nodes(node):
            yield from outside_of_the_helper(child)


def test_deadlines_are_worked_out_by_one_helper() -> None:
    assert set(set_by_hand()) == set(EXEMPT)
