"""A settlement as a few lines of plain text, to be sent to those who were not at the table."""

import unicodedata
from collections.abc import Iterator

from django.utils.translation import gettext as _

from ledger.following.settlement.page import Amount, SettlementPage
from ledger.lib import formatting
from ledger.series.descriptions import series_name


def as_text(page: SettlementPage, address: str) -> str:
    return "\n".join(_lines(page, address))


def _lines(page: SettlementPage, address: str) -> Iterator[str]:
    series = page.state.series
    yield f"{series.circle.name}: {series_name(series)}"
    if series.is_open:
        yield _("If it ended now:")
    yield from (_line(page, amount) for amount in page.amounts)
    if page.payments:
        yield ""
        yield _("The fewest payments:")
        for paid in page.payments:
            names = {"payer": _apart(paid.payer.name), "receiver": _apart(paid.receiver.name), "money": paid.money}
            yield _("%(payer)s pays %(receiver)s %(money)s") % names
    yield ""
    yield address


def _line(page: SettlementPage, amount: Amount) -> str:
    comes_to = formatting.points(amount.points, signed=True)
    if page.is_for_money:
        comes_to = formatting.money(amount.minor, page.state.series.currency, signed=True)
    figures = {
        "place": amount.place.label,
        "name": _apart(amount.place.name),
        "total": formatting.points(amount.place.total),
        "comes_to": comes_to,
    }
    return _("%(place)s %(name)s, total %(total)s: %(comes_to)s") % figures


def _apart(name: str) -> str:
    """A name that is written from right to left must not turn the figures beside it round."""
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if turns else name
