"""The pages about players and members, for owners and for other members."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from ledger.circles.models import Member, Player
from ledger.circles.roles import Role
from ledger.circles.services.players import add_player, claim_player, leave_out
from tests.ledger.circles.test_members import roles
from tests.ledger.circles.test_players import hide
from tests.ledger.pages import client_of


@pytest.fixture
def at(owner) -> str:
    return f"/circles/{owner.circle_id}"


def test_members_see_all_players_and_members(at, viewer, scorer, anil):
    page = client_of(viewer.user).get(f"{at}/people/")
    for name in ("Alice", "Bob", "Vera", "Anil"):
        assertContains(page, f">{name}</bdi>")
    assertNotContains(page, f"{at}/members/")
    assertNotContains(page, f"{at}/players/{anil.id}/edit/")
    assertNotContains(page, f"{at}/viewer-link/")
    assertContains(client_of(scorer.user).get(f"{at}/people/"), f"{at}/viewer-link/")


def test_adds_a_player(alices_phone, at):
    assertRedirects(alices_phone.post(f"{at}/players/", {"name": " Bina "}), f"{at}/people/")
    assert Player.objects.get().name == "Bina"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Please enter a name."),
        ("anil", "There is already a player called anil. Please tell the two apart."),
        ("x" * 200, "This name is too long"),
    ],
)
def test_refuses_a_player_and_keeps_what_was_typed(alices_phone, at, anil, name, sentence):
    response = alices_phone.post(f"{at}/players/", {"name": name})
    assertContains(response, sentence, status_code=422)
    assert response.context["form"]["name"].value() == name
    assert Player.objects.count() == 1


def test_a_double_submit_adds_one_player(alices_phone, at):
    assert [alices_phone.post(f"{at}/players/", {"name": "Bina"}).status_code for _ in range(2)] == [302, 422]
    assert Player.objects.count() == 1


def test_renames_a_player(alices_phone, at, anil):
    assertContains(alices_phone.get(f"{at}/players/{anil.id}/edit/"), 'value="Anil"')
    assertRedirects(alices_phone.post(f"{at}/players/{anil.id}/edit/", {"name": "Anil S."}), f"{at}/people/")
    assertContains(alices_phone.get(f"{at}/people/"), "Anil S.")


def test_refuses_to_rename_to_a_taken_name(alices_phone, at, anil):
    alices_phone.post(f"{at}/players/", {"name": "Bina"})
    response = alices_phone.post(f"{at}/players/{anil.id}/edit/", {"name": "BINA"})
    assertContains(response, "There is already a player called BINA.", status_code=422)
    assertContains(response, '<h1 dir="auto">Anil</h1>', status_code=422)


def test_a_player_without_hands_can_be_deleted(alices_phone, at, anil):
    response = alices_phone.post(f"{at}/players/{anil.id}/remove/", follow=True)
    assertContains(response, "Anil has been removed.")
    assert not Player.objects.exists()


def test_a_player_with_hands_can_be_hidden_and_restored(alices_phone, at, anil):
    hide(anil)
    assertContains(alices_phone.get(f"{at}/people/"), "Players who no longer play")
    assertNotContains(alices_phone.get(f"{at}/people/"), f"{at}/players/{anil.id}/claim/")
    assertRedirects(alices_phone.post(f"{at}/players/{anil.id}/restore/"), f"{at}/people/")
    assertContains(alices_phone.get(f"{at}/people/"), f"{at}/players/{anil.id}/claim/")


def test_a_player_with_a_taken_name_is_not_restored(alices_phone, at, anil):
    leave_out(player=anil, is_left_out=True)
    hide(anil)
    alices_phone.post(f"{at}/players/", {"name": "Anil"})
    response = alices_phone.post(f"{at}/players/{anil.id}/restore/")
    assertContains(response, "There is already a player called Anil.", status_code=422)
    assertContains(response, "Let them play again", status_code=422)
    assert response.context["form"]["is_left_out"].value() is True  # a save of this page leaves Anil out of standings


def test_a_hidden_player_cannot_be_claimed(alices_phone, at, anil):
    hide(anil)
    assertContains(alices_phone.post(f"{at}/players/{anil.id}/claim/"), "Anil does not play any more.", status_code=422)


# --- This is me ------------------------------------------------------------------------------------------------------


def test_a_player_can_be_claimed_and_released(viewer, at, anil):
    client, player = client_of(viewer.user), f"{at}/players/{anil.id}"
    assertContains(client.get(f"{at}/people/"), f"{player}/claim/")
    assertRedirects(client.post(f"{player}/claim/"), f"{at}/people/")
    assertContains(client.get(f"{at}/people/"), f"{player}/face/")
    assertContains(client.get(f"{player}/face/"), f"{player}/release/")
    assertRedirects(client.post(f"{player}/release/"), f"{at}/people/")
    anil.refresh_from_db()
    assert anil.claimed_by is None


def test_a_member_who_has_claimed_a_player_is_offered_no_other(viewer, at, anil):
    add_player(circle=viewer.circle, name="Binod")
    claim_player(player=anil, member=viewer)
    page = client_of(viewer.user).get(f"{at}/people/")
    assertContains(page, ">You<")
    assertNotContains(page, "This is me")


def test_an_owner_can_release_a_claimed_player(owner, viewer, anil):
    claim_player(player=anil, member=viewer)
    client_of(owner.user).post(f"/circles/{owner.circle_id}/players/{anil.id}/release/")
    anil.refresh_from_db()
    assert anil.claimed_by is None


def test_changes_a_role(alices_phone, at, owner, viewer):
    assertRedirects(alices_phone.post(f"{at}/members/{viewer.id}/", {"role": "scorer"}), f"{at}/people/")
    assert roles(owner.circle) == {"Alice": "owner", "Vera": "scorer"}


@pytest.mark.parametrize("role", ["", "king", "OWNER"])
def test_refuses_an_unknown_role(alices_phone, at, viewer, role):
    assert alices_phone.post(f"{at}/members/{viewer.id}/", {"role": role}).status_code == 422
    viewer.refresh_from_db()
    assert viewer.role == Role.VIEWER


def test_removes_a_member(alices_phone, at, viewer):
    assertContains(alices_phone.post(f"{at}/members/{viewer.id}/remove/", follow=True), "Vera is no longer a member.")
    assert client_of(viewer.user).get(f"{at}/").status_code == 404


def test_makes_another_member_the_owner(alices_phone, at, owner, scorer):
    assertContains(alices_phone.post(f"{at}/members/{scorer.id}/hand-over/", follow=True), "Bob owns the circle now.")
    assert roles(owner.circle) == {"Alice": "scorer", "Bob": "owner"}


def test_the_last_owner_cannot_leave_or_change_role(alices_phone, at, owner, scorer):
    sentence = "A circle always has an owner"
    assertContains(alices_phone.post(f"{at}/leave/"), sentence, status_code=422)
    assertContains(alices_phone.post(f"{at}/members/{owner.id}/remove/"), sentence, status_code=422)
    assertContains(alices_phone.post(f"{at}/members/{owner.id}/", {"role": "viewer"}), sentence, status_code=422)
    owner.refresh_from_db()
    assert owner.role == Role.OWNER


def test_a_member_can_leave(at, viewer):
    veras = client_of(viewer.user)
    assertContains(veras.get(f"{at}/leave/"), "Leave <bdi>Friday table</bdi>?")
    assertContains(veras.post(f"{at}/leave/", follow=True), "You have left Friday table.")
    assert veras.get(f"{at}/").status_code == 404


def test_ids_of_another_circle_are_not_found(alices_phone, at, elsewhere, stranger):
    player = f"players/{stranger.id}"
    for path in (f"{player}/remove/", f"{player}/claim/", f"members/{elsewhere.id}/remove/"):
        assert alices_phone.post(f"{at}/{path}").status_code == 404
    assert alices_phone.get(f"{at}/{player}/edit/").status_code == 404
    assert Member.objects.filter(pk=elsewhere.pk).exists()
