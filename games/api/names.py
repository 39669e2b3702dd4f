"""Names that people choose, as programs send them."""

from django.core.exceptions import ValidationError

from accounts.names import refuse_links, validate_name
from games.api.errors import Unfit


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
        raise Unfit(str(error.code), error.messages[0]) from None
    return name
