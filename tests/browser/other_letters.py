"""A mail of each kind that is not about a decision, of a world in which names are as long as they can be."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from accounts import restrictions
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.models.restriction import Restricted
from accounts.restrictions import RESTRICTION
from accounts.services import EXPIRING, SIGN_IN
from games.engine.side import EAST, WEST, Side
from games.ladders.arbitration import stand_ins
from games.ladders.arbitration.overdue import NO_ARBITER
from games.ladders.arbitration.overdue import OVERDUE as OVERDUE_IN_A_CLUB
from games.ladders.arbitration.stand_ins import NO_STAND_IN, STAND_IN
from games.ladders.bidding.auction import Bid
from games.ladders.bidding.sealed_bids import BID_REMINDER, BIDDING_CALLED_OFF, OPENED
from games.ladders.challenges.automation import ANSWER_REMINDER, TAKEN_OFF
from games.ladders.challenges.eligibility import State
from games.ladders.challenges.ends import OUTCOME
from games.ladders.clubs.dissolving import DISSOLVED
from games.ladders.clubs.invitations import INVITATION
from games.ladders.clubs.membership import DECISION, HANDED_OVER, INHERITED, ROLE
from games.ladders.digests.daily import DIGEST, news_for
from games.ladders.models.bidding import Bidding
from games.ladders.models.challenge import Challenge
from games.ladders.models.club import Club, ClubDigest, ClubGame, ClubInvitation, JoinRequest, Membership
from games.ladders.models.ladder import MOST_MISSED, Entrant, Ladder, LadderStep
from games.ladders.models.report import ReportedFor
from games.ladders.models.season import Season
from games.ladders.moderation import reports
from games.ladders.news import NEWS
from games.ladders.settling import ABSENT
from games.ladders.starting import BIDDING
from games.models.game import Game
from games.models.mail_reply import MailReply
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.notices import waiting_parts
from games.reads import deadlines
from games.replies.receiving import REPLY
from games.services import joining, lobby
from games.services import messages as talk
from games.services.asking_again import ASKED_AGAIN
from games.services.check_in import GAME_CALLED_OFF
from games.services.clock import OVERDUE, REMINDER
from games.services.diary import DIARY_SHOWN
from games.services.link_renewal import FRESH_LINK
from games.services.pausing import AGREED, ASKED, DECLINED, ENDED, PAUSE
from games.services.suspension import FROZEN, STOPPED
from games.services.take_back import TAKE_BACK
from games.services.waiting import WINDOW, YOUR_PHASE
from notifications import gathering
from notifications.models import Notification
from notifications.registry import Message
from notifications.services import TRIAL, Announcement, announce
from notifications.webhooks.models import Webhook
from notifications.webhooks.switching_off import SWITCHED_OFF
from tests.factories.games import GameFactory
from tests.factories.ladders import BiddingFactory
from tests.factories.people import PersonFactory
from tests.kit.ladders import opened
from tests.kit.owed_mails import composed
from tests.kit.table import Table
from tests.permissions.world import World

NOTE = "Do you remember the castle of Osaka? This time I will hold it. "
LATE = timedelta(days=1)
MOST_GATHERED = 5
"""Games in a gathered mail."""
Made = Iterator[tuple[str, Message]]


def mail(kind: str, about: object, *occasion: object) -> tuple[str, Message]:
    """A mail that there is a reason for now, by its kind.

    Args:
        kind: its name.
        about: what it is about.
        occasion: the parts of its occasion.
    """
    made = composed(kind, str(about), ".".join(map(str, occasion)))
    assert made is not None, kind
    return kind, made


def others(long_name: str) -> Made:
    """All of them: each kind by its name, and where it says several things, with a word for which.

    Args:
        long_name: of everybody, each club and each ladder.
    """
    world = World()
    tables = [Table(seed, terms=lobby.Terms(pace=2)) for seed in range(900, 900 + MOST_GATHERED)]
    table = tables[0]
    table.submit(EAST, table.a_bid(EAST))
    bidding = BiddingFactory.create(ladder__club=world.club)
    host = table.people[EAST]
    GameFactory.create(creator=host, opponent=lobby.Invite("friend@example.org", (NOTE * 7).strip()))
    declining = PersonFactory.create(name="", email=f"{'x' * 60}@example.org")
    joining.decline(
        game=GameFactory.create(creator=host, opponent=lobby.Invite(declining.email)), person=declining
    )
    Person.objects.exclude(name="").update(name=long_name)
    Club.objects.update(name=long_name)
    for ladder in Ladder.objects.all():
        Ladder.objects.filter(pk=ladder.pk).update(name=f"{long_name} {ladder.pk}")
    for row in Notification.objects.exclude(kind__in=(YOUR_PHASE, WINDOW)).order_by("pk"):
        if (made := composed(row.kind, row.about, row.occasion)) is not None:
            yield row.kind, made
    yield from of_accounts(table.people[WEST])
    yield from of_clubs(world)
    yield from of_challenges(Challenge.objects.get(public_id=world.values["challenge"]))
    yield from of_bidding(bidding)
    yield from of_consent(table.seat(WEST))
    yield from of_replies(table.seat(WEST))
    yield gathered(tables)
    yield from of_clocks(world, table)


def of_accounts(person: Person) -> Made:
    """To sign in, and of what programs and hooks a person has."""
    announce([Announcement(SIGN_IN, str(person.pk), "asked", person.pk)])
    yield mail(SIGN_IN, person.pk, "asked")
    ApiToken.objects.update(expiry=timezone.now() + LATE)
    token = ApiToken.objects.earliest("created")
    yield mail(EXPIRING, f"{token.user_id} {token.token_key}")
    yield mail(TRIAL, person.pk)
    judge = PersonFactory.create(name="Moderator", is_moderator=True)
    restrictions.impose(person=person, what=[Restricted.MESSAGES], days=7, reason=NOTE, by=judge)
    restriction = restrictions.in_force(person).get()
    yield labelled(mail(RESTRICTION, restriction.key, restrictions.BEGUN), restrictions.BEGUN)
    restrictions.lift(restriction=restriction, by=judge)
    yield labelled(mail(RESTRICTION, restriction.key, restrictions.LIFTED), restrictions.LIFTED)
    accuser = PersonFactory.create(name="Accuser")
    report = reports.report(by=accuser, about=person, why=ReportedFor.NAME, words=NOTE)
    yield mail(reports.REPORT, report.public_id, "site", judge.pk)
    Webhook.objects.update(off_at=timezone.now(), off_for=Webhook.Off.FAILING)
    hook = Webhook.objects.exclude(person=None).earliest("pk")
    yield mail(SWITCHED_OFF, hook.key, hook.person_id)


def of_clubs(world: World) -> Made:
    """To those who ask to join, members and former members."""
    club, request = world.club, JoinRequest.objects.filter(club=world.club)
    for is_accepted in (True, False):
        request.update(is_accepted=is_accepted, decided_at=timezone.now())
        yield labelled(mail(DECISION, request.get().public_id), str(is_accepted))
    invited = ClubInvitation.objects.create(
        club=club, person=Person.objects.at("invited@example.org"), by=club.memberships.earliest("pk").person
    )
    yield mail(INVITATION, invited.public_id)
    member = Membership.objects.filter(club=club, role=Membership.Role.MEMBER).earliest("pk")
    for role in Membership.Role:
        Membership.objects.filter(pk=member.pk).update(role=role)
        yield labelled(mail(ROLE, member.public_id, role.value, "then"), role.value)
    Membership.objects.filter(pk=member.pk).update(role=Membership.Role.ORGANISER)
    for how in (HANDED_OVER, INHERITED):
        yield labelled(mail(ROLE, member.public_id, how, "then"), how)
    ladder = Ladder.objects.filter(club=club, format=Ladder.Format.FREE).earliest("pk")
    Season.objects.filter(ladder=ladder).update(ends_at=timezone.now() + LATE)
    for step in (LadderStep.LAST_WEEK, LadderStep.TURNED):
        yield labelled(mail(NEWS, ladder.public_id, step, 1, member.person_id), step)
    Ladder.objects.filter(pk=ladder.pk).update(closed_at=timezone.now())
    yield labelled(mail(NEWS, ladder.public_id, LadderStep.CLOSED, 1, member.person_id), LadderStep.CLOSED)
    yield mail(DISSOLVED, club.slug, member.person_id)
    entrant = Entrant.objects.select_related("ladder").earliest("pk")
    Entrant.objects.filter(pk=entrant.pk).update(missed=MOST_MISSED)
    yield mail(ABSENT, entrant.ladder.public_id, entrant.pk)


def of_challenges(challenge: Challenge) -> Made:
    """To the challenged, and what became of it."""
    rows = Challenge.objects.filter(pk=challenge.pk)
    until = timezone.now() + LATE
    rows.update(answer_by=until)
    yield mail(ANSWER_REMINDER, challenge.public_id, deadlines.occasion(until))
    rows.update(state=State.DECLINED.value, ended_at=timezone.now())
    yield mail(OUTCOME, challenge.public_id, challenge.challenger_id)
    Entrant.objects.filter(ladder=challenge.season.ladder_id, person=challenge.challenger).delete()
    yield mail(TAKEN_OFF, challenge.season.ladder.public_id, challenge.challenger_id, "then")


def of_bidding(bidding: Bidding) -> Made:
    """To those who bid for sides."""
    about, to = bidding.public_id, bidding.first_id
    yield mail(BIDDING, about, to)
    yield mail(BID_REMINDER, about, to, deadlines.occasion(bidding.due_at))
    opened(bidding, Bid(EAST, 2), Bid(EAST, 1))
    yield mail(OPENED, about, to)
    other = Bidding.objects.filter(opened_at=None)
    other.update(called_off_at=timezone.now())
    yield mail(BIDDING_CALLED_OFF, other.get().public_id, other.get().first_id)


def of_consent(seat: Seat) -> Made:
    """Of what two players agree on, and what is asked of one again."""
    assert seat.due_at is not None
    yield mail(REMINDER, seat.reference, deadlines.occasion(seat.due_at))
    yield mail(ASKED_AGAIN, seat.reference, deadlines.occasion(seat.due_at))
    yield mail(FRESH_LINK, seat.reference)
    now, game = timezone.now(), Game.objects.filter(pk=seat.game_id)
    states: dict[str, dict[str, Any]] = {
        ASKED: {"pause_asked_by": EAST, "pause_days": 3},
        AGREED: {"paused_at": now, "paused_until": now + LATE},
        DECLINED: {"paused_at": None, "pause_asked_by": None, "paused_until": None},
        ENDED: {},
    }
    for what, fields in states.items():
        game.update(writes=F("writes"), **fields)
        yield labelled(mail(PAUSE, seat.reference, what, "then"), what)
    talk.write(seat=seat.opposite(), text="Good luck!\nMay your leaders keep their heads.")
    yield mail(talk.MESSAGE, seat.reference, 1)
    Seat.objects.filter(pk=seat.opposite().pk).update(take_back_asked=F("version"))
    yield mail(TAKE_BACK, seat.reference, seat.opposite().version)
    yield from of_the_report(seat)
    game.update(frozen_at=now)
    yield labelled(mail(FROZEN, seat.reference, STOPPED), STOPPED)
    game.update(frozen_at=None)
    yield labelled(mail(FROZEN, seat.reference, "goes-on"), "goes-on")


def of_the_report(seat: Seat) -> Made:
    """The game is over for as long as they are made."""
    game, both = Game.objects.filter(pk=seat.game_id), Seat.objects.filter(game=seat.game_id)
    game.update(status=Game.Status.OVER, winner=EAST)
    both.filter(side=seat.plays.enemy).update(shares_diary=True)
    yield labelled(mail(DIARY_SHOWN, seat.reference, "asked"), "asked")
    both.update(shares_diary=True)
    yield labelled(mail(DIARY_SHOWN, seat.reference, "shown"), "shown")
    both.update(shares_diary=False)
    game.update(status=Game.Status.RUNNING, winner=None)


def of_replies(seat: Seat) -> Made:
    """To those who replied."""
    assert seat.player_id is not None
    said = {
        MailReply.Outcome.REFUSED: "It could be read in more than one way: write the number too.",
        MailReply.Outcome.DRAFT: "Kanazawa > Kitanosho: Tokugawa three-mon, Maeda daimyo, Maeda two-mon\n"
        "End the movement phase",
        MailReply.Outcome.PLAYED: "pass",
    }
    for outcome, words in said.items():
        reply = MailReply.objects.create(
            seat=seat,
            person_id=seat.player_id,
            digest=outcome,
            version=seat.version,
            outcome=outcome,
            words=words,
        )
        if outcome != MailReply.Outcome.PLAYED:
            yield labelled(mail(REPLY, seat.reference, reply.pk), outcome)


def gathered(tables: list[Table]) -> tuple[str, Message]:
    """Of several games that wait for West."""
    parts = [waiting_parts.part_of(table.seat(WEST)) for table in tables]
    return gathering.GATHERED, gathering.mail([part for part in parts if part], tables[0].people[WEST])


def of_clocks(world: World, table: Table) -> Made:
    """Of a game that did not begin, and of one whose time is over."""
    waiting = Seat.objects.select_related("game").filter(game__status=Game.Status.WAITING)
    missing = waiting.exclude(due_at=None).earliest("pk")
    yield labelled(mail(REMINDER, missing.reference, deadlines.occasion(missing.due_at)), "check-in")  # type: ignore[arg-type] # it has one
    Game.objects.filter(pk=missing.game_id).update(status=Game.Status.CALLED_OFF)
    yield mail(GAME_CALLED_OFF, missing.reference)
    due_at = timezone.now() - LATE
    occasion = deadlines.occasion(due_at)
    late = Seat.objects.filter(game=table.game, side=WEST)
    late.update(due_at=due_at)
    Game.objects.filter(pk=table.game.pk).update(on_time_out=OnTimeOut.CLAIM)
    yield mail(OVERDUE, reference(table, EAST), occasion)
    ClubGame.objects.create(club=world.club, game=table.game)
    organiser = Membership.objects.filter(club=world.club, role=Membership.Role.ORGANISER).earliest("pk")
    for policy in (OnTimeOut.CLAIM, OnTimeOut.ARBITER):
        Game.objects.filter(pk=table.game.pk).update(on_time_out=policy)
        late_in_club = mail(OVERDUE_IN_A_CLUB, reference(table, WEST), occasion, organiser.person_id)
        yield labelled(late_in_club, policy.value)
    yield of_the_day(world, organiser)
    yield from of_stand_ins(world, table, organiser)
    Membership.objects.filter(club=world.club).exclude(pk=organiser.pk).update(role=Membership.Role.MEMBER)
    Seat.objects.filter(game=table.game, side=EAST).update(player=organiser.person_id)
    yield mail(NO_ARBITER, reference(table, WEST), occasion, organiser.person_id)


def of_stand_ins(world: World, table: Table, organiser: Membership) -> Made:
    """To somebody who is asked to take West's seat, and to the arbiter if nobody does."""
    Membership.objects.filter(club=world.club).update(stands_in=True)
    search = stand_ins.begin(game=table.game, by=organiser.person, side=WEST, reason="Gone.")
    yield mail(STAND_IN, search.public_id, search.person_id)
    yield mail(NO_STAND_IN, reference(table, WEST), organiser.person_id, "then")


def of_the_day(world: World, organiser: Membership) -> tuple[str, Message]:
    """To an organiser, of all that waits in their clubs, and of new members."""
    now = timezone.now()
    Membership.objects.filter(club=world.club).exclude(pk=organiser.pk).update(joined_at=now)
    JoinRequest.objects.filter(club=world.club).update(is_accepted=None, decided_at=None)
    told = {key: True for news in news_for(organiser.person, now, now) for key in news.waiting}
    told |= dict.fromkeys(list(told)[:1], False)
    begun = {"next_at": now, "since": now - LATE, "until": now, "told": told}
    ClubDigest.objects.create(person=organiser.person, **begun)
    return mail(DIGEST, organiser.person_id, deadlines.occasion(now))


def reference(table: Table, side: Side) -> str:
    """What notifications of a seat are about."""
    return table.seat(side).reference


def labelled(made: tuple[str, Message], which: str) -> tuple[str, Message]:
    """A mail of a kind that says several things."""
    return f"{made[0]}, {which}", made[1]
