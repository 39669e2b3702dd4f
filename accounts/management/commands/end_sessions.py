"""End all sessions of somebody, for an operator who was asked to do it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import services
from accounts.models.person import Person, normalized


class Command(BaseCommand):
    """Does what the person could do at /me/ by signing out everywhere."""

    help = "End every session of a person and every link mailed to them. API tokens go on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", metavar="EMAIL")

    def handle(self, *_args: Any, email: str, **_options: Any) -> None:
        person = Person.objects.filter(email=normalized(email), closed_at=None).first()
        if person is None:
            raise CommandError(f"there is no account with the address {email}")
        services.end_everything(person=person)
        self.stdout.write("All sessions and links of the person have ended.")
