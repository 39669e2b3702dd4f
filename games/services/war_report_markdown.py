"""The report of a finished game as Markdown, for forums: no words of a person become anything but text."""

import re
from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.name_rules import inert
from games.services.war_report import WarReport

_SIGN = re.compile(r"([\\`*_\[\]<>#|~&@$^]|^[-+=:])")
"""Whatever means something in Markdown or HTML where it stands."""
_NUMBER_OF_LIST = re.compile(r"^(\d{1,9})(?=[.)](\s|$))")
_NAME = re.compile(
    r"(?<=\\#)(?=\w)|(?<=\bGH)(?=-\d)|(?<=\bwww)(?=\.)|(?<=:)(?=[\w+\\-]+:)|(?<=\b[0-9a-f]{6})(?=[0-9a-f]{1,34}\b)",
    re.IGNORECASE,
)
"""In what forums find after that: numbers of issues, addresses, pictures by their names, commits."""
_NON_JOINER = "\u200c"


def in_markdown(report: WarReport) -> str:
    """The report as Markdown."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: WarReport) -> Iterator[str]:
    yield f"# {escaped(report.ending)}"
    yield f"\n{escaped(report.line)}"
    yield from (f"\n{escaped(each)}" for each in (report.date, *report.standing))
    for week in report.weeks:
        yield f"\n## {escaped(week.heading)}"
        for line in week.lines:
            if line.note is None or line.seat is None:
                yield f"\n{escaped(line.text)}"
                continue
            at = date_format(localtime(line.note.written_at), "DATETIME_FORMAT")
            yield f"\n> **{escaped(line.seat.played_by)}**, {escaped(at)}:\n>"
            yield "\n".join(f"> {escaped(each)}  " if each else ">" for each in line.text.splitlines())
        yield from (f"\n*{escaped(text)}*" for text in week.turning_points)
    yield "\n---"
    for each in report.kept:
        if each.first and not each.fault:
            name = escaped(each.seat.played_by)
            yield "\n" + _("Head of the diary of %(name)s: `%(head)s`") % {"name": name, "head": each.head}
    yield f"\n<{report.address}>"


def escaped(line: str) -> str:
    """A line in which nothing is a link, a heading, a list, HTML, a mention, or the number of anything."""
    signs = _SIGN.sub(r"\\\1", inert(" ".join(line.split())))
    return _NAME.sub(_NON_JOINER, _NUMBER_OF_LIST.sub(r"\1\\", signs))
