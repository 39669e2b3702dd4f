from celery import shared_task

from accounts import oauth, restrictions, retention, services


@shared_task
def forget_unconfirmed() -> int:
    """Delete people who never confirmed their address, and forget holidays and restrictions of long ago, and
    what programs of others were given and has expired."""
    oauth.forget_expired()
    return retention.forget_unconfirmed() + retention.forget_past_holidays() + restrictions.forget_ended()


@shared_task
def warn_of_expiry() -> int:
    """Queue mails to the owners of API tokens that expire soon."""
    return services.warn_of_expiry()
