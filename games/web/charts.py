"""The charts of statistics, with descriptions for screen readers."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.drawing.bars import Bar, BarPart, Column, Share, bar_chart, column_chart, share_chart
from games.drawing.fought import Fought, fought_svg
from games.ladders.statistics.figures import PlaceCount, Span, Statistics
from games.rulebook.editions import Layered, ruleset
from games.story.names import Names, listing
from games.story.victories import victory_in_short

PLACES_CHARTED = 10
"""The number of bars in the chart of places. The table lists all."""
BARS_DESCRIBED = 3
"""The number of bars that the description of a chart names."""


def named(statistics: Statistics, printed: Layered | None) -> list[tuple[str, PlaceCount]]:
    """The places under their names, or under their ids where the edition no longer has them."""
    names = None if printed is None else Names(ruleset(printed.own.id))
    return [
        (names.place(each.location) if names and names.has_place(each.location) else each.location, each)
        for each in statistics.places
    ]


def balance(statistics: Statistics, edition: str) -> SafeString | None:
    """A chart of the share of games that East won; None if there are too few games."""
    found = statistics.balance
    if found is None:
        return None
    east, low, high = (_percent(each) for each in (found.share, found.low, found.high))
    shares = {"east": east, "west": 100 - east, "low": low, "high": high}  # both sides come to 100 as shown
    values = {name: f"{share}\N{NARROW NO-BREAK SPACE}%" for name, share in shares.items()}
    ends = _("East %(east)s") % values, _("West %(west)s") % values
    described = _("East won %(east)s of the games. The true share may be anything from %(low)s to %(high)s.")
    return share_chart(
        Share(found.share, found.low, found.high),
        ends,
        name=f"balance-{statistics.edition}",
        title=_("Which side wins in %(edition)s") % {"edition": edition},
        described=described % values,
    )


def victories(statistics: Statistics) -> SafeString | None:
    """A chart of the kinds of victory, by side; None if no game was won."""
    if not statistics.victories:
        return None
    bars = [
        Bar(
            _capital(victory_in_short(won.victory, statistics.edition)),
            _("East %(east)d, West %(west)d") % {"east": won.east, "west": won.west},
            (BarPart(won.east, "east"), BarPart(won.west, "west")),
        )
        for won in statistics.victories
    ]
    described = _("Most frequent: %(kinds)s.") % {"kinds": _first(bars)}
    return bar_chart(bars, name="victories", title=_("Kinds of victory"), described=described)


def weeks(statistics: Statistics) -> SafeString | None:
    """A chart of the weeks in which games end; None if there are no games."""
    if not statistics.weeks:
        return None
    columns = [Column(str(week.number), week.games) for week in statistics.weeks]
    most = max(statistics.weeks, key=lambda week: week.games)
    described = _("Most games, %(games)d, ended in week %(week)d.") % {
        "games": most.games,
        "week": most.number,
    }
    return column_chart(columns, name="weeks", title=_("The week games end in"), described=described)


def spans(statistics: Statistics) -> SafeString | None:
    """A chart of how many days games take; None if there are no games."""
    if not statistics.spans:
        return None
    bars = [
        Bar(span_in_words(span), str(span.games), (BarPart(span.games, "ink"),)) for span in statistics.spans
    ]
    values = {"days": statistics.median_days}
    described = ngettext(
        "Half of the games took no longer than %(days)d day.",
        "Half of the games took no longer than %(days)d days.",
        statistics.median_days,
    )
    return bar_chart(bars, name="days", title=_("The days games take"), described=described % values)


def places(found: list[tuple[str, PlaceCount]]) -> SafeString | None:
    """A chart of the places with the most combats; None if there are none."""
    if not found:
        return None
    bars = [
        Bar(name, fights_in_words(place), (BarPart(place.battles, "ink"), BarPart(place.sieges, "paper")))
        for name, place in found[:PLACES_CHARTED]
    ]
    described = _("Most fought: %(places)s.") % {"places": _first(bars)}
    return bar_chart(bars, name="places", title=_("The most fought places"), described=described)


def board(printed: Layered, found: list[tuple[str, PlaceCount]]) -> SafeString | None:
    """A map of the places of combats; None if there are none."""
    if not found:
        return None
    circles = {
        place.location: Fought(
            place.fights, _("%(place)s: %(fights)s") % {"place": name, "fights": fights_in_words(place)}
        )
        for name, place in found
    }
    about = _("The board of %(edition)s, with a circle where there was fighting: the more, the larger.")
    return fought_svg(printed.own, circles, about=about % {"edition": printed.own.name})


def span_in_words(span: Span) -> str:
    """The label of a span of days."""
    if span.last is None:
        return _("%(first)d days and more") % {"first": span.first}
    if span.last == 0:
        return _("Less than a day")
    return _("%(first)d to %(last)d days") % {"first": span.first, "last": span.last}


def fights_in_words(place: PlaceCount) -> str:
    """The number of battles and sieges at a place, in words."""
    parts = []
    if place.battles:
        parts.append(
            ngettext("%(count)d battle", "%(count)d battles", place.battles) % {"count": place.battles}
        )
    if place.sieges:
        parts.append(ngettext("%(count)d siege", "%(count)d sieges", place.sieges) % {"count": place.sieges})
    return ", ".join(parts)


def _percent(thousandths: int) -> int:
    """Convert thousandths to per cent, rounded."""
    return (thousandths + 5) // 10


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _first(bars: list[Bar]) -> str:
    return listing([f"{bar.label} ({bar.text})" for bar in bars[:BARS_DESCRIBED]])
