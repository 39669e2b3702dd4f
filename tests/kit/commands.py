"""Running a command of `manage.py` in this process."""

import io
from typing import Any

from django.core.management import call_command


def output_of(command: str, *arguments: Any) -> str:
    """What a command prints."""
    out = io.StringIO()
    call_command(command, *map(str, arguments), stdout=out)
    return out.getvalue()
