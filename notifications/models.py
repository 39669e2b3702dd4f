from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from notifications.webhooks.models import Delivery, Webhook
from sekigahara.db import service_time

__all__ = ["Delivery", "Muted", "Naming", "Notification", "Webhook"]


LONGEST_SUBJECT = 200
LONGEST_DETAIL = 200


class MailOutcome(models.TextChoices):
    """Why a message is late, was left out, or failed. The words say nothing about the machinery behind it."""

    MUTED = "muted", _("you do not want mails of this kind")
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

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        constraints = [
            models.UniqueConstraint(fields=["kind", "about", "occasion"], name="one_message_an_occasion"),
            models.UniqueConstraint(fields=["message_id"], name="one_message_an_id"),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(status="waiting"), name="waiting_messages"),
            models.Index(fields=["id"], condition=models.Q(owes_webhooks=True), name="owed_to_webhooks"),
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
        verbose_name = _("naming")
        verbose_name_plural = _("namings")
        constraints = [models.UniqueConstraint(fields=["notification", "person"], name="named_once")]

    def __str__(self) -> str:
        return f"{self.notification_id} {self.person_id}"


class Muted(models.Model):
    """Someone wants no more messages of a kind. It counts only for kinds that are optional."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="muted")
    kind = models.CharField(_("kind"), max_length=40)

    class Meta:
        verbose_name = _("muted kind")
        verbose_name_plural = _("muted kinds")
        constraints = [models.UniqueConstraint(fields=["person", "kind"], name="muted_once")]

    def __str__(self) -> str:
        return f"{self.person_id} {self.kind}"
