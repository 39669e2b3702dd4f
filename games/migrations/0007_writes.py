from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0006_time_out_policies")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="writes",
            field=models.PositiveIntegerField(default=0, verbose_name="number of writes"),
        )
    ]
