"""Dissolving a club: when that can be, what goes, and what stays."""

from datetime import UTC, datetime
from functools import partial

import pytest
from django.core import mail

from games.engine.side import WEST
from games.ladders import participation
from games.ladders.challenges import ends
from games.ladders.clubs import dissolving, membership
from games.ladders.clubs import queries as club_queries
from games.ladders.models.bidding import Bidding
from games.ladders.models.club import Club, JoinRequest, Membership
from games.models.game import Game
from games.services import joining, lobby, play
from notifications.webhooks.models import Webhook
from sekigahara.errors.exceptions import Conflict, Unacceptable
from tests.factories.clubs import ClubFactory, ClubWebhookFactory, JoinRequestFactory
from tests.factories.ladders import (
    BiddingFactory,
    ChallengeFactory,
    ChallengeLadderFactory,
    LadderFactory,
    organiser_of,
)
from tests.factories.people import PersonFactory
from tests.kit.concurrency import at_once
from tests.kit.ladders import accept
from tests.kit.work import do_due_work
from tests.ladders.test_club_games import made

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
end = partial(dissolving.dissolve, now=NOON)


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(members=["Anna", "Bert"])


def running(club: Club) -> Game:
    game = made(club, PersonFactory.named("Anna"), terms=lobby.Terms(is_public=True))
    joining.join(game=game, person=PersonFactory.named("Bert"))
    return game


def test_everybody_is_out_and_mailed_and_nothing_is_left_to_be_done(club: Club) -> None:
    Club.objects.update(joining=Club.Joining.APPROVAL)
    JoinRequestFactory.create(club=club, person__name="Cleo")
    ClubWebhookFactory.create(club=club)
    open_game = made(club, PersonFactory.named("Anna"))
    mail.outbox.clear()
    end(club=club, by=organiser_of(club))
    club.refresh_from_db()
    assert club.dissolved_at == NOON
    assert not Membership.objects.exists()
    assert not JoinRequest.objects.filter(is_accepted=None).exists()
    assert not Webhook.objects.exists()
    open_game.refresh_from_db()
    assert open_game.status == Game.Status.CALLED_OFF
    do_due_work()
    told = [letter for letter in mail.outbox if "dissolved" in letter.subject]
    assert sorted(to for letter in told for to in letter.to) == ["anna@example.org", "bert@example.org"]
    assert {letter.subject for letter in told} == {"Friends of Sekigahara was dissolved"}
    assert f"/clubs/{club.slug}/" in str(told[0].body)


def test_dissolved_club_keeps_its_games_and_its_name(club: Club) -> None:
    game = running(club)
    play.resign(seat=game.seats.select_related("game").get(side=WEST))
    ladder = LadderFactory.create(club=club, now=NOON)
    participation.close(ladder=ladder, by=organiser_of(club), now=NOON)
    end(club=club, by=organiser_of(club))
    found = club_queries.club_at(club.slug, None)
    assert found is not None
    assert Game.objects.get(in_club__club=found) == game
    assert found.ladders.get() == ladder
    assert not club_queries.clubs().exists(), "it is in no list of clubs"
    with pytest.raises(Unacceptable, match="club-name-taken"):
        ClubFactory.create(founder__name="Somebody Else")


def test_while_something_goes_on_it_cannot_be(club: Club) -> None:
    ladder = LadderFactory.create(club=club, now=NOON)
    with pytest.raises(Conflict, match="club-has-ladders"):
        end(club=club, by=organiser_of(club))
    participation.close(ladder=ladder, by=organiser_of(club), now=NOON)
    running(club)
    with pytest.raises(Conflict, match="club-has-games"):
        end(club=club, by=organiser_of(club))
    assert Membership.objects.count() == 3


def test_while_a_game_is_about_to_begin_it_cannot_be() -> None:
    bidding = BiddingFactory.create(ladder__now=NOON)
    ladder = bidding.season.ladder
    participation.close(ladder=ladder, by=organiser_of(ladder.club), now=NOON)
    with pytest.raises(Conflict, match="club-has-games"):
        end(club=ladder.club, by=organiser_of(ladder.club))
    Bidding.objects.update(called_off_at=NOON)
    end(club=ladder.club, by=organiser_of(ladder.club))


def test_while_a_challenge_is_to_be_played_it_cannot_be() -> None:
    ladder = ChallengeLadderFactory.create(players=2, has_bidding=True)
    made = accept(ChallengeFactory.create(ladder=ladder, challenger=2, challenged=1))
    Bidding.objects.update(called_off_at=NOON)
    participation.close(ladder=ladder, by=organiser_of(ladder.club), now=NOON)
    with pytest.raises(Conflict, match="club-has-games"):
        end(club=ladder.club, by=organiser_of(ladder.club))
    ends.call_off(made, NOON, notify=())
    end(club=ladder.club, by=organiser_of(ladder.club))


def test_nobody_joins_it_any_more(club: Club) -> None:
    end(club=club, by=organiser_of(club))
    for name in ("Anna", "Stranger"):
        with pytest.raises(Conflict, match="club-dissolved"):
            membership.join(club=club, person=PersonFactory.named(name))
    with pytest.raises(Conflict, match="not-a-member"):
        made(club, PersonFactory.named("Anna"))


def test_the_only_member_leaves_by_dissolving_it() -> None:
    club = ClubFactory.create()
    with pytest.raises(Conflict, match="last-organiser"):
        membership.leave(club=club, person=organiser_of(club))
    end(club=club, by=organiser_of(club))
    assert not Membership.objects.exists()
    do_due_work()
    assert not [letter for letter in mail.outbox if "dissolved" in letter.subject]


@pytest.mark.django_db(transaction=True)
@pytest.mark.services
def test_a_game_that_is_joined_at_the_same_moment_is_played_or_called_off(club: Club) -> None:
    game = made(club, PersonFactory.named("Anna"))
    joined, dissolved = at_once(
        partial(joining.join, game=game, person=PersonFactory.named("Bert")),
        partial(end, club=club, by=organiser_of(club)),
    )
    game.refresh_from_db()
    club.refresh_from_db()
    if dissolved is None:
        assert game.status == Game.Status.CALLED_OFF
        assert joined.code in {"not-open", "members-only"}
    else:
        assert dissolved.code == "club-has-games"
        assert game.status == Game.Status.RUNNING
        assert club.dissolved_at is None
