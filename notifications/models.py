from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

import notifications.push.models
import notifications.webhooks.models  # noqa: F401 - Django finds both by this
from sekigahara.db import service_time

LONGEST_SUBJECT = 200
LONGEST_DETAIL = 200


class MailOutcome(models.TextChoices):
    """Why a message is late, was left out, or failed. The words say nothing about the machinery behind it."""

    MUTED = "muted", _("you do not want mails of this kind")
    UNWANTED = "unwanted", _("you want no mail about what waits for you")
    PUSHED = "pushed", _("your devices were notified instead")
    SET_ASIDE = "set-aside", _("it waits for your next mail")
    PAST = "past", _("it was no longer to the point")
    UNKNOWN = "unknown", _("the service no longer sends mails of this kind")
    UNREACHABLE = "unreachable", _("the mail server could not be reached")
    DEFERRED = "deferred", _("the mail server did not take it for now")
    REFUSED = "refused", _("your mail server does not accept mail for this address")
    REJECTED = "rejected", _("your mail server rejected the mail")
    RETURNED = "returned", _("it came back: your mail server could not deliver it")
    SPAM = "spam", _("your mail provider told us that you take it for spam")
    GIVEN_UP = "given-up", _("the people who run this service gave it up")
    BROKEN = "broken", _("something is wrong on our side; the mail could not be written")


class Notification(models.Model):
    """One message to a person: a row of the outbox.

    The row is written in the transaction that causes the message, and sent afterwards. Its kind composes the
    text when it is sent; the row contains only the subject of the message.

    Attributes:
        kind: the kind of message, such as ``games.window``; see ``notifications.registry``.
        about: its subject, in words of the kind's app.
        occasion: for each kind, subject and occasion there is one message.
        recipient: the person.
        message_id: the mail's Message-ID, so that a mail sent twice is recognised as one.
        due_at: not to be sent before. A sender first moves this to the end of its lease.
        attempts: how often a sender began to send it.
        subject: of the mail as it was last composed, for its recipient; empty before. ``Naming`` lists the
            people it names.
        outcome: why it is late, was skipped or failed, for its recipient.
        detail: the same for operators: the error and where it came from.
        owes_webhooks: whether the recipient's webhooks have not been given it yet; see
            ``notifications.webhooks.queue``.
        push_at: when the recipient's devices are to be notified; None once that is decided, and for what they
            never are; see ``notifications.push.delivery``.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        SKIPPED = "skipped", _("skipped")
        FAILED = "failed", _("failed")

    kind = models.CharField(_("kind"), max_length=40)
    about = models.CharField(_("about"), max_length=80)
    occasion = models.CharField(_("occasion"), max_length=40)
    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications"
    )
    # Unique by a constraint: `unique=True` costs every write on PostgreSQL an index for prefixes too.
    message_id = models.CharField(_("Message-ID"), max_length=200)
    created_at = models.DateTimeField(_("created at"), default=service_time.now)
    due_at = models.DateTimeField(_("due at"), default=service_time.now)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.WAITING)
    subject = models.CharField(_("subject"), max_length=LONGEST_SUBJECT, blank=True)
    outcome = models.CharField(_("outcome"), max_length=20, choices=MailOutcome, blank=True)
    detail = models.CharField(_("detail"), max_length=LONGEST_DETAIL, blank=True)
    settled_at = models.DateTimeField(_("settled at"), null=True)
    owes_webhooks = models.BooleanField(_("owes webhooks"), default=False)
    push_at = models.DateTimeField(_("devices are notified at"), null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "about", "occasion"], name="one_message_an_occasion"),
            models.UniqueConstraint(fields=["message_id"], name="one_message_an_id"),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(status="waiting"), name="waiting_messages"),
            models.Index(fields=["id"], condition=models.Q(owes_webhooks=True), name="owed_to_webhooks"),
            models.Index(
                fields=["push_at"], condition=models.Q(push_at__isnull=False), name="owed_to_devices"
            ),
            models.Index(
                fields=["settled_at"], condition=models.Q(settled_at__isnull=False), name="settled_messages"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.about} {self.occasion}"


class Naming(models.Model):
    """The subject of a message names someone other than its recipient.

    Attributes:
        words: the name as it is written there.
    """

    notification = models.ForeignKey(Notification, on_delete=models.CASCADE, related_name="namings")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    words = models.CharField(_("words"), max_length=LONGEST_SUBJECT)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["notification", "person"], name="named_once")]

    def __str__(self) -> str:
        return f"{self.notification_id} {self.person_id}"


class Muted(models.Model):
    """Someone has stopped messages of a kind. It counts only for kinds that are optional."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="muted")
    kind = models.CharField(_("kind"), max_length=40)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "kind"], name="muted_once")]

    def __str__(self) -> str:
        return f"{self.person_id} {self.kind}"


class Wanted(models.Model):
    """Someone has asked for messages of a kind. It counts only for kinds that are sent on request."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="wanted")
    kind = models.CharField(_("kind"), max_length=40)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "kind"], name="wanted_once")]

    def __str__(self) -> str:
        return f"{self.person_id} {self.kind}"


class Rhythm(models.TextChoices):
    """When somebody is mailed that something waits for them; see ``notifications.rhythm``."""

    AT_ONCE = "at-once", _("at once")
    GATHERED = "gathered", _("gathered: one mail for all games")
    DAILY = "daily", _("once a day: one mail for all games")
    PUSH = "push", _("only notifications on my devices")
    NEVER = "never", _("never")


SHARES = {"half": 2, "quarter": 4, "eighth": 8}
"""The part of the time to answer that may be left when somebody is reminded, and its denominator."""
USUAL_SHARE = "quarter"


class MailRhythm(models.Model):
    """When a person wants to be mailed. People without a row are mailed at once, at any hour.

    Attributes:
        every: at most one gathered mail in so many hours.
        hour: of the daily mail, in the person's zone.
        quiet_from: the hour, in the person's zone, at which quiet hours begin; None for no quiet hours.
        quiet_until: the hour at which they end, perhaps on the next day.
        reminders: the shares of ``SHARES`` at which they are reminded of a deadline, parted by commas.
        gathered_at: when the latest gathered mail was sent.
        topics: the rhythm of mail about one thing, where it differs: by the beginning of the subject of its
            messages, such as the id of a game.
    """

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_rhythm"
    )
    rhythm = models.CharField(_("rhythm"), max_length=10, choices=Rhythm, default=Rhythm.AT_ONCE)
    every = models.PositiveSmallIntegerField(_("hours between gathered mails"), default=4)
    hour = models.PositiveSmallIntegerField(_("hour of the daily mail"), default=18)
    quiet_from = models.PositiveSmallIntegerField(_("beginning of quiet hours"), null=True)
    quiet_until = models.PositiveSmallIntegerField(_("end of quiet hours"), null=True)
    reminders = models.CharField(_("reminders"), max_length=40, blank=True, default=USUAL_SHARE)
    gathered_at = models.DateTimeField(_("latest gathered mail"), null=True)
    topics = models.JSONField(_("rhythms by topic"), default=dict)

    def __str__(self) -> str:
        return f"{self.person_id} {self.rhythm}"
