from typing import Any

from django.db import migrations


def delete_refusals(apps: Any, _schema_editor: Any) -> None:
    apps.get_model("api", "Receipt").objects.filter(status__gte=400).delete()


class Migration(migrations.Migration):
    dependencies = [("api", "0001_initial")]

    operations = [
        migrations.RunPython(delete_refusals, migrations.RunPython.noop),
        migrations.RemoveField(model_name="receipt", name="refusal"),
    ]
