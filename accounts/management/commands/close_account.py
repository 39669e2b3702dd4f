"""Close an account, for an operator who was asked to do it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import closing
from accounts.models.person import Person, normalized


class Command(BaseCommand):
    """Does what the person could do at /me/data/close/."""

    help = "Say what comes of closing somebody's account, and with --yes close it for good."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", metavar="EMAIL")
        parser.add_argument("--yes", action="store_true", help="close it; this cannot be taken back")

    def handle(self, *_args: Any, email: str, yes: bool, **_options: Any) -> None:
        person = Person.objects.filter(email=normalized(email), closed_at=None).first()
        if person is None:
            raise CommandError(f"nobody has an account at {email}")
        if not yes:
            self.stdout.write("\n".join(["The person is told:", *closing.foretold(person)]))
            self.stdout.write("Nothing is done yet. Say --yes to close the account for good.")
            return
        closing.close(person=person)
        self.stdout.write("The account is closed.")
