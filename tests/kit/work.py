"""All that workers do after a commit, in the process of the test."""

from django.conf import settings
from django.utils.module_loading import import_string


def do_due_work() -> int:
    """Run the jobs that a commit wakes until none finds work: one may create work for another.

    Returns:
        How much was done.
    """
    tasks = [import_string(job.task) for job in settings.JOBS.values() if job.is_woken]
    total = 0
    while done := sum(task() for task in tasks):
        total += done
    return total
