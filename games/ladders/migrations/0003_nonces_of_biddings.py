"""Adds the nonces of bids and the seed of the game that follows. Biddings that still wait get such a seed now."""

import secrets

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def give_seeds(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Give each waiting bidding the seed of its game, whose commitment is shown from now on."""
    Bidding = apps.get_model("ladders", "Bidding")
    for bidding in Bidding.objects.filter(opened_at=None, called_off_at=None):
        Bidding.objects.filter(pk=bidding.pk).update(game_seed=secrets.token_bytes(32))


class Migration(migrations.Migration):
    dependencies = [("ladders", "0002_made_by_service_time")]

    operations = [
        migrations.AddField(
            "bidding",
            "game_seed",
            models.BinaryField(default=b"", max_length=32, verbose_name="secret seed of the game"),
        ),
        migrations.AddField(
            "bidding",
            "first_nonce",
            models.CharField(blank=True, default="", max_length=64, verbose_name="nonce of the first"),
            preserve_default=False,
        ),
        migrations.AddField(
            "bidding",
            "second_nonce",
            models.CharField(blank=True, default="", max_length=64, verbose_name="nonce of the second"),
            preserve_default=False,
        ),
        migrations.RunPython(give_seeds, migrations.RunPython.noop),
    ]
