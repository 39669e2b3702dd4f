from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ("accounts", "0018_bots"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="person",
            index=models.Index(condition=models.Q(("is_bot", True)), fields=["key"], name="bots"),
        ),
    ]
