from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

NOTICES = ("notifications.sample_mail", "notifications.webhooks.notices")
"""Modules that declare kinds of notifications."""


class NotificationsConfig(AppConfig):
    """Notifications and their delivery."""

    name = "notifications"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        """Register our kinds of notifications and the worker's jobs for the outbox."""
        # These modules import models, which must be loaded first.
        from notifications import registry  # noqa: PLC0415
        from notifications.delivery import deliver_due  # noqa: PLC0415
        from notifications.nudge import register_work  # noqa: PLC0415
        from notifications.webhooks import delivery  # noqa: PLC0415

        registry.load(NOTICES)
        register_work(deliver_due)
        register_work(delivery.deliver_due)
