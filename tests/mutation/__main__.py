"""Do small wrongs to the rules and see whether their tests notice: ``python -m tests.mutation``.

Each mutant is one change in one module of games/engine/rules, made in a copy of the project, against which
the rule tests run until the first failure. What survives is listed: a missing test, or a change that means
nothing.
Exit 1 where fewer than four in five are killed.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.mutation.operators import mutant, mutations

PROJECT = Path(__file__).resolve().parents[2]
RULES = Path("games/engine/rules")
NEEDED = (
    "manage.py",
    "pyproject.toml",
    "sekigahara",
    "games",
    "accounts",
    "notifications",
    "fixtures",
    "tests",
)
JUDGES = ("tests/engine/rules", "tests/engine/properties/test_games.py")
GOAL = 0.8
KILLED, SURVIVED, TOO_LONG = "killed", "survived", "too long"


class Site(NamedTuple):
    """One wrong that can be done: in which module, its number there, the line, and in words."""

    module: Path
    number: int
    line: int
    what: str


def sites() -> list[Site]:
    """Every wrong that can be done to the rules."""
    found: list[Site] = []
    for path in sorted((PROJECT / RULES).glob("*.py")):
        module = path.relative_to(PROJECT)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found += [Site(module, n, each.line, each.what) for n, each in enumerate(mutations(tree))]
    return found


def copy_project(into: Path) -> Path:
    """A copy that may be spoilt."""
    into.mkdir()
    for name in NEEDED:
        if (PROJECT / name).is_dir():
            shutil.copytree(PROJECT / name, into / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(PROJECT / name, into / name)
    return into


def judge(project: Path, seconds: float) -> str:
    """Run the rule tests in a copy."""
    arguments = ("-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-n", "0", "-m", "not long")
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *arguments, *JUDGES],
            cwd=project,
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return TOO_LONG
    if done.returncode not in (0, 1, 2):
        raise RuntimeError(f"pytest ended with {done.returncode}: {done.stdout.decode()[-2000:]}")
    return KILLED if done.returncode else SURVIVED


def try_out(site: Site, project: Path, seconds: float) -> str:
    """Do the wrong, judge, undo it."""
    source = (project / site.module).read_text(encoding="utf-8")
    (project / site.module).write_text(mutant(source, site.number), encoding="utf-8")
    try:
        return judge(project, seconds)
    finally:
        (project / site.module).write_text(source, encoding="utf-8")


def run(chosen: list[Site], jobs: int) -> Counter[str]:
    """Try all that are chosen, and tell each as it is done."""
    verdicts: Counter[str] = Counter()
    with TemporaryDirectory(prefix="mutation-") as folder:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(jobs):
            copies.put(copy_project(Path(folder) / str(number)))
        first = copies.get()
        began = time.perf_counter()
        if judge(first, 600) != SURVIVED:
            sys.exit("the tests fail without any mutation")
        allowed = 20 + 4 * (time.perf_counter() - began)
        copies.put(first)

        def one(site: Site) -> str:
            project = copies.get()
            try:
                return try_out(site, project, allowed)
            finally:
                copies.put(project)

        with ThreadPoolExecutor(jobs) as pool:
            for site, verdict in zip(chosen, pool.map(one, chosen), strict=True):
                verdicts[verdict] += 1
                mark = "!!" if verdict == SURVIVED else "  "
                sys.stdout.write(f"{mark} {verdict:8}  {site.module}:{site.line}  {site.what}\n")
                sys.stdout.flush()
    return verdicts


def main() -> None:
    """Choose, try, count."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--sample", type=int, default=60, help="how many mutants; 0 for all of them")
    parser.add_argument("--seed", default="1", help="chooses the sample")
    parser.add_argument("--module", default="", help="only this module of the rules, e.g. march")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    found = [site for site in sites() if arguments.module in ("", site.module.stem)]
    chosen = found
    if 0 < arguments.sample < len(found):
        chosen = sorted(Random(arguments.seed).sample(found, arguments.sample))
    verdicts = run(chosen, max(1, arguments.jobs))
    killed = verdicts.total() - verdicts[SURVIVED]
    score = killed / max(1, verdicts.total())
    sys.stdout.write(f"{killed} of {verdicts.total()} killed, {score:.0%} ({len(found)} possible)\n")
    sys.exit(score < GOAL)


if __name__ == "__main__":
    main()
