"""Redis may be away at any moment: nothing that was committed is lost, nothing is answered wrongly."""

import httpx2
import pytest
from django.core import mail

from accounts import services as accounts
from accounts.scopes import Scope
from notifications.models import Notification
from tests.factories.people import PersonFactory
from tests.kit.installation import web_server
from tests.kit.processes import free_port
from tests.kit.work import do_due_work

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def test_without_redis_a_game_is_created_and_the_sweep_finds_the_mail() -> None:
    _row, token = accounts.create_token(
        person=PersonFactory.named("East"), name="a program", scopes=[Scope.PLAY]
    )
    with web_server(REDIS_URL=f"redis://127.0.0.1:{free_port()}/0") as site:
        response = httpx2.post(
            f"{site}/api/v1/games/",
            json={"side": "east", "opponent": {"kind": "invite", "email": "west@example.org"}},
            headers={"Authorization": f"Bearer {token}"},
            timeout=10,  # nothing a request does may take longer
        )
        assert response.status_code == httpx2.codes.CREATED, response.text
        assert {row.status for row in Notification.objects.all()} == {"waiting"}
        do_due_work()
    assert [sent.to for sent in mail.outbox] == [["west@example.org"]]
    assert response.json()["id"] in str(mail.outbox[0].body)
