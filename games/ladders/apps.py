from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LaddersConfig(AppConfig):
    """Clubs, their ladders and seasons, and ratings."""

    name = "games.ladders"
    label = "ladders"
    verbose_name = _("Ladders")
