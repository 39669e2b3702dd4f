"""No model is named for people any more: nothing shows such a name."""

from django.db import migrations

MODELS = (
    "delivery",
    "mailrhythm",
    "muted",
    "naming",
    "notification",
    "push",
    "pushdevice",
    "wanted",
    "webhook",
)


class Migration(migrations.Migration):
    dependencies = [("notifications", "0004_indexes_of_0_3_0")]
    operations = [
        *(migrations.AlterModelOptions(model, {}) for model in MODELS),
    ]
