"""The streams of this process."""

from django.conf import settings

from games.api.streams.hub import Hub
from games.api.streams.polling import look

MOST_OF_ONE = 10
"""The maximum number of streams in a process of one person, or of one network address without a token."""

hub = Hub(look, beat=settings.STREAM_BEAT, most=settings.STREAMS, most_of_one=MOST_OF_ONE)

send = hub.hear
"""Passes a hint to the streams of this process. Used as settings.SEND_STREAM_HINT when there is only one
process."""
