"""Make the database refuse changes of entries and postings, and entries whose sum is not zero.

Deleting is not refused, because a circle can be deleted with its book. The chain shows a missing entry.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

ENTRY_COLUMNS = (
    "id, circle_id, number, kind, currency, source, source_version, reverses_id, note, by_name, at, key, previous_hash, hash"
)

# Name, table, event, condition of the refusal, and message.
REFUSED = [
    # by_id is not among the columns: it becomes empty when the user account is deleted.
    ("money_entry_stays", "money_entry", f"UPDATE OF {ENTRY_COLUMNS}", "TRUE", "an entry is never changed"),
    ("money_posting_stays", "money_posting", "UPDATE", "TRUE", "a posting is never changed"),
    (
        "money_posting_in_time",
        "money_posting",
        "INSERT",
        """EXISTS (
            SELECT 1 FROM money_entry JOIN money_book ON money_book.circle_id = money_entry.circle_id
            WHERE money_entry.id = NEW.entry_id AND money_entry.number <= money_book.version
        )""",
        "an entry that is in the book gets no more postings",
    ),
    (
        "money_book_balances",
        "money_book",
        "UPDATE OF version",
        """COALESCE((
            SELECT SUM(money_posting.amount_minor)
            FROM money_posting JOIN money_entry ON money_entry.id = money_posting.entry_id
            WHERE money_entry.circle_id = NEW.circle_id AND money_entry.number = NEW.version
        ), 1) <> 0""",
        "an entry has postings that sum to zero",
    ),
]

CREATE = {
    "sqlite": [
        "CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW WHEN {refused} "
        "BEGIN SELECT RAISE(ABORT, '{why}'); END"
    ],
    "postgresql": [
        "CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF {refused} THEN RAISE EXCEPTION '{why}' USING ERRCODE = 'integrity_constraint_violation'; END IF; "
        "RETURN NEW; END $$",
        "CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()",
    ],
}

DROP = {
    "sqlite": ["DROP TRIGGER {name}"],
    "postgresql": ["DROP TRIGGER {name} ON {table}", "DROP FUNCTION {name}()"],
}


def execute(statements: dict[str, list[str]], schema_editor: BaseDatabaseSchemaEditor) -> None:
    for name, table, event, refused, why in REFUSED:
        for statement in statements[schema_editor.connection.vendor]:
            sql = statement.format(name=name, table=table, event=event, refused=refused, why=why)
            schema_editor.execute(sql, params=None)


def forwards(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    execute(CREATE, schema_editor)


def backwards(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    execute(DROP, schema_editor)


class Migration(migrations.Migration):

    dependencies = [("money", "0001_initial")]

    operations = [migrations.RunPython(forwards, backwards)]
