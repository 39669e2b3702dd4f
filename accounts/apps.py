from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """People: who somebody is and how they prove it."""

    name = "accounts"
    verbose_name = _("Accounts")
