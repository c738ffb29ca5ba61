"""Statements that are put together once.

Django puts the SQL of a query together anew each time it is asked. For the few that every request asks, by a key and
with a join or two, that takes five times as long as the database needs to answer. A `Prepared` query is written as any
other, with a `Given` where a value will stand; Django puts it together once for each connection, and from then on only
the values change. `insert` and `update` do the same for rows that are written. Nothing here knows what is asked.

    find = Prepared(lambda name: Player.objects.select_related("circle").filter(name=name))
    find.all(name="Bina")
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from inspect import signature
from typing import Any, Generic, TypeVar

from django.db import connections, models, router
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Expression
from django.db.models.query import get_related_populators
from django.http import Http404

Row = TypeVar("Row", bound=models.Model)


class Given(Expression):
    """The place of a value that is known only when the query is asked. It is text or a whole number, as keys are."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, *_: Any) -> tuple[str, Any]:
        return "%s", [self]


class Prepared(Generic[Row]):
    """A query whose parameters are those of the function that makes it."""

    def __init__(self, query: Callable[..., models.QuerySet[Row]]) -> None:
        self._query = query
        self._ready = threading.local()

    def all(self, **given: Any) -> list[Row]:
        return list(self._statement().asked(given))

    def first(self, **given: Any) -> Row | None:
        return next(self._statement().asked(given), None)

    def get_or_404(self, **given: Any) -> Row:
        if (found := self.first(**given)) is None:
            raise Http404
        return found

    def _statement(self) -> "_Statement[Row]":
        """A connection belongs to its thread, and so does what was put together for it."""
        known: _Statement[Row] | None = getattr(self._ready, "statement", None)
        if known is None or not known.is_for_this_connection():
            names = signature(self._query).parameters
            known = self._ready.statement = _Statement(self._query(**{name: Given(name) for name in names}))
        return known


class _Statement(Generic[Row]):
    """SQL, and how its rows become objects. After ModelIterable in django.db.models.query."""

    def __init__(self, query: models.QuerySet[Row]) -> None:
        self.alias = query.db
        self.compiler = query.query.get_compiler(using=self.alias)
        self.sql, self.parameters = self.compiler.as_sql()
        select, about = self.compiler.select, self.compiler.klass_info
        first, last = about["select_fields"][0], about["select_fields"][-1]
        self.own = slice(first, last + 1)
        self.names = [column.target.attname for column, _sql, _alias in select[self.own]]
        self.converters = self.compiler.get_converters([column for column, _sql, _alias in select])
        self.populators = get_related_populators(about, select, self.alias)  # type: ignore[call-arg]
        self.model: type[Row] = about["model"]

    def is_for_this_connection(self) -> bool:
        return self.compiler.connection is connections[self.alias]

    def asked(self, given: dict[str, Any]) -> Iterator[Row]:
        values = [given[one.name] if isinstance(one, Given) else one for one in self.parameters]
        with self.compiler.connection.cursor() as cursor:
            cursor.execute(self.sql, values)
            rows = cursor.fetchall()
        for row in self.compiler.apply_converters(rows, self.converters):
            one = self.model.from_db(self.alias, self.names, row[self.own])
            for populator in self.populators:
                populator.populate(row, one)
            yield one


# --- Rows that are written -------------------------------------------------------------------------------------------


def insert(row: models.Model) -> None:
    """A new row, which learns the key that the database gives it. No signal is sent; nobody here listens to any."""
    model, connection = type(row), connections[router.db_for_write(type(row))]
    with connection.cursor() as cursor:
        cursor.execute(_insert(model, connection.alias), _values(row, connection))
        if model._meta.auto_field:
            (row.pk,) = cursor.fetchone()
    row._state.adding, row._state.db = False, connection.alias


def insert_all(rows: Sequence[models.Model]) -> None:
    """New rows of one table, if there are any. Nobody asks for the keys that the database gives them."""
    if not rows:
        return
    model, connection = type(rows[0]), connections[router.db_for_write(type(rows[0]))]
    with connection.cursor() as cursor:
        cursor.execute(
            _insert(model, connection.alias, len(rows)), [value for row in rows for value in _values(row, connection)]
        )


def update(row: models.Model, *names: str) -> None:
    """These fields of a row that is there."""
    model, connection = type(row), connections[router.db_for_write(type(row))]
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in _fields(model, names)]
    with connection.cursor() as cursor:
        cursor.execute(_update(model, connection.alias, names), [*values, row.pk])


def _values(row: models.Model, connection: BaseDatabaseWrapper) -> list[Any]:
    return [field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in _fields(type(row))]


@cache
def _fields(model: type[models.Model], names: tuple[str, ...] = ()) -> list[Any]:
    """Those of the names, or all that are not left to the database."""
    if names:
        return [model._meta.get_field(name) for name in names]
    return [field for field in model._meta.concrete_fields if field is not model._meta.auto_field]


@cache
def _insert(model: type[models.Model], alias: str, count: int = 0) -> str:
    """For one row, whose key comes back where the database makes it; or for so many at once."""
    quoted, of = connections[alias].ops.quote_name, model._meta
    columns = ", ".join(quoted(field.column) for field in _fields(model))
    values = ", ".join([f"({', '.join(['%s'] * len(_fields(model)))})"] * (count or 1))
    key = f" RETURNING {quoted(str(of.pk.column))}" if of.auto_field and not count else ""
    return f"INSERT INTO {quoted(of.db_table)} ({columns}) VALUES {values}{key}"


@cache
def _update(model: type[models.Model], alias: str, names: tuple[str, ...]) -> str:
    quoted, of = connections[alias].ops.quote_name, model._meta
    columns = ", ".join(f"{quoted(field.column)} = %s" for field in _fields(model, names))
    return f"UPDATE {quoted(of.db_table)} SET {columns} WHERE {quoted(str(of.pk.column))} = %s"
