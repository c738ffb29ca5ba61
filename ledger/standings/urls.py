"""The addresses below /circles/<id>/ that are about standings."""

from django.urls import path

from ledger.standings import player_views, record_page, views

urlpatterns = [
    path("standings/", views.standings_page, name="standings"),
    path("standings/players/<id:player_id>/", player_views.player_page, name="player_standings"),
    path("standings/players/<id:player_id>/and/<id:other_id>/", player_views.two_players, name="two_players"),
    path("standings/records/", record_page.record_page, name="records"),
    path("standings/rating/", views.rating_page, name="standings_rating"),
    path("standings/luck/", views.luck_page, name="standings_luck"),
]
