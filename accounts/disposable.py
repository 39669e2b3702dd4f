"""Addresses that live for minutes: nobody can play by mail from one."""

from disposable_email_domains import blocklist

from accounts.models.person import Person, normalized


def is_refused(email: str) -> bool:
    """Whether nothing is mailed to an address because its domain, or one above it, hands out disposable ones.

    Anyone who confirmed such an address before its domain was listed keeps it. So at these domains alone it
    shows whether somebody has an account.
    """
    labels = normalized(email).rpartition("@")[2].split(".")
    if blocklist.isdisjoint(".".join(labels[index:]) for index in range(len(labels) - 1)):
        return False
    return not Person.objects.filter(email=normalized(email), confirmed_at__isnull=False).exists()
