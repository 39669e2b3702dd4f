from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """People: who somebody is and how they prove it."""

    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Tell the outbox our kinds of messages, and the API's schema how people identify themselves."""
        # These read models, which must be loaded by now.
        from accounts import schema  # noqa: F401, PLC0415 - known once it is loaded
        from accounts.notices import register_kinds  # noqa: PLC0415
        from accounts.personal_data import register_own  # noqa: PLC0415

        register_kinds()
        register_own()
