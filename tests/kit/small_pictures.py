"""A pytest plugin: the boards in mails are drawn small. As large as they are sent, they would take longer
than everything else in a mail.

Processes that a test starts draw theirs as large as the product does.
"""

from collections.abc import Iterator

import pytest

from games.notices import turns

WIDTH = 40
"""In pixels."""
SENT_WIDTH = turns.PICTURE_WIDTH
"""What the product sends."""


@pytest.fixture(scope="session", autouse=True)
def _small_pictures() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turns, "PICTURE_WIDTH", WIDTH)
        yield
