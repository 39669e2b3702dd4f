from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ladders', '0009_kept_tables'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='dissolved_at',
            field=models.DateTimeField(null=True, verbose_name='dissolved at'),
        ),
        migrations.AddField(
            model_name='clubgame',
            name='reported',
            field=models.CharField(blank=True, max_length=12, verbose_name='reported'),
        ),
        migrations.AddIndex(
            model_name='clubgame',
            index=models.Index(condition=models.Q(('reported', 'over'), _negated=True), fields=['reported'], name='club_games_to_report'),
        ),
    ]
