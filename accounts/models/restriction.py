from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.person import new_key
from sekigahara.db import service_time

LONGEST_WORDS = 1000
ADDRESS_DIGITS = 64


class Restricted(models.TextChoices):
    """What somebody may be kept from."""

    MESSAGES = "messages", _("write messages")
    CHALLENGES = "challenges", _("challenge people or offer games")
    SIGN_UPS = "sign-ups", _("join open games, clubs, ladders and seasons")


class Restriction(models.Model):
    """What a moderator keeps a person from, why, and until when. Nothing else of the person changes.

    Attributes:
        key: its name in addresses.
        person: who is restricted; null once they have closed their account.
        address: a keyed hash of the address of a closed account, so that they stay restricted if they come
            back.
        by: the moderator; null once they are gone.
        reason: in the moderator's words, for the person.
        lifted_at: when a moderator ended it early; null if none did.
        appeal: what the person says against it; empty for nothing. There is one appeal.
        answer: what was answered to the appeal.
    """

    key = models.CharField(max_length=12, unique=True, default=new_key, editable=False)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="restrictions"
    )
    address = models.CharField(_("address"), max_length=ADDRESS_DIGITS, blank=True, db_index=True)
    what = models.CharField(_("what"), max_length=12, choices=Restricted.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(_("reason"), max_length=LONGEST_WORDS)
    begun_at = models.DateTimeField(_("begun at"), default=service_time.now)
    ends_at = models.DateTimeField(_("ends at"))
    lifted_at = models.DateTimeField(_("lifted at"), null=True)
    appeal = models.CharField(_("appeal"), max_length=LONGEST_WORDS, blank=True)
    appealed_at = models.DateTimeField(_("appealed at"), null=True)
    answer = models.CharField(_("answer"), max_length=LONGEST_WORDS, blank=True)
    answered_at = models.DateTimeField(_("answered at"), null=True)

    def __str__(self) -> str:
        return f"{self.person_id} {self.what}"

    @property
    def is_in_force(self) -> bool:
        """Whether it restricts the person now."""
        return self.lifted_at is None and self.ends_at > service_time.now()

    @property
    def is_settled(self) -> bool:
        """Whether no appeal waits for an answer."""
        return self.appealed_at is None or self.answered_at is not None

    @property
    def may_appeal(self) -> bool:
        """Whether the person can still say something against it."""
        return self.is_in_force and self.appealed_at is None
