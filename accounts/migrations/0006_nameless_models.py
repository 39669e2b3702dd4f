"""No model is named for people any more: nothing shows such a name."""

from django.db import migrations

MODELS = (
    "block",
    "person",
    "restriction",
    "signinrequest",
)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_indexes_of_0_3_0")]
    operations = [
        *(migrations.AlterModelOptions(model, {}) for model in MODELS),
        migrations.AlterModelOptions("apitoken", {"ordering": ["created"]}),
        migrations.AlterModelOptions("signedinbrowser", {"ordering": ["-used_on", "-begun_at"]}),
    ]
