"""Adds who came first, the hash of the first nonce, and whether sides are drawn.

In waiting games the creator came first, and the other nonce is not given yet. Games that have begun keep their
records of format 1.
"""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

SIDES = [(0, "east"), (1, "west")]


def tell_who_came_first(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Write down for waiting games that whoever has a seat came first, and whose nonce is still to come."""
    Game, Seat = apps.get_model("games", "Game"), apps.get_model("games", "Seat")
    for side, _label in SIDES:
        taken = Seat.objects.filter(side=side, player__isnull=False)
        for game in Game.objects.filter(status="waiting", pk__in=taken.values("game")):
            game.first, game.nonces[1 - side] = side, None
            game.save(update_fields=["first", "nonces"])


class Migration(migrations.Migration):
    dependencies = [("games", "0004_heads")]

    operations = [
        migrations.AddField(
            "game",
            "first",
            models.SmallIntegerField(choices=SIDES, null=True, verbose_name="side that came first"),
        ),
        migrations.AddField(
            "game",
            "nonce_hash",
            models.CharField(blank=True, max_length=64, default="", verbose_name="SHA-256 of the first nonce"),
            preserve_default=False,
        ),
        migrations.AddField(
            "game", "sides_drawn", models.BooleanField(default=False, verbose_name="sides are drawn")
        ),
        migrations.RunPython(tell_who_came_first, migrations.RunPython.noop),
    ]
