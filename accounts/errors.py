"""What the services of this app refuse."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class AccountError(Exception):
    """A refusal.

    Attributes:
        code: a stable word for programs.
        words: what is wrong and what to do, for the person.
    """

    code: str
    words: Promise

    def __str__(self) -> str:
        return str(self.words)


class NameTakenError(AccountError):
    """The person has an API token of that name."""

    code = "name-taken"
    words = _(
        "You have a token of this name. If you did not note it down, revoke it first. "
        "Else choose another name."
    )


class TooManyTokensError(AccountError):
    """The person has as many API tokens as one may have."""

    code = "too-many-tokens"
    words = _("You have as many tokens as one person may have. Revoke one that is no longer used.")
