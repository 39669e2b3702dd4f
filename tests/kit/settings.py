"""The product's settings for tests, in the size that SEKIGAHARA_TEST_SIZE names.

What a developer has set for a service of their own does not reach the tests; TEST_DATABASE_URL and
TEST_REDIS_URL may say where the servers are. Checkouts on one machine and processes of one run keep apart.
"""

import hashlib
import os
import tempfile
from pathlib import Path

SIZE = os.environ.get("SEKIGAHARA_TEST_SIZE", "embedded")
CHECKOUT = hashlib.sha256(os.fsencode(Path(__file__).resolve())).hexdigest()[:8]
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")
FOLDER = tempfile.TemporaryDirectory(prefix="sekigahara-test-")  # goes with the process
# Of the process that began the run, which outlives all others: here they find what one of them has made.
os.environ.setdefault("SEKIGAHARA_TEST_RUN", FOLDER.name)

for name in ("ALLOWED_HOSTS", "DATABASE_POOL", "DATABASE_REPLICA_URL", "EMAIL_FROM", "LOG_LEVEL"):
    os.environ.pop(name, None)
os.environ |= {
    "SEKIGAHARA_SIZE": SIZE,
    "SEKIGAHARA_HOME": FOLDER.name,
    "SECRET_KEY": "known to everybody, for tests only: keeps nothing secret",
    "PUSH_KEY": "known-to-everybody-for-tests-only-keeps-non",
    "SITE_URL": "http://testserver",
    "DATABASE_URL": os.environ.get("TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/sekigahara"),
    "REDIS_URL": os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/0"),
    # Who commits need not wait for the disk: what a test has written is lost with it.
    "PGOPTIONS": "-c synchronous_commit=off",
    "REDIS_PREFIX": f"sekigahara-test-{CHECKOUT}-{WORKER}:",
    "EMAIL_URL": "memory:",
    # Tests ask faster than anybody.
    "LIMIT_PAGES": "100000/60",
    "LIMIT_PROCESSOR_MILLISECONDS_OF_A_SENDER": "100000000/1",
    "LIMIT_PROCESSOR_MILLISECONDS_OF_A_PERSON": "100000000/1",
}

from sekigahara.settings import *
from sekigahara.settings import DATABASES

# SQLite in a file, as in the product: in memory threads would share one connection, and there is no WAL.
DATABASES["default"]["TEST"] = {
    "NAME": f"test_sekigahara_{CHECKOUT}" if SIZE == "full" else str(Path(FOLDER.name) / "test.sqlite3")
}
# Threads of tests come and go; one that kept its connection would leave it open.
DATABASES["default"]["CONN_MAX_AGE"] = 0
# Tests move the time of their process. What the database's clock decides has tests and processes of its own.
HAS_DATABASE_CLOCK = False
# Each test browser is a server of its own, which would first look through every static file.
WHITENOISE_AUTOREFRESH = True
