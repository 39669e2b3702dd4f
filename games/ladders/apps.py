from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LaddersConfig(AppConfig):
    """Clubs, their ladders and seasons, and ratings."""

    name = "games.ladders"
    label = "ladders"
    verbose_name = _("Ladders")

    def ready(self) -> None:
        """Tell the outbox our kinds of messages, and the worker that ratings follow from games that end."""
        from games.ladders.notices import register_kinds  # noqa: PLC0415 - reads models, which must be loaded
        from games.ladders.personal import register_own  # noqa: PLC0415 - likewise
        from games.ladders.rated import fold_due  # noqa: PLC0415 - likewise
        from notifications.nudge import register_work  # noqa: PLC0415 - likewise

        register_kinds()
        register_own()
        register_work(fold_due)
