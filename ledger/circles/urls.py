"""The addresses of the pages of circles. `<id:…>` is read by ledger.lib.ids.OpaqueIdConverter."""

from django.urls import include, path

from ledger.circles.views import circles, links, people

in_a_circle = [
    path("", circles.circle, name="circle"),
    path("settings/", circles.settings, name="circle_settings"),
    path("leave/", people.leave, name="leave"),
    path("people/", people.people, name="people"),
    path("players/", people.add_player, name="add_player"),
    path("players/<id:player_id>/edit/", people.player, name="player"),
    path("players/<id:player_id>/face/", people.face, name="player_face"),
    path("players/<id:player_id>/remove/", people.remove_player, name="remove_player"),
    path("players/<id:player_id>/restore/", people.restore_player, name="restore_player"),
    path("players/<id:player_id>/claim/", people.claim_player, name="claim_player"),
    path("players/<id:player_id>/release/", people.release_player, name="release_player"),
    path("members/<id:member_id>/", people.member, name="member"),
    path("members/<id:member_id>/remove/", people.remove_member, name="remove_member"),
    path("members/<id:member_id>/hand-over/", people.hand_over, name="hand_over"),
    path("members/<id:member_id>/password-link/", people.password_link, name="password_link"),
    path("links/", links.links, name="links"),
    path("links/<id:invite_id>/revoke/", links.revoke_link, name="revoke_link"),
    path("viewer-link/", links.viewer_link, name="viewer_link"),
]

urlpatterns = [
    path("start/", circles.start, name="start"),
    path("join/<str:token>/", links.join, name="join"),
    path("circles/<id:circle_id>/", include(in_a_circle)),
]
