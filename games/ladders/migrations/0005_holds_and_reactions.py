"""Adds the hold and the reaction clock: to clubs as defaults of new games, to ladders as terms of theirs.

The terms of ladders are fixed, so those that exist get no reaction clock.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ladders", "0004_missed_check_ins")]

    operations = [
        *(
            migrations.AddField(
                model,
                "hold",
                models.PositiveSmallIntegerField(
                    default=15, db_default=15, verbose_name="minutes of the hold"
                ),
            )
            for model in ("club", "ladder")
        ),
        migrations.AddField(
            "club",
            "reaction",
            models.PositiveSmallIntegerField(
                null=True, default=24, db_default=24, verbose_name="hours to react"
            ),
        ),
        migrations.AddField(
            "ladder", "reaction", models.PositiveSmallIntegerField(null=True, verbose_name="hours to react")
        ),
    ]
