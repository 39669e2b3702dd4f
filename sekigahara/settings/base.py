"""The settings that both sizes share."""

import logging
import os
import tomllib
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environs import env, validate

from sekigahara import bootstrap
from sekigahara.jobs import schedule
from sekigahara.settings import limits
from sekigahara.settings.api import *
from sekigahara.settings.formats.en import formats

PROJECT = bootstrap.PROJECT
_declared = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
RELEASE: str = _declared["project"]["version"]  # for operators: strangers need not know which it is

DEBUG = False
ROOT_URLCONF = "sekigahara.urls"
ASGI_APPLICATION = "sekigahara.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Times are UTC inside; a person's own zone and language are applied where something is shown to them.
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]  # each in its own words
FORMAT_MODULE_PATH = "sekigahara.settings.formats"
# To look for every sentence among translations took a sixth of a game's page. With one language there are
# none, and its formats are those of all pages.
USE_I18N = len(LANGUAGES) > 1
DATE_FORMAT, DATETIME_FORMAT = formats.DATE_FORMAT, formats.DATETIME_FORMAT

# How many requests one process answers at the same time, each with its own database connection. Python runs
# one thread at a time: more processes help, more threads do not.
THREADS = env.int("DATABASE_POOL", 3)

# Event streams that one process keeps open, and the seconds between their signs of life.
STREAMS = env.int("STREAMS", 500)
STREAM_BEAT = env.float("STREAM_BEAT", 15)

# Requests that clients do not finish: the seconds they have, and the bytes that one process holds of all.
REQUEST_TIMEOUT = env.float("REQUEST_TIMEOUT", 15)
UNFINISHED_BODIES = env.int("UNFINISHED_BODIES", 32 * 1024 * 1024)

# The address of the role that owns the tables; only the full size has one. See sekigahara/db/roles.py.
DATABASE_OWNER: dict[str, Any] = {}

# With a token `/metrics` answers requests that send it, and figures are counted: see
# sekigahara/pages/metrics.py.
METRICS_TOKEN = env.str("METRICS_TOKEN", "")
# The names of addresses to which players send actions.
ADDRESSES_OF_ACTIONS = frozenset({"actions", "game", "turn-link", "answer", "answer-link", "undo", "resign"})

# Limits that this installation has chosen, as the most and the seconds: see accounts/rate_limits.py.
CHOSEN_LIMITS = limits.chosen(os.environ)

INSTALLED_APPS = [
    "sekigahara",
    "games",
    "games.ladders",
    "accounts",
    "notifications",
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "corsheaders",
    "csp",
    "drf_spectacular",
    "knox",
    "oauth2_provider",
    "rest_framework",
]

# What clubs and ladders add to games: see games/reads/competition.py.
COMPETITION = "games.ladders.competition.LADDERS"

# The groups that have their own webhooks, and the topics a person's webhook can be limited to.
WEBHOOK_GROUPS = "games.ladders.club_webhooks.CLUBS"
WEBHOOK_TOPICS = "games.notices.game_events.running_games"

# How many games wait for a person, which their devices show on the icon.
COUNT_WAITING = "games.reads.queries.count_waiting"

# What may invite somebody who asks for a link to sign in: see accounts/links.py.
SIGN_IN_INVITATIONS = ["games.web.visitors.invitation_of", "games.web.clubs.pages.invitation_by_link"]

# What a web process does beside answering requests: its event streams.
SERVE_STREAMS = "games.api.streams.serving.serving"

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "sekigahara.server.joined_files.StaticFiles",
    "sekigahara.server.middleware.ApiCompression",
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "accounts.middleware.unknown_api_path_middleware",
    "sekigahara.server.middleware.SlashMiddleware",
    "sekigahara.server.middleware.PageMiddleware",
    "games.web.stopped.StoppedMiddleware",
]
PAGE_MIDDLEWARE = [
    "sekigahara.server.middleware.uncached_middleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.person_middleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "accounts.middleware.LimitMiddleware",
]

# Django's library of translations is replaced on purpose: sekigahara/pages/texts.py.
SILENCED_SYSTEM_CHECKS = ["templates.W003"]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.web.menu.menu",
                "sekigahara.dev.mail_box.offer",
                "sekigahara.pages.theme.offer",
            ],
            "loaders": [
                ("sekigahara.pages.loading.Loader", ["django.template.loaders.app_directories.Loader"])
            ],
            "libraries": {
                "accounts": "accounts.template_tags",
                "i18n": "sekigahara.pages.texts",
                "joined": "sekigahara.server.joined_files",
                **dict.fromkeys(
                    ("clubs", "drawing", "editions", "guests", "people", "rules"), "games.web.template_tags"
                ),
            },
        },
    }
]

STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True
# Browsers keep fonts for good: one that changes gets another name.
WHITENOISE_IMMUTABLE_FILE_TEST = r"/fonts/"

# Only our own files, and no script or style inside a page.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "img-src": ["'self'"],
        "style-src": ["'self'"],
        "script-src": ["'self'"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "worker-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    },
}
# "no-referrer" everywhere would make browsers send "Origin: null" with every form, which the protection
# against forged requests refuses. Pages whose address is secret set it themselves.
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 90 * 24 * 60 * 60  # seconds
SESSION_COOKIE_SAMESITE = "Lax"  # a link in a mail must find the session
CSRF_COOKIE_HTTPONLY = True
COOKIE_PREFIX = ""  # of the names of cookies
MESSAGE_STORAGE = "sekigahara.pages.messages.Storage"
FORM_RENDERER = "sekigahara.pages.form_renderer.Renderer"

# Where webhooks may go although it is not public. For development: each is a hole in the wall.
WEBHOOK_TEST_ADDRESSES: list[str] = env.list("WEBHOOK_TEST_ADDRESSES", [])

# Only a trusted proxy knows where a request comes from; without a proxy anyone can forge the header.
TRUST_FORWARDED_FOR = env.bool("TRUST_FORWARDED_FOR", False)

AUTH_USER_MODEL = "accounts.Person"
# Sessions name what they were begun by: before 0.3 that was the second.
AUTHENTICATION_BACKENDS = ["games.web.menu.SignedIn", "sesame.backends.ModelBackend"]
LOGIN_URL = "accounts:sign-in"
LOGIN_REDIRECT_URL = "games:mine"
# With a maximum age Sesame adds the time to its tokens. The code that reads a token checks its lifetime.
SESAME_MAX_AGE = timedelta(days=3650)
KNOX_TOKEN_MODEL = "accounts.ApiToken"  # noqa: S105 - the name of a model
# Otherwise knox creates a table for its own token, which nothing uses and PostgreSQL cannot flush around.
MIGRATION_MODULES = {"knox": None}

# Other programs sign people in by authorization code with PKCE, and by nothing else: see accounts/oauth.py.
OAUTH2_PROVIDER_ACCESS_TOKEN_MODEL = "oauth2_provider.AccessToken"  # noqa: S105 - the name of a model
OAUTH2_PROVIDER_APPLICATION_MODEL = "oauth2_provider.Application"
OAUTH2_PROVIDER = {
    "SCOPES_BACKEND_CLASS": "accounts.oauth.Scopes",
    "OAUTH2_VALIDATOR_CLASS": "accounts.oauth.Validator",
    "ACCESS_TOKEN_EXPIRE_SECONDS": 60 * 60,
    "REFRESH_TOKEN_EXPIRE_SECONDS": 90 * 24 * 60 * 60,
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    "OAUTH2_RESPONSE_TYPES_SUPPORTED": ["code"],
    "OAUTH2_GRANT_TYPES_SUPPORTED": ["authorization_code", "refresh_token"],
    "OAUTH2_TOKEN_ENDPOINT_AUTH_METHODS_SUPPORTED": ["none"],
    # Nothing that is stored opens anything; and what RFC 9700 advises.
    "COMPLIANT_BCP_RFC9700_TOKEN_STORAGE": True,
    "COMPLIANT_BCP_RFC9700_IMPLICIT_GRANT": True,
    "COMPLIANT_BCP_RFC9700_PASSWORD_GRANT": True,
    "COMPLIANT_BCP_RFC9700_PKCE_METHOD": True,
    "COMPLIANT_BCP_RFC9700_ACCESS_TOKEN_TRANSPORT": True,
    "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": True,
    "COMPLIANT_BCP_RFC9700_REFRESH_TOKEN": True,
    "COMPLIANT_BCP_RFC9700_REDIRECT_URI_MATCHING": True,
    "COMPLIANT_BCP_RFC9700_PKCE_REQUIRED": True,
}
REST_KNOX = {"TOKEN_TTL": None, "AUTH_HEADER_PREFIX": "Bearer", "TOKEN_PREFIX": "skg_"}

# The database knows what is due, so the queue may lose a task or deliver it twice. No task runs eagerly
# inside a request, because that would ignore countdowns and hide errors.
CELERY_TASK_ALWAYS_EAGER = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]  # somebody who can write to the broker must not run anything here
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"

JOBS = schedule.JOBS
CELERY_BEAT_SCHEDULE = schedule.beat_schedule(JOBS)
CELERY_TASK_ROUTES = schedule.routes(JOBS)
CELERY_TASK_DEFAULT_QUEUE = schedule.Queue.CLOCKS.value  # of the wake-up: nothing there takes long

# Mail to PREFIX+TOKEN at this domain comes back to the service; without one nothing does.
INBOUND_DOMAIN = env.str("INBOUND_DOMAIN", "")
TAKE_MAIL = "notifications.inbound.take"

# What proves to push services who notifies devices: 32 random bytes in base64url, the private half of a key
# for VAPID (RFC 8292), and an address at which its owner is found. Without a key there are no notifications.
PUSH_KEY = env.str("PUSH_KEY", "", validate=validate.Regexp(r"^([\w-]{43}=?)?$"))
PUSH_SUBJECT = env.str("PUSH_SUBJECT", "")

# Who is told when mail does not get through.
OPERATORS: list[str] = env.list("OPERATOR_EMAIL", [])
ADMINS = [("", address) for address in OPERATORS]
EMAIL_SUBJECT_PREFIX = "Sekigahara: "

# A provider in place of EMAIL_URL, and what Anymail is told of it: ANYMAIL_… in the environment.
MAIL_PROVIDER = env.str("MAIL_PROVIDER", "")
ANYMAIL = {
    name.removeprefix("ANYMAIL_"): value for name, value in os.environ.items() if name.startswith("ANYMAIL_")
}
EMAIL_TIMEOUT = 20  # seconds, for each answer of the mail server

SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])


def hosts_of(site_url: str) -> list[str]:
    """The host names this installation answers to: its own address and ALLOWED_HOSTS."""
    return [urlsplit(site_url).hostname or "", *env.list("ALLOWED_HOSTS", [])]


def mail_settings() -> dict[str, Any]:
    """Django's email settings from MAIL_PROVIDER, or from EMAIL_URL.

    Raises:
        ImproperlyConfigured: the URL has an unknown scheme, or the provider's webhooks have no secret.
    """
    if MAIL_PROVIDER:
        # Not every provider signs what it posts, so all of them have to know a secret.
        if ":" not in ANYMAIL.get("WEBHOOK_SECRET", ""):
            raise ImproperlyConfigured("ANYMAIL_WEBHOOK_SECRET: two long random words with a colon between")
        return {"EMAIL_BACKEND": f"anymail.backends.{MAIL_PROVIDER}.EmailBackend"}
    settings: dict[str, Any] = env.dj_email_url("EMAIL_URL")
    if "EMAIL_BACKEND" not in settings:
        raise ImproperlyConfigured(
            "EMAIL_URL: begins with smtp:, submission: (that is TLS), console: or file:"
        )
    if settings["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend":
        settings["EMAIL_BACKEND"] = "notifications.smtp.EmailBackend"
    if settings.get("EMAIL_TIMEOUT") is None:  # without one Django would wait forever
        settings["EMAIL_TIMEOUT"] = EMAIL_TIMEOUT
    return settings


# Where errors are reported to, if anywhere: see sekigahara/server/crash_reports.py.
SENTRY_DSN = env.str("SENTRY_DSN", "")

_USUAL_FORMAT = "json" if env.str("SEKIGAHARA_SIZE", "embedded") == "full" else "text"
LOG_FORMAT = env.str("LOG_FORMAT", _USUAL_FORMAT, validate=validate.OneOf(["json", "text"]))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"},
        "json": {"()": "sekigahara.server.json_lines.formatter"},
        "bare": {"format": "%(message)s"},
    },
    "filters": {
        "refusals": {"()": "accounts.security_log.Refusals"},
        "outages": {"()": "sekigahara.server.log_filters.Outages"},
        "secrets": {"()": "sekigahara.server.log_filters.Secrets"},
        "repeats": {"()": "sekigahara.server.log_filters.Repeats"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "json" if LOG_FORMAT == "json" else "line",
            "filters": ["refusals", "outages", "secrets", "repeats"],
        },
        "security": {"class": "logging.StreamHandler", "formatter": "bare"},
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        name: {"level": env.log_level("LOG_LEVEL", logging.INFO)}
        for name in ("sekigahara", "games", "accounts", "notifications", "django")
    }
    # The security log is told of refusals by these, whatever LOG_LEVEL is.
    | {name: {"level": "WARNING"} for name in ("django.request", "django.security")}
    # Which mails were queued and sent: too much for somebody's terminal.
    | ({} if LOG_FORMAT == "json" else {"notifications.journal": {"level": "WARNING"}})
    | {"accounts.security_log": {"level": "INFO", "handlers": ["security"], "propagate": False}},
}
