"""Print a link that signs somebody in, for an operator whose mail does not reach them."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from accounts import links, security_log
from accounts.models.person import Person, normalized
from accounts.security_log import SecurityEvent


class Command(BaseCommand):
    """Prints the link that a mail would have, and nothing else. Anyone who has it is the person."""

    help = "Print a link that signs a person in once within half an hour. Give it to nobody else."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", metavar="EMAIL")

    def handle(self, *_args: Any, email: str, **_options: Any) -> None:
        at = normalized(email)
        person = Person.objects.filter(email=at, closed_at=None, confirmed_at__isnull=False).first()
        if person is None:
            raise CommandError(f"nobody with the address {email} has an account")
        security_log.note(SecurityEvent.SIGN_IN_ASKED, person.pk, by=security_log.operator())
        self.stdout.write(
            settings.SITE_URL + reverse("accounts:sign-in-link", args=[links.new_token(person)])
        )
