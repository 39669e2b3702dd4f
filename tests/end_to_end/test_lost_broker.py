"""Redis may be away at any moment: nothing that was committed is lost, nothing is answered wrongly."""

import pytest
from django.core import mail

from notifications.models import Notification
from notifications.tasks import catch_up
from tests.kit.installation import create_game, web_server
from tests.kit.processes import free_port

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def test_without_redis_a_game_is_created_and_the_sweep_finds_the_mail() -> None:
    addresses = ("east@example.org", "west@example.org")
    with web_server(REDIS_URL=f"redis://127.0.0.1:{free_port()}/0") as site:
        created = create_game(site, *addresses)
        assert {row.status for row in Notification.objects.all()} == {"waiting"}
        catch_up()
        assert sorted(sent.to[0] for sent in mail.outbox) == list(addresses)
        assert created["id"] in str(mail.outbox[0].subject)
