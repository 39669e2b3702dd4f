"""`manage.py page_report`: what each kind of page weighs and takes, and whether it reaches its goals.

It fills a database of its own, as `bench --pages` does, and opens the pages in Chromium on a slow phone.
Exit code 1 where a goal is missed, or something it needs is missing.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import process_time
from typing import Final, NamedTuple

from tests.benchmarks.installation import ServerMissingError, find_servers, installation
from tests.benchmarks.outcome import aligned
from tests.kit.sizes import BROWSER

TIMES: Final = 7
"""How often the service makes each page; the median of the processor time counts."""


class Measured(NamedTuple):
    """What was found for a page.

    Attributes:
        page: the kind of page.
        kilobytes: received without fonts, compressed.
        with_fonts: kilobytes with fonts.
        requests: with the page itself.
        processor: milliseconds of the service.
        statements: of SQL.
        screens: how long the page is, in screens of a phone; its length is judged on one's turn.
        is_my_turn: whether it waits for who looks.
        board: milliseconds until the board is shown on a slow phone; None without a board.
        light: milliseconds from a tap on a stack until places light up there; None where none can be tapped.
    """

    page: str
    kilobytes: float
    with_fonts: float
    requests: int
    processor: float
    statements: int
    screens: float
    is_my_turn: bool
    board: float | None
    light: float | None


class Column(NamedTuple):
    """A number of the report.

    Attributes:
        heading: with the unit.
        of: the number of a page; None if it has none.
        most: what it must not exceed; None if it is only told.
        is_judged: the pages for which the goal holds.
    """

    heading: str
    of: Callable[[Measured], float | None]
    most: float | None = None
    is_judged: Callable[[Measured], bool] = lambda _page: True

    def is_missed(self, page: Measured) -> bool:
        """Whether a page misses the goal."""
        found = self.of(page)
        return self.most is not None and found is not None and found > self.most and self.is_judged(page)

    def cell(self, page: Measured) -> str:
        """The number of a page, marked if it misses the goal."""
        found = self.of(page)
        if found is None:
            return "-"
        number = f"{found:.0f}" if found >= 20 or found == int(found) else f"{found:.1f}"
        return f"{number} !" if self.is_missed(page) else number


COLUMNS: Final = (
    Column("kB", lambda page: page.kilobytes, 120),
    Column("with fonts", lambda page: page.with_fonts, 300),
    Column("requests", lambda page: page.requests, 12),
    Column("processor ms", lambda page: page.processor),
    Column("SQL", lambda page: page.statements),
    Column("screens", lambda page: page.screens, 2.5, lambda page: page.is_my_turn),
    Column("first board ms", lambda page: page.board, 1_500),
    Column("tap to light ms", lambda page: page.light, 100),
)


class BrowserMissingError(Exception):
    """Pages cannot be opened; the message says what to install."""


def find_browser() -> None:
    """Make sure that there is a browser, and what drives it.

    Raises:
        BrowserMissingError: one is not installed.
    """
    if find_spec("playwright") is None:
        hint = "`uv sync --group dev` or `pip install --group dev`"
        raise BrowserMissingError(f"playwright is missing, which is in the dependency group 'dev': {hint}")
    if shutil.which(BROWSER) is None:
        hint = "on Debian and Ubuntu `apt install chromium-headless-shell`"
        raise BrowserMissingError(f"{BROWSER} is not on the PATH: {hint}")


def main(arguments: list[str]) -> int:
    """Measure every kind of page, print a table, and say whether the goals are reached."""
    parser = argparse.ArgumentParser(prog="manage.py page_report", description=main.__doc__)
    parser.add_argument("--people", type=int, default=200, help="in the database (200)")
    parser.add_argument("--games", type=int, default=300, help="in the database (300)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every figure there too")
    chosen = parser.parse_args(arguments)
    try:
        find_browser()
        find_servers()
    except (BrowserMissingError, ServerMissingError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    with installation():
        pages = list(_measured(chosen.people, chosen.games))
    sys.stdout.write(text(pages))
    if chosen.json:
        figures = [page._asdict() for page in pages]
        chosen.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return 1 if any(misses(pages)) else 0


def text(pages: Sequence[Measured]) -> str:
    """The table, the goals, and a sentence for each that is missed."""
    heading = ("page", *(column.heading for column in COLUMNS))
    goals = ("at most", *("-" if column.most is None else f"{column.most:g}" for column in COLUMNS))
    rows = [(page.page, *(column.cell(page) for column in COLUMNS)) for page in pages]
    return "\n".join([aligned([heading, goals, *rows]), "", *misses(pages), ""])


def misses(pages: Sequence[Measured]) -> Iterator[str]:
    """A line for each goal that a page misses."""
    for page in pages:
        for column in COLUMNS:
            if column.is_missed(page):
                yield f"MISSED: {page.page}: {column.heading} {column.of(page):.4g}, at most {column.most:g}"


def _measured(people: int, games: int) -> Iterator[Measured]:
    # These read settings and models, which are there only now.
    from games.simulation import population
    from tests.benchmarks.page_kinds import all_kinds
    from tests.benchmarks.pages import statements, visit
    from tests.benchmarks.phone import opened, served
    from tests.browser.windows import chromium

    population.fill(people, games)
    asked = []
    for kind in all_kinds():
        page = visit(kind.person, kind.address)
        page.get()  # fills what is kept for all
        processor = median(_milliseconds(page.get) for _time in range(TIMES))
        asked.append((kind, page, processor, statements(page)))
    with served() as site, chromium() as browser:  # its loop forbids this thread to ask the database
        kind, page, _processor, _count = asked[0]
        opened(browser, site, page, kind)  # what both do for the first time is nobody's
        for kind, page, processor, count in asked:
            on_phone = opened(browser, site, page, kind)
            yield Measured(
                page=kind.name,
                kilobytes=on_phone.rest / 1_000,
                with_fonts=(on_phone.rest + on_phone.fonts) / 1_000,
                requests=on_phone.requests,
                processor=processor,
                statements=count,
                screens=on_phone.screens,
                is_my_turn=kind.is_my_turn,
                board=on_phone.board,
                light=on_phone.light,
            )


def _milliseconds(work: Callable[[], object]) -> float:
    begin = process_time()
    work()
    return (process_time() - begin) * 1_000


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
