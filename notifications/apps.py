from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    """What people are told, and by which way it reaches them."""

    name = "notifications"
    verbose_name = _("Notifications")
