"""What both sizes share."""

import logging
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environs import env

PROJECT = Path(__file__).resolve().parent.parent.parent

DEBUG = False
ROOT_URLCONF = "sekigahara.urls"
ASGI_APPLICATION = "sekigahara.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "sekigahara",
    "games",
    "accounts",
    "notifications",
    "django.contrib.contenttypes",
    "rest_framework",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}]

# Times are UTC inside; a person's own zone and language are applied where something is shown to them.
USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
LANGUAGE_CODE = "en"

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    # A view that forgets to say who may use it is closed to everybody.
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "UNAUTHENTICATED_USER": None,
    "EXCEPTION_HANDLER": "sekigahara.problems.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

# Jobs are found again by scanning the database, so the queue may lose one and may deliver one twice. A job
# never runs eagerly inside a request: that ignores countdowns and swallows errors.
CELERY_TASK_ALWAYS_EAGER = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = TIME_ZONE

# Finds what a lost nudge, a dead worker or a refused mail left behind.
CELERY_BEAT_SCHEDULE = {
    "sweep the outbox": {
        "task": "notifications.tasks.deliver",
        "schedule": timedelta(minutes=1),
        "options": {"expires": 60},
    },
}

EMAIL_TIMEOUT = 20  # seconds

CREATE_TOKEN = env.str("SEKIGAHARA_CREATE_TOKEN", "")


def hosts_of(site_url: str) -> list[str]:
    """The host names this installation answers to: its own address and ALLOWED_HOSTS."""
    return [urlsplit(site_url).hostname or "", *env.list("ALLOWED_HOSTS", [])]


def mail_settings() -> dict[str, Any]:
    """Django's e-mail settings out of EMAIL_URL, which must name a way that exists: none is the default."""
    settings: dict[str, Any] = env.dj_email_url("EMAIL_URL")
    if "EMAIL_BACKEND" not in settings:
        raise ImproperlyConfigured(
            "EMAIL_URL: begins with smtp:, submission: (that is TLS), console: or file:"
        )
    if settings.get("EMAIL_TIMEOUT") is None:  # an address that says none must not mean to wait for ever
        settings["EMAIL_TIMEOUT"] = EMAIL_TIMEOUT
    return settings


LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        name: {"level": env.log_level("LOG_LEVEL", logging.INFO)}
        for name in ("sekigahara", "games", "accounts", "notifications", "django")
    },
}
