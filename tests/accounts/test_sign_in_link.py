"""`manage.py sign_in_link`: an operator lets somebody in whom no mail reaches."""

import pytest
from django.contrib.auth import SESSION_KEY
from django.core.management import CommandError

from accounts.models.person import Person
from tests.accounts.conftest import new_browser
from tests.kit.commands import output_of
from tests.kit.pages import words_of

pytestmark = pytest.mark.django_db


def test_operator_prints_a_link_that_works_once_for_whoever_has_an_account(person: Person) -> None:
    with pytest.raises(CommandError, match="nobody with the address"):
        output_of("sign_in_link", person.email)  # nobody has ever shown that the mailbox is theirs
    Person.objects.filter(pk=person.pk).update(confirmed_at=person.created_at)
    link = output_of("sign_in_link", person.email.upper()).strip().removeprefix("http://testserver")
    browser = new_browser()
    browser.get(link, follow=True)
    browser.post("/sign-in/finish/")
    assert browser.session[SESSION_KEY] == str(person.pk)
    assert "fresh" in words_of(new_browser().get(link, follow=True))
