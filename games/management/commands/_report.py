"""Output of commands: a game as a story, or the counts of many."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from games.engine import view
from games.engine.side import LABELS, NOBODY
from games.rulebook.editions import ruleset
from games.simulation import arena
from games.simulation.series import Pairing, SeriesSummary, Wins
from games.story import Chapter, Names, Storyteller, standing

TEXT_WIDTH = 100
NO_BREAK = "\x00"


def campaign(pairing: Pairing) -> Iterator[str]:
    """The story of the first game of a series, line by line, with the final score.

    It is told from the public view: hidden blocks appear as numbers until a battle reveals them.

    Raises:
        ArenaError: when the game goes wrong.
    """
    rules, seed = ruleset(pairing.edition), pairing.seed_of(0)
    names = Names(rules)
    latest: list[arena.Played] = []

    def events() -> Iterator[dict[str, Any]]:
        for entry in arena.play(rules, arena.seat(rules, pairing.players, seed), seed):
            latest[:] = [entry]
            yield from (event.seen_by(NOBODY) for event in entry.events)

    heading = ""
    for chapter in Storyteller(names).tell(events()):
        yield from lines(chapter, heading)
        heading = chapter.heading
    yield from map(folded, standing(names, view(rules, latest[0].after, NOBODY)))


def lines(chapter: Chapter, heading: str) -> Iterator[str]:
    """A chapter as text; its heading stands above it unless it is that of the chapter before."""
    if chapter.heading != heading:
        yield from ("", chapter.heading) if heading else (chapter.heading,)
    yield from map(folded, chapter.sentences)


def folded(sentence: str) -> str:
    """A sentence of a story, broken into lines."""
    return textwrap.fill(sentence, TEXT_WIDTH, initial_indent="  ", subsequent_indent="    ")


def summary(total: SeriesSummary, seconds: float) -> Iterator[str]:
    """The counts of a series as text: results, lengths, and how often each branch occurred."""
    yield _("%(games)d games, %(actions).1f actions a game, %(rate).1f games a second") % {
        "games": total.games,
        "actions": total.actions / total.games,
        "rate": total.games / seconds,
    }
    yield from wins_by_side(total)
    weeks = "  ".join(f"{week}: {count}" for week, count in sorted(total.weeks.items()))
    yield _("ended in week  %(weeks)s") % {"weeks": weeks}
    yield from _table(total.coverage.items())


def wins_by_side(total: Wins) -> Iterator[str]:
    """How often each side has won, and how, as a line for each."""
    games = sum(total.wins.values())
    for side in LABELS:
        wins = total.wins_of(side)
        ways = ", ".join(
            f"{victory} {count}" for (winner, victory), count in total.wins.items() if winner == side
        )
        yield f"{side:5}{wins:6} {100 * wins / games:5.1f} %   {ways}"


def _table(counts: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Counts as wrapped lines, one group after the other, without breaks between a name and its number."""
    groups: dict[str, list[str]] = {}
    for key, count in counts:
        group, _dot, branch = key.partition(".")
        groups.setdefault(group, []).append(f"{branch}{NO_BREAK}{count}")
    for group, cells in groups.items():
        text = textwrap.fill(
            "  ".join(cells),
            TEXT_WIDTH,
            initial_indent=f"{group:18}",
            subsequent_indent=" " * 18,
            break_on_hyphens=False,
        )
        yield text.replace(NO_BREAK, " ")
