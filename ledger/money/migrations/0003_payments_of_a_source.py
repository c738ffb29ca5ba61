"""A payment may belong to a source, such as a series whose settlement it pays.

To change a constraint, SQLite makes a new table. The triggers of 0002 are lost with the old table.
"""

from importlib import import_module

from django.db import migrations, models
from django.db.models import Q

triggers = import_module("ledger.money.migrations.0002_nothing_written_is_changed")


class Migration(migrations.Migration):

    dependencies = [("money", "0002_nothing_written_is_changed")]

    operations = [
        migrations.RunPython(triggers.backwards, triggers.forwards),
        migrations.RemoveConstraint(model_name="entry", name="an_entry_is_of_one_kind"),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                name="an_entry_is_of_one_kind",
                condition=Q(
                    kind="settlement", reverses__isnull=True, source__gt="", source_version__isnull=False
                )
                | Q(kind="payment", reverses__isnull=True, source_version__isnull=True)
                | Q(kind="reversal", reverses__isnull=False),
            ),
        ),
        migrations.RunPython(triggers.forwards, triggers.backwards),
    ]
