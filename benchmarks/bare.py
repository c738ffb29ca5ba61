"""Minimal Django views with one insert and one select: the yardsticks for the site's requests."""

from django.db import connection, models
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

TABLE = "bench_note"


class Note(models.Model):
    text = models.CharField(max_length=200)

    class Meta:
        app_label = "benchmarks"
        db_table = TABLE

    def __str__(self) -> str:
        return self.text


def make_table() -> int:
    """Make the table, and return the id of a row."""
    if TABLE not in connection.introspection.table_names():
        with connection.schema_editor() as editor:
            editor.create_model(Note)
    return Note.objects.create(text="the one that is read").pk


@csrf_exempt
def insert(request: HttpRequest) -> HttpResponse:
    """On SQLite each insert by itself is one transaction, and waits for the disk."""
    return HttpResponse(Note.objects.create(text=request.body.decode()[:200]).pk, status=201)


def select(_request: HttpRequest, pk: int) -> HttpResponse:
    return HttpResponse(Note.objects.values_list("text", flat=True).get(pk=pk))


urlpatterns = [
    path("bare/insert", insert),
    path("bare/select/<int:pk>", select),
    path("", include("ledger.config.urls")),
]
