"""When somebody is mailed that something waits for them.

A person chooses: at once, gathered, daily, only on their devices, or never; and may choose otherwise for one
game. Quiet hours count in the person's own zone. It is decided when a message is claimed, so that announcing
one costs nothing, and nobody else can notice it. Webhooks know nothing of it.
"""

from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, NamedTuple, cast

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.db.models import Model, Q, QuerySet

from notifications.models import SHARES, USUAL_SHARE, MailOutcome, MailRhythm, Notification, Rhythm
from notifications.nudge import nudge
from notifications.push.models import PushDevice
from notifications.registry import Kind, kinds_with_rhythm
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Unacceptable

EVERY = (2, 4, 8, 12)
"""The choices for the hours between gathered mails."""
TIME_TO_ANSWER = timedelta(hours=1)
"""What would leave less than this between the next mail and the deadline is sent at once."""


class Decided(NamedTuple):
    """What is done with a message now.

    Attributes:
        until: when to look again; None for now.
        is_gathered: whether it is sent in one mail with others.
        left_out: why it is not mailed at all.
    """

    until: datetime | None = None
    is_gathered: bool = False
    left_out: MailOutcome | None = None


def decided(message: Notification, kind: Kind) -> Decided:
    """Decide whether a message is sent now.

    Args:
        message: that is due, with its recipient.
        kind: of the message.
    """
    if kind.part is None and not kind.optional:
        return Decided()
    chosen = of(message.recipient)
    now = service_time.now()
    zone = message.recipient.tzinfo
    if kind.part is None:
        free = after_quiet_hours(chosen, now, zone)
        return Decided(free) if free > now else Decided()
    rhythm = chosen.topics.get(topic_of(message), chosen.rhythm)
    if rhythm == Rhythm.NEVER:
        return Decided(left_out=MailOutcome.UNWANTED)
    if rhythm == Rhythm.PUSH and can_be_pushed(message.recipient_id):
        return Decided(left_out=MailOutcome.PUSHED)
    at = after_quiet_hours(chosen, max(now, _next(chosen, rhythm, message.created_at, zone)), zone)
    if at <= now:
        return Decided(is_gathered=rhythm in (Rhythm.GATHERED, Rhythm.DAILY))
    return Decided() if _is_too_late(message, kind, at) else Decided(at)


def _is_too_late(message: Notification, kind: Kind, at: datetime) -> bool:
    """Whether who is told at some time could hardly answer any more, although they still can now."""
    expires = None if kind.expires is None else kind.expires(message.about, message.occasion)
    return expires is not None and service_time.now() < expires < at + TIME_TO_ANSWER


def push_at(message: Notification, kind: Kind) -> datetime | None:
    """When a person's devices are notified of a message: at once, or after quiet hours; None for never.

    Args:
        message: with its recipient.
        kind: of the message.
    """
    chosen, now = of(message.recipient), service_time.now()
    rhythm = chosen.topics.get(topic_of(message), chosen.rhythm)
    if kind.part is None or rhythm == Rhythm.NEVER:
        return None
    at = after_quiet_hours(chosen, now, message.recipient.tzinfo)
    return now if at <= now or _is_too_late(message, kind, at) else at


def can_be_pushed(person_id: int) -> bool:
    """Whether a person has a device that shows notifications, as far as we know."""
    return bool(settings.PUSH_KEY) and PushDevice.objects.filter(person=person_id, failed_at=None).exists()


_NO_TOPICS: Mapping[str, str | None] = {}
_topics_of: list[Callable[[int], Collection[str]]] = []


def register_topics(topics_of: Callable[[int], Collection[str]]) -> None:
    """Say what a person can choose a rhythm for.

    Args:
        topics_of: lists it for the key of a person, such as the ids of the games that they play.
    """
    _topics_of.append(topics_of)


def topics_of(person_id: int) -> set[str]:
    """What a person can choose a rhythm for."""
    return {topic for listed in _topics_of for topic in listed(person_id)}


def of(person: Model) -> MailRhythm:
    """What a person has chosen, or what everybody begins with."""
    chosen: MailRhythm | None = getattr(person, "mail_rhythm", None)
    return chosen or MailRhythm(person_id=person.pk)


def topic_of(message: Notification) -> str:
    """What a message is about, such as the id of a game."""
    return message.about.partition(".")[0]


def free_from(person: AbstractBaseUser, now: datetime) -> datetime:
    """From when a person may be mailed: now, or the end of their quiet hours."""
    return after_quiet_hours(of(person), now, cast(Any, person).tzinfo)


def daily_after(person: Model, since: datetime) -> datetime:
    """The first time from then on at which a person's daily mail is due, whatever their quiet hours."""
    return _next_hour(since, of(person).hour, cast(Any, person).tzinfo)


def is_never_mailed(person: Model, topic: str) -> bool:
    """Whether a person wants no mail about a topic."""
    chosen = of(person)
    return bool(chosen.topics.get(topic, chosen.rhythm) == Rhythm.NEVER)


def not_reminded(people: Collection[int]) -> QuerySet[MailRhythm, int]:
    """The ids of those people who do not want to be reminded at the usual share of the time."""
    chosen = MailRhythm.objects.filter(person__in=people).exclude(reminders__contains=USUAL_SHARE)
    return chosen.values_list("person_id", flat=True)


def people_reminded_at(share: str) -> QuerySet[MailRhythm, int]:
    """The ids of the people who chose to be reminded then, for a share that is not the usual one."""
    return MailRhythm.objects.filter(reminders__contains=share).values_list("person_id", flat=True)


def choose(chosen: MailRhythm, topics: Mapping[str, str | None] = _NO_TOPICS) -> None:
    """Store what a person has chosen, and decide on their waiting messages again.

    Args:
        chosen: for all topics.
        topics: the rhythms of some; None for the same as for all.

    Raises:
        Unacceptable: ``no-such-topic``: it is none of the person's. Then nothing is stored.
    """
    with transaction.atomic(durable=True):
        names = ("rhythm", "every", "hour", "quiet_from", "quiet_until", "reminders")
        values = {name: getattr(chosen, name) for name in names}
        MailRhythm.objects.update_or_create(person_id=chosen.person_id, defaults=values)
        if topics:
            _store_topics(chosen.person_id, topics)
        decide_again(chosen.person_id)


def choose_for_topic(person: Model, topic: str, rhythm: str | None) -> None:
    """Store what a person has chosen for one topic; None for the same as for all.

    Raises:
        Unacceptable: as in ``choose``.
    """
    with transaction.atomic(durable=True):
        MailRhythm.objects.get_or_create(person_id=person.pk)
        _store_topics(person.pk, {topic: rhythm})
        decide_again(person.pk)


def _store_topics(person_id: int, topics: Mapping[str, str | None]) -> None:
    """Store the rhythms of some topics, and drop those of what is no longer one, as games that are over."""
    known = topics_of(person_id)
    if not known.issuperset(topics):
        raise Unacceptable("no-such-topic")
    row = MailRhythm.objects.select_for_update().get(person_id=person_id)
    chosen: Mapping[str, str | None] = {**row.topics, **topics}
    row.topics = {topic: own for topic, own in chosen.items() if own is not None and topic in known}
    row.save(update_fields=["topics"])


def decide_again(person_id: int) -> None:
    """Have the messages decided on that were set aside for a person, as after they moved to another zone."""
    waiting = Notification.objects.filter(recipient_id=person_id, status=Notification.Status.WAITING)
    if waiting.filter(outcome=MailOutcome.SET_ASIDE).update(due_at=service_time.now()):
        nudge()


def waiting_with(message: Notification) -> list[Notification]:
    """The other messages to the same person that are due or set aside, and follow a rhythm; oldest first."""
    waiting = Notification.objects.filter(
        Q(due_at__lte=service_time.now()) | Q(outcome=MailOutcome.SET_ASIDE),
        recipient_id=message.recipient_id,
        status=Notification.Status.WAITING,
        kind__in=kinds_with_rhythm(),
    )
    return list(
        waiting.select_related("recipient__mail_rhythm").exclude(pk=message.pk).order_by("created_at", "pk")
    )


def count_gathered(person_id: int) -> None:
    """Record that a gathered mail was sent, from which the next is counted."""
    MailRhythm.objects.filter(person_id=person_id).update(gathered_at=service_time.now())


def after_quiet_hours(chosen: MailRhythm, at: datetime, zone: tzinfo) -> datetime:
    """A time, or the end of the quiet hours in which it lies.

    Args:
        chosen: with the quiet hours.
        at: the time.
        zone: of the person.
    """
    begin, end = chosen.quiet_from, chosen.quiet_until
    if begin is None or end is None or begin == end:
        return at
    hour = at.astimezone(zone).hour
    is_quiet = begin <= hour < end if begin < end else hour >= begin or hour < end
    return _next_hour(at, end, zone) if is_quiet else at


def _next(chosen: MailRhythm, rhythm: str, since: datetime, zone: tzinfo) -> datetime:
    """When a message of some time is mailed by a rhythm, if there are no quiet hours."""
    if rhythm == Rhythm.DAILY:
        return _next_hour(since, chosen.hour, zone)
    if rhythm == Rhythm.GATHERED and chosen.gathered_at is not None:
        return chosen.gathered_at + timedelta(hours=chosen.every)
    return since


def _next_hour(since: datetime, hour: int, zone: tzinfo) -> datetime:
    """The first time from then on at which clocks in a zone show a full hour.

    An hour that is left out in spring is taken for the one after it, and of one that comes twice in autumn
    the first counts.
    """
    today = since.astimezone(zone).date()
    days = (today, today + timedelta(days=1))
    first, second = (
        datetime(day.year, day.month, day.day, hour, tzinfo=zone).astimezone(UTC) for day in days
    )
    return first if first >= since else second


def shares_of(text: str) -> list[str]:
    """The shares in a stored list."""
    return [share for share in SHARES if share in text.split(",")]
