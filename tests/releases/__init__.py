"""Databases of past releases, and the proof that the present upgrades them."""
