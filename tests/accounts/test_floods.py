"""Floods of sign-ups: how many strangers of a network are mailed, and which addresses none."""

import pytest
from django.core import mail
from django.test import Client

from accounts import disposable, links
from accounts.models.person import Person
from notifications.delivery import deliver_due
from sekigahara.db import service_time
from tests.accounts.conftest import new_address
from tests.factories.people import PersonFactory

pytestmark = pytest.mark.django_db

NETWORK = "192.0.2"
MOST_NEW = links.NEW_PEOPLE_OF_NETWORK.most


def ask(address: str, host: int, network: str = NETWORK) -> tuple[int, str]:
    answer = Client(REMOTE_ADDR=f"{network}.{host}").post("/sign-in/", {"email": address})
    return answer.status_code, answer.content.decode()


def test_flood_from_one_network_is_mailed_to_twenty_strangers_while_members_sign_in() -> None:
    member = PersonFactory.create(name="Member", email=new_address(), confirmed_at=service_time.now())
    answers = {ask(new_address(), host % 250) for host in range(MOST_NEW + 15)}
    assert ask(member.email, 251) in answers  # the same answer to everybody
    assert len(answers) == 1
    elsewhere = new_address()
    ask(elsewhere, 1, network="198.51.100")
    deliver_due()
    mailed = [each.to[0] for each in mail.outbox]
    assert len(mailed) == MOST_NEW + 2
    assert {member.email, elsewhere} <= {*mailed}


@pytest.mark.parametrize("domain", ["mailinator.com", "MAILINATOR.com", "more.mailinator.com"])
def test_disposable_address_is_refused_in_words_and_nobody_is_created(domain: str) -> None:
    status, page = ask(f"anna@{domain}", 7)
    assert status == 400
    assert "live for minutes" in page
    assert not Person.objects.filter(email__iexact=f"anna@{domain}").exists()


def test_ordinary_address_is_not_taken_for_a_disposable_one() -> None:
    assert not disposable.is_refused("anna@notmailinator.example.org")
    assert not disposable.is_refused("anna@com")


def test_member_whose_domain_was_listed_later_still_signs_in() -> None:
    PersonFactory.create(name="Member", email="member@mailinator.com", confirmed_at=service_time.now())
    assert ask("member@mailinator.com", 8)[0] == 302
