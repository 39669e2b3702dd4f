"""Counts the check-ins that a participant of a ladder has missed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ladders", "0003_nonces_of_biddings")]

    operations = [
        migrations.AddField(
            "entrant",
            "missed",
            models.PositiveSmallIntegerField(default=0, verbose_name="missed check-ins"),
        ),
    ]
