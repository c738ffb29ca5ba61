"""The rows of sessions move to the hash of their key, so that guests and accounts stay signed in."""

import hashlib

import django.contrib.auth.models
from django.db import migrations

KEY_LENGTH = 32  # of Django's own session keys; a hash has 40 digits


def hash_session_keys(apps, schema_editor):
    sessions = apps.get_model("sessions", "Session").objects.using(schema_editor.connection.alias)
    for key in sessions.values_list("session_key", flat=True):
        if len(key) == KEY_LENGTH:
            sessions.filter(pk=key).update(session_key=hashlib.sha256(key.encode()).hexdigest()[:40])


class Migration(migrations.Migration):
    dependencies = [
        ("circles", "0001_initial"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.AlterModelManagers(name="user", managers=[("objects", django.contrib.auth.models.UserManager())]),
        migrations.RunPython(hash_session_keys, migrations.RunPython.noop),
    ]
