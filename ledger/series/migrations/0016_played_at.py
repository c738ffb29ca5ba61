"""Add the time at which a phone without signal entered a change. An event's hash covers the fields only if set."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('series', '0015_last_heard'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='clock_corrected',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='event',
            name='played_at',
            field=models.DateTimeField(null=True),
        ),
    ]
