"""What 0.3.0 adds to the seats of 0.2.0."""

from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("games", "0007_presence"),
        ("games", "0008_thoughts"),
        ("games", "0016_kept_thoughts"),
        ("games", "0023_messages"),
        ("games", "0024_tempo"),
    ]

    dependencies = [
        ("games", "0002_columns_of_0_3_0"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="held_until",
            field=models.DateTimeField(null=True, verbose_name="held until"),
        ),
        migrations.AddField(
            model_name="seat",
            name="lapses_at",
            field=models.DateTimeField(null=True, verbose_name="lapses at"),
        ),
        migrations.AddField(
            model_name="seat",
            name="shares_presence",
            field=models.BooleanField(db_default=False, default=False, verbose_name="shares presence"),
        ),
        migrations.AddField(
            model_name="seat",
            name="thinks_after",
            field=models.DateTimeField(null=True, verbose_name="thinks after"),
        ),
        migrations.AddField(
            model_name="seat",
            name="thinks_until",
            field=models.DateTimeField(null=True, verbose_name="thinks until"),
        ),
        migrations.AddField(
            model_name="seat",
            name="thought_at",
            field=models.PositiveIntegerField(db_default=0, default=0, verbose_name="thought at version"),
        ),
        migrations.AddField(
            model_name="seat",
            name="thoughts",
            field=models.PositiveSmallIntegerField(
                db_default=0, default=0, verbose_name="thoughts at that version"
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="acts_at",
            field=models.DateTimeField(null=True, verbose_name="acts at"),
        ),
        migrations.AddField(
            model_name="seat",
            name="thought",
            field=models.TextField(blank=True, db_default="", default="", verbose_name="thought"),
        ),
        migrations.AddField(
            model_name="seat",
            name="bank_left",
            field=models.PositiveIntegerField(null=True, verbose_name="seconds left in the time bank"),
        ),
        migrations.AddField(
            model_name="seat",
            name="messages",
            field=models.PositiveIntegerField(db_default=0, default=0, verbose_name="messages"),
        ),
        migrations.AddField(
            model_name="seat",
            name="messages_seen",
            field=models.PositiveIntegerField(db_default=0, default=0, verbose_name="messages seen"),
        ),
        migrations.AddField(
            model_name="seat",
            name="mutes_messages",
            field=models.BooleanField(db_default=False, default=False, verbose_name="mutes messages"),
        ),
        migrations.AddField(
            model_name="seat",
            name="tempo",
            field=models.PositiveSmallIntegerField(
                choices=[(0, "unknown"), (1, "same day"), (2, "two days"), (3, "slower")],
                null=True,
                verbose_name="tempo",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="shares_diary",
            field=models.BooleanField(db_default=False, default=False, verbose_name="shares diary"),
        ),
        migrations.AddField(
            model_name="seat",
            name="take_back_asked",
            field=models.PositiveIntegerField(
                db_default=0, default=0, verbose_name="asked to take back at version"
            ),
        ),
    ]
