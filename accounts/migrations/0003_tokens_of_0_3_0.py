"""What 0.3.0 adds to the tokens of 0.2.0."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("accounts", "0017_access_of_programs")]

    dependencies = [
        ("accounts", "0002_columns_of_0_3_0"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="apitoken",
            name="token_named_once",
        ),
        migrations.AddField(
            model_name="apitoken",
            name="access",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.OAUTH2_PROVIDER_ACCESS_TOKEN_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="apitoken",
            constraint=models.UniqueConstraint(
                condition=models.Q(("access", None)), fields=("user", "name"), name="token_named_once"
            ),
        ),
    ]
