"""What can become of a message short of its being sent, in words for the person it was for."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Outcome(models.TextChoices):
    """Why a message is late, was left out, or failed. The words say nothing about the machinery behind it."""

    MUTED = "muted", _("you do not want mails of this kind")
    PAST = "past", _("it was no longer to the point")
    UNKNOWN = "unknown", _("the service no longer sends mails of this kind")
    UNREACHABLE = "unreachable", _("the mail server could not be reached")
    DEFERRED = "deferred", _("the mail server did not take it for now")
    REFUSED = "refused", _("your mail server does not accept mail for this address")
    REJECTED = "rejected", _("your mail server rejected the mail")
    BROKEN = "broken", _("something is wrong on our side; the mail could not be written")
