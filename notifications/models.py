from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from notifications.outcomes import Outcome
from notifications.webhooks.models import Delivery, Webhook

__all__ = ["Delivery", "Muted", "Naming", "Notification", "Webhook"]


LONGEST_SUBJECT = 200


class Notification(models.Model):
    """One message that is owed to someone: the outbox.

    A row is written in the transaction that gives reason for it, and sent after. What it says is made up when
    it is sent, by its kind; the row holds only what the message is about.

    Attributes:
        kind: which sort of message, as ``games.window``; see ``notifications.registry``.
        about: what it concerns, in words of the kind's app.
        occasion: which time; of one kind there is one message about one thing on one occasion.
        recipient: whom it is for.
        message_id: the mail's Message-ID, so that a mail sent twice is recognised as one.
        due_at: not to be sent before. Whoever sends it moves this on first, as a lease.
        attempts: how often someone began to send it.
        subject: of the mail as it was last made up, for its recipient; empty before. Whom it names stands in
            ``Naming``.
        outcome: why it is late, was skipped or failed, for its recipient.
        detail: the same for the person who runs the service: what was said by whom.
        owes_webhooks: whether the webhooks of its recipient were not given it yet; see
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
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    due_at = models.DateTimeField(_("due at"), default=timezone.now)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.WAITING)
    subject = models.CharField(_("subject"), max_length=LONGEST_SUBJECT, blank=True)
    outcome = models.CharField(_("outcome"), max_length=20, choices=Outcome, blank=True)
    detail = models.CharField(_("detail"), max_length=200, blank=True)
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
    """The subject of a message names someone, who is not its recipient.

    Attributes:
        words: what it calls them.
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
