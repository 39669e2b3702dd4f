"""``manage.py reseal``: after a change of ``SECRET_KEY``, encrypt with it what the database keeps sealed."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from games.services import orders
from notifications.webhooks import sealing


class Command(BaseCommand):
    """Does at once what jobs do four times a day, so that nothing needs the old key any more."""

    help = _("Encrypt with SECRET_KEY what a key of SECRET_KEY_FALLBACKS has encrypted in the database.")

    def handle(self, *_args: Any, **_options: Any) -> None:
        count = sealing.reseal_fields() + orders.reseal()
        self.stdout.write(_("Texts sealed with the key of today: %(count)d.") % {"count": count})
