from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """People: who someone is and how they prove it."""

    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Register our kinds of notifications, the authentication scheme of the API's schema, and what notes
        sign-ins."""
        # These modules import models, which must be loaded first.
        from accounts import authentication, freshness  # noqa: F401, PLC0415 - known once they are loaded
        from accounts.personal_data import register_own  # noqa: PLC0415
        from notifications import registry  # noqa: PLC0415

        registry.load(["accounts.notices"])
        register_own()
