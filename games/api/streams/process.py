"""The streams of this process."""

from django.conf import settings

from games.api.streams.hub import Hub
from games.api.streams.polling import look

MOST_OF_ONE = 10
"""The maximum number of streams in a process of one person, or of one network address without a token."""

MOST_OF_NETWORK = 3 * MOST_OF_ONE
"""The maximum number of streams without a token in a process, of one /24 of IPv4 or /48 of IPv6 addresses."""

KEPT = 0.5
"""The part of a process's streams that is kept for callers with a token."""

hub = Hub(
    look,
    beat=settings.STREAM_BEAT,
    most=settings.STREAMS,
    most_of_one=MOST_OF_ONE,
    most_of_strangers=int(settings.STREAMS * (1 - KEPT)),
    most_of_network=MOST_OF_NETWORK,
)

send = hub.hear
"""Passes a hint to the streams of this process. Used as settings.SEND_STREAM_HINT when there is only one
process."""
