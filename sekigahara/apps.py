from django.apps import AppConfig
from django.conf import settings
from django.core import checks


class SekigaharaConfig(AppConfig):
    """The project itself as an app, for its templates, static files and translations."""

    name = "sekigahara"

    def ready(self) -> None:
        """Make our Celery app the current one wherever Django runs, register the system checks, and report
        errors if that is wanted."""
        # These modules read the settings, which must be loaded first.
        from sekigahara import celery  # noqa: F401, PLC0415
        from sekigahara.db import outages, redis_guard, schema  # noqa: PLC0415
        from sekigahara.dev import mail_box  # noqa: F401, PLC0415
        from sekigahara.server import crash_reports  # noqa: PLC0415

        if settings.SIZE == "full":
            outages.tell_of_sessions()
        if settings.SENTRY_DSN:
            crash_reports.begin()
        checks.register(schema.check, schema.TAG)
        checks.register(redis_guard.check, checks.Tags.security, deploy=True)
