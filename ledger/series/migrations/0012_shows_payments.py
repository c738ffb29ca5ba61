"""Whether a link shows payments is chosen from now on. Links that were made before show them, as they did."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("series", "0011_luck_without_the_choice_of_trump")]

    operations = [
        migrations.AddField("serieslink", "shows_payments", models.BooleanField(default=True)),
        migrations.AlterField("serieslink", "shows_payments", models.BooleanField(default=False)),
    ]
