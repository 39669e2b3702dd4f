from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ("games", "0024_tempo"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("tempo", None)),
                fields=["id"],
                name="seats_without_tempo",
            ),
        ),
    ]
