"""The indexes that 0.3.0 adds to tables in use."""

from django.db import migrations, models

from sekigahara.db.indexes import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    replaces = [("accounts", "0004_guests")]

    dependencies = [
        ("accounts", "0004_tables_of_0_3_0"),
    ]

    operations = [
        AddIndexInUse(
            model_name="person",
            index=models.Index(
                condition=models.Q(("guest_seen_at__isnull", False)),
                fields=["guest_seen_at"],
                name="guests_by_visit",
            ),
        ),
        AddIndexInUse(
            model_name="person",
            index=models.Index(condition=models.Q(("is_bot", True)), fields=["key"], name="bots"),
        ),
    ]
