"""On PostgreSQL: of whatever one may have at most so many, requests at the same moment make no more."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.db.models import Model, QuerySet
from django.utils import timezone

from accounts import services as accounts
from accounts.models.api_token import MOST_TOKENS_OF_ONE, ApiToken
from accounts.scopes import Scope
from games.engine.side import EAST, WEST
from games.ladders.challenges import negotiation
from games.ladders.clubs.webhook_events import group_of
from games.ladders.models.challenge import Challenge
from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
from games.models.game import Game
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.services import clock, lobby
from notifications import services as notifications
from notifications.models import Notification
from notifications.services import TRIAL
from notifications.webhooks import event_types, queue
from notifications.webhooks import services as webhooks
from notifications.webhooks.models import Delivery, Webhook
from notifications.webhooks.owners import Owner
from sekigahara.errors.exceptions import Conflict, RefusalError
from tests.factories.clubs import ClubFactory
from tests.factories.ladders import NOW, ChallengeLadderFactory
from tests.factories.people import PersonFactory
from tests.kit.concurrency import held_up_at
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]

TOO_MANY = (RefusalError, Conflict)


class Limited(NamedTuple):
    """Something of which there may be at most so many.

    Attributes:
        most: how many.
        owner: the row of whoever has them.
        make: makes one more; it gets a number that was not used before. It raises one of ``TOO_MANY``, or
            returns False, if there are enough.
        made: how many there are.
    """

    most: int
    owner: QuerySet[Any]
    make: Callable[[int], object]
    made: Callable[[], int]


def row(found: Model) -> QuerySet[Any]:
    return type(found)._base_manager.filter(pk=found.pk)


def tokens() -> Limited:
    person = PersonFactory.named("Anna")
    return Limited(
        MOST_TOKENS_OF_ONE,
        row(person),
        lambda number: accounts.create_token(person=person, name=f"bot {number}", scopes=[Scope.PLAY]),
        ApiToken.objects.count,
    )


def webhooks_of(owner: Owner, owned: Model) -> Limited:
    return Limited(
        webhooks.MOST_WEBHOOKS_OF_ONE,
        row(owned),
        lambda number: webhooks.create(
            owner=owner, url=f"https://hooks.example.org/{number}", shape="standard", types=[]
        ),
        Webhook.objects.count,
    )


def webhooks_of_a_person() -> Limited:
    person = PersonFactory.named("Anna")
    return webhooks_of(Owner(person.pk), person)


def webhooks_of_a_club() -> Limited:
    club = ClubFactory.create()
    return webhooks_of(Owner(group=group_of(club)), Club.objects.get(pk=club.pk))


def trials_of_mail() -> Limited:
    person = PersonFactory.named("Anna")
    return Limited(
        notifications.MOST_TEST_MAILS,
        row(person),
        lambda _number: notifications.send_trial(person=person),
        Notification.objects.filter(kind=TRIAL).count,
    )


def a_webhook() -> Webhook:
    owner = Owner(PersonFactory.named("Anna").pk)
    return webhooks.create(owner=owner, url="https://hooks.example.org/", shape="standard", types=[])


def trials_of_a_webhook() -> Limited:
    hook = a_webhook()
    return Limited(
        webhooks.MOST_TEST_MESSAGES,
        row(hook),
        lambda _number: webhooks.send_trial(webhook=hook),
        Delivery.objects.count,
    )


def messages_of_a_webhook_that_wait() -> Limited:
    hook = a_webhook()
    Delivery.objects.bulk_create(
        Delivery(webhook=hook, message_id=str(number), type=event_types.TRIAL.name, body="{}")
        for number in range(queue.MOST_WAITING - webhooks.MOST_TEST_MESSAGES)
    )
    Delivery.objects.update(created_at=timezone.now() - webhooks.TRIALS_WITHIN)
    return Limited(
        queue.MOST_WAITING,
        row(hook),
        lambda _number: webhooks.send_trial(webhook=hook),
        Delivery.objects.count,
    )


def extensions() -> Limited:
    clock.send_reminders()
    table = Table(terms=lobby.Terms(pace=2, on_time_out=OnTimeOut.CLAIM))

    def give(_number: int) -> bool:
        due_at = table.seat(WEST).due_at
        assert due_at is not None
        return clock.give_time(seat=table.seat(EAST), due_at=due_at)

    return Limited(
        clock.MOST_EXTENSIONS,
        Game.objects.filter(pk=table.game.pk),
        give,
        lambda: Seat.objects.get(game=table.game, side=WEST).extensions,
    )


def challenges() -> Limited:
    ladder = ChallengeLadderFactory.create(players=6, reach=5)  # one open challenge of each
    others = [5, 4, 3, 2, 1]
    return Limited(
        1,
        Ladder.objects.filter(pk=ladder.pk),
        lambda number: negotiation.challenge(
            ladder=ladder,
            by=PersonFactory.numbered(6),
            opponent=PersonFactory.numbered(others[number % 5]),
            now=NOW,
        ),
        Challenge.objects.filter(challenger=PersonFactory.numbered(6)).count,
    )


LIMITS = (
    tokens,
    webhooks_of_a_person,
    webhooks_of_a_club,
    trials_of_mail,
    trials_of_a_webhook,
    messages_of_a_webhook_that_wait,
    extensions,
    challenges,
)


@pytest.mark.parametrize("limited", LIMITS)
def test_requests_at_once_make_no_more_than_the_limit(limited: Callable[[], Limited]) -> None:
    most, owner, make, there_are = limited()
    for number in range(there_are(), most - 1):
        is_made(make, number)

    def attempt(number: int) -> Callable[[], bool]:
        return lambda: is_made(make, number)

    outcomes = held_up_at(owner, *(attempt(most + number) for number in range(4)))
    assert outcomes.count(True) == 1
    assert there_are() == most


def is_made(make: Callable[[int], object], number: int) -> bool:
    """Whether one more was made."""
    try:
        return make(number) is not False
    except TOO_MANY:
        return False
