"""Plain SQL is for the statements that decision record 5 names; everything else uses the ORM."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECORD = ROOT / "sekigahara" / "adr" / "0005-statements-of-an-action-in-sql.md"
PRODUCT = ("accounts", "games", "notifications", "sekigahara")
MOST = 24


def test_plain_statements_are_those_of_the_record() -> None:
    named = set(re.findall(r"`([a-z_.]+\.[A-Z_]+)`", RECORD.read_text(encoding="utf-8")))
    found = {name for part in PRODUCT for path in (ROOT / part).rglob("*.py") for name in statements(path)}
    assert not found - named, "each further one needs a reason in the record"
    assert len(found) <= MOST
    assert len(found) > 10, "the test still finds them"


def statements(path: Path) -> list[str]:
    """The names of the plain statements in a module, as ``games.services.waiting.GAME_ROW``."""
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    source = path.read_text(encoding="utf-8")
    if not re.search(r"\b(Select|Update|Insert)\b", source):
        return []
    return [
        f"{module}.{ast.unparse(node.targets[0])}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and is_statement(node.value)
    ]


def is_statement(call: ast.Call) -> bool:
    """Whether it makes a statement of plain SQL: ``Select[tuple[Game]](…)``, ``Update(Game, …)``."""
    made = call.func.value if isinstance(call.func, ast.Subscript) else call.func
    return ast.unparse(made) in {"Select", "Update", "Insert"}
