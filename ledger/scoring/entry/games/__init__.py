"""How a hand is entered: on the keypad where it is figures, else in the game's own form, found here by its slug."""

from importlib import import_module

from games.contract import Game
from ledger.scoring.entry.forms import EntryForm
from ledger.scoring.entry.totals import TotalsForm
from ledger.series.state import SeriesState


def entry_form(state: SeriesState) -> type[EntryForm] | None:
    """None for a hand that can only be written down card by card."""
    return TotalsForm if state.totals_entry else own_form(state.game)


def own_form(game: Game) -> type[EntryForm] | None:
    if not game.has_form:
        return None
    form: type[EntryForm] = import_module(f"{__name__}.{game.slug.replace('-', '_')}").HandForm
    return form
