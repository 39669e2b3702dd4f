"""What this API refuses beyond what the engine does."""

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException


class TooLarge(APIException):
    """The body is longer than any action."""

    status_code = 413
    default_detail = _("The body is too long.")
    default_code = "too-large"


class VersionRequired(APIException):
    """A write without If-Match."""

    status_code = 428
    default_detail = _("Send the ETag of the game or its options that you looked at as If-Match.")
    default_code = "version-required"
