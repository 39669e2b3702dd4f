"""Notifications about challenges: a new challenge, a reminder, the outcome; removal from the ladder."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models.person import Person
from games.ladders.challenges import sentences as challenge_words
from games.ladders.challenges.automation import ANSWER_REMINDER, TAKEN_OFF
from games.ladders.challenges.ends import OUTCOME
from games.ladders.challenges.negotiation import CHALLENGED
from games.ladders.challenges.queries import challenge_at, place_of
from games.ladders.clubs.webhook_events import (
    AnswerBy,
    LadderData,
    named,
    of_ladder,
    url,
)
from games.ladders.models.challenge import Challenge
from games.ladders.models.ladder import Ladder
from games.notices.game_events import MessagePerson, PageLink, player_of
from games.reads import deadlines
from games.reads.deadlines import moment
from notifications.letters import letter
from notifications.registry import Event, EventType, Kind, Message, register
from sekigahara.db import service_time


class ChallengeData(LadderData, frozen=True, kw_only=True):
    """A challenge that you have not answered."""

    challenge: str
    challenger: MessagePerson
    answer_by: AnswerBy


CHALLENGE_RECEIVED = EventType("challenge.received", gettext_lazy("Someone challenged you"), ChallengeData)
CHALLENGE_REMINDER = EventType(
    "challenge.reminder",
    gettext_lazy("Your time to answer a challenge is running out"),
    ChallengeData,
)


def challenged(public_id: str, occasion: str) -> Message | None:  # noqa: ARG001 - there is one
    """To the challenged; None when it is answered or over."""
    challenge = _unanswered(public_id)
    if challenge is None:
        return None
    names = {"name": challenge.challenger, "ladder": challenge.season.ladder}
    return _asking(challenge, CHALLENGED, _("%(name)s challenges you on %(ladder)s") % names)


def reminder(public_id: str, occasion: str) -> Message | None:
    """Compose the reminder to the challenged player; None if it is answered, over, or the deadline has moved.

    Args:
        occasion: the deadline of the reminder.
    """
    challenge = _due(public_id, occasion)
    if challenge is None:
        return None
    values = {"name": challenge.challenger, "when": moment(challenge.answer_by)}
    return _asking(challenge, ANSWER_REMINDER, _("Answer the challenge of %(name)s until %(when)s") % values)


def outcome(public_id: str, occasion: str) -> Message | None:
    """Compose the mail about the outcome to one of the two players.

    Args:
        occasion: the person's id.
    """
    challenge = challenge_at(public_id)
    if challenge is None or challenge.is_open:
        return None
    is_challenger = int(occasion) == challenge.challenger_id
    to = challenge.challenger if is_challenger else challenge.challenged
    other = challenge.opponent_of(to)
    ladder = challenge.season.ladder
    return letter(
        "games/challenges/mail/outcome",
        {
            "told": challenge_words.outcome(challenge, is_challenger=is_challenger),
            "place": place_of(ladder, to),
            "ladder": ladder,
        },
        to=to,
        kind=OUTCOME,
        subject=_("%(ladder)s: the challenge between you and %(name)s") % {"ladder": ladder, "name": other},
        button=(_("To the ladder"), url("ladders:ladder", ladder.public_id)),
        thread=f"challenges.{challenge.public_id}",
    ).naming(other)


def taken_off(public_id: str, occasion: str) -> Message | None:
    """Compose the mail to a player who was removed for inactivity; None if they take part again.

    Args:
        public_id: the ladder's.
        occasion: the person's id, and the time.
    """
    ladder = Ladder.objects.select_related("club", "challenge_rules").filter(public_id=public_id).first()
    person = Person.objects.filter(pk=int(occasion.partition(".")[0])).first()
    if ladder is None or person is None or place_of(ladder, person) is not None:
        return None
    return letter(
        "games/challenges/mail/taken_off",
        {"ladder": ladder, "club": ladder.club, "days": ladder.challenge_rules.off_after},
        to=person,
        kind=TAKEN_OFF,
        subject=_("You were taken off %(ladder)s") % {"ladder": ladder},
        button=(_("To the ladder"), url("ladders:ladder", ladder.public_id)),
        thread=f"ladders.{ladder.public_id}",
    )


def _unanswered(public_id: str) -> Challenge | None:
    """The challenge, while it waits for an answer."""
    challenge = challenge_at(public_id)
    return None if challenge is None or not challenge.is_unanswered else challenge


def _due(public_id: str, occasion: str) -> Challenge | None:
    """The challenge, while it waits for an answer and its deadline is the one that is reminded of."""
    challenge = _unanswered(public_id)
    if challenge is None or challenge.answer_by <= service_time.now():
        return None
    return challenge if deadlines.occasion(challenge.answer_by) == occasion else None


def _asking(challenge: Challenge, kind: str, subject: str) -> Message:
    """A mail that asks for an answer."""
    ladder = challenge.season.ladder
    return letter(
        "games/challenges/mail/asking",
        {
            "challenge": challenge,
            "ladder": ladder,
            "club": ladder.club,
            "place": place_of(ladder, challenge.challenged),
            "their_place": place_of(ladder, challenge.challenger),
            "until": moment(challenge.answer_by),
            "declining": challenge_words.declining(challenge),
        },
        to=challenge.challenged,
        kind=kind,
        subject=subject,
        button=(_("Answer the challenge"), url("ladders:challenge", ladder.public_id, challenge.public_id)),
        thread=f"challenges.{challenge.public_id}",
    ).naming(challenge.challenger)


def challenged_event(public_id: str, occasion: str) -> Event | None:  # noqa: ARG001 - there is one
    """The event of a new challenge; None if it is answered or over."""
    challenge = _unanswered(public_id)
    if challenge is None:
        return None
    text = _("%(name)s challenges you on %(ladder)s of %(club)s: answer until %(until)s.")
    return _asking_event(CHALLENGE_RECEIVED, challenge, text)


def reminder_event(public_id: str, occasion: str) -> Event | None:
    """The event that the time to answer is running out.

    None if it is answered, over, or the deadline has moved.

    Args:
        public_id: the challenge's.
        occasion: the deadline of the reminder.
    """
    challenge = _due(public_id, occasion)
    if challenge is None:
        return None
    text = _("Answer the challenge of %(name)s on %(ladder)s of %(club)s until %(until)s.")
    return _asking_event(CHALLENGE_REMINDER, challenge, text)


def _asking_event(event_type: EventType, challenge: Challenge, text: str) -> Event:
    """An event that asks for an answer."""
    ladder = challenge.season.ladder
    page = url("ladders:challenge", ladder.public_id, challenge.public_id)
    data = event_type.payload(
        **of_ladder(ladder),
        challenge=challenge.public_id,
        challenger=player_of(challenge.challenger),
        answer_by=challenge.answer_by.isoformat(),
        links=PageLink(page),
    )
    words = {
        "name": challenge.challenger,
        "ladder": ladder,
        "club": ladder.club,
        "until": moment(challenge.answer_by),
    }
    return Event(event_type, data, f"{text % words} <{page}>", named(challenge.challenger))


for _kind in (
    # Not optional: a player who does not answer loses.
    Kind(
        name=CHALLENGED,
        title=CHALLENGE_RECEIVED.title,
        compose=challenged,
        events=(CHALLENGE_RECEIVED,),
        compose_event=challenged_event,
    ),
    Kind(
        name=ANSWER_REMINDER,
        title=CHALLENGE_REMINDER.title,
        optional=True,
        compose=reminder,
        events=(CHALLENGE_REMINDER,),
        compose_event=reminder_event,
    ),
    Kind(name=OUTCOME, title=gettext_lazy("A challenge has ended"), optional=True, compose=outcome),
    Kind(name=TAKEN_OFF, title=gettext_lazy("You were taken off a ladder"), compose=taken_off),
):
    register(_kind)
