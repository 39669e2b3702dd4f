from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("games", "0029_former_texts"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="game",
            index=models.Index(
                condition=models.Q(("status", "over"), _negated=True),
                fields=["status", "created_at"],
                name="games_not_over",
            ),
        ),
    ]
