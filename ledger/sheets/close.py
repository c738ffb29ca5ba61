"""The foot of a sheet: who agrees, and the code by which it can be checked."""

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

import segno
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from ledger.agreeing.holding import SeriesAgreement
from ledger.lib import formatting
from ledger.series.state import SeriesState


@dataclass(frozen=True)
class Assent:
    """What a player has said of the whole result."""

    name: str
    agreed_at: str = ""  # empty: there is a line to sign
    by: str = ""  # who has said so for the player
    by_link: bool = False
    disagrees: bool = False


def assents(state: SeriesState, agreement: SeriesAgreement) -> list[Assent]:
    """In seat order. Whoever has not agreed to every hand and to the settlement may sign."""
    started = timezone.localdate(state.series.started_at)
    ends = {held.seat: held for held in agreement.of_settlement if held.is_agreed}
    disputed = {held.seat for _number, held in agreement.disputes}
    found = []
    for seat, name in enumerate(state.names):
        held = ends.get(seat)
        if held is None or seat in disputed or agreement.hands_unanswered_by(seat):
            found.append(Assent(name, disagrees=seat in disputed))
            continue
        at = (formatting.clock if timezone.localdate(held.at) == started else formatting.moment)(held.at)
        found.append(Assent(name, at, by=held.by_name if held.by_proxy else "", by_link=held.by_link))
    return found


def waiver_in_words(agreement: SeriesAgreement) -> str:
    waived = agreement.waiver
    words = waived and {"name": waived.by_name, "moment": formatting.moment(waived.at), "reason": waived.reason}
    return _("%(name)s has declared the result agreed, %(moment)s: %(reason)s") % words if words else ""


@lru_cache(maxsize=4)
def drawn_code(address: str, title: str) -> SafeString:
    """Remembered for the drafts of one sheet, since it takes as long as the rest of the HTML."""
    code, drawn = segno.make(address, error="m", micro=False), BytesIO()
    code.save(drawn, kind="svg", xmldecl=False, nl=False, border=0, omitsize=True, dark="#13211a", title=title)
    return mark_safe(drawn.getvalue().decode())  # noqa: S308 (drawn by segno)
