"""A ladder in a list: who leads, the round, how many play, and what the reader has to do there next."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models.person import Person
from games.ladders.bidding import queries as bid_queries
from games.ladders.challenges import queries as challenge_queries
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.season import Line, Season
from games.models.game import Game
from games.models.seat import Seat


class Duty(NamedTuple):
    """What somebody has to do in a ladder next, or that there is nothing.

    Attributes:
        text: a sentence.
        path: of the page where it is done; empty if nothing is to be done.
        is_urgent: whether others wait for it, or nothing goes on without it.
    """

    text: str
    path: str = ""
    is_urgent: bool = True


class LadderCard(NamedTuple):
    """A ladder as a list shows it.

    Attributes:
        leaders: the names of those who share the first place; none while nobody has a point.
        players: how many take part.
        season: the latest.
        duty: of the reader; None for visitors and for closed ladders where nothing is left to do.
    """

    ladder: Ladder
    leaders: list[str]
    players: int
    season: Season
    duty: Duty | None


class _MySeat(NamedTuple):
    """A seat of the reader in a game of a ladder that is not over."""

    ladder: int
    game: str
    waiting_since: datetime | None


def cards_of(ladders: QuerySet[Ladder], person: Person | None, *, is_member: bool) -> list[LadderCard]:
    """The cards of some ladders, by as many statements for many as for one.

    Args:
        ladders: in the order of the list.
        person: the reader; None for a visitor.
        is_member: whether the reader is in the club, and so may take part.
    """
    latest = Season.objects.filter(ladder=OuterRef("pk")).order_by("-number").values("pk")[:1]
    listed = list(ladders.annotate(latest_season=Subquery(latest)))
    if not listed:
        return []
    seasons = {
        each.ladder_id: each for each in Season.objects.filter(pk__in=[x.latest_season for x in listed])
    }
    leaders = _leaders(listed, seasons.values())
    counted = Entrant.objects.filter(ladder__in=listed, left_at=None).values_list("ladder")
    players = dict(counted.annotate(Count("pk")).order_by())
    duties = {} if person is None else _duties(listed, person, is_member=is_member)
    return [
        LadderCard(
            each, leaders.get(each.pk, []), players.get(each.pk, 0), seasons[each.pk], duties.get(each.pk)
        )
        for each in listed
    ]


def _leaders(ladders: Sequence[Ladder], seasons: Iterable[Season]) -> dict[int, list[str]]:
    """By ladder, the names of who is first in the ranking, or in the table with any points."""
    names: defaultdict[int, list[str]] = defaultdict(list)
    first = Line.objects.filter(season__in=seasons, place=1, points__gt=0).select_related("season", "person")
    for line in first.order_by("position"):
        names[line.season.ladder_id].append(str(line.person))
    of_challenges = [each.pk for each in ladders if each.format == Ladder.Format.CHALLENGE]
    ranked = Entrant.objects.filter(
        ladder=OuterRef("ladder"),
        left_at=None,
        place__isnull=False,
        person__memberships__club=OuterRef("ladder__club"),
    )
    top = Entrant.objects.filter(
        ladder__in=of_challenges, pk=Subquery(ranked.order_by("place", "pk").values("pk")[:1])
    )
    names.update((each.ladder_id, [str(each.person)]) for each in top.select_related("person"))
    return names


def _duties(ladders: Sequence[Ladder], person: Person, *, is_member: bool) -> dict[int, Duty]:
    """By ladder, the most urgent thing that a person has to do."""
    entries = {
        each.ladder_id: each
        for each in Entrant.objects.filter(ladder__in=ladders, person=person, left_at=None)
    }
    seats: defaultdict[int, list[_MySeat]] = defaultdict(list)
    for seat in _seats_of(person, ladders):
        seats[seat.ladder].append(seat)
    urgent = _answers_of(person)
    duties = {}
    for ladder in ladders:
        entry, own = entries.get(ladder.pk), seats[ladder.pk]
        waiting = [seat for seat in own if seat.waiting_since is not None]
        if ladder.pk in urgent:
            duties[ladder.pk] = urgent[ladder.pk]
        elif waiting:
            words = ngettext("%(count)d game waits for you.", "%(count)d games wait for you.", len(waiting))
            path = reverse("games:game", args=[waiting[0].game])
            duties[ladder.pk] = Duty(words % {"count": len(waiting)}, path)
        elif ladder.closed_at is None:
            duty = _without_games(ladder, entry, has_games=bool(own), is_member=is_member)
            duties.update({} if duty is None else {ladder.pk: duty})
    return duties


def _answers_of(person: Person) -> dict[int, Duty]:
    """By ladder, the challenge or the bid that a person is waited for."""
    duties = {}
    for bidding in bid_queries.waiting_for(person):
        if bidding.bid_of(person) is None:
            values = {"name": bidding.opponent_of(person)}
            path = reverse("ladders:bidding", args=[bidding.public_id])
            duties[bidding.season.ladder_id] = Duty(_("Bid for a side against %(name)s.") % values, path)
    for challenge in challenge_queries.waiting_for(person):
        if challenge.challenged_id == person.pk:
            ladder = challenge.season.ladder
            path = reverse("ladders:challenge", args=[ladder.public_id, challenge.public_id])
            duties[ladder.pk] = Duty(
                _("Answer the challenge of %(name)s.") % {"name": challenge.challenger}, path
            )
    return duties


def _seats_of(person: Person, ladders: Sequence[Ladder]) -> list[_MySeat]:
    """A person's seats in games that are not over, the longest waiting first."""
    seats = Seat.objects.filter(
        player=person,
        game__status__in=(Game.Status.WAITING, Game.Status.RUNNING),
        game__frozen_at=None,
        game__match__season__ladder__in=ladders,
    ).order_by("waiting_since", "game__public_id")
    columns = ("game__match__season__ladder", "game__public_id", "waiting_since")
    return [_MySeat(*row) for row in seats.values_list(*columns)]


def _without_games(ladder: Ladder, entry: Entrant | None, *, has_games: bool, is_member: bool) -> Duty | None:
    """What somebody for whom no game waits has to do on an open ladder."""
    path = reverse("ladders:ladder", args=[ladder.public_id])
    if entry is None:
        return Duty(_("You may take part."), path, is_urgent=False) if is_member else None
    if entry.is_absent:
        return Duty(_("Say that you are still there."), path)
    if has_games:
        return Duty(_("Your opponent is to act."), is_urgent=False)
    if not entry.most:
        return Duty(_("You are pausing: no new game starts."), is_urgent=False)
    if ladder.format == Ladder.Format.CHALLENGE:
        return Duty(_("You may challenge those above you."), path, is_urgent=False)
    return Duty(_("You are paired in the next round."), is_urgent=False)
