"""What is stored of a person's clubs and ratings: told to them, and what goes when they close their account.

Ratings stay, since those of others rest on them: they are a former player's. A club that loses its last
organiser so has an heir at once, who is mailed: see ``club_queries.heir_of``.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.closing import Farewell, register_farewell
from accounts.export import register_export
from accounts.models.person import Person
from games.ladders.bidding import sealed_bids
from games.ladders.bidding.queries import waiting_for
from games.ladders.clubs.membership import INHERITED, tell_role
from games.ladders.clubs.queries import clubs_of, heir_of, standing_of
from games.ladders.models.bidding import Bidding
from games.ladders.models.entrant import Entrant
from games.ladders.models.join_request import JoinRequest
from games.ladders.models.line import Line
from games.ladders.models.match import Match
from games.ladders.models.membership import Membership
from games.ladders.models.rating_change import RatingChange
from games.ladders.models.removal import Removal
from games.ladders.models.season import Season
from games.ladders.tables import updating


def register_own() -> None:
    """Make known our parts of an export, and what we do when somebody leaves."""
    register_export("clubs", memberships_of, "ladders.Membership.person")
    register_export(
        "club_requests", requests_of, "ladders.JoinRequest.person", "ladders.JoinRequest.decided_by"
    )
    register_export("club_removals", removals_of, "ladders.Removal.person", "ladders.Removal.by")
    register_export("ratings", ratings_of, "ladders.Player.person")
    register_export("ladders", entries_of, "ladders.Entrant.person")
    register_export("matches", matches_of, "ladders.Match.east", "ladders.Match.west")
    register_export("biddings", biddings_of, "ladders.Bidding.first", "ladders.Bidding.second")
    register_export("season_tables", lines_of, "ladders.Line.person")
    register_farewell(Farewell(foretell=foretell, leave=leave, erase=erase))


def memberships_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The clubs the person is in, and as what."""
    for member in clubs_of(person):
        yield {"club": member.club.slug, "role": member.role, "joined_at": member.joined_at}


def requests_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """What the person asked of clubs, and what they decided of the requests of others, without these."""
    fields = ("club__slug", "asked_at", "is_accepted", "decided_at")
    requests = JoinRequest.objects.order_by("asked_at", "pk")
    for yours, rows in ((True, requests.filter(person=person)), (False, requests.filter(decided_by=person))):
        for club, asked_at, is_accepted, decided_at in rows.values_list(*fields):
            yield {
                "club": club,
                "asked_by_you": yours,
                "asked_at": asked_at,
                "is_accepted": is_accepted,
                "decided_at": decided_at,
            }


def removals_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The clubs the person was removed from, and whom they removed, with the reasons these were told."""
    removals = Removal.objects.select_related("club", "person").order_by("removed_at", "pk")
    for rows in (removals.filter(person=person), removals.filter(by=person)):
        for removal in rows:
            is_own = removal.person_id == person.pk
            yield {
                "club": removal.club.slug,
                "removed": None if is_own else str(removal.person),
                "reason": removal.reason,
                "removed_at": removal.removed_at,
            }


def ratings_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """What each rated game did to the person's ratings, in the integers these are kept in; oldest first.

    The latest of a ladder is where they stand there.
    """
    fields = ("ladder", "at", "side", "points", "deviation", "volatility", "games")
    changes = RatingChange.objects.filter(player__person=person).order_by("at", "pk")
    for change in changes.select_related("game").iterator():
        yield {"game": change.game.game, **{name: getattr(change, name) for name in fields}}


def entries_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The ladders the person takes part in, or did."""
    for entrant in Entrant.objects.filter(person=person).select_related("ladder").order_by("pk"):
        yield {
            "ladder": entrant.ladder.public_id,
            "games_at_a_time": entrant.most,
            "joined_at": entrant.joined_at,
            "left_at": entrant.left_at,
        }


def matches_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The games that ladders paired the person for."""
    own = Match.objects.filter(Q(east=person) | Q(west=person)).order_by("pk")
    for match in own.select_related("game", "season__ladder"):
        yield {
            "ladder": match.season.ladder.public_id,
            "season": match.season.number,
            "game": match.game.public_id,
            "side": "east" if match.east_id == person.pk else "west",
            "paired_at": match.paired_at,
            "ended_at": match.ended_at,
            "victory": match.victory,
        }


def lines_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """Where the person stands, or stood, in the tables of seasons."""
    fields = ("place", "points", "wins", "ties", "losses", "tie_breaks")
    for line in Line.objects.filter(person=person).select_related("season__ladder").order_by("pk"):
        season = {"ladder": line.season.ladder.public_id, "season": line.season.number}
        yield season | {name: getattr(line, name) for name in fields}


def biddings_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The pairings the person bid for sides in, with their own bids; the other's is told where it was opened
    to them, on the page of the bidding."""
    own = Bidding.objects.filter(Q(first=person) | Q(second=person)).order_by("pk")
    for each in own.select_related("season__ladder", "match__game"):
        made = each.bids[0 if each.first_id == person.pk else 1]
        yield {
            "ladder": each.season.ladder.public_id,
            "bidding": each.public_id,
            "paired_at": each.paired_at,
            "until": each.due_at,
            "side": None if made is None else made.side.label,
            "points": None if made is None else made.points,
            "opened_at": each.opened_at,
            "called_off_at": each.called_off_at,
            "game": None if each.match is None else each.match.game.public_id,
        }


def foretell(person: Person) -> list[str]:
    """What would come of it now, a sentence each."""
    sentences = [_("You leave the club %(club)s.") % {"club": member.club} for member in clubs_of(person)]
    if count := waiting_for(person).count():
        text = ngettext(
            "%(count)d pairing that waits for bids for sides comes to nothing; your opponent is told.",
            "%(count)d pairings that wait for bids for sides come to nothing; your opponents are told.",
            count,
        )
        sentences.append(text % {"count": count})
    return sentences


def leave(person: Person) -> None:
    """Leave all clubs and call off pairings that wait for bids.

    It is called before and after the account is closed: meanwhile somebody may have been let into a club, or
    a round may have paired them.
    """
    sealed_bids.call_off_of(person, timezone.now())
    with transaction.atomic(durable=True):
        erase(person)


def erase(person: Person) -> None:
    """Delete who they were in clubs, in the caller's transaction; what they decided of others stays.

    A removal goes too: whoever comes back is somebody new, whom it could not keep out.
    """
    clubs = [member.club for member in clubs_of(person)]
    led = [club for club in clubs if standing_of(club, person).is_organiser]
    Membership.objects.filter(person=person).delete()
    for club in led:
        if (heir := heir_of(club)) is not None:
            tell_role(heir, INHERITED)
    Entrant.objects.filter(person=person).delete()
    JoinRequest.objects.filter(person=person).delete()
    Removal.objects.filter(person=person).delete()
    # After the entries, as whoever settles a match takes both.
    updating.changed(Season.objects.filter(pk__in=Line.objects.filter(person=person).values("season")))
