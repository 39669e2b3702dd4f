from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LaddersConfig(AppConfig):
    """Clubs, their ladders and seasons, and ratings."""

    name = "games.ladders"
    label = "ladders"
    verbose_name = _("Ladders")

    def ready(self) -> None:
        """Tell the outbox our kinds of messages."""
        from games.ladders.notices import register_kinds  # noqa: PLC0415 - reads models, which must be loaded

        register_kinds()
