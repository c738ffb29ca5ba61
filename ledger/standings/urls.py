"""The addresses below /circles/<id>/ that are about standings."""

from django.urls import path

from ledger.standings import player_views, record_views, views
from ledger.standings.seasons import views as seasons

urlpatterns = [
    path("standings/", views.standings_page, name="standings"),
    path("standings/players/<id:player_id>/", player_views.player_page, name="player_standings"),
    path("standings/players/<id:player_id>/and/<id:other_id>/", player_views.two_players, name="two_players"),
    path("standings/records/", record_views.records_page, name="records"),
    path("standings/rating/", views.rating_page, name="standings_rating"),
    path("standings/luck/", views.luck_page, name="standings_luck"),
    path("seasons/", seasons.seasons, name="seasons"),
    path("seasons/new/", seasons.new_season, name="new_season"),
    path("seasons/<id:season_id>/", seasons.season, name="season"),
    path("seasons/<id:season_id>/edit/", seasons.edit_season, name="edit_season"),
    path("seasons/<id:season_id>/close/", seasons.close_season, name="close_season"),
    path("seasons/<id:season_id>/delete/", seasons.delete_season, name="delete_season"),
]
