"""How many streams may be open, and when to try again. ``settings.STREAMS`` is the limit of a process."""

MOST_STREAMS_OF_ONE = 10
"""The maximum number of streams in a process of one person, or of one network address without a token."""

MOST_STREAMS_OF_NETWORK = 3 * MOST_STREAMS_OF_ONE
"""The maximum number of streams without a token in a process, of one /24 of IPv4 or /48 of IPv6 addresses."""

STREAMS_KEPT_FOR_TOKENS = 0.5
"""The part of a process's streams that is kept for callers with a token."""

RETRY_STREAM_AFTER = 60
"""Seconds until a client that was refused may try again."""
