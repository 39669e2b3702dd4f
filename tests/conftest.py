"""Loaded before any test: the plugins of tests/kit, and how hypothesis searches."""

import os

from hypothesis import settings

pytest_plugins = [
    "tests.kit.sizes",
    "tests.kit.log",
    "tests.kit.chance",
    "tests.kit.caches",
    "tests.kit.counts",
    "tests.kit.small_pictures",
]

# No deadline for one example: on a busy machine it would measure the machine. The gate tries the same
# examples each time, so that what it says depends on the change alone; a run by hand looks for new ones.
settings.register_profile(
    "sekigahara", deadline=None, print_blob=True, derandomize=bool(os.environ.get("CI"))
)
settings.load_profile("sekigahara")
