from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LaddersConfig(AppConfig):
    """Clubs, their ladders and seasons, and ratings."""

    name = "games.ladders"
    label = "ladders"
    verbose_name = _("Ladders")

    def ready(self) -> None:
        """Tell the outbox our kinds of messages, and the worker that ratings follow from games that end."""
        from games.admission import register_gate  # noqa: PLC0415 - reads models, which must be loaded
        from games.competitions import register_competitions  # noqa: PLC0415 - likewise
        from games.ladders import calls, outages  # noqa: PLC0415 - likewise
        from games.ladders.bidding import given as given_points  # noqa: PLC0415 - likewise
        from games.ladders.bidding import notices as bidding_notices  # noqa: PLC0415 - likewise
        from games.ladders.challenges import notices as challenge_notices  # noqa: PLC0415 - likewise
        from games.ladders.challenges import personal as challenge_personal  # noqa: PLC0415 - likewise
        from games.ladders.clubs import reports as club_reports  # noqa: PLC0415 - likewise
        from games.ladders.clubs.games import for_members  # noqa: PLC0415 - likewise
        from games.ladders.desk import jurisdiction  # noqa: PLC0415 - likewise
        from games.ladders.desk import notices as desk_notices  # noqa: PLC0415 - likewise
        from games.ladders.desk import personal as desk_personal  # noqa: PLC0415 - likewise
        from games.ladders.matches import competition_of  # noqa: PLC0415 - likewise
        from games.ladders.notices import register_kinds  # noqa: PLC0415 - likewise
        from games.ladders.personal import register_own  # noqa: PLC0415 - likewise
        from games.ladders.ratings.rated import fold_due  # noqa: PLC0415 - likewise
        from games.remarks import register_remark  # noqa: PLC0415 - likewise
        from games.services.clock import register_arbiters, register_deadlines  # noqa: PLC0415 - likewise
        from notifications.nudge import register_work  # noqa: PLC0415 - likewise

        register_gate(for_members)
        club_reports.register_groups()
        register_kinds()
        challenge_notices.register_kinds()
        challenge_personal.register_own()
        bidding_notices.register_kinds()
        calls.register_events()
        register_remark(given_points.told_of)
        register_competitions(competition_of)
        register_own()
        desk_notices.register_kinds()
        desk_personal.register_own()
        register_work(fold_due)
        register_work(club_reports.report_games)
        register_deadlines(outages.move_on)
        register_arbiters(jurisdiction.lacks_arbiter)
