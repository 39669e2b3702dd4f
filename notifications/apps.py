from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    """What people are told, and by which way it reaches them."""

    name = "notifications"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        """Make our own kinds of messages known, and have what is owed sent by whoever works."""
        # These read models, which must be loaded by now.
        from notifications.delivery import deliver_due  # noqa: PLC0415
        from notifications.nudge import register_work  # noqa: PLC0415
        from notifications.test_mail import register_kinds  # noqa: PLC0415
        from notifications.webhooks import delivery, notices  # noqa: PLC0415

        register_kinds()
        notices.register_kinds()
        register_work(deliver_due)
        register_work(delivery.deliver_due)
