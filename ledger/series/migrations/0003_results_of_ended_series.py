"""Work out the results of the series that ended before results were stored."""

from typing import Any

from django.db import migrations

AT_A_TIME = 100  # series, in memory


def write_results(apps: Any, schema_editor: Any) -> None:
    # The results come from the events alone and are written with the models of this migration, so that columns added
    # later do not matter.
    from ledger.series.audit.rebuilding import CannotRebuild, rebuild_series

    Series, Event, Result = (apps.get_model("series", name) for name in ("Series", "Event", "Result"))
    columns = [field.attname for field in Result._meta.concrete_fields if not field.primary_key]
    ended = list(Series.objects.exclude(status="open").order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(ended), AT_A_TIME):
        events: dict[str, list[Any]] = {pk: [] for pk in ended[first : first + AT_A_TIME]}
        for event in Event.objects.filter(series__in=list(events)).order_by("series", "number"):
            events[event.series_id].append(event)
        rows = []
        for series in Series.objects.filter(pk__in=list(events)):
            try:
                results = rebuild_series(series, events[series.pk]).results
            except CannotRebuild:
                continue  # The audit reports the fault.
            rows += [Result(**{name: getattr(result, name) for name in columns}) for result in results]
        Result.objects.bulk_create(rows)


class Migration(migrations.Migration):
    dependencies = [
        ("circles", "0001_initial"),
        ("series", "0002_result"),
    ]

    operations = [migrations.RunPython(write_results, migrations.RunPython.noop)]
