from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

_NOTICES = ("turns", "check_in", "consent", "deadlines", "lobby", "messages", "replies", "seats")
NOTICES = tuple(f"games.notices.{name}" for name in _NOTICES)
"""Modules that declare kinds of notifications."""


class GamesConfig(AppConfig):
    """Games of Sekigahara: the rules engine, its log, and all that is done with them."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Declare our kinds of notifications, our part of the worker's work, what we store about people, and
        names that nobody may take; have replies by mail read; guard the log; tell whether clocks are
        checked, and figures."""
        from games.models import guard  # noqa: PLC0415 - reads models, which must be loaded by now
        from games.reads import personal_data, queries  # noqa: PLC0415 - likewise
        from games.replies import receiving  # noqa: PLC0415 - likewise
        from games.services import (  # noqa: PLC0415 - likewise
            closed_accounts,
            computers,
            figures,
            guest_games,
            outages,
        )
        from notifications import registry, rhythm  # noqa: PLC0415 - likewise
        from sekigahara.pages import health  # noqa: PLC0415 - likewise

        registry.load(NOTICES)
        rhythm.register_topics(queries.going_games_of)
        personal_data.register_parts()
        closed_accounts.register()
        computers.register()
        guest_games.register()
        receiving.register_reader()
        guard.register(self)
        figures.register()
        health.register("clocks", outages.standing, is_needed=False)
