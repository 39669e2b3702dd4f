from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_bots'),
    ]

    operations = [
        migrations.AddField(
            model_name='person',
            name='closed_at',
            field=models.DateTimeField(null=True, verbose_name='closed at'),
        ),
    ]
