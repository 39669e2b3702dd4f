"""The indexes that 0.3.0 adds to tables in use."""

from django.db import migrations, models

from sekigahara.db.indexes import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    replaces = [("notifications", "0006_messages_for_devices")]

    dependencies = [
        ("notifications", "0003_tables_of_0_3_0"),
    ]

    operations = [
        AddIndexInUse(
            model_name="notification",
            index=models.Index(
                condition=models.Q(("push_at__isnull", False)), fields=["push_at"], name="owed_to_devices"
            ),
        ),
        AddIndexInUse(
            model_name="notification",
            index=models.Index(
                condition=models.Q(("settled_at__isnull", False)),
                fields=["settled_at"],
                name="settled_messages",
            ),
        ),
    ]
