"""Scripts import each other in one direction."""

import re
from graphlib import TopologicalSorter

from tests.kit.processes import PROJECT

SCRIPTS = PROJECT / "games" / "static" / "play"
IMPORT = re.compile(r'^import [^;"]+ from "\./([\w.]+)";', re.MULTILINE)


def test_scripts_of_the_game_import_in_no_circle() -> None:
    imports = {path.name: IMPORT.findall(path.read_text(encoding="utf-8")) for path in SCRIPTS.glob("*.js")}
    order = list(TopologicalSorter(imports).static_order())
    assert set(order) == set(imports)
    assert order.index("overview.js") < order.index("movement.js")
