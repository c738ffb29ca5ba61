"""What services require before they write to a series. They never require a verdict: see ledger/verdicts."""

from typing import Any

from games.kit.problems import Problem
from games.kit.sentences import say
from ledger.circles.models import Circle
from ledger.lib.refusals import Refused
from ledger.lib.typed import is_storable
from ledger.series.models import Series
from ledger.series.state import SeriesState

MOST_REASON = 300


def require_open(state: SeriesState) -> None:
    if not state.series.is_open:
        raise refusal("series_closed", say("The series is over. The owner can reopen it to correct it."))


def require_hand_to_come(state: SeriesState) -> None:
    require_open(state)
    if state.play.standing.over:
        raise refusal("series_over", say("The series has reached its end: no more hands can be added."))


def require_no_money_in_points_only(series: Series) -> None:
    """Refuse to open a series for money in a circle for points only.

    Lock the circle, so that nobody switches to points only before the series is open. A series that is started, which
    has no version yet, is refused at the field of the point value.
    """
    if series.point_value and Circle.objects.select_for_update().get(pk=series.circle_id).points_only:
        why = say("The circle plays for points only. A series for money can be neither started nor reopened.")
        raise refusal("points_only", why, field="" if series.version else "point_value")


def require_reason(reason: str) -> None:
    if not reason.strip():
        raise refusal("missing", say("Please say why."), field="reason")
    if len(reason.strip()) > MOST_REASON:
        raise refusal("too_long", say("This text is too long."), field="reason")
    if not is_storable(reason):
        raise refusal("unfit_text", say("There are characters in this text that cannot be kept."), field="reason")


def refusal(code: str, message: Any, field: str = "") -> Refused:
    return Refused(Problem(field, code, message))
