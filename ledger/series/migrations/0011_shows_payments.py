"""Whether a link shows payments is chosen from now on. Links that were made before show them, as they did."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("series", "0010_luck")]

    operations = [
        migrations.AddField("serieslink", "shows_payments", models.BooleanField(default=True)),
        migrations.AlterField("serieslink", "shows_payments", models.BooleanField(default=False)),
    ]
