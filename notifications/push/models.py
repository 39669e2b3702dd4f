"""The models of notifications on devices."""

import hashlib
import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from sekigahara.db import service_time
from sekigahara.requests.browser_names import LONGEST_KIND, in_words

LONGEST_ENDPOINT = 500
ALPHABET_OF_KEYS = "23456789abcdefghjkmnpqrstvwxyz"


def new_device_key() -> str:
    """The name a device goes by in addresses: no hint of how many there are."""
    return "".join(secrets.choice(ALPHABET_OF_KEYS) for _letter in range(12))


class PushDevice(models.Model):
    """A browser that shows notifications to a person, by the Push API.

    A thief of the database cannot notify it: push services take its messages only from the holder of
    ``PUSH_KEY``.

    Attributes:
        key: its name in addresses.
        endpoint: the address of its push service at which it is reached. Others who know it may reach it too.
        p256dh: its public key, in base64url.
        auth: the secret that its messages are encrypted with as well.
        kind: browser and system; see ``sekigahara.requests.browser_names``.
        used_at: when it was added or renewed, or took a message.
        failed_at: when a message to it was given up, if none was taken since.
        app: the program that has added it (``notifications.set_up_by_programs``); null for none.
    """

    key = models.CharField(max_length=12, unique=True, default=new_device_key, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices")
    endpoint = models.CharField(_("endpoint"), max_length=LONGEST_ENDPOINT)
    p256dh = models.CharField(_("public key"), max_length=100)
    auth = models.CharField(_("secret"), max_length=40)
    kind = models.CharField(_("kind of browser"), max_length=LONGEST_KIND, blank=True)
    created_at = models.DateTimeField(_("created at"), default=service_time.now)
    used_at = models.DateTimeField(_("last used at"), default=service_time.now)
    failed_at = models.DateTimeField(_("failed at"), null=True)
    app = models.ForeignKey(
        settings.OAUTH2_PROVIDER_APPLICATION_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["endpoint"], name="one_device_an_endpoint")]

    def __str__(self) -> str:
        return self.key

    @property
    def label(self) -> str:
        """The kind of browser in words."""
        return in_words(self.kind)

    @property
    def mark(self) -> str:
        """By which the browser knows itself on the page of its person, without its address being there."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()[:16]


class Push(models.Model):
    """A message that waits to be sent to a device. A newer one about the same thing takes its place.

    Attributes:
        topic: what it is about, such as the id of a game; empty for a test.
        notification: the message; None for a test.
        due_at: not to be sent before. A sender first moves this to the end of its lease.
        attempts: how often a sender began to send it.
    """

    device = models.ForeignKey(PushDevice, on_delete=models.CASCADE, related_name="pushes")
    topic = models.CharField(_("topic"), max_length=80, blank=True)
    notification = models.ForeignKey(
        "notifications.Notification", on_delete=models.CASCADE, null=True, related_name="+"
    )
    due_at = models.DateTimeField(_("due at"), default=service_time.now)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["device", "topic"], name="one_push_a_topic")]
        indexes = [models.Index(fields=["due_at"], name="waiting_pushes")]

    def __str__(self) -> str:
        return f"{self.device_id} {self.topic}"
