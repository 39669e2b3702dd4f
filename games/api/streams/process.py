"""The streams of this process."""

from django.conf import settings

from games.api.streams.hub import Hub
from games.api.streams.looking import look

MOST_OF_ONE = 10
"""Streams of one person, or of one sender where nobody is identified, in one process."""

hub = Hub(look, beat=settings.STREAM_BEAT, most=settings.STREAMS, most_of_one=MOST_OF_ONE)

send = hub.hear
"""Gives a hint to the streams. Named by settings.SEND_STREAM_HINT where there is no other process."""
