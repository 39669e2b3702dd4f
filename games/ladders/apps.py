from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LaddersConfig(AppConfig):
    """Clubs, their ladders and seasons, and ratings."""

    name = "games.ladders"
    label = "ladders"
    verbose_name = _("Ladders")

    def ready(self) -> None:
        """Tell the outbox our kinds of messages, and the worker that ratings follow from games that end."""
        from games.ladders import personal_webhooks  # noqa: PLC0415 - reads models, which must be loaded
        from games.ladders.arbitration import notices as desk_notices  # noqa: PLC0415 - likewise
        from games.ladders.arbitration import personal_data as desk_personal  # noqa: PLC0415 - likewise
        from games.ladders.bidding import notices as bidding_notices  # noqa: PLC0415 - likewise
        from games.ladders.challenges import notices as challenge_notices  # noqa: PLC0415 - likewise
        from games.ladders.challenges import personal_data as challenge_personal  # noqa: PLC0415 - likewise
        from games.ladders.clubs import webhook_events as club_events  # noqa: PLC0415 - likewise
        from games.ladders.notices import register_kinds  # noqa: PLC0415 - likewise
        from games.ladders.personal_data import register_own  # noqa: PLC0415 - likewise
        from games.ladders.ratings.intake import fold_due  # noqa: PLC0415 - likewise
        from notifications.nudge import register_work  # noqa: PLC0415 - likewise

        club_events.register_groups()
        register_kinds()
        challenge_notices.register_kinds()
        challenge_personal.register_own()
        bidding_notices.register_kinds()
        personal_webhooks.register_events()
        register_own()
        desk_notices.register_kinds()
        desk_personal.register_own()
        register_work(fold_due)
        register_work(club_events.report_games)
