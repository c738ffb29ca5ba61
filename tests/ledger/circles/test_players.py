from unittest.mock import patch

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import RestrictedError
from django.http import Http404

from ledger.circles.models import Player
from ledger.circles.services.players import (
    add_player,
    claim_player,
    release_player,
    remove_player,
    rename_player,
    restore_player,
)


@pytest.mark.parametrize("again", ["Anil", "ANIL", "  anil ", "An\u034fil"])
def test_refuses_the_same_name_twice(anil, again):
    with pytest.raises(ValidationError) as caught:
        add_player(circle=anil.circle, name=again)
    assert caught.value.code == "taken"
    assert "There is already a player called" in caught.value.messages[0]
    assert anil.circle.players.count() == 1


def test_the_same_name_can_be_used_in_another_circle(anil, elsewhere):
    add_player(circle=elsewhere.circle, name="Anil")
    assert Player.objects.filter(name="Anil").count() == 2


def test_a_player_can_be_renamed(anil):
    rename_player(player=anil, name="Anil Sharma")
    anil.refresh_from_db()
    assert (anil.name, anil.name_key) == ("Anil Sharma", "anil sharma")


def test_capitals_of_a_name_can_be_changed(anil):
    assert rename_player(player=anil, name="ANIL").name == "ANIL"


def hide(player: Player) -> None:
    """Hide the player, as remove_player does with a player who has hands."""
    with patch.object(Player, "delete", side_effect=RestrictedError("has played", {player})):
        assert remove_player(player=player) is False


def test_a_player_with_hands_is_hidden_and_the_name_is_free(anil):
    hide(anil)
    anil.refresh_from_db()
    assert anil.hidden_at is not None
    add_player(circle=anil.circle, name="Anil")
    with pytest.raises(ValidationError, match="already a player called Anil"):
        restore_player(player=anil)


def test_a_member_can_claim_a_player(anil, viewer):
    assert claim_player(player=anil, member=viewer).claimed_by == viewer
    assert claim_player(player=anil, member=viewer).claimed_by == viewer


def test_a_member_claims_one_player_at_a_time(anil, viewer):
    bina = add_player(circle=anil.circle, name="Bina")
    claim_player(player=anil, member=viewer)
    claim_player(player=bina, member=viewer)
    anil.refresh_from_db()
    assert anil.claimed_by is None


def test_a_claimed_player_cannot_be_claimed(anil, viewer, scorer):
    claim_player(player=anil, member=viewer)
    with pytest.raises(ValidationError) as caught:
        claim_player(player=anil, member=scorer)
    assert caught.value.messages == ["Anil is taken already, by Vera."]


def test_hidden_players_and_players_of_other_circles_cannot_be_claimed(anil, viewer, elsewhere):
    with pytest.raises(Http404):
        claim_player(player=anil, member=elsewhere)
    hide(anil)
    with pytest.raises(ValidationError, match="does not play any more"):
        claim_player(player=anil, member=viewer)


def test_changing_a_player_removed_meanwhile_is_no_error(anil, viewer):
    stale = Player.objects.get(pk=anil.pk)
    remove_player(player=anil)
    assert remove_player(player=stale) is True
    for verb in (restore_player, release_player):
        verb(player=stale)
    rename_player(player=stale, name="Bina")
    with pytest.raises(Http404):
        claim_player(player=stale, member=viewer)
    assert not Player.objects.exists()


def test_a_database_constraint_keeps_names_unique(anil):
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(circle=anil.circle, name="Anil", name_key="anil")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(circle=anil.circle, name="", name_key="nobody")
