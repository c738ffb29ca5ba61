"""What `make mutants` can change, and which tests should notice."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Target:
    sources: tuple[str, ...]
    tests: tuple[str, ...]
    without: str = "benchmark"  # tests that are not run, as for pytest's -k
    django: bool = True


RULEBOOK_WITHOUT = "InvalidData or benchmark or test_independence or rules_pages"
RULEBOOK_TESTS = ("tests/games/jaago_chalis", "tests/games/jass", "tests/games/scorecard", "tests/games/cha")
# The tests that speak with the services themselves: many times quicker than those that load pages.
SERIES_TESTS = (
    "tests/ledger/series/test_end_and_undo.py",
    "tests/ledger/series/test_recording.py",
    "tests/ledger/series/test_services.py",
    "tests/ledger/series/test_settling.py",
    "tests/ledger/scoring/seats/test_seats.py",
)
TARGETS = {
    "kit": Target(("games/kit",), ("tests/games/kit", *RULEBOOK_TESTS), RULEBOOK_WITHOUT, django=False),
    "jaago_chalis": Target(("games/catalogue/jaago_chalis",), RULEBOOK_TESTS, RULEBOOK_WITHOUT, django=False),
    "money": Target(
        ("ledger/money",),
        (
            "tests/ledger/money",
            "tests/ledger/books",
            "tests/ledger/series/test_audit.py",
            "tests/ledger/series/test_audit_tampering.py",
            "tests/ledger/series/test_series_payments.py",
            "tests/ledger/test_migrations.py",
        ),
    ),
    "services": Target(
        ("ledger/series/services.py",),
        (*SERIES_TESTS, "tests/ledger/series/test_noted_bids.py", "tests/ledger/config/test_metrics.py"),
    ),
    "settling": Target(
        ("ledger/series/settling.py",),
        (*SERIES_TESTS, "tests/ledger/series/test_series_payments.py", "tests/ledger/books"),
    ),
    "access": Target(
        ("ledger/series/access.py", "ledger/circles/access.py"),
        (
            "tests/ledger/circles/test_access.py",
            "tests/ledger/series/test_access.py",
            "tests/ledger/scoring/start/test_again.py",
            "tests/ledger/series/test_links.py",
            "tests/ledger/api/test_links.py",
            "tests/ledger/api/test_seats.py",
        ),
    ),
}
