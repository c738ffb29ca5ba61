from unittest.mock import patch

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import RestrictedError
from django.http import Http404

from ledger.circles.models import Circle, Member, Player
from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import (
    add_player,
    claim_player,
    release_player,
    remove_player,
    rename_player,
    restore_player,
)
from tests.ledger.conftest import make_user


@pytest.mark.parametrize("again", ["Anil", "ANIL", "  anil ", "An\u034fil"])
def test_refuses_the_same_name_twice(anil: Player, again: str) -> None:
    with pytest.raises(ValidationError) as caught:
        add_player(circle=anil.circle, name=again)
    assert caught.value.code == "taken"
    assert "There is already a player called" in caught.value.messages[0]
    assert anil.circle.players.count() == 1


def test_the_same_name_may_sit_at_another_table(anil: Player) -> None:
    other = make_circle(owner=make_user("Dora"), name="Other", currency="NPR", language="en")
    add_player(circle=other.circle, name="Anil")
    assert Player.objects.filter(name="Anil").count() == 2


def test_renames(anil: Player) -> None:
    rename_player(player=anil, name="Anil Sharma")
    anil.refresh_from_db()
    assert (anil.name, anil.name_key) == ("Anil Sharma", "anil sharma")


def test_a_name_may_change_its_capitals(anil: Player) -> None:
    assert rename_player(player=anil, name="ANIL").name == "ANIL"


def test_refuses_to_rename_to_a_taken_name(anil: Player) -> None:
    bina = add_player(circle=anil.circle, name="Bina")
    with pytest.raises(ValidationError, match="already a player called anil"):
        rename_player(player=bina, name="anil")
    bina.refresh_from_db()
    assert bina.name == "Bina"


def test_removes_who_has_never_played(anil: Player) -> None:
    assert remove_player(player=anil) is True
    assert not Player.objects.exists()


def hide(player: Player) -> None:
    """As remove_player does for somebody with a history, whom the database will not let go."""
    with patch.object(Player, "delete", side_effect=RestrictedError("has played", {player})):
        assert remove_player(player=player) is False


def test_hides_who_has_played_and_frees_the_name(anil: Player) -> None:
    hide(anil)
    anil.refresh_from_db()
    assert anil.hidden_at is not None
    add_player(circle=anil.circle, name="Anil")
    with pytest.raises(ValidationError, match="already a player called Anil"):
        restore_player(player=anil)


def test_brings_back_who_was_hidden(anil: Player) -> None:
    hide(anil)
    restore_player(player=anil)
    anil.refresh_from_db()
    assert anil.hidden_at is None


def test_this_is_me(anil: Player, viewer: Member) -> None:
    assert claim_player(player=anil, member=viewer).claimed_by == viewer
    assert claim_player(player=anil, member=viewer).claimed_by == viewer


def test_a_member_claims_one_player_at_a_time(anil: Player, viewer: Member) -> None:
    bina = add_player(circle=anil.circle, name="Bina")
    claim_player(player=anil, member=viewer)
    claim_player(player=bina, member=viewer)
    anil.refresh_from_db()
    assert anil.claimed_by is None


def test_a_claimed_player_cannot_be_claimed(anil: Player, viewer: Member, scorer: Member) -> None:
    claim_player(player=anil, member=viewer)
    with pytest.raises(ValidationError) as caught:
        claim_player(player=anil, member=scorer)
    assert caught.value.messages == ["Anil is taken already, by Vera."]


def test_the_hidden_and_the_far_are_not_claimed(anil: Player, viewer: Member, circle: Circle) -> None:
    stranger = make_circle(owner=make_user("Dora"), name="Other", currency="NPR", language="en")
    with pytest.raises(Http404):
        claim_player(player=anil, member=stranger)
    hide(anil)
    with pytest.raises(ValidationError, match="does not play any more"):
        claim_player(player=anil, member=viewer)


def test_releases(anil: Player, viewer: Member) -> None:
    release_player(player=claim_player(player=anil, member=viewer))
    anil.refresh_from_db()
    assert anil.claimed_by is None


def test_changing_a_player_removed_meanwhile_is_no_error(anil: Player, viewer: Member) -> None:
    stale = Player.objects.get(pk=anil.pk)
    remove_player(player=anil)
    assert remove_player(player=stale) is True
    for verb in (restore_player, release_player):
        verb(player=stale)
    rename_player(player=stale, name="Bina")
    with pytest.raises(Http404):
        claim_player(player=stale, member=viewer)
    assert not Player.objects.exists()


def test_the_database_itself_keeps_names_apart(anil: Player) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(circle=anil.circle, name="Anil", name_key="anil")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(circle=anil.circle, name="", name_key="nobody")
