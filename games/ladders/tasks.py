from datetime import timedelta
from typing import Final

from celery import shared_task

from games.ladders import rounds
from games.ladders.arbitration import overdue, silence, stand_ins
from games.ladders.bidding import sealed_bids
from games.ladders.clubs import invitations, webhook_events
from games.ladders.digests import daily
from games.ladders.moderation import reports
from games.ladders.ratings import intake as ratings
from games.ladders.statistics import intake
from sekigahara import batch
from sekigahara.db import service_time

SUMMED_UP_SOON: Final = timedelta(days=2)
"""A game that ended longer ago is found by the search among all of them."""


@shared_task
def fold_ratings() -> int:
    """Fold the results of rated games into the ratings."""
    return batch.repeated(ratings.fold_due)


@shared_task
def report_games() -> int:
    """Report games that have begun or ended to the webhooks of their clubs."""
    return batch.repeated(webhook_events.report_games)


@shared_task
def run_ladders() -> int:
    """Write results down, and pair the rounds that are due."""
    return rounds.run()


@shared_task
def sum_up_games() -> int:
    """Take public games that have ended recently into the archive and the statistics."""
    return intake.sum_up(service_time.now() - SUMMED_UP_SOON)


@shared_task
def sum_up_all_games() -> int:
    """Take every finished public game into the archive and the statistics, also imported and resumed ones."""
    return intake.sum_up()


@shared_task
def tell_arbiters() -> int:
    """Decide by the rules of ladders, notify of the other missed deadlines, and ask the next stand-ins."""
    return silence.decide_due() + overdue.tell_arbiters() + stand_ins.ask_next_due()


@shared_task
def write_digests() -> int:
    """Write the daily digests of those who lead clubs or rule on their games."""
    return daily.write_due()


@shared_task
def forget_invitations() -> int:
    """Delete invitations to clubs that nobody has used."""
    return invitations.forget_old()


@shared_task
def forget_reports() -> int:
    """Hand on reports that clubs leave waiting, and delete those that were decided long ago."""
    return reports.hand_on_late() + reports.forget_decided()


@shared_task
def look_at_biddings() -> int:
    """Open bids whose time is over, and remind of those that are missing."""
    return sealed_bids.look()
