"""What this API refuses beyond what the engine and the services do.

``parameters`` of an error go into its problem document; nothing the caller may not know stands in them.
"""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import APIException

LONGEST_REASON = 200
"""Letters of what a parser says; it may quote the whole body."""


class MalformedBody(APIException):
    """The body is no JSON, or not the JSON that is expected."""

    status_code = 400

    def __init__(self, reason: str) -> None:
        said = _readable(reason)
        told = _("The body is not what is expected here: %(reason)s.") % {"reason": said}
        super().__init__(told, "malformed-body")
        self.parameters = {"reason": said}


class MalformedParameter(APIException):
    """What stands behind the question mark of the address makes no sense."""

    status_code = 400

    def __init__(self, reason: str) -> None:
        said = _readable(reason)
        told = _("A parameter of the address is not what is expected here: %(reason)s.") % {"reason": said}
        super().__init__(told, "malformed-parameter")
        self.parameters = {"reason": said}


class MalformedKey(APIException):
    """An Idempotency-Key that is none."""

    status_code = 400
    default_code = "malformed-idempotency-key"
    default_detail = gettext_lazy("An Idempotency-Key has 1 to 100 letters, digits and signs of ASCII.")


class MalformedHeader(APIException):
    """A header that makes no sense.

    Args:
        name: its name.
    """

    status_code = 400

    def __init__(self, name: str) -> None:
        super().__init__(_("The header %(name)s is none of ours.") % {"name": name}, "malformed-header")
        self.parameters = {"header": name}


class TooManyStreams(APIException):
    """There is no room for another stream.

    Args:
        most: how many one caller may have; None where the server has no room for anybody.
    """

    status_code = 429
    wait = 60
    """Seconds until it may be tried again."""

    def __init__(self, most: int | None) -> None:
        if most is None:
            told = _("There is no room for another stream now. Ask for what is new now and then instead.")
        else:
            told = _("You have %(most)d streams open: close one first.") % {"most": most}
        super().__init__(told, "too-many-streams")
        self.parameters = {} if most is None else {"most": most}


class NoSeat(APIException):
    """Somebody acts in a game that they only watch."""

    status_code = 403
    default_code = "no-seat"
    default_detail = gettext_lazy("You play neither side of this game; you may watch it.")


class NoMoment(APIException):
    """A game has no moment of that number.

    Args:
        last: the number of the latest.
    """

    status_code = 404

    def __init__(self, last: int) -> None:
        told = _("There is no moment of that number: the first is 1, the latest %(last)d.") % {"last": last}
        super().__init__(told, "no-moment")
        self.parameters = {"last": last}


class LengthRequired(APIException):
    """A body whose length nobody said."""

    status_code = 411
    default_code = "length-required"
    default_detail = gettext_lazy("Say the length of the body with Content-Length.")


class TooLarge(APIException):
    """The body is longer than anything there is to say."""

    status_code = 413
    default_code = "too-large"

    def __init__(self, most: int) -> None:
        super().__init__(_("The body is too long: it may have %(most)d bytes.") % {"most": most})
        self.parameters = {"most": most}


class Unknown(APIException):
    """Something is named that this installation does not have.

    Args:
        what: as ``edition``.
        there_are: the names there are.
    """

    status_code = 422

    def __init__(self, what: str, name: str, there_are: list[str]) -> None:
        told = _("There is no “%(name)s”; there are: %(known)s.")
        super().__init__(
            told % {"name": _readable(name), "known": ", ".join(there_are)}, code=f"unknown-{what}"
        )
        self.parameters: dict[str, Any] = {what: _readable(name), "known": there_are}


class Unfit(APIException):
    """Something is written as it should be and still not to be had.

    Args:
        code: a stable word for programs, as ``not-an-address``.
        words: what is wrong and what to do.
    """

    status_code = 422

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words, code)


class VersionRequired(APIException):
    """A write without If-Match."""

    status_code = 428
    default_code = "version-required"
    default_detail = gettext_lazy("Send the ETag of the view or the options that you looked at as If-Match.")


def _readable(text: str) -> str:
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return shown if len(shown) <= LONGEST_REASON else shown[: LONGEST_REASON - 1] + "…"
