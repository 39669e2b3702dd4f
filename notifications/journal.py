"""Writes into the process log which mail was queued by whom, and what happened to it, by its Message-ID.

With it a mail is found in the log of the mail server, too.
"""

import logging

log = logging.getLogger(__name__)


def note(what: str, message_id: str) -> None:
    """Write one line.

    Args:
        what: happened to the mail.
    """
    log.info("%s %s", what, message_id)
