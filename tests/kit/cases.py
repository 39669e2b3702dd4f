"""Tests of many cases, as a table in which each row begins with the name of its case."""

from typing import Any

import pytest


def cases(names: str, *rows: tuple[Any, ...]) -> pytest.MarkDecorator:
    """Run a test once for each row.

    Args:
        names: of the test's arguments, with spaces between.
        rows: the name of a case, as a reader would call it, and a value for each argument.
    """
    return pytest.mark.parametrize(names.split(), [pytest.param(*values, id=name) for name, *values in rows])
