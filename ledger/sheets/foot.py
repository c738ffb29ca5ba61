"""The foot of a sheet: verdicts, lines to sign, and the QR code for checking the sheet."""

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

import segno
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from ledger.lib import formatting
from ledger.series.state import SeriesState
from ledger.verdicts.current import SeriesVerdicts


@dataclass(frozen=True)
class SignatureLine:
    """A player's verdict on the whole result, or a line to sign."""

    name: str
    agreed_at: str = ""  # empty: there is a line to sign
    by: str = ""  # who agreed by proxy
    by_link: bool = False
    disagrees: bool = False


def signature_lines(state: SeriesState, verdicts: SeriesVerdicts) -> list[SignatureLine]:
    """Return a line for each seat. A player who has not agreed to every hand and the settlement gets a line to sign."""
    started = timezone.localdate(state.series.started_at)
    agreed_to_settlement = {verdict.seat: verdict for verdict in verdicts.on(None) if verdict.is_agreed}
    disputed = {verdict.seat for _number, verdict in verdicts.disputes}
    lines = []
    for seat, name in enumerate(state.names):
        verdict = agreed_to_settlement.get(seat)
        if verdict is None or seat in disputed or verdicts.hands_unanswered_by(seat):
            lines.append(SignatureLine(name, disagrees=seat in disputed))
            continue
        at = (formatting.clock if timezone.localdate(verdict.at) == started else formatting.day_and_time)(verdict.at)
        lines.append(SignatureLine(name, at, by=verdict.by_name if verdict.by_proxy else "", by_link=verdict.by_link))
    return lines


def waiver_in_words(verdicts: SeriesVerdicts) -> str:
    waiver = verdicts.waiver
    if waiver is None:
        return ""
    words = {"name": waiver.by_name, "moment": formatting.day_and_time(waiver.at), "reason": waiver.reason}
    return _("%(name)s has declared the result agreed, %(moment)s: %(reason)s") % words


@lru_cache(maxsize=4)
def qr_code(address: str, title: str) -> SafeString:
    """Return a QR code as SVG. It is cached for all drafts of a sheet: drawing it takes as long as all other HTML."""
    code, drawn = segno.make(address, error="m", micro=False), BytesIO()
    code.save(drawn, kind="svg", xmldecl=False, nl=False, border=0, omitsize=True, dark="#13211a", title=title)
    return mark_safe(drawn.getvalue().decode())  # noqa: S308 (drawn by segno)
