"""The embedded size: one process and a folder, no services."""

from typing import Any

from environs import env

from sekigahara.db import private_files
from sekigahara.settings.base import *
from sekigahara.settings.base import (
    INBOUND_DOMAIN,
    MAIL_PROVIDER,
    PROJECT,
    PUSH_KEY,
    hosts_of,
    mail_settings,
)
from sekigahara.settings.secret_key import kept_in

SIZE = "embedded"
HOME = env.path("SEKIGAHARA_HOME", PROJECT / ".sekigahara")
private_files.make_folder(HOME)

SECRET_KEY = env.str("SECRET_KEY", "") or kept_in(HOME / "secret-key")
PUSH_KEY = PUSH_KEY or kept_in(HOME / "push-key", 32)
SITE_URL = env.str("SITE_URL", "http://127.0.0.1:8000").rstrip("/")
OAUTH2_PROVIDER["OIDC_ISS_ENDPOINT"] = SITE_URL
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *hosts_of(SITE_URL)]

DATABASES = {
    "default": {
        "ENGINE": "sekigahara.db.sqlite",
        "NAME": HOME / "db.sqlite3",
        "OPTIONS": {
            # A transaction that reads first and writes later would fail with "database is locked" at once,
            # whatever the timeout. One that takes the write lock when it begins waits for it.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,  # seconds
            "init_command": "PRAGMA journal_mode=WAL",
        },
    }
}

# SQLite asks the clock of this machine, like everything else here: see sekigahara/db/service_time.py.
HAS_DATABASE_CLOCK = False

# No broker: a thread of the web server's process does the work.
CELERY_BROKER_URL = "memory://"
NUDGE = "sekigahara.jobs.worker.wake"
SEND_STREAM_HINT = "games.api.streams.process.send"

# The cache holds the counts of the rate limits. A full cache drops the least recently used third: with
# Django's default of 300 entries, someone with many names could make the service forget a limit.
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 50_000},
    },
    # An entry, such as the replay of a game, has some ten thousand bytes.
    "derived": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "derived",
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
}

EMAIL_FROM = env.str("EMAIL_FROM", "Sekigahara <sekigahara@localhost>")
DEFAULT_FROM_EMAIL = EMAIL_FROM
SERVER_EMAIL = EMAIL_FROM
EMAIL_BACKEND = "sekigahara.dev.mail_files.EmailBackend"
EMAIL_FILE_PATH = HOME / "mail"
if env.str("EMAIL_URL", "") or MAIL_PROVIDER:
    vars().update(mail_settings())
else:
    INBOUND_DOMAIN = INBOUND_DOMAIN or "localhost"  # answers are written on the page of a mail
