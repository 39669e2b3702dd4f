"""The limits that an installation has chosen by environment variables, such as LIMIT_PAGES=600/60."""

import re
from collections.abc import Mapping

from django.core.exceptions import ImproperlyConfigured

_FORM = re.compile(r"(\d{1,9})/([1-9]\d{0,7})")


def chosen(environment: Mapping[str, str]) -> dict[str, tuple[int, int]]:
    """By variable, how often something may be done, and in how many seconds.

    Raises:
        ImproperlyConfigured: a value is not two numbers with a slash between them.
    """
    found = {}
    for variable, value in environment.items():
        if variable.startswith("LIMIT_"):
            numbers = _FORM.fullmatch(value)
            if numbers is None:
                raise ImproperlyConfigured(f"{variable}: is not such as 20/3600, for 20 in 3,600 seconds")
            found[variable] = int(numbers[1]), int(numbers[2])
    return found
