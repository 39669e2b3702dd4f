"""Each action paid for indexes that nobody asks: those of keys that another index begins with, and two more.

Of ids nobody looks for those that begin alike, which PostgreSQL has an index of its own for.

Only the indexes go. To alter the fields would make the tables of SQLite anew, without the triggers on them.
"""

import django.db.models.deletion
from django.db import migrations, models

DROPPED = {
    "games_entry_game_id_42e9c2bc": "games_entry (game_id)",
    "games_seat_game_id_ad720f5b": "games_seat (game_id)",
    "games_game_edition_text_id_bdc775c0": "games_game (edition_text_id)",
}
ONLY_ON_POSTGRESQL = ("games_game_edition_text_id_bdc775c0_like", "games_game_public_id_d4bec2e8_like")


class Migration(migrations.Migration):
    dependencies = [("games", "0004_games_to_watch")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(f"DROP INDEX IF EXISTS {name}", f"CREATE INDEX {name} ON {on}")
                for name, on in DROPPED.items()
            ]
            + [
                migrations.RunSQL(f"DROP INDEX IF EXISTS {name}", migrations.RunSQL.noop)
                for name in ONLY_ON_POSTGRESQL
            ],
            state_operations=[
                migrations.AlterField(
                    model_name="entry",
                    name="game",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="games.game",
                    ),
                ),
                migrations.AlterField(
                    model_name="game",
                    name="edition_text",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games",
                        to="games.editiontext",
                    ),
                ),
                migrations.AlterField(
                    model_name="seat",
                    name="game",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="games.game",
                    ),
                ),
            ],
        )
    ]
