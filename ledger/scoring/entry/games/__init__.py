"""How a hand is entered: on the keypad where it is figures, else in the game's own form, found here by its slug."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from ledger.scoring.entry.forms import EntryForm
from ledger.scoring.entry.totals import TotalsForm
from ledger.series.state import SeriesState


def entry_form(state: SeriesState) -> type[EntryForm] | None:
    """None for a hand that can only be written down card by card."""
    return TotalsForm if state.totals_entry else _own_form(state.game.slug)


@cache
def _own_form(slug: str) -> type[EntryForm] | None:
    name = f"{__name__}.{slug.replace('-', '_')}"
    if find_spec(name) is None:
        return None
    form: type[EntryForm] = import_module(name).HandForm
    return form
