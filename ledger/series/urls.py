"""The addresses below /series/<id>/. Starting a series lies below its circle: see start_urls."""

from django.urls import include, path

from ledger.series.views import cards, cards_end, correct, ends, follow, hands, house_rules, seats, settlement, totals

app_name = "series"
urlpatterns = [
    path("", follow.page, name="page"),
    path("live/", follow.live, name="live"),
    path("link/", follow.link, name="link"),
    path("cards/", cards.cards, name="cards"),
    path("cards/tap/", cards.tap, name="cards_tap"),
    path("cards/save/", cards_end.save, name="cards_save"),
    path("cards/thrown-in/", cards_end.throw_in, name="cards_throw_in"),
    path("cards/discard/", cards_end.discard, name="cards_discard"),
    path("history/", hands.history, name="history"),
    path("settlement/", settlement.settlement, name="settlement"),
    path("hands/new/", totals.totals, name="totals"),
    path("hands/preview/", totals.look, name="totals_preview"),
    path("hands/thrown-in/", totals.throw_in, name="throw_in"),
    path("hands/<int:number>/", hands.hand, name="hand"),
    path("hands/<int:number>/correct/", correct.correct, name="correct"),
    path("seats/", seats.seats, name="seats"),
    path("seats/take-back/", seats.take_back, name="seats_take_back"),
    path("rules/", house_rules.keep, name="keep_rules"),
    path("undo/", hands.undo, name="undo"),
    path("stop/", ends.stop, name="stop"),
    path("reopen/", ends.reopen, name="reopen"),
    path("", include("ledger.sheets.urls")),
]
