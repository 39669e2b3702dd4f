from django.apps import AppConfig
from django.core import checks
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Games of Sekigahara: the rules engine, its log, and all that is done with them."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Make known our messages and events, what else the worker has to do, and what we store about people;
        guard the log."""
        from games.models import guard  # noqa: PLC0415 - reads models, which must be loaded by now
        from games.notices import register_kinds  # noqa: PLC0415 - likewise
        from games.notices.webhook_events import register_events  # noqa: PLC0415 - likewise
        from games.reads import personal_data  # noqa: PLC0415 - likewise
        from games.services import closed_accounts, computers  # noqa: PLC0415 - likewise
        from notifications.nudge import register_work  # noqa: PLC0415 - likewise

        register_kinds()
        register_events()
        register_work(computers.play_computers)
        personal_data.register_parts()
        closed_accounts.register()
        post_migrate.connect(guard.make_after_migrate, sender=self)
        checks.register(guard.check, guard.TAG)
