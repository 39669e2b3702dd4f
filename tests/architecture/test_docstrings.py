"""Docstrings: each can be read alone, and says what a function raises on purpose."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("accounts", "games", "notifications", "sekigahara")

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
Function = ast.FunctionDef | ast.AsyncFunctionDef

HANDLERS = {"get", "post", "put", "patch", "delete"}
"""Methods of the API's views: their docstrings are published, and ``described`` names their problems."""


def modules(*folders: str) -> list[Path]:
    """All modules but migrations."""
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path for path in paths if "migrations" not in path.parts]


def parsed(*folders: str) -> Iterator[tuple[Path, ast.Module]]:
    """Each module with its tree."""
    for path in modules(*folders):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def place(path: Path, node: ast.AST) -> str:
    """A line of a file, as an editor opens it."""
    return f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"


def public_functions(tree: ast.Module | ast.ClassDef) -> Iterator[Function]:
    """Functions and methods without an underscore, in classes without one; no handlers of requests."""
    for node in tree.body:
        if isinstance(node, Function) and not node.name.startswith("_"):
            if not isinstance(tree, ast.ClassDef) or node.name not in HANDLERS:
                yield node
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public_functions(node)


def raised(function: Function) -> Iterator[str]:
    """The names of the classes that the function's own body raises."""
    rest: list[ast.AST] = [*function.body]
    while rest:
        node = rest.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            continue
        if isinstance(node, ast.Raise) and node.exc is not None:
            error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            yield ast.unparse(error).rpartition(".")[2]
        rest.extend(ast.iter_child_nodes(node))


def classes(tree: ast.Module) -> Iterator[str]:
    """The names of all classes of a module; whatever of them is raised is an error."""
    return (node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def test_no_docstring_needs_another_one() -> None:
    found = [
        place(path, node)
        for path in modules(*PACKAGES, "tests")
        if '"""The same' in (source := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, Documented) and (ast.get_docstring(node) or "").startswith("The same")
    ]
    assert not found, 'These docstrings begin "The same". Say what it is instead.'


def test_public_functions_document_what_they_raise() -> None:
    trees = list(parsed(*PACKAGES))
    errors = {name for _path, tree in trees for name in classes(tree)}
    found = [
        f"{place(path, function)} {function.name}: {', '.join(sorted(own))}"
        for path, tree in trees
        for function in public_functions(tree)
        if (own := errors.intersection(raised(function)))
        and "Raises:" not in (ast.get_docstring(function) or "")
    ]
    assert not found, 'Add a section "Raises:" to these functions.'
