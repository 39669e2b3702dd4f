"""The indexes that 0.3.0 adds to tables in use."""

from django.db import migrations, models

from sekigahara.db.indexes import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    replaces = [("games", "0021_index_of_pauses")]

    dependencies = [
        ("games", "0004_tables_of_0_3_0"),
    ]

    operations = [
        AddIndexInUse(
            model_name="game",
            index=models.Index(
                condition=models.Q(("orders_due", True)), fields=["id"], name="games_with_orders_due"
            ),
        ),
        AddIndexInUse(
            model_name="game",
            index=models.Index(
                condition=models.Q(("source__isnull", False)), fields=["source"], name="games_with_a_source"
            ),
        ),
        AddIndexInUse(
            model_name="game",
            index=models.Index(
                condition=models.Q(("paused_until__isnull", False)),
                fields=["paused_until"],
                name="games_paused_until",
            ),
        ),
        AddIndexInUse(
            model_name="game",
            index=models.Index(
                condition=models.Q(("status", "over"), _negated=True),
                fields=["status", "created_at"],
                name="games_not_over",
            ),
        ),
        AddIndexInUse(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("held_until__isnull", False)), fields=["held_until"], name="seats_held"
            ),
        ),
        AddIndexInUse(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("lapses_at__isnull", False)), fields=["lapses_at"], name="seats_lapsing"
            ),
        ),
        AddIndexInUse(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("tempo", None)), fields=["id"], name="seats_without_tempo"
            ),
        ),
    ]
