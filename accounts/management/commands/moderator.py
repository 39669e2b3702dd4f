"""Make somebody a moderator of the site, or end that."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import restrictions
from accounts.models.person import Person, normalized


class Command(BaseCommand):
    """Without an address, lists the moderators."""

    help = "List the moderators of the site, who judge reports at /moderation/; make somebody one, or end it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", metavar="EMAIL", nargs="?", default="")
        parser.add_argument("--end", action="store_true", help="they are no moderator any more")

    def handle(self, *_args: Any, email: str, end: bool, **_options: Any) -> None:
        if email:
            found = Person.objects.filter(email=normalized(email), closed_at=None, confirmed_at__isnull=False)
            if not found.update(is_moderator=not end):
                raise CommandError(f"nobody with the address {email} has an account")
        for person in restrictions.moderators():
            self.stdout.write(f"{person.email}  {person.name}")
