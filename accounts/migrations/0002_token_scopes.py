from typing import Any

from django.db import migrations, models


def name_scopes(apps: Any, _editor: Any) -> None:
    """A token that could only read goes on to read, any other to play, which is what new ones begin with."""
    apps.get_model("accounts", "ApiToken").objects.filter(may_play=False).update(scopes="games:read")


def forget_scopes(apps: Any, _editor: Any) -> None:
    """What is for anything but playing may read again, and no more."""
    apps.get_model("accounts", "ApiToken").objects.exclude(scopes__contains="games:play").update(
        may_play=False
    )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="apitoken",
            name="scopes",
            field=models.CharField(default="games:play", max_length=200, verbose_name="scopes"),
        ),
        migrations.AddField(
            model_name="apitoken",
            name="warned_at",
            field=models.DateTimeField(null=True, verbose_name="warned at"),
        ),
        migrations.RunPython(name_scopes, forget_scopes),
    ]
