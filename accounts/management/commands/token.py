"""Make an API token for somebody, for installations and scripts."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import services
from accounts.errors import AccountError
from accounts.forms import SignInForm, TokenForm
from accounts.models.person import Person


class Command(BaseCommand):
    """Prints the token and nothing else. It is shown this once: only its hash is stored."""

    help = "Make an API token for a person, who need not have signed in before, and print it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", metavar="EMAIL")
        parser.add_argument("--name", required=True, help="what it is for, as the person will see it")
        parser.add_argument(
            "--read-only", action="store_true", help="it may see what the person sees, and no more"
        )

    def handle(self, *args: Any, email: str, name: str, read_only: bool, **options: Any) -> None:  # noqa: ARG002
        who = SignInForm({"email": email})
        what = TokenForm({"name": name, "may_play": "no" if read_only else "yes"})
        for form in (who, what):
            for field, errors in form.errors.items():
                raise CommandError(f"{field}: {' '.join(map(str, errors))}")
        person = Person.objects.at(who.cleaned_data["email"])
        try:
            _row, token = services.create_token(person=person, **what.cleaned_data)
        except AccountError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(token)
