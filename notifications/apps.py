from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    """Notifications and their delivery."""

    name = "notifications"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        """Register our kinds of notifications."""
        # These modules import models, which must be loaded first.
        from notifications import registry  # noqa: PLC0415

        registry.load(["notifications.notices"])
