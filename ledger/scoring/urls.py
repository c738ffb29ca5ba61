"""The addresses below /series/<id>/ for scorers. The page that starts a series is below the address of its circle, in
start/urls.py; here are only the buttons that start the same series again."""

from django.urls import path

from ledger.scoring.cards import views as cards
from ledger.scoring.correct import views as correct
from ledger.scoring.entry import views as entry
from ledger.scoring.start import kept_rules
from ledger.scoring.start import views as start
from ledger.scoring.table import buttons, ends, notes, seats, verdicts
from ledger.series.changes import Discarded, Unseated

urlpatterns = [
    path("cards/", cards.cards, name="cards"),
    path("cards/tap/", cards.tap, name="cards_tap"),
    path("cards/save/", cards.save, name="cards_save"),
    path("cards/thrown-in/", cards.throw_in, name="cards_throw_in"),
    path("cards/discard/", cards.discard, name="cards_discard"),
    path("hands/new/", entry.enter_hand, name="enter_hand"),
    path("hands/preview/", entry.preview_hand, name="preview_hand"),
    path("hands/thrown-in/", entry.throw_in, name="throw_in"),
    path("hands/<int:number>/correct/", correct.correct, name="correct"),
    path("hands/<int:number>/note/", notes.hand_note, name="hand_note"),
    path("notes/", notes.notes, name="notes"),
    path("seats/", seats.seats, name="seats"),
    path("dealer/", seats.dealer, name="dealer"),
    path("seats/take-back/", buttons.change, {"kind": Unseated.kind, "page": "series:seats"}, name="seats_take_back"),
    path("rules/", kept_rules.keep, name="keep_rules"),
    path("again/", start.start_again, name="again"),
    path("undo/", correct.undo, name="undo"),
    path("stop/", ends.stop, name="stop"),
    path("discard/", buttons.change, {"kind": Discarded.kind}, name="discard"),
    path("pay/", ends.pay, name="pay"),
    path("reopen/", ends.reopen, name="reopen"),
    path("changes/<slug:kind>/", buttons.change, name="change"),
    path("marks/", verdicts.marks, name="marks"),
    path("said-so/", verdicts.verdict_for_player, name="verdict_for_player"),
    path("ask-again/", verdicts.ask_again, name="ask_again"),
    path("waive/", verdicts.waive, name="waive"),
]
