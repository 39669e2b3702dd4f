"""Close an account, for an operator who was asked to do it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import closing
from accounts.models.person import Person, normalized


class Command(BaseCommand):
    """Does what the person could do at /me/data/close/."""

    help = "Show what closing an account would do, and with --yes close it for good."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", metavar="EMAIL")
        parser.add_argument("--yes", action="store_true", help="close it; this cannot be undone")

    def handle(self, *_args: Any, email: str, yes: bool, **_options: Any) -> None:
        person = Person.objects.filter(email=normalized(email), closed_at=None).first()
        if person is None:
            raise CommandError(f"there is no account with the address {email}")
        if not yes:
            self.stdout.write("\n".join(["The person would be shown:", *closing.foretold(person)]))
            self.stdout.write("Nothing has changed. Use --yes to close the account for good.")
            return
        closing.close(person=person)
        self.stdout.write("The account is closed.")
