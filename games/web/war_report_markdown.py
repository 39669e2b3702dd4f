"""The report of a finished game as Markdown, for forums: no words of a person become anything but text."""

import re
from collections.abc import Iterator
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.name_rules import inert

_SIGN = re.compile(r"([\\`*_\[\]<>#|~&@$^]|^[-+=:]|(?<=^\d)[.)]|(?<=^\d\d)[.)])")
"""Whatever means something in Markdown or HTML where it stands."""
_NON_JOINER = "\u200c"


def in_markdown(context: dict[str, Any]) -> str:
    """The report as Markdown.

    Args:
        context: of the template of the report.
    """
    return "\n".join(_lines(context)) + "\n"


def _lines(context: dict[str, Any]) -> Iterator[str]:
    yield f"# {escaped(context['ending'])}"
    yield f"\n{escaped(context['line'])}"
    yield from (f"\n{escaped(each)}" for each in (context["date"], *context["standing"]))
    for week in context["weeks"]:
        yield f"\n## {escaped(week.heading)}"
        for line in week.lines:
            if line.note is None:
                yield f"\n{escaped(line.text)}"
                continue
            at = date_format(localtime(line.note.written_at), "DATETIME_FORMAT")
            yield f"\n> **{escaped(line.seat.played_by)}**, {escaped(at)}:\n>"
            yield "\n".join(f"> {escaped(each)}  " if each else ">" for each in line.text.splitlines())
        yield from (f"\n*{escaped(text)}*" for text in week.turning_points)
    yield "\n---"
    for each in context["kept"]:
        if each.first and not each.fault:
            name = escaped(each.seat.played_by)
            yield "\n" + _("Head of the diary of %(name)s: `%(head)s`") % {"name": name, "head": each.head}
    yield f"\n<{context['address']}>"


def escaped(line: str) -> str:
    """A line in which nothing is a link, a heading, a list, HTML, a mention, or the number of anything."""
    signs = _SIGN.sub(r"\\\1", inert(" ".join(line.split())))
    return re.sub(r"(?<=\\#)(?=\w)", _NON_JOINER, signs)
