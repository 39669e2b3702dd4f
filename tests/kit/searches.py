"""Hypothesis, as these tests search with it: import it from here. Tests that do not search load none of it.

There is no deadline for one example: on a busy machine it would measure the machine. The gate tries the same
examples each time, so that its result depends on the change alone; a run by hand looks for new ones.
"""

import os

from hypothesis import HealthCheck, Phase, assume, example, given, seed, settings
from hypothesis import strategies as st

__all__ = ["HealthCheck", "Phase", "assume", "example", "given", "seed", "settings", "st"]

settings.register_profile(
    "sekigahara", deadline=None, print_blob=True, derandomize=bool(os.environ.get("CI"))
)
settings.load_profile("sekigahara")
