"""Names that can be searched for: of constants and classes of the product, and of tests."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
APPS = ("accounts", "games", "notifications", "sekigahara")
MOST_MODULES = 2
"""That define one name."""
FRAMEWORK = {"Command", "NOTICES", "app_name", "log", "register", "urlpatterns"}
"""Names that Django or our registries look for."""
PUBLISHED = ("games/api/answers", "games/api/bodies", "games/api/shapes", "games/api/views")
"""Classes there are named as the published schema and its resources are."""
NO_SUBJECT = {
    *("who", "whoever", "whom", "whomever", "whose", "what", "whatever", "where", "wherever", "how", "that"),
    *("when", "whenever", "if", "of", "so", "to", "more", "also", "but", "and", "as", "by", "from", "in"),
    *("on", "at", "for", "with", "than", "then", "there", "it", "its", "they", "those"),
}
"""Words that no sentence about a subject begins with."""
MOST_WITHOUT_SUBJECT = 0.03


def defined(path: Path) -> Iterator[str]:
    """The public constants and classes at the top of a module."""
    is_published = path.relative_to(PROJECT).as_posix().startswith(PUBLISHED)
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        names = [node.name] if isinstance(node, ast.ClassDef) else []
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
        for name in names:
            if not name.startswith("_") and name not in FRAMEWORK and (name.isupper() or not is_published):
                yield name


def test_public_names_are_defined_in_two_modules_at_most() -> None:
    places = defaultdict(set)
    for path in (path for app in APPS for path in (PROJECT / app).rglob("*.py")):
        if "migrations" not in path.parts:
            for name in defined(path):
                places[name].add(path.relative_to(PROJECT).as_posix())
    common = {name: sorted(where) for name, where in places.items() if len(where) > MOST_MODULES}
    assert not common, "say what it limits or holds"


def test_names_of_tests_begin_with_their_subject() -> None:
    names = [
        name
        for path in (PROJECT / "tests").rglob("*.py")
        for name in re.findall(
            r"^ *(?:async )?def test_([a-z0-9]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE
        )
    ]
    without = [name for name in names if name.partition("_")[0] in NO_SUBJECT]
    assert len(without) < MOST_WITHOUT_SUBJECT * len(names), sorted(without)


def test_hypothesis_is_imported_where_its_profile_is_loaded() -> None:
    """Else each test run would pay for it, and some would search with other settings."""
    importing = {
        path.relative_to(PROJECT).as_posix()
        for path in (PROJECT / "tests").rglob("*.py")
        if re.search(
            r"^(import hypothesis$|from hypothesis import)", path.read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    assert importing == {"tests/kit/searches.py"}
