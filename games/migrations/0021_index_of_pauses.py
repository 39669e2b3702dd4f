from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ("games", "0020_pauses_by_consent"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="game",
            index=models.Index(
                condition=models.Q(("paused_until__isnull", False)),
                fields=["paused_until"],
                name="games_paused_until",
            ),
        ),
    ]
