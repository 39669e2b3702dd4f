"""Make an API token for someone, for installations and scripts."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import services
from accounts.forms import FOR_EVER, SignInForm, TokenForm
from accounts.models.person import Person
from accounts.scopes import Scope
from sekigahara.errors.exceptions import RefusalError


class Command(BaseCommand):
    """Prints the token and nothing else. It is shown this once: only its hash is stored."""

    help = "Make an API token for a person, who need not have signed in before, and print it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", metavar="EMAIL")
        parser.add_argument("--name", required=True, help="what it is for, as the person will see it")
        parser.add_argument(
            "--scope",
            action="append",
            choices=Scope.values,
            help="what it is for; may be given several times (default: games:play)",
        )
        parser.add_argument("--days", default=FOR_EVER, help="after how many it expires: 30, 90 or 365")

    def handle(
        self,
        *args: Any,  # noqa: ARG002
        email: str,
        name: str,
        scope: list[str] | None,
        days: str,
        **options: Any,  # noqa: ARG002
    ) -> None:
        who = SignInForm({"email": email})
        what = TokenForm({"name": name, "scopes": scope or [Scope.PLAY], "lifetime": days})
        for form in (who, what):
            for field, errors in form.errors.items():
                raise CommandError(f"{field}: {' '.join(map(str, errors))}")
        person = Person.objects.at(who.cleaned_data["email"])
        try:
            _row, token = services.create_token(person=person, **what.cleaned_data)
        except RefusalError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(token)
