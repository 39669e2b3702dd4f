from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_token_scopes"),
    ]

    operations = [
        # Of its own, since PostgreSQL changes no table in the transaction that has changed its rows.
        migrations.RemoveField(
            model_name="apitoken",
            name="may_play",
        ),
        migrations.AddField(
            model_name="person",
            name="is_bot",
            field=models.BooleanField(default=False, verbose_name="is a bot"),
        ),
    ]
