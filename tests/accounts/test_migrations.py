"""What becomes of rows that were there before their tables changed."""

from typing import Any

import pytest
from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def at(name: str) -> Apps:
    """The models as they were after a migration, with the database brought there."""
    MigrationExecutor(connection).migrate([("accounts", name)])
    state: Any = MigrationExecutor(connection).loader.project_state([("accounts", name)])
    apps: Apps = state.apps
    return apps


@pytest.mark.django_db(transaction=True)
def test_a_token_that_could_only_read_goes_on_to_read_and_any_other_to_play() -> None:
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        before = at("0001_initial")
        person = before.get_model("accounts", "Person").objects.create(email="old@example.org")
        Token: Any = before.get_model("accounts", "ApiToken")  # noqa: N806 - a class
        for may_play in (True, False):
            row = {"digest": f"{may_play}", "name": f"{may_play}", "may_play": may_play}
            Token.objects.bulk_create([Token(token_key="k", user=person, **row)])
        after = at("0003_bots").get_model("accounts", "ApiToken").objects
        assert {row.name: row.scopes for row in after.all()} == {"True": "games:play", "False": "games:read"}
        after.update(scopes="games:read notifications")
        back = at("0001_initial").get_model("accounts", "ApiToken").objects
        assert {row.may_play for row in back.all()} == {False}
    finally:
        MigrationExecutor(connection).migrate(latest)
