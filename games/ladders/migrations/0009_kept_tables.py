from django.conf import settings
from django.db import migrations, models
import django.db.models.deletion


class Migration(migrations.Migration):

    dependencies = [
        ('ladders', '0008_statistics'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='season',
            name='changes',
            field=models.PositiveIntegerField(default=1, verbose_name='changes'),
        ),
        migrations.AddField(
            model_name='season',
            name='tabled',
            field=models.PositiveIntegerField(default=0, verbose_name='changes in the table'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['season', '-id'], name='matches_of_a_season'),
        ),
        migrations.AddIndex(
            model_name='membership',
            index=models.Index(fields=['club', 'role'], name='members_by_role'),
        ),
        migrations.CreateModel(
            name='Line',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField(verbose_name='position')),
                ('place', models.PositiveIntegerField(verbose_name='place')),
                ('points', models.IntegerField(verbose_name='points')),
                ('wins', models.PositiveIntegerField(verbose_name='wins')),
                ('ties', models.PositiveIntegerField(verbose_name='ties')),
                ('losses', models.PositiveIntegerField(verbose_name='losses')),
                ('tie_breaks', models.JSONField(verbose_name='tie-breaks')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='ladders.season')),
            ],
            options={
                'verbose_name': 'line of a table',
                'verbose_name_plural': 'lines of tables',
                'indexes': [models.Index(fields=['season', 'position'], name='lines_in_order')],
                'constraints': [models.UniqueConstraint(fields=('season', 'person'), name='line_once')],
            },
        ),
    ]
