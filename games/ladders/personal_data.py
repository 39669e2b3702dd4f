"""A person in clubs, ladders, ratings, challenges and rulings: the export, and what closing the account does.

Ratings stay, because those of others depend on them; they belong to a former player. Challenges stay, because
they are also the opponent's; they contain no names. If a club loses its last organiser, it has an heir at
once, who is mailed: see ``clubs.queries.heir_of``. A ruling belongs to a game of others, and stays without
the arbiter's name. A person's questions are deleted with everything they saw then. It stays recorded that an
arbiter read a question and so may take no seat.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.closing import Farewell, register_farewell
from accounts.export import register_export
from accounts.models.person import Person
from games.ladders import participation
from games.ladders.arbitration import register
from games.ladders.bidding import sealed_bids
from games.ladders.bidding.queries import waiting_for
from games.ladders.challenges.eligibility import State
from games.ladders.challenges.queries import challenges_of
from games.ladders.clubs.membership import INHERITED, tell_role
from games.ladders.clubs.queries import clubs_of, heir_of, standing_of
from games.ladders.models.announcement import ClubAnnouncement
from games.ladders.models.bidding import Bidding
from games.ladders.models.club import ClubDigest, ClubGame, ClubInvitation, JoinRequest, Membership, Removal
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.rating import RatingChange
from games.ladders.models.report import Report
from games.ladders.models.ruling import Ruling, RulingRequest, StandInSearch
from games.ladders.models.season import Line, Match, Season
from games.ladders.moderation import reports
from games.ladders.tables import updating
from sekigahara.db import service_time


def register_own() -> None:
    """Register our parts of the export, and what happens when someone leaves."""
    register_export(
        "challenges", made_and_received, "ladders.Challenge.challenger", "ladders.Challenge.challenged"
    )
    register_export("clubs", memberships_of, "ladders.Membership.person")
    register_export(
        "club_requests", requests_of, "ladders.JoinRequest.person", "ladders.JoinRequest.decided_by"
    )
    register_export(
        "club_invitations", invitations_of, "ladders.ClubInvitation.person", "ladders.ClubInvitation.by"
    )
    register_export("club_digest", digest_of, "ladders.ClubDigest.person")
    register_export("club_removals", removals_of, "ladders.Removal.person", "ladders.Removal.by")
    register_export("club_announcements", announcements_of, "ladders.ClubAnnouncement.author")
    register_export("ratings", ratings_of, "ladders.Player.person")
    register_export("ladders", entries_of, "ladders.Entrant.person")
    register_export("matches", matches_of, "ladders.Match.east", "ladders.Match.west")
    register_export("biddings", biddings_of, "ladders.Bidding.first", "ladders.Bidding.second")
    register_export("season_tables", lines_of, "ladders.Line.person")
    register_export("decisions", rulings_of, "ladders.Ruling.arbiter")
    register_export("seats_taken_over", seats_of, "ladders.Ruling.newcomer", "ladders.Ruling.former")
    register_export("rulings_asked_for", questions_of, "ladders.RulingRequest.asker")
    register_export(
        "stand_ins",
        stand_ins_of,
        *(f"ladders.StandInSearch.{field}" for field in ("person", "arbiter", "asked")),
    )
    register_export(
        "rulings_looked_at", looked_at_by, "ladders.RulingRequest.readers", "ladders.ClubGame.readers"
    )
    register_export("reports", reports_by, "ladders.Report.reporter", "ladders.Report.decided_by")
    register_farewell(Farewell(erase=reports.keep_for))
    register_farewell(Farewell(foretell=foretell_challenges, leave=leave_rankings))
    register_farewell(Farewell(foretell=foretell, leave=leave, erase=erase))
    register_farewell(Farewell(erase=erase_arbitration))


def _columns(rows: QuerySet[Any], *names: str, **paths: str) -> Iterator[dict[str, Any]]:
    """Rows of an export.

    Args:
        names: of fields that are called so in the export too; they come last.
        paths: by the name in the export, the field that it comes from.
    """
    paths |= dict(zip(names, names, strict=True))
    for values in rows.values_list(*paths.values()).iterator(chunk_size=2000):
        yield dict(zip(paths, values, strict=True))


def memberships_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The clubs the person is in, and as what."""
    names = ("role", "joined_at", "wants_news", "stands_in", "stand_in_asked_at")
    yield from _columns(clubs_of(person), *names, club="club__slug")


def digest_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The person's latest digest of their clubs, and when the next is due."""
    yield from ClubDigest.objects.filter(person=person).values("next_at", "since", "until", "told")


def requests_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The person's requests to join clubs, and their decisions on requests of others, without the names."""
    times = ("asked_at", "is_accepted", "decided_at")
    requests = JoinRequest.objects.order_by("asked_at", "pk")
    for yours, rows in ((True, requests.filter(person=person)), (False, requests.filter(decided_by=person))):
        for row in _columns(rows, *times, club="club__slug", asked_by_you="pk"):
            yield row | {"asked_by_you": yours}


def invitations_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The person's invitations to clubs, and those they sent, without the addresses."""
    invitations = ClubInvitation.objects.order_by("invited_at", "pk")
    for yours, rows in ((False, invitations.filter(person=person)), (True, invitations.filter(by=person))):
        for row in _columns(rows, "invited_at", club="club__slug", sent_by_you="pk"):
            yield row | {"sent_by_you": yours}


def announcements_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """What the person announced to the members of clubs."""
    announced = ClubAnnouncement.objects.filter(author=person).order_by("made_at", "pk")
    names = ("title", "text", "made_at")
    yield from _columns(announced, *names, club="club__slug", ladder="ladder__public_id")


def removals_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The clubs the person was removed from, and the removals they decided, with the reasons."""
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


def reports_by(person: Person) -> Iterator[Mapping[str, Any]]:
    """What the person reported of others, in their words, and the reports they decided, with their notes."""
    for row in Report.objects.filter(reporter=person).order_by("reported_at", "pk"):
        yield {
            "why": row.why,
            "words": row.words,
            "reported_at": row.reported_at,
            "decided_at": row.decided_at,
        }
    for row in Report.objects.filter(decided_by=person).order_by("decided_at", "pk"):
        yield {"why": row.why, "decision": row.decision, "decided_at": row.decided_at}


def ratings_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The effect of each rated game on the person's ratings, in the stored integers; oldest first.

    The latest row of each ladder is the current rating.
    """
    names = ("ladder", "at", "side", "points", "deviation", "volatility", "games")
    changes = RatingChange.objects.filter(player__person=person).order_by("at", "pk")
    yield from _columns(changes, *names, game="game__game")


def entries_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The ladders the person takes part in, or did."""
    entries = Entrant.objects.filter(person=person).order_by("pk")
    yield from _columns(entries, "joined_at", "left_at", ladder="ladder__public_id", games_at_a_time="most")


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
    """The person's lines in the tables of seasons."""
    names = ("place", "points", "wins", "ties", "losses", "tie_breaks")
    lines = Line.objects.filter(person=person).order_by("pk")
    yield from _columns(lines, *names, ladder="season__ladder__public_id", season="season__number")


def biddings_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The pairings in which the person bid for sides, with their own bids and the opponent's once opened."""
    own = Bidding.objects.filter(Q(first=person) | Q(second=person)).order_by("pk")
    for each in own.select_related("season__ladder", "match__game"):
        place = 0 if each.first_id == person.pk else 1
        made = each.bids[place]
        yield {
            "ladder": each.season.ladder.public_id,
            "bidding": each.public_id,
            "paired_at": each.paired_at,
            "until": each.due_at,
            "side": None if made is None else made.side.label,
            "points": None if made is None else made.points,
            "nonce": None if made is None else each.nonces[place],
            "opened_at": each.opened_at,
            "called_off_at": each.called_off_at,
            "game": None if each.match is None else each.match.game.public_id,
        }


def foretell(person: Person) -> list[str]:
    """What closing the account would do now, one sentence each."""
    sentences = [_("You leave the club %(club)s.") % {"club": member.club} for member in clubs_of(person)]
    if count := waiting_for(person).count():
        text = ngettext(
            "%(count)d pairing that waits for bids for sides is cancelled; your opponent is notified.",
            "%(count)d pairings that wait for bids for sides are cancelled; your opponents are notified.",
            count,
        )
        sentences.append(text % {"count": count})
    return sentences


def leave(person: Person) -> None:
    """Leave all clubs and cancel pairings that wait for bids.

    This runs before and after the account is closed, because someone may be accepted into a club or paired by
    a round in between.
    """
    sealed_bids.call_off_of(person, service_time.now())
    with transaction.atomic(durable=True):
        erase(person)


def erase(person: Person) -> None:
    """Delete the person's memberships, in the caller's transaction; their decisions on others stay.

    A removal is deleted too, because it could not keep out a new account.
    """
    clubs = [member.club for member in clubs_of(person)]
    led = [club for club in clubs if standing_of(club, person).is_organiser]
    Membership.objects.filter(person=person).delete()
    for club in led:
        if (heir := heir_of(club)) is not None:
            tell_role(heir, INHERITED)
    Entrant.objects.filter(person=person).delete()
    ClubAnnouncement.objects.filter(author=person).update(author=None)
    JoinRequest.objects.filter(person=person).delete()
    ClubInvitation.objects.filter(person=person).delete()
    ClubInvitation.objects.filter(by=person).update(by=None)
    Removal.objects.filter(person=person).delete()
    ClubDigest.objects.filter(person=person).delete()
    # After the entries, in the order in which settling a match locks both.
    updating.changed(Season.objects.filter(pk__in=Line.objects.filter(person=person).values("season")))


def made_and_received(person: Person) -> Iterator[Mapping[str, Any]]:
    """The challenges the person made and received."""
    times = ("made_at", "answer_by", "answered_at", "state", "ended_at")
    for row in _columns(
        challenges_of(person),
        ladder="season__ladder__public_id",
        season="season__number",
        challenge="public_id",
        made_by_you="challenger",
        **{name: name for name in times},
        game="match__game__public_id",
    ):
        yield row | {"made_by_you": row["made_by_you"] == person.pk}


def foretell_challenges(person: Person) -> list[str]:
    """What closing the account would do now, one sentence each."""
    count = challenges_of(person).filter(state=State.UNANSWERED).count()
    if not count:
        return []
    text = ngettext(
        "%(count)d challenge that is not answered is called off.",
        "%(count)d challenges that are not answered are called off.",
        count,
    )
    return [text % {"count": count}]


def leave_rankings(person: Person) -> None:
    """Leave all challenge ladders: unanswered challenges are called off, and those below move up."""
    # Someone whose entry was deleted meanwhile may have made or received a challenge just before.
    unanswered = challenges_of(person).filter(state=State.UNANSWERED).values("season__ladder")
    entered = Entrant.objects.filter(person=person, left_at=None).values("ladder")
    theirs = Ladder.objects.filter(Q(pk__in=unanswered) | Q(pk__in=entered), format=Ladder.Format.CHALLENGE)
    for ladder in theirs.order_by("pk"):
        participation.leave(ladder=ladder, person=person, now=service_time.now())


def rulings_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """What the person decided as an arbiter."""
    rulings = Ruling.objects.filter(arbiter=person).order_by("made_at", "pk")
    yield from _columns(rulings, "kind", "reason", "parameters", "made_at", game="game__public_id")


def seats_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The seats that the person took over or lost by a ruling; the game's page names both people."""
    for is_newcomer, rows in (
        (True, Ruling.objects.filter(newcomer=person)),
        (False, Ruling.objects.filter(former=person)),
    ):
        for row in rows.select_related("game").order_by("made_at", "pk"):
            yield {"game": row.game.public_id, "taken_over": is_newcomer, "at": row.made_at}


def questions_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The person's questions to arbiters, with what they saw then."""
    questions = RulingRequest.objects.filter(asker=person).order_by("asked_at", "pk")
    for row in _columns(questions, "text", "view", "asked_at", "answer__reason", game="game__public_id"):
        answer = row.pop("answer__reason")
        yield row | {"answer": answer}


def stand_ins_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The searches for stand-ins in which the person was asked, or that they have begun as an arbiter."""
    searches = StandInSearch.objects.filter(Q(asked=person) | Q(arbiter=person)).distinct().order_by("pk")
    for row in searches.select_related("game"):
        is_arbiter = row.arbiter_id == person.pk
        yield {
            "game": row.game.public_id,
            "begun_at": row.begun_at,
            "begun_by_you": is_arbiter,
            "reason": row.reason if is_arbiter else None,
            "until": row.due_at if row.person_id == person.pk else None,
        }


def looked_at_by(person: Person) -> Iterator[Mapping[str, Any]]:
    """The questions of others that the person read as an arbiter, without their text."""
    read = RulingRequest.objects.filter(readers=person).order_by("asked_at", "pk")
    yield from _columns(read, "asked_at", game="game__public_id")
    for held in ClubGame.objects.select_related("game").filter(readers=person).order_by("pk"):
        yield {"game": held.game.public_id, "asked_at": None}  # the question was deleted with its asker


def erase_arbitration(person: Person) -> None:
    """Delete the person's questions and their name in rulings, in the caller's transaction."""
    register.forget(person)
    questions = RulingRequest.objects.filter(asker=person)
    for held in ClubGame.objects.filter(game__in=questions.values("game")):
        held.readers.add(*Person.objects.filter(pk__in=questions.filter(game=held.game_id).values("readers")))
    questions.delete()
    for read in (RulingRequest, ClubGame):
        read.readers.through.objects.filter(person=person).delete()
    StandInSearch.objects.filter(arbiter=person).delete()
    StandInSearch.asked.through.objects.filter(person=person).delete()
    StandInSearch.objects.filter(person=person).update(person=None, due_at=service_time.now())
