from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Games of Sekigahara: the rules engine, its log, and all that is done with them."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Tell the outbox our kinds of messages, and the worker what else there is to do."""
        from games.notices import register_kinds  # noqa: PLC0415 - reads models, which must be loaded by now

        register_kinds()
