"""The full size: PostgreSQL, Redis, Celery workers, several stateless processes behind a proxy."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from environs import env

from sekigahara.settings.base import *
from sekigahara.settings.base import hosts_of, mail_settings

SIZE = "full"
SECRET_KEY = env.str("SECRET_KEY")
SITE_URL = env.str("SITE_URL").rstrip("/")
ALLOWED_HOSTS = hosts_of(SITE_URL)
CSRF_TRUSTED_ORIGINS = [SITE_URL]

# The proxy ends TLS and must set this header itself, whatever a client sent.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
IS_HTTPS = SITE_URL.startswith("https:")
CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE = IS_HTTPS
SECURE_SSL_REDIRECT = IS_HTTPS and env.bool("HTTPS_REDIRECT", True)
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]  # what watches a process asks it, and not the proxy
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", 365 * 24 * 60 * 60) if IS_HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", False)
# Other hosts below our name are not ours to decide about, and a name in the browsers' own lists is there for
# years: whoever owns the domain asks for the one above, and for the other to the makers of browsers.
# The first two look for what guards frames and forms among all MIDDLEWARE; ours is among PAGE_MIDDLEWARE.
SILENCED_SYSTEM_CHECKS = ["security.W002", "security.W003", "security.W005", "security.W021"]

DATABASES = {"default": dict(env.dj_db_url("DATABASE_URL"))}
if DATABASES["default"]["ENGINE"] != "django.db.backends.postgresql":
    raise ImproperlyConfigured("DATABASE_URL: the full size runs on PostgreSQL only")
# Each of the threads that answer requests keeps a connection of its own: there are no more of them than
# THREADS, and fetching one from a pool for each request took a twentieth of the time of an action.
DATABASES["default"]["CONN_MAX_AGE"] = None
DATABASES["default"].setdefault("OPTIONS", {}).update(
    # What a connection has run a few times is planned once for all. It must not be shared, statement by
    # statement, by a pooler in between.
    server_side_binding=True,
    prepare_threshold=3,
)

REDIS_URL = env.str("REDIS_URL")
REDIS_PREFIX = env.str("REDIS_PREFIX", "sekigahara:")
CELERY_BROKER_URL = REDIS_URL
NUDGE = "sekigahara.jobs.wake_ups.wake"
TELL_STREAMS = "games.api.streams.relay.tell"
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "global_keyprefix": REDIS_PREFIX,
    # A request that nudges a worker must not hang on a broker that is gone; the sweep finds the work later.
    "socket_connect_timeout": 2,  # seconds
    "socket_timeout": 10,  # seconds
    "max_retries": 1,  # of a nudge; a worker has a patience of its own
    "interval_start": 0,
    "interval_step": 0,
}

CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": REDIS_PREFIX + "cache",
        "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 2},  # seconds
    }
}

vars().update(mail_settings())
EMAIL_FROM = env.str("EMAIL_FROM", f"Sekigahara <sekigahara@{ALLOWED_HOSTS[0]}>")
DEFAULT_FROM_EMAIL = EMAIL_FROM
SERVER_EMAIL = EMAIL_FROM
