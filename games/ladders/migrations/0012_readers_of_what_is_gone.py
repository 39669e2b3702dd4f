from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("ladders", "0011_told_of_games"),
    ]

    operations = [
        migrations.AddField(
            model_name="clubgame",
            name="readers",
            field=models.ManyToManyField(
                related_name="+", to=settings.AUTH_USER_MODEL, verbose_name="readers"
            ),
        ),
    ]
