from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ladders', '0010_dissolving'),
    ]

    operations = [
        migrations.AddField(
            model_name='clubgame',
            name='missed_told_at',
            field=models.DateTimeField(null=True, verbose_name='told that nobody is free to decide'),
        ),
        migrations.AddField(
            model_name='clubgame',
            name='sleeping_told_at',
            field=models.DateTimeField(null=True, verbose_name='told that a win goes unclaimed'),
        ),
    ]
