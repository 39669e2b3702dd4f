"""The models of webhooks and their messages."""

import secrets
from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from notifications.webhooks.owners import Owner
from notifications.webhooks.sealing import SealedField
from sekigahara.db import service_time

LONGEST_URL = 500
LONGEST_ANSWER = 200
MOST_COUNTED = 32767
"""Attempts, as the database counts them."""
ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"


class DeliveryOutcome(models.TextChoices):
    """Why a delivery is late, or failed."""

    REFUSED = "refused", _("it was answered with a status that is no success")
    REDIRECTED = "redirected", _("it was answered with a redirect, which is not followed")
    GONE = "gone", _("it was answered that nobody is there any more (410)")
    SLOW = "slow", _("there was no whole answer in time")
    UNREACHABLE = "unreachable", _("no connection was to be had, or it broke")
    CERTIFICATE = "certificate", _("the certificate is not good for this address")
    UNKNOWN = "unknown", _("the name of the host has no address")
    PRIVATE = "private", _("the host has an address that is not public")
    MALFORMED = "malformed", _("the answer was no HTTP, or the address is none")
    OFF = "off", _("the webhook was switched off")
    BROKEN = "broken", _("something is wrong on our side; it could not be sent")


def new_key() -> str:
    """The name a webhook goes by in addresses: no hint of how many there are."""
    return "".join(secrets.choice(ALPHABET) for _letter in range(12))


class Webhook(models.Model):
    """An address to which messages are posted, owned by a person or by a group (see ``owners``).

    Attributes:
        key: its name in addresses.
        person: the owner, who alone sees it and whose announcements are sent to it; null for a group's.
        group: the name of the group that owns it, whose keepers see it; empty for a person's.
        url: the address. It may contain a secret, as Discord's do.
        shape: the format of messages.
        types: the types of events it gets, as a list.
        topic: limits it to one topic, such as a game's id; empty for everything.
        secret: the key that signs messages; encrypted in the database. Empty if it cannot be decrypted.
        old_secret: the previous key, which also signs until ``old_secret_until``.
        rotations: how often the secret was changed.
        failures: attempts that failed since the last success, and ``failing_since`` when the first did.
        off_at: when it was switched off, if it is, and ``off_for`` why.
        app: the program that has set it up (``notifications.set_up_by_programs``); null for none.
    """

    class Shape(models.TextChoices):
        STANDARD = "standard", _("Standard Webhooks: JSON for programs, signed")
        DISCORD = "discord", _("Discord: a sentence for a channel")

    class Off(models.TextChoices):
        GONE = "gone", _("the address answered that nobody is there any more")
        FAILING = "failing", _("nothing got through for days")

    key = models.CharField(max_length=12, unique=True, default=new_key, editable=False)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="webhooks"
    )
    group = models.CharField(_("group"), max_length=80, blank=True)
    url = models.CharField(_("address"), max_length=LONGEST_URL)
    shape = models.CharField(_("shape"), max_length=10, choices=Shape)
    types = models.JSONField(_("types"), default=list)
    topic = models.CharField(_("topic"), max_length=40, blank=True)
    secret = SealedField(_("secret"))
    old_secret = SealedField(_("old secret"), blank=True)
    old_secret_until = models.DateTimeField(_("old secret until"), null=True)
    rotations = models.PositiveSmallIntegerField(_("rotations"), default=0)
    created_at = models.DateTimeField(_("created at"), default=service_time.now)
    failures = models.PositiveIntegerField(_("failures"), default=0)
    failing_since = models.DateTimeField(_("failing since"), null=True)
    off_at = models.DateTimeField(_("switched off at"), null=True)
    off_for = models.CharField(_("switched off for"), max_length=10, choices=Off, blank=True)
    app = models.ForeignKey(
        settings.OAUTH2_PROVIDER_APPLICATION_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "url", "topic"], name="webhook_to_an_address_once"),
            models.UniqueConstraint(
                fields=["group", "url"], condition=~models.Q(group=""), name="webhook_of_a_group_once"
            ),
            models.CheckConstraint(
                condition=models.Q(person=None) & ~models.Q(group="")
                | models.Q(person__isnull=False, group=""),
                name="webhook_has_one_owner",
            ),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def owner(self) -> Owner:
        """Whose it is."""
        return Owner(self.person_id, self.group)

    def secrets_at(self, now: datetime) -> list[str]:
        """What a message is signed with at a time: the newest first; none if they can no longer be read."""
        is_overlap = self.old_secret_until is not None and now < self.old_secret_until
        held = [self.secret, self.old_secret] if is_overlap else [self.secret]
        return [secret for secret in held if secret]


class Delivery(models.Model):
    """One message for one webhook.

    Attributes:
        message_id: the same for every attempt, and for every webhook with this event.
        body: the exact body.
        due_at: not to be sent before. A sender first moves this to the end of its lease.
        attempts: how often a sender began to send it.
        earlier: how many of these were before it was last resent by its owner.
        outcome: why it is late, or failed.
        tried_at: when the last attempt ended; then also ``milliseconds`` it took, ``answered`` the HTTP
            status, and ``answer`` the beginning of the response.
        named: the people whom the body names, except the webhook's owner.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DELIVERED = "delivered", _("delivered")
        FAILED = "failed", _("failed")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    message_id = models.CharField(_("message"), max_length=120)
    type = models.CharField(_("type"), max_length=40)
    body = models.TextField(_("body"))
    created_at = models.DateTimeField(_("created at"), default=service_time.now)
    due_at = models.DateTimeField(_("due at"), default=service_time.now)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    earlier = models.PositiveSmallIntegerField(_("earlier attempts"), default=0)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.WAITING)
    outcome = models.CharField(_("outcome"), max_length=20, choices=DeliveryOutcome, blank=True)
    tried_at = models.DateTimeField(_("tried at"), null=True)
    milliseconds = models.PositiveIntegerField(_("milliseconds"), null=True)
    answered = models.PositiveSmallIntegerField(_("answered"), null=True)
    answer = models.CharField(_("answer"), max_length=LONGEST_ANSWER, blank=True)
    named = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["webhook", "message_id"], name="one_delivery_a_webhook"),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(status="waiting"), name="waiting_deliveries"),
        ]

    def __str__(self) -> str:
        return f"{self.webhook_id} {self.message_id}"
