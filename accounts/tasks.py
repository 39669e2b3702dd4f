from celery import shared_task

from accounts import services


@shared_task
def forget_unconfirmed() -> int:
    """Delete who was only ever named to us."""
    return services.forget_unconfirmed()
