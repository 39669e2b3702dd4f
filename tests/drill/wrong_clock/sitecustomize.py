"""Python reads this as it starts. The process then believes in a clock that is some days ahead, or behind."""

import contextlib
import os
from datetime import UTC, datetime, timedelta

with contextlib.suppress(ImportError):  # the environment is built by a Python without it
    import time_machine

    wrong = datetime.now(UTC) + timedelta(days=int(os.environ["WRONG_CLOCK_DAYS"]))
    time_machine.travel(wrong, tick=True).start()
