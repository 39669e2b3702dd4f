"""``manage.py jobs``: what waits for workers, and when each periodic job last ended."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games.management.commands._looking import LookingCommand, moment, note_look
from games.services import outages
from sekigahara import batch
from sekigahara.pages import metrics


class Command(LookingCommand):
    """Shows queues and jobs. Every look is noted in the security log."""

    help = _("Show what waits in each queue and since when, and when each periodic job last ended.")

    def handle(self, *_args: Any, **_options: Any) -> None:
        note_look("jobs")
        self.section(_("Release"), [settings.RELEASE])
        self.section(
            _("Waiting, and since when the oldest"),
            [
                f"{name}: {queued.length}  {moment(queued.oldest)}"
                for name, queued in metrics.queues().items()
            ],
        )
        self.section(_("Clocks"), [outages.standing()])
        runs = batch.latest_runs()
        self.section(
            _("Jobs, and when they last ended as they should"),
            [
                f"{name}: {moment(runs[job.task]) if job.task in runs else _('not known')}"
                for name, job in settings.JOBS.items()
            ],
        )
