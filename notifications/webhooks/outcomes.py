"""The ways in which a delivery can fail, with texts for the owner of the webhook."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Outcome(models.TextChoices):
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
