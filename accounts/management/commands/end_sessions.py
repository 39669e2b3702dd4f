"""End all sessions of somebody, for an operator who was asked to do it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import services
from accounts.models.api_token import ApiToken
from accounts.models.person import Person, normalized


class Command(BaseCommand):
    """Does what the person could do at /me/ by signing out everywhere."""

    help = "End every session of a person and every link mailed to them. API tokens go on without --tokens."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", metavar="EMAIL")
        parser.add_argument("--tokens", action="store_true", help="revoke their API tokens too")

    def handle(self, *_args: Any, email: str, tokens: bool, **_options: Any) -> None:
        person = Person.objects.filter(email=normalized(email), closed_at=None).first()
        if person is None:
            raise CommandError(f"there is no account with the address {email}")
        services.end_everything(person=person)
        self.stdout.write("All sessions and links of the person have ended.")
        if tokens:
            keys = ApiToken.made_by(person).values_list("token_key", flat=True)
            revoked = [services.revoke_token(person=person, token_key=key) for key in list(keys)]
            self.stdout.write(f"API tokens revoked: {len(revoked)}.")
