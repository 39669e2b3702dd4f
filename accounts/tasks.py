from celery import shared_task

from accounts import services


@shared_task
def forget_unconfirmed() -> int:
    """Delete who was only ever named to us."""
    return services.forget_unconfirmed()


@shared_task
def warn_of_expiry() -> int:
    """Owe a mail to whoever has an API token that expires soon."""
    return services.warn_of_expiry()
