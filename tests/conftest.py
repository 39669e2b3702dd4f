"""Loaded before any test: the plugins of tests/kit, and how hypothesis searches."""

from hypothesis import settings

pytest_plugins = ["tests.kit.sizes", "tests.kit.log"]

# No deadline for one example: on a busy machine it would measure the machine.
settings.register_profile("sekigahara", deadline=None, print_blob=True)
settings.load_profile("sekigahara")
