"""Each player of a circle has a face: a pair of colour and mark."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from pytest_django.asserts import assertContains, assertRedirects

from ledger.circles.models import Member, Player
from ledger.circles.selectors import face_choices
from ledger.circles.services.players import add_player, choose_face, claim_player, remove_player, restore_player
from tests.ledger.pages import client_of


def add(owner: Member, *names: str) -> list[Player]:
    return [add_player(circle=owner.circle, name=name) for name in names]


def test_players_get_the_first_free_faces(owner):
    assert [player.face for player in add(owner, "A", "B", "C")] == [0, 1, 2]


def test_a_face_is_free_again_when_its_player_leaves(owner):
    _first, second, _third = add(owner, "A", "B", "C")
    remove_player(player=second)
    assert add_player(circle=owner.circle, name="D").face == 1


def test_the_seventeenth_player_shares_a_face(owner):
    faces = [player.face for player in add(owner, *"ABCDEFGHIJKLMNOPQR")]
    assert faces == [*range(16), 0, 1]


def test_a_player_who_comes_back_gets_a_free_face_if_the_own_was_given_away(owner):
    first, second = add(owner, "A", "B")
    for player in (first, second):
        Player.objects.filter(pk=player.pk).update(hidden_at=owner.joined_at)
    add_player(circle=owner.circle, name="C")
    assert restore_player(player=first).face == 1
    first.refresh_from_db()
    assert first.face == 1
    assert restore_player(player=second).face == 2


@pytest.mark.parametrize("face", [-1, 16])
def test_the_database_refuses_other_faces(owner, face):
    player = add_player(circle=owner.circle, name="A")
    with pytest.raises(IntegrityError):
        Player.objects.filter(pk=player.pk).update(face=face)


# --- Choosing --------------------------------------------------------------------------------------------------------


def test_a_player_can_have_any_free_face(owner):
    first, _second = add(owner, "A", "B")
    choose_face(player=first, face=15)
    first.refresh_from_db()
    assert first.face == 15
    assert choose_face(player=first, face=15).face == 15


def test_refuses_a_face_that_another_player_has_and_names_them(owner):
    first, _second = add(owner, "A", "Bina")
    with pytest.raises(ValidationError) as caught:
        choose_face(player=first, face=1)
    assert (caught.value.code, caught.value.messages) == ("face_taken", ["Bina has this colour and mark."])
    first.refresh_from_db()
    assert first.face == 0


def test_the_face_of_a_player_who_has_left_is_free(owner):
    first, second = add(owner, "A", "B")
    Player.objects.filter(pk=second.pk).update(hidden_at=owner.joined_at)
    assert choose_face(player=first, face=1).face == 1


@pytest.mark.parametrize("face", [-1, 16])
def test_refuses_a_face_that_does_not_exist(owner, face):
    with pytest.raises(ValidationError, match="no such colour"):
        choose_face(player=add_player(circle=owner.circle, name="A"), face=face)


def test_sixteen_players_share_no_face_and_seventeen_do(owner):
    first = add(owner, *"ABCDEFGHIJKLMNOP")[0]
    assert [choice.may_be_chosen for choice in face_choices(first)] == [True, *[False] * 15]
    with pytest.raises(ValidationError):
        choose_face(player=first, face=1)
    add(owner, "Q")
    assert all(choice.may_be_chosen for choice in face_choices(first))
    assert choose_face(player=first, face=1).face == 1


def test_the_choices_say_whose_a_face_is(owner):
    first = add(owner, "A", "B", "C")[0]
    choices = face_choices(first)
    assert [choice.others for choice in choices[:4]] == [(), ("B",), ("C",), ()]
    assert [choice.face for choice in choices if choice.is_own] == [0]


def test_a_member_chooses_the_face_of_the_player_they_are(owner, viewer):
    own, other = add(owner, "Vera", "Anil")
    claim_player(player=own, member=viewer)
    client = client_of(viewer.user)
    at = f"/circles/{owner.circle_id}"
    assertContains(client.get(f"{at}/people/"), f"{at}/players/{own.pk}/face/")
    assertRedirects(client.post(f"{at}/players/{own.pk}/face/", {"face": "9"}), f"{at}/people/")
    own.refresh_from_db()
    assert own.face == 9
    assert client.post(f"{at}/players/{other.pk}/face/", {"face": "4"}).status_code == 403


def test_an_owner_chooses_for_any_player(owner):
    anil = add_player(circle=owner.circle, name="Anil")
    at = f"/circles/{owner.circle_id}"
    client = client_of(owner.user)
    assertContains(client.get(f"{at}/players/{anil.pk}/edit/"), f"{at}/players/{anil.pk}/face/")
    assertContains(client.get(f"{at}/players/{anil.pk}/face/"), 'name="face"', count=16)
    assertRedirects(client.post(f"{at}/players/{anil.pk}/face/", {"face": "3"}), f"{at}/people/")
    anil.refresh_from_db()
    assert anil.face == 3


@pytest.mark.parametrize(
    ("face", "sentence"), [("1", "Bina has this colour and mark."), ("16", "There is no such colour and mark.")]
)
def test_the_page_says_why_a_face_was_refused(owner, face, sentence):
    first, _second = add(owner, "Anil", "Bina")
    response = client_of(owner.user).post(f"/circles/{owner.circle_id}/players/{first.pk}/face/", {"face": face})
    assertContains(response, sentence, status_code=422)
