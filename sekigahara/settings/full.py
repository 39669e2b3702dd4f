"""The full size: PostgreSQL, Redis, Celery workers, several stateless processes behind a proxy."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from environs import env, validate

from sekigahara.settings.base import *
from sekigahara.settings.base import API_PATH, hosts_of, mail_settings

SIZE = "full"
SECRET_KEY = env.str("SECRET_KEY")
SITE_URL = env.str("SITE_URL").rstrip("/")
OAUTH2_PROVIDER["OIDC_ISS_ENDPOINT"] = SITE_URL
ALLOWED_HOSTS = hosts_of(SITE_URL)
CSRF_TRUSTED_ORIGINS = [SITE_URL]

# The proxy terminates TLS and must set this header itself, whatever a client sent.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
IS_HTTPS = SITE_URL.startswith("https:")
CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE = IS_HTTPS
if IS_HTTPS:
    # Browsers take cookies of these names from this very host alone, so a subdomain cannot set them.
    COOKIE_PREFIX = "__Host-"
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid", f"{COOKIE_PREFIX}csrftoken"
SECURE_SSL_REDIRECT = IS_HTTPS and env.bool("HTTPS_REDIRECT", True)
# Monitors ask a process directly, without the proxy. Programs are refused, by PageMiddleware.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$", rf"^{API_PATH[1:]}"]
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", 365 * 24 * 60 * 60) if IS_HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", False)
# W005 and W021 ask for HSTS on subdomains and for preloading, which the owner of the domain must decide: the
# first is HSTS_SUBDOMAINS, and a name stays in browsers' preload lists for years. W002 and W003 look for the
# middleware against framing and CSRF in MIDDLEWARE; it is in PAGE_MIDDLEWARE.
SILENCED_SYSTEM_CHECKS += ["security.W002", "security.W003", "security.W005", "security.W021"]
# Programs on people's own machines are led back to without TLS, and nobody else: accounts/oauth.py.
SILENCED_SYSTEM_CHECKS += ["oauth2_provider.W008"]

DATABASES = {"default": dict(env.dj_db_url("DATABASE_URL"))}
if DATABASES["default"]["ENGINE"] != "django.db.backends.postgresql":
    raise ImproperlyConfigured("DATABASE_URL: the full size runs on PostgreSQL only")
if env.str("DATABASE_OWNER_URL", ""):
    DATABASE_OWNER = dict(env.dj_db_url("DATABASE_OWNER_URL"))
# Each of the THREADS that handle requests keeps its own connection. Taking one from a pool for each request
# took a twentieth of the time of an action.
DATABASES["default"]["CONN_MAX_AGE"] = None
# What is prepared or set in a session, a pooler in transaction mode gives to somebody else.
DATABASE_POOLER = env.str("DATABASE_POOLER", "session", validate=validate.OneOf(["session", "transaction"]))
_HAS_SESSIONS = DATABASE_POOLER == "session"
DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = not _HAS_SESSIONS
DATABASES["default"].setdefault("OPTIONS", {}).update(
    # A statement is prepared when a connection has run it three times.
    server_side_binding=True,
    prepare_threshold=3 if _HAS_SESSIONS else None,
)
# A database that does not answer at all would otherwise hold each request for minutes.
DATABASES["default"]["OPTIONS"].setdefault("connect_timeout", 5)  # seconds
# The same holds for one that falls silent later, as when its host is switched off.
for option, seconds in {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}.items():
    DATABASES["default"]["OPTIONS"].setdefault(option, seconds)
DATABASES["default"]["OPTIONS"].setdefault("tcp_user_timeout", 25_000)  # milliseconds
# And the other way round, of a process that falls silent: see sekigahara/db/outages.py.
DATABASE_SESSION = {
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "25s",
}
# What one statement of a web process may take: see sekigahara/db/outages.py.
STATEMENT_TIMEOUT = env.float("STATEMENT_TIMEOUT", 20)  # seconds


def replica_of(primary: dict[str, Any], address: dict[str, Any]) -> dict[str, Any]:
    """The settings of a replica: those of the primary at another address, to read only and not for long.

    Args:
        address: as `DATABASE_REPLICA_URL` says it.
    """
    own = address.get("OPTIONS", {})
    limits = f"-c default_transaction_read_only=on -c statement_timeout={REPLICA_TIMEOUT}s"
    told = {"options": f"{own.get('options', '')} {limits}".strip()}
    silent = {"tcp_user_timeout": int(REPLICA_TIMEOUT * 1000)}  # of a host that is gone
    options = primary["OPTIONS"] | silent | own | told
    return primary | address | {"CONN_MAX_AGE": None, "OPTIONS": options}


# Where lists may be read that may miss the last seconds: see sekigahara/db/replica.py.
REPLICA_TIMEOUT = 5  # seconds; a list that waits longer is read from the primary
if env.str("DATABASE_REPLICA_URL", ""):
    DATABASES["replica"] = replica_of(DATABASES["default"], dict(env.dj_db_url("DATABASE_REPLICA_URL")))
    if DATABASES["replica"]["ENGINE"] != DATABASES["default"]["ENGINE"]:
        raise ImproperlyConfigured("DATABASE_REPLICA_URL: a replica of PostgreSQL runs on PostgreSQL only")
    DATABASE_ROUTERS = ["sekigahara.db.replica.Router"]

# Hosts may disagree about the time, the database does not: see sekigahara/db/service_time.py.
HAS_DATABASE_CLOCK = True

REDIS_URL = env.str("REDIS_URL")
REDIS_PREFIX = env.str("REDIS_PREFIX", "sekigahara:")
CELERY_BROKER_URL = REDIS_URL
NUDGE = "sekigahara.jobs.wake_ups.wake"
SEND_STREAM_HINT = "games.api.streams.relay.send"
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "global_keyprefix": REDIS_PREFIX,
    # Waking a worker must not block on a broker that is gone: the sweep finds the work later.
    "socket_connect_timeout": 2,  # seconds
    "socket_timeout": 10,  # seconds
    "max_retries": 1,  # for a wake-up; workers retry by their own rules
    "interval_start": 0,
    "interval_step": 0,
}

CACHE_OPTIONS = {
    "serializer": "sekigahara.db.redis_guard.PlainValues",
    "socket_connect_timeout": 2,  # seconds
    "socket_timeout": 2,  # seconds
}
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "sekigahara.db.redis_cache.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": REDIS_PREFIX + "cache",
        "OPTIONS": CACHE_OPTIONS,
    },
    "derived": {
        "BACKEND": "sekigahara.db.redis_cache.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": REDIS_PREFIX + "cache:derived",
        "OPTIONS": CACHE_OPTIONS,
    },
}

vars().update(mail_settings())
EMAIL_FROM = env.str("EMAIL_FROM", f"Sekigahara <sekigahara@{ALLOWED_HOSTS[0]}>")
DEFAULT_FROM_EMAIL = EMAIL_FROM
SERVER_EMAIL = EMAIL_FROM
