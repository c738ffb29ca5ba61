"""A new link shows payments only if its maker chooses so. Earlier links show payments, as before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("series", "0011_luck_without_the_choice_of_trump")]

    operations = [
        migrations.AddField("serieslink", "shows_payments", models.BooleanField(default=True)),
        migrations.AlterField("serieslink", "shows_payments", models.BooleanField(default=False)),
    ]
