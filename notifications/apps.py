from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    """Notifications and their delivery."""

    name = "notifications"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        """Register our kinds of notifications, whether they are sent in time, and figures of them."""
        # These modules import models, which must be loaded first.
        from notifications import bounces, email, figures, inbound, queries, registry, upkeep  # noqa: PLC0415
        from sekigahara.pages import health  # noqa: PLC0415

        registry.load(["notifications.notices", "notifications.gathering"])
        inbound.register(email.BOUNCE_PREFIX, bounces.read_report, is_for_programs=True)
        if settings.MAIL_PROVIDER:
            from notifications import provider  # noqa: F401, PLC0415 - connects its receivers
        figures.register()
        health.register("worker", queries.punctuality, is_needed=False)
        health.register("mail", upkeep.state, is_needed=False)
