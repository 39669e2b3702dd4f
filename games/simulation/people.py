"""The people of simulations, who have numbers for names."""

from datetime import datetime

from accounts.models.person import Person


def numbered(count: int, now: datetime) -> list[Person]:
    """Add people to a database that has none of them.

    Args:
        count: how many; the first is Player 1.
        now: when all of them confirm their addresses.
    """
    rows = [
        Person(email=f"player-{number}@example.org", name=f"Player {number}", confirmed_at=now)
        for number in range(1, count + 1)
    ]
    for row in rows:
        row.set_unusable_password()
    return Person.objects.bulk_create(rows, batch_size=1000)
