from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

LADDER_NOTICES = (
    "games.ladders.notices",
    *(
        f"games.ladders.{folder}.notices"
        for folder in ("clubs", "challenges", "bidding", "digests", "arbitration", "moderation")
    ),
)
"""Modules that declare kinds of notifications."""


class LaddersConfig(AppConfig):
    """Clubs, their ladders and seasons, and ratings."""

    name = "games.ladders"
    label = "ladders"
    verbose_name = _("Ladders")

    def ready(self) -> None:
        """Declare our kinds of notifications, our part of the work, what we store about people, and what is
        only added to."""
        from games.ladders import personal_data  # noqa: PLC0415 - reads models, which must be loaded
        from games.ladders.models.ladder import LadderEntry  # noqa: PLC0415 - likewise
        from games.models import guard  # noqa: PLC0415 - likewise
        from notifications import registry  # noqa: PLC0415 - likewise

        registry.load(LADDER_NOTICES)
        personal_data.register_own()
        guard.protect(LadderEntry)
