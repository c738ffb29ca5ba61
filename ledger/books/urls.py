"""The addresses below /circles/<id>/ that are about money."""

from django.urls import path

from ledger.books import views

urlpatterns = [
    path("balances/", views.balances, name="balances"),
    path("balances/<id:player_id>/", views.player_balance, name="player_balance"),
    path("payments/new/", views.new_payment, name="new_payment"),
    path("payments/<id:entry_id>/", views.payment, name="payment"),
    path("points-only/", views.points_only, name="points_only"),
]
