"""Names that people choose, as programs send them."""

from django.core.exceptions import ValidationError

from accounts.name_rules import refuse_links, validate_name
from games.api.errors import Unfit
from games.ladders.clubs.name_rules import LONGEST_FOLDED, folded, tidied


def fit(wanted: str) -> str:
    """A name without blanks around it.

    Raises:
        Unfit: it cannot be one.
    """
    name = wanted.strip()
    try:
        validate_name(name)
        refuse_links(name)
    except ValidationError as error:
        raise Unfit(str(error.code)) from None
    return name


def fit_club(wanted: str) -> str:
    """A club's name with one blank between words.

    Raises:
        Unfit: it cannot be one.
    """
    name = tidied(fit(wanted))
    if not 0 < len(folded(name)) <= LONGEST_FOLDED:
        raise Unfit("name-invisible")
    return name
