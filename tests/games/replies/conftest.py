"""A service that takes in mail."""

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def _mail_comes_in(settings: Settings) -> None:
    settings.INBOUND_DOMAIN = "in.example.org"
