"""Changing the settings of a ladder where that harms nobody, announced a week before it holds."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from accounts.models.person import Person
from games.ladders import news
from games.ladders.clubs.founding import led_by
from games.ladders.models.ladder import Ladder, LadderStep
from games.ladders.models.season import Season
from games.ladders.participation import locked, refuse_length
from games.models.game import new_public_id
from games.models.time_out_policy import POLICIES, OnTimeOut
from games.reads import deadlines
from sekigahara.errors.exceptions import Conflict, Unacceptable

ANNOUNCED_FOR = timedelta(days=7)
"""Before a change of the rules holds."""

COMING: Final[Mapping[str, Promise]] = {
    "pace": ngettext_lazy(
        "Games that begin from then on have %(count)d day for each decision.",
        "Games that begin from then on have %(count)d days for each decision.",
        "count",
    ),
    "season_days": ngettext_lazy(
        "Seasons that begin from then on last %(count)d day.",
        "Seasons that begin from then on last %(count)d days.",
        "count",
    ),
    "hours_between": ngettext_lazy(
        "There is a round of pairing every %(count)d hour.",
        "There is a round of pairing every %(count)d hours.",
        "count",
    ),
}
"""What a change means, by the setting."""


class LaterRules(NamedTuple):
    """What may change: the clock of later games, the length of later seasons, the time between rounds, and
    whether silence loses, also in running games.
    """

    pace: int
    season_days: int
    hours_between: int
    silence_loses: bool = False


def rules_of(ladder: Ladder) -> LaterRules:
    """What holds in the end: the settings as they are, with those that are coming."""
    now = {name: getattr(ladder, name) for name in LaterRules._fields}
    return LaterRules(**now | (ladder.coming_terms or {}))


def change(*, ladder: Ladder, by: Person, name: str, rules: LaterRules, now: datetime) -> None:
    """Rename a ladder at once, and change its rules in a week; its players are mailed the change.

    Rules that were coming are replaced.

    Raises:
        Conflict: ``ladder-closed``.
        Forbidden: the person is not an organiser of the club.
        Unacceptable: the club has another ladder with this name, or a setting is invalid.
    """
    refuse_length(rules.pace, rules.season_days, rules.hours_between)
    with transaction.atomic(durable=True):
        led_by(ladder.club, by)
        row = locked(ladder)
        if row.closed_at is not None:
            raise Conflict("ladder-closed")
        if Ladder.objects.filter(club=row.club_id, name=name).exclude(pk=row.pk).exists():
            raise Unacceptable("ladder-name-taken")
        is_new = rules != rules_of(row)
        row.name = name
        if is_new:
            terms = {key: value for key, value in rules._asdict().items() if value != getattr(row, key)}
            row.coming_terms, row.coming_at = (terms, now + ANNOUNCED_FOR) if terms else (None, None)
        row.save(update_fields=["name", "coming_terms", "coming_at"])
        if is_new:
            latest = Season.objects.filter(ladder=row).latest("number")
            news.tell(LadderStep.CHANGED, row, latest, but=by.pk, mark=f".{new_public_id()}")


def take_effect(ladder: Ladder, now: datetime) -> int:
    """Let the coming rules of a ladder hold, if they are due; return how many ladders that changed."""
    with transaction.atomic(durable=True):
        row = locked(ladder)
        if row.coming_terms is None or row.coming_at is None or row.coming_at > now:
            return 0
        terms, row.coming_terms, row.coming_at = row.coming_terms, None, None
        for name, value in terms.items():
            setattr(row, name, value)
        row.save(update_fields=[*terms, "coming_terms", "coming_at"])
    return 1


def sentences_of(ladder: Ladder) -> Iterator[str]:
    """What is coming, a sentence each."""
    terms = dict(ladder.coming_terms or {})
    silence_loses = terms.pop("silence_loses", None)
    for name, value in terms.items():
        yield str(COMING[name] % {"count": value})
    if silence_loses:
        policy = POLICIES[OnTimeOut(ladder.on_time_out)]
        yield deadlines.agreed_on_silence(rules_of(ladder).pace, policy)
    elif silence_loses is not None:
        yield _("No game is lost by both players any more only because both are silent.")
