"""Addresses at which mail comes in: ``PREFIX+TOKEN@DOMAIN``, with a token that says what it is about."""

from typing import NamedTuple

from django.conf import settings


class InboundAddress(NamedTuple):
    """An address of ours."""

    prefix: str
    token: str


def inbound_address(prefix: str, token: str) -> str:
    """The address of a token; empty where no mail comes in (``settings.INBOUND_DOMAIN``)."""
    return f"{prefix}+{token}@{settings.INBOUND_DOMAIN}" if settings.INBOUND_DOMAIN else ""


def parts_of(address: str) -> InboundAddress | None:
    """What an address says; None for one that is not ours. Neither prefix nor domain minds the case."""
    local, _at, domain = address.strip().strip("<>").rpartition("@")
    prefix, _plus, token = local.partition("+")
    is_ours = settings.INBOUND_DOMAIN and domain.casefold() == settings.INBOUND_DOMAIN.casefold()
    return InboundAddress(prefix.casefold(), token) if is_ours and prefix and token else None
