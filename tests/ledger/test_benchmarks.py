"""The benchmarks of the site run, here with few rounds and without meaningful figures."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from benchmarks import filling, pages, scale
from benchmarks.lighthouse import scores_of
from ledger.series.models import Event, Kind
<<<<<<< HEAD
=======
from ledger.sheets.printer import printer
>>>>>>> db5fbf0 (Sheets and pictures are made by a process of their own)


@pytest.mark.django_db(transaction=True)
def test_each_page_of_the_filled_circles_is_measured(settings: Any) -> None:
    settings.API_RATE = ""
    circles = filling.fill(others=400, big_series=12)
    hands = {name: filling.hands_in(circle) for name, circle in circles.items()}
    assert hands == {"equal": 10 * 20, "big": 12 * 20}
    assert filling.hands_in() == 200 + 240 + 400
    equal, big = (pages.measure(circle, rounds=1) for circle in circles.values())
    assert len(list(scale.page_rows(equal, equal, big))) == 2 * len(equal) == 2 * 28
    # In each circle two hands for the first figures and one for the round, by two ways.
    assert Event.objects.filter(kind=Kind.RECORDED).count() == 840 + 2 * 3 * 2


@pytest.mark.django_db(transaction=True)
def test_what_is_measured_was_recorded_in_earnest() -> None:
    filling.fill(others=0, big_series=0)
    call_command("audit", stdout=StringIO())  # raises CommandError where something differs


<<<<<<< HEAD
def test_lighthouse_names_what_costs_points() -> None:
    seo = {"score": 0.9, "auditRefs": [{"id": "meta-description", "weight": 1}, {"id": "hreflang", "weight": 1}]}
    full = {"score": 1, "auditRefs": []}
    report = {
        "categories": {"performance": full, "accessibility": full, "best-practices": full, "seo": seo},
        "audits": {
            "meta-description": {"id": "meta-description", "score": 0},
            "hreflang": {"id": "hreflang", "score": 1},
            "largest-contentful-paint": {"numericValue": 1234.5},
        },
    }
    row = scores_of("home", [report])
    assert (row.figure, row.is_short) == ("100 100 100 90", True)
    assert row.note == "largest paint after 1234 ms; meta-description 0.00"
=======
def test_parallel_writers_record_each_hand_once(served: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "HANDS_OF_A_SERIES", 2)
    apart = load.hands_apart(Here(), served, clients=2, hands=8)
    assert recorded() == len(apart["took"]) == 8
    assert load.faults(apart) == "0 errors, 0 lost, 0 doubled"
    together = load.hands_together(Here(), served, clients=2, times=2)
    assert recorded() == 8 + 4
    assert load.faults(together) == "0 errors, 0 lost, 0 doubled"
    assert together["repeated"] == 4
    assert crowd.audit()


@pytest.mark.thorough
def test_the_comparison_applications_answer(served: Server) -> None:
    bare.make_table()
    orders = [
        load.order("repeat", {"headers": {}}, method="POST", path="/bare/insert", times=2, expected=201, body="x")
    ]
    assert clients.run(served.address, orders * 2)["errors"] == []
    assert bare.Note.objects.filter(text="x").count() == 4
    plan = crowd.prepare_pages()
    for page in ("settlement", "balances"):
        looks = load.looks(plan, plan[page], 8)[:1]
        assert clients.run(served.address, looks)["errors"] == []


def test_lost_and_doubled_hands_are_counted() -> None:
    output = {"acknowledged": [["a", 2], ["a", 3]]}
    assert load.counted(Holds(["a", 2], ["a", 3]), output, ["a"]) == {"lost": 0, "doubled": 0}
    assert load.counted(Holds(["a", 2]), output, ["a"]) == {"lost": 1, "doubled": 0}
    assert load.counted(Holds(["a", 2], ["a", 3], ["a", 4]), output, ["a"]) == {"lost": 0, "doubled": 1}


@pytest.mark.django_db(transaction=True)
def test_each_sheet_is_made_once_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printer, "print", printer.print)  # the benchmark replaces it; this puts it back
    asked = sheet.order(site.make_club(), sheets=1)
    made = sheet.make(asked["me"], asked["series"])
    assert len(made["warm"]) == len(made["print"]) == 1
    assert len(made["kept"]) == 2
    assert "@font-face" in made["page"]
    assert len(list(sheet.table([made], [Took(1, 1)]))) == 5


# --- A million hands, made few ---------------------------------------------------------------------------------------


def test_the_shares_of_a_million_hands_are_those_that_were_asked_for() -> None:
    shares = filling.plan(1_000_000)
    assert (len(shares), sum(sum(share.series) for share in shares)) == (2_500, 1_000_000)
    by_name = {share.name: share for share in shares}
    assert (len(by_name["big"].series), by_name["big"].players) == (4_000, 40)
    (alone,) = filling.plan(200)
    assert alone == by_name["equal"]
    assert sum(alone.series) == 200


@dataclass
class PagesHere:
    """The pages of a circle, called in this process."""

    pages: dict[str, Callable[[], Took]]

    def ask(self, question: str) -> dict[str, Any]:
        answer: dict[str, Any] = pages.WHAT[question](self.pages)
        return answer


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_the_filled_circles_are_as_if_they_had_been_played(settings: Any) -> None:
    settings.API_RATE = ""
    circles = filling.fill(hands=620)
    assert recorded() == 620
    assert crowd.audit()
    assert filling.hands_in(circles["equal"]) == 200
    few, many, big = (PagesHere(pages.pages_of(circles[name])) for name in ("equal", "equal", "big"))
    rows = list(scale.page_rows(few, many, big, rounds=1))
    assert len(rows) == 2 * len(few.pages)
    assert all(row.figure.endswith(" ms") for row in rows)


@pytest.mark.slow
@pytest.mark.thorough
def test_the_whole_benchmark_runs_with_few_hands() -> None:
    rows = {row.what: row for row in scale.rows(620, rounds=1, databases=["SQLite"])}
    assert rows["SQLite: 620 hands"].figure.endswith(" MB")
    assert {"export of the big circle", "import of it", "`manage.py audit` of everything"} <= set(rows)


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_the_standings_of_a_circle_are_measured(settings: Any) -> None:
    settings.API_RATE = ""
    circle = standings.fill(hands=1, series=12)
    assert crowd.audit()
    rows = list(standings.table(12, standings.measure(circle, rounds=1)))
    assert [row.figure.endswith(" ms") for row in rows] == [True] * 14
    assert standings.fill_others(hands=600) == 600
    assert Event.objects.filter(kind=Kind.RECORDED).count() == 12 + 600
    figures = standings.measure(circle, rounds=1)
    assert len(list(standings.compared(612, figures, figures))) == 14
>>>>>>> db5fbf0 (Sheets and pictures are made by a process of their own)
