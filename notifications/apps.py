from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

NOTICES = ("notifications.test_mail", "notifications.webhooks.notices")
"""Modules that declare kinds of notifications."""


class NotificationsConfig(AppConfig):
    """What people are told, and by which way it reaches them."""

    name = "notifications"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        """Declare our kinds of notifications, and have what is owed sent by the worker."""
        # These read models, which must be loaded by now.
        from notifications import registry  # noqa: PLC0415
        from notifications.delivery import deliver_due  # noqa: PLC0415
        from notifications.nudge import register_work  # noqa: PLC0415
        from notifications.webhooks import delivery  # noqa: PLC0415

        registry.load(NOTICES)
        register_work(deliver_due)
        register_work(delivery.deliver_due)
